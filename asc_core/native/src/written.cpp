#include "written.h"

#include <algorithm>

namespace asc_machine {

namespace {

// The bits from `first` to before `last`, as far as they lie in word `word`.
uint64_t mask_of(uint64_t word, uint64_t first, uint64_t last) {
    uint64_t mask = ~uint64_t(0);
    if (word == first / 64) mask &= ~uint64_t(0) << first % 64;
    if (word == last / 64) mask &= (uint64_t(1) << last % 64) - 1;
    return mask;
}

}  // namespace

void Written::clear(const uint32_t (&sizes)[kSpaces]) {
    for (int i = 0; i < kSpaces; ++i) {
        size_t words = sizes[i] / kBlockBytes / 64 + 2;
        if (bits_[i].size() < words) bits_[i].assign(words, 0);
        else if (used_[i]) std::fill(bits_[i].begin(), bits_[i].end(), 0);
        used_[i] = false;
    }
}

void Written::write(Space space, uint64_t begin, uint64_t end) {
    auto& bits = bits_[static_cast<int>(space)];
    used_[static_cast<int>(space)] = true;
    uint64_t first = begin / kBlockBytes, last = (end + kBlockBytes - 1) / kBlockBytes;
    for (uint64_t word = first / 64; word <= last / 64; ++word) bits[word] |= mask_of(word, first, last);
}

uint64_t Written::find(Space space, uint64_t begin, uint64_t end, bool set) const {
    const auto& bits = bits_[static_cast<int>(space)];
    uint64_t first = begin / kBlockBytes, last = (end + kBlockBytes - 1) / kBlockBytes;
    for (uint64_t word = first / 64; word <= last / 64; ++word) {
        uint64_t found = (set ? bits[word] : ~bits[word]) & mask_of(word, first, last);
        if (found != 0) return std::max(begin, (word * 64 + __builtin_ctzll(found)) * kBlockBytes);
    }
    return end;
}

}  // namespace asc_machine
