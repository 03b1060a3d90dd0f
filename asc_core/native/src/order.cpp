#include "order.h"

#include <algorithm>

namespace asc_machine {

void Order::clear() {
    for (int pipe = 0; pipe < kPipes; ++pipe) {
        clocks_[pipe].fill(0);
        clocks_[pipe][pipe] = 1;
    }
    published_.fill(0);
    flag_clocks_.clear();
    flags_.clear();
    marks_.clear();
    for (Shadow& shadow : shadows_) shadow.clear();
    instructions_.clear();
}

// The scalar unit issues all other pipes' instructions, so what it has waited for is done before any of them.
void Order::join(int pipe, const Clock& clock) {
    for (int each = 0; each < kPipes; ++each) {
        if (each != pipe && pipe != kPipeS && pipe != kPipeAll) continue;
        for (int i = 0; i < kPipes; ++i) clocks_[each][i] = std::max(clocks_[each][i], clock[i]);
    }
}

void Order::set(const Core& core, int event, int source, int destination, int id) {
    int key = event * kEventIds + id;
    flag_clocks_[key] = clocks_[source];
    flags_[key] = {{core.api, core.file, core.line}, source, destination, id};
    ++clocks_[source][source];
}

void Order::wait(int event, int destination, int id) {
    int key = event * kEventIds + id;
    join(destination, flag_clocks_[key]);
    flags_.erase(key);
}

void Order::meet() {
    Clock all{};
    for (const Clock& clock : clocks_)
        for (int i = 0; i < kPipes; ++i) all[i] = std::max(all[i], clock[i]);
    join(kPipeAll, all);
    for (int pipe = 0; pipe < kPipes; ++pipe) ++clocks_[pipe][pipe];
}

uint32_t Order::mark(uint32_t old, int pipe) {
    if (old == 0 || old > marks_.size()) {
        marks_.emplace_back();
        old = static_cast<uint32_t>(marks_.size());
    }
    marks_[old - 1] = clocks_[pipe];
    ++clocks_[pipe][pipe];
    return old;
}

void Order::await(uint32_t mark, int pipe) {
    if (mark != 0 && mark <= marks_.size()) join(pipe, marks_[mark - 1]);
}

void Order::publish(int pipe) {
    for (int i = 0; i < kPipes; ++i) published_[i] = std::max(published_[i], clocks_[pipe][i]);
    ++clocks_[pipe][pipe];
}

void Order::learn() { join(kPipeAll, published_); }

const Order::Flag* Order::pending() const { return flags_.empty() ? nullptr : &flags_.begin()->second; }

uint32_t Order::number(const Core& core) {
    for (size_t i = instructions_.size(); i-- > 0;) {
        const Instruction& known = instructions_[i];
        if (known.api == core.api && known.line == core.line && known.file == core.file) return static_cast<uint32_t>(i);
    }
    instructions_.push_back({core.api, core.file, core.line});
    return static_cast<uint32_t>(instructions_.size() - 1);
}

// The segment that starts at this byte, cut from the one that holds it if need be; or the first behind it.
Order::Shadow::iterator Order::split(Shadow& shadow, uint64_t at) {
    auto next = shadow.lower_bound(at);
    if (next != shadow.end() && next->first == at) return next;
    if (next == shadow.begin()) return next;
    auto before = std::prev(next);
    if (before->second.end <= at) return next;
    Segment tail = before->second;
    before->second.end = at;
    return shadow.emplace_hint(next, at, tail);
}

bool Order::access(const Core& core, Space space, uint64_t begin, uint64_t end, int pipe, bool write, Conflict& conflict) {
    Shadow& shadow = shadows_[static_cast<int>(space)];
    auto first = split(shadow, begin);
    auto last = split(shadow, end);
    auto found = [&](const Shadow::value_type& place, const Touch& touch, int by, bool wrote) {
        conflict = {instructions_[touch.instruction], by, wrote, place.first, place.second.end};
        return true;
    };
    // A split at `end` may have cut the segment that `first` names.
    first = shadow.lower_bound(begin);
    for (auto place = first; place != last; ++place) {
        const Segment& segment = place->second;
        if (unordered(segment.write, segment.writer, pipe)) return found(*place, segment.write, segment.writer, true);
        if (!write) continue;
        // The scalar unit has what it reads before it issues anything else.
        for (int by = 1; by < kPipes; ++by)
            if (unordered(segment.reads[by], by, pipe)) return found(*place, segment.reads[by], by, false);
    }
    Touch touch{clocks_[pipe][pipe], number(core)};
    if (write) {
        shadow.erase(first, last);
        shadow.emplace(begin, Segment{end, pipe, touch, {}});
        return false;
    }
    uint64_t at = begin;
    for (auto place = first; place != last; ++place) {
        if (at < place->first) shadow.emplace_hint(place, at, Segment{place->first, 0, {}, {}})->second.reads[pipe] = touch;
        place->second.reads[pipe] = touch;
        at = place->second.end;
    }
    if (at < end) shadow.emplace_hint(last, at, Segment{end, 0, {}, {}})->second.reads[pipe] = touch;
    return false;
}

}  // namespace asc_machine
