#include "core_order.h"

#include <algorithm>

namespace asc_machine {

void CoreOrder::tell(int core, CoreClock& clock) {
    std::lock_guard<std::mutex> lock(mutex_);
    Knowledge& knowledge = cores_[core];
    for (const auto& [other, when] : knowledge.seen) clock[other] = std::max(clock[other], when);
    clock[core] = std::max(clock[core], knowledge.own++);
}

void CoreOrder::learn(int core, const CoreClock& clock) {
    std::lock_guard<std::mutex> lock(mutex_);
    CoreClock& seen = cores_[core].seen;
    for (const auto& [other, when] : clock) seen[other] = std::max(seen[other], when);
}

void CoreOrder::met(int core) {
    std::lock_guard<std::mutex> lock(mutex_);
    ++cores_[core].round;
    cores_[core].seen.clear();
}

// The segment that starts at this byte, cut from the one that holds it if need be; or the first behind it.
CoreOrder::Shadow::iterator CoreOrder::split(uint64_t at) {
    auto next = shadow_.lower_bound(at);
    if (next == shadow_.begin() || (next != shadow_.end() && next->first == at)) return next;
    auto before = std::prev(next);
    if (before->second.end <= at) return next;
    Segment tail = before->second;
    before->second.end = at;
    return shadow_.emplace_hint(next, at, tail);
}

bool CoreOrder::write(const Core& core, uint64_t begin, uint64_t end, bool atomic, Writer& other, uint64_t& first, uint64_t& last) {
    std::lock_guard<std::mutex> lock(mutex_);
    Knowledge& knowledge = cores_[core.core_idx];
    split(begin);
    auto stop = split(end);
    auto start = shadow_.lower_bound(begin);
    for (auto place = start; place != stop; ++place) {
        const Writer& writer = place->second.writer;
        if (writer.core == core.core_idx || writer.round < knowledge.round || (atomic && writer.atomic)) continue;
        auto seen = knowledge.seen.find(writer.core);
        if (seen != knowledge.seen.end() && seen->second >= writer.when) continue;
        other = writer;
        first = place->first;
        last = place->second.end;
        return true;
    }
    shadow_.erase(start, stop);
    Writer writer{{core.api, core.file, core.line}, core.core_idx, core.block_idx, core.sub_block_idx, core.type, core.mixed, atomic,
                  knowledge.round, knowledge.own};
    shadow_.emplace(begin, Segment{end, writer});
    return false;
}

}  // namespace asc_machine
