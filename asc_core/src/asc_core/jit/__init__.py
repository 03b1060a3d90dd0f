"""From a decorated function and a call's arguments to a prepared kernel."""
