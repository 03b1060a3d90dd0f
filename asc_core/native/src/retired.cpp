#include "retired.h"

#include <cstdio>

#include "fiber.h"

namespace asc_machine {

void Retired::add(const Part& part) {
    remove(part.space, part.begin, part.end);
    parts_.push_back(part);
}

void Retired::remove(Space space, uint64_t begin, uint64_t end) {
    for (size_t i = parts_.size(); i-- > 0;) {
        Part part = parts_[i];
        if (part.space != space || part.begin >= end || begin >= part.end) continue;
        parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(i));
        Part before = part, after = part;
        before.end = begin;
        after.begin = end;
        if (before.begin < before.end) parts_.push_back(before);
        if (after.begin < after.end) parts_.push_back(after);
    }
}

void retire(Core& core, Space space, uint64_t begin, uint64_t bytes) {
    Guarded guarded(core);
    Retired& retired = static_cast<Fiber*>(core.fiber)->retired;
    retired.add({space, begin, begin + bytes, core.api, core.file, core.line});
    core.retired = retired.size();
}

void revive(Core& core, Space space, uint64_t begin, uint64_t bytes) {
    if (core.retired == 0) return;
    Guarded guarded(core);
    Retired& retired = static_cast<Fiber*>(core.fiber)->retired;
    retired.remove(space, begin, begin + bytes);
    core.retired = retired.size();
}

void check_retired(Core& core, const char* argument, Space space, uint64_t begin, uint64_t bytes, bool write) {
    const Retired::Part* part = static_cast<Fiber*>(core.fiber)->retired.find(space, begin, begin + bytes);
    if (part == nullptr) return;
    char file[300] = "";
    if (std::strcmp(part->file, core.file) != 0) std::snprintf(file, sizeof file, "%s:", part->file);
    fail(Kind::Queue, argument, "%s bytes %llu..%llu of %s, but %s at line %s%d gave bytes %llu..%llu back: a tensor must not be used "
         "after that", write ? "writes" : "reads", static_cast<unsigned long long>(begin), static_cast<unsigned long long>(begin + bytes),
         space_name(space), part->api, file, part->line, static_cast<unsigned long long>(part->begin),
         static_cast<unsigned long long>(part->end));
}

}  // namespace asc_machine
