// LocalMemAllocator: one memory handed out front to back, without TPipe.
#pragma once
#include "tensor.h"

namespace AscendC {

template <Hardware hard = Hardware::UB>
class LocalMemAllocator {
    static_assert(hard != Hardware::GM && hard != Hardware::MAX, "LocalMemAllocator takes a core's memory");
    // Hardware and the machine's memories are numbered alike.
    static constexpr asc_machine::Space kSpace = static_cast<asc_machine::Space>(hard);

public:
    uint32_t GetCurAddr() const { return head_; }

    template <TPosition pos, class DataType, uint32_t tileSize>
    ASC_API LocalTensor<DataType> Alloc(asc_machine::Where where = {}) {
        return take<DataType>(pos, tileSize, where);
    }
    template <TPosition pos, class DataType>
    ASC_API LocalTensor<DataType> Alloc(uint32_t tileSize, asc_machine::Where where = {}) {
        return take<DataType>(pos, tileSize, where);
    }
    template <class DataType, uint32_t tileSize>
    ASC_API LocalTensor<DataType> Alloc(asc_machine::Where where = {}) {
        return take<DataType>(kPosition, tileSize, where);
    }
    template <class DataType>
    ASC_API LocalTensor<DataType> Alloc(uint32_t tileSize, asc_machine::Where where = {}) {
        return take<DataType>(kPosition, tileSize, where);
    }

private:
    static constexpr TPosition kPosition = hard == Hardware::L1      ? TPosition::A1
                                           : hard == Hardware::L0A   ? TPosition::A2
                                           : hard == Hardware::L0B   ? TPosition::B2
                                           : hard == Hardware::L0C   ? TPosition::CO1
                                           : hard == Hardware::BIAS  ? TPosition::C2
                                           : hard == Hardware::FIXBUF ? TPosition::C2PIPE2GM
                                                                     : TPosition::VECIN;

    template <class DataType>
    LocalTensor<DataType> take(TPosition pos, uint32_t tileSize, asc_machine::Where where) {
        auto& core = asc_machine::enter("Alloc", where);
        if (asc_model::space_of(pos) != kSpace)
            asc_machine::fail(asc_machine::Kind::Check, "pos", "position %s lies in %s, not in the allocator's %s", asc_model::position_name(pos),
                              asc_machine::space_name(asc_model::space_of(pos)), asc_machine::space_name(kSpace));
        if (tileSize == 0) asc_machine::fail(asc_machine::Kind::Check, "tileSize", "a tensor of 0 elements");
        uint64_t bytes = static_cast<uint64_t>(tileSize) * sizeof(DataType);
        if (bytes % ONE_BLK_SIZE != 0)
            asc_machine::fail(asc_machine::Kind::Alignment, "tileSize", "%u elements are %llu bytes; the next tensor would not begin at a multiple of %u",
                              tileSize, static_cast<unsigned long long>(bytes), ONE_BLK_SIZE);
        uint32_t capacity = core.size[static_cast<int>(kSpace)];
        if (bytes > capacity - head_)
            asc_machine::fail(asc_machine::Kind::Capacity, "tileSize", "%llu bytes don't fit: %u of %u bytes of %s are free",
                              static_cast<unsigned long long>(bytes), capacity - head_, capacity, asc_machine::space_name(kSpace));
        LocalTensor<DataType> made;
        made.bind(pos, head_, bytes, nullptr);
        head_ += static_cast<uint32_t>(bytes);
        return made;
    }

    uint32_t head_ = 0;
};

}  // namespace AscendC
