// LocalTensor and GlobalTensor, and the checked access to their memory that every instruction uses.
#pragma once
#include "params.h"

namespace AscendC {

template <typename T>
class LocalTensor {
public:
    using PrimType = T;

    LocalTensor() = default;

    // `tileSize` elements at byte `addr` of the position's memory; 0 elements: all up to its end.
    ASC_API LocalTensor(TPosition pos, uint32_t addr, uint32_t tileSize, asc_machine::Where where = {})
        : position_(pos), place_{static_cast<uint64_t>(tileSize) * sizeof(T), addr, asc_model::space_of(pos)} {
        auto& core = asc_machine::enter("LocalTensor", where);
        if (place_.space == asc_machine::Space::GM)
            asc_machine::fail(asc_machine::Kind::Check, "pos", "position %s is no local memory", asc_model::position_name(pos));
        asc_machine::check_place(core, place_);
    }

    explicit LocalTensor(uint32_t addr, asc_machine::Where where = {}) : LocalTensor(TPosition::VECIN, addr, 0, where) {}

    uint64_t GetPhyAddr() const { return place_.address; }
    uint64_t GetPhyAddr(uint32_t offset) const { return place_.address + static_cast<uint64_t>(offset) * sizeof(T); }

    ASC_API T GetValue(uint32_t index, asc_machine::Where where = {}) const {
        return *element("GetValue", index, false, where);
    }

    template <typename S>
    ASC_API void SetValue(uint32_t index, S value, asc_machine::Where where = {}) const {
        *element("SetValue", index, true, where) = static_cast<T>(value);
    }

    ASC_API T& operator()(uint32_t offset, asc_machine::Where where = {}) const {
        return *element("LocalTensor()", offset, true, where);
    }

    ASC_API LocalTensor operator[](const asc_machine::Index& offset) const {
        if (offset.value < 0 || static_cast<uint64_t>(offset.value) * sizeof(T) > place_.bytes)
            asc_machine::start_failed("LocalTensor[]", offset, sizeof(T), place_.bytes);
        LocalTensor part = *this;
        part.place_.address += static_cast<uint32_t>(offset.value * sizeof(T));
        part.place_.bytes -= static_cast<uint64_t>(offset.value) * sizeof(T);
        return part;
    }

    template <typename U>
    LocalTensor<U> ReinterpretCast() const {
        LocalTensor<U> other;
        other.position_ = position_;
        other.place_ = place_;
        other.tag_ = tag_;
        other.buffer_ = buffer_;
        other.shape_ = shape_;
        return other;
    }

    int32_t GetPosition() const { return static_cast<int32_t>(position_); }
    uint32_t GetSize() const { return static_cast<uint32_t>(place_.bytes / sizeof(T)); }
    void SetSize(uint32_t size) { place_.bytes = static_cast<uint64_t>(size) * sizeof(T); }
    uint32_t GetLength() const { return static_cast<uint32_t>(place_.bytes); }
    void SetBufferLen(uint32_t dataLen) { place_.bytes = dataLen; }
    void SetUserTag(TTagType tag) { tag_ = tag; }
    TTagType GetUserTag() const { return tag_; }
    void SetShapeInfo(const ShapeInfo& shapeInfo) { shape_ = shapeInfo; }
    ShapeInfo GetShapeInfo() const { return shape_; }

    // Places this tensor `offset` elements of the other's type behind the start of another.
    template <typename S>
    void SetAddrWithOffset(LocalTensor<S>& src, const asc_machine::Index& offset) {
        *this = src[offset].template ReinterpretCast<T>();
    }

    ASC_API void Print(uint32_t len, asc_machine::Where where = {}) const {
        asc_model::print_elements(contents("Print", len, where), len);
    }
    void Print(asc_machine::Where where = {}) const { Print(GetSize(), where); }
    // Writes the bytes of all elements to a file; 0, or -1 when it can't be written.
    ASC_API int32_t ToFile(const char* fileName, asc_machine::Where where = {}) const {
        return asc_machine::write_file(fileName, contents("ToFile", GetSize(), where), place_.bytes);
    }

    // For the machine and the queues.
    TPosition position() const { return position_; }
    uint32_t address() const { return place_.address; }
    uint64_t bytes() const { return place_.bytes; }
    void* buffer() const { return buffer_; }
    const asc_machine::Place& place() const { return place_; }
    void bind(TPosition position, uint32_t address, uint64_t bytes, void* buffer) {
        position_ = position;
        place_ = {bytes, address, asc_model::space_of(position)};
        buffer_ = buffer;
    }

private:
    template <typename U> friend class LocalTensor;

    const T* contents(const char* api, uint32_t elements, asc_machine::Where where) const {
        auto& core = asc_machine::enter(api, where);
        uint64_t bytes = static_cast<uint64_t>(elements) * sizeof(T);
        if (bytes > place_.bytes)
            asc_machine::fail(asc_machine::Kind::Bounds, "len", "needs %llu bytes, the tensor has %llu",
                              static_cast<unsigned long long>(bytes), static_cast<unsigned long long>(place_.bytes));
        return reinterpret_cast<const T*>(
            asc_machine::operand(core, "tensor", place_, bytes, {PIPE_S, false, asc_machine::Extent::Silent, false, alignof(T)}));
    }

    T* element(const char* api, uint32_t index, bool write, asc_machine::Where where) const {
        auto& core = asc_machine::enter(api, where);
        if (ASC_UNLIKELY((static_cast<uint64_t>(index) + 1) * sizeof(T) > place_.bytes)) {
            if (static_cast<int32_t>(index) < 0)
                asc_machine::fail(asc_machine::Kind::Bounds, "index", "element %d lies before the start of a tensor of %llu bytes",
                                  static_cast<int32_t>(index), static_cast<unsigned long long>(place_.bytes));
            asc_machine::fail(asc_machine::Kind::Bounds, "index", "element %u takes bytes %llu..%llu of a tensor of %llu bytes", index,
                              static_cast<unsigned long long>(index) * sizeof(T),
                              (static_cast<unsigned long long>(index) + 1) * sizeof(T), static_cast<unsigned long long>(place_.bytes));
        }
        asc_machine::Place part{sizeof(T), static_cast<uint32_t>(place_.address + static_cast<uint64_t>(index) * sizeof(T)), place_.space};
        uint8_t* place = asc_machine::operand(core, "index", part, sizeof(T),
                                              {PIPE_S, write, asc_machine::Extent::Exact, false, alignof(T)});
        asc_machine::issue(core, PIPE_S, 1);
        return reinterpret_cast<T*>(place);
    }

    TPosition position_ = TPosition::VECIN;
    asc_machine::Place place_{0, 0, asc_machine::Space::UB};
    TTagType tag_ = 0;
    void* buffer_ = nullptr;
    ShapeInfo shape_;
};

// The queues that MrgSort merges.
template <typename T>
struct MrgSortSrcList {
    MrgSortSrcList() = default;
    MrgSortSrcList(const LocalTensor<T>& src1In, const LocalTensor<T>& src2In, const LocalTensor<T>& src3In,
                   const LocalTensor<T>& src4In)
        : src1(src1In), src2(src2In), src3(src3In), src4(src4In) {}
    LocalTensor<T> src1;
    LocalTensor<T> src2;
    LocalTensor<T> src3;
    LocalTensor<T> src4;
};

template <typename T>
class GlobalTensor {
public:
    using PrimType = T;

    GlobalTensor() = default;

    ASC_API void SetGlobalBuffer(__gm__ T* buffer, uint64_t bufferSize, asc_machine::Where where = {}) {
        if (ASC_UNLIKELY(bufferSize > INT64_MAX / sizeof(T))) {
            asc_machine::enter("SetGlobalBuffer", where);
            asc_machine::fail(asc_machine::Kind::Bounds, "bufferSize", "is %lld; a tensor has no negative number of elements, nor more than memory",
                              static_cast<long long>(bufferSize));
        }
        address_ = buffer;
        size_ = bufferSize;
        sized_ = true;
    }
    void SetGlobalBuffer(__gm__ T* buffer) {
        address_ = buffer;
        size_ = 0;
        sized_ = false;
    }
    __gm__ T* GetPhyAddr() const { return address_; }
    __gm__ T* GetPhyAddr(uint64_t offset) const { return address_ + offset; }
    ASC_API T GetValue(uint64_t offset, asc_machine::Where where = {}) const { return *element("GetValue", offset, false, where); }
    ASC_API void SetValue(uint64_t offset, T value, asc_machine::Where where = {}) {
        *element("SetValue", offset, true, where) = value;
    }
    ASC_API T& operator()(uint64_t offset, asc_machine::Where where = {}) const {
        return *element("GlobalTensor()", offset, true, where);
    }
    uint64_t GetSize() const { return size_; }
    ASC_API GlobalTensor operator[](const asc_machine::Index& offset) const {
        if (sized_ && (offset.value < 0 || static_cast<uint64_t>(offset.value) > size_))
            asc_machine::start_failed("GlobalTensor[]", offset, sizeof(T), size_ * sizeof(T));
        GlobalTensor part = *this;
        part.address_ += offset.value;
        if (sized_) part.size_ -= static_cast<uint64_t>(offset.value);
        return part;
    }
    template <typename U>
    GlobalTensor<U> ReinterpretCast() const {
        GlobalTensor<U> other;
        if (sized_) other.SetGlobalBuffer(reinterpret_cast<U*>(address_), size_ * sizeof(T) / sizeof(U));
        else other.SetGlobalBuffer(reinterpret_cast<U*>(address_));
        return other;
    }
    void SetShapeInfo(const ShapeInfo& shapeInfo) { shape_ = shapeInfo; }
    ShapeInfo GetShapeInfo() const { return shape_; }
    // A hint changes no result; it is kept for the clock.
    template <CacheRwMode rwMode = CacheRwMode::RW>
    void SetL2CacheHint(CacheMode mode) {
        cache_mode_ = mode;
    }
    CacheMode cache_mode() const { return cache_mode_; }
    bool sized() const { return sized_; }

private:
    T* element(const char* api, uint64_t offset, bool write, asc_machine::Where where) const {
        auto& core = asc_machine::enter(api, where);
        if (ASC_UNLIKELY(sized_ && offset >= size_)) {
            if (static_cast<int64_t>(offset) < 0)
                asc_machine::fail(asc_machine::Kind::Bounds, "offset", "element %lld lies before the start of a tensor of %llu elements",
                                  static_cast<long long>(offset), static_cast<unsigned long long>(size_));
            asc_machine::fail(asc_machine::Kind::Bounds, "offset", "element %llu lies outside a tensor of %llu elements (%llu bytes)",
                              static_cast<unsigned long long>(offset), static_cast<unsigned long long>(size_),
                              static_cast<unsigned long long>(size_ * sizeof(T)));
        }
        T* place = address_ + offset;
        asc_machine::gm_operand(core, "offset", place, sizeof(T), sizeof(T),
                                {PIPE_S, write, asc_machine::Extent::Exact, false, 1});
        asc_machine::issue(core, PIPE_S, 1);
        return place;
    }

    T* address_ = nullptr;
    uint64_t size_ = 0;
    bool sized_ = false;
    CacheMode cache_mode_ = CacheMode::CACHE_MODE_NORMAL;
    ShapeInfo shape_;
};

}  // namespace AscendC

namespace asc_model {

using asc_machine::Extent;

// `bytes` from the start of a local operand: inside the tensor, inside its memory, aligned.
template <typename T>
ASC_INLINE const T* input(Core& core, const char* argument, const AscendC::LocalTensor<T>& tensor, uint64_t bytes, int pipe,
                          size_t alignment = asc_machine::kBlockBytes, Extent extent = Extent::Sparse) {
    return reinterpret_cast<const T*>(asc_machine::operand(
        core, argument, tensor.place(), bytes, {static_cast<uint8_t>(pipe), false, extent, false, static_cast<uint32_t>(alignment)}));
}

template <typename T>
ASC_INLINE T* output(Core& core, const char* argument, const AscendC::LocalTensor<T>& tensor, uint64_t bytes, int pipe,
                     size_t alignment = asc_machine::kBlockBytes, Extent extent = Extent::Sparse) {
    return reinterpret_cast<T*>(asc_machine::operand(
        core, argument, tensor.place(), bytes, {static_cast<uint8_t>(pipe), true, extent, false, static_cast<uint32_t>(alignment)}));
}

template <typename T>
ASC_INLINE T* local(Core& core, const char* argument, const AscendC::LocalTensor<T>& tensor, uint64_t bytes, int pipe, bool write,
                    size_t alignment = asc_machine::kBlockBytes) {
    return write ? output(core, argument, tensor, bytes, pipe, alignment)
                 : const_cast<T*>(input(core, argument, tensor, bytes, pipe, alignment));
}

// A source that is read at once and only by loops that take any alignment: what a deferred move would bring is read where it is.
template <typename T>
ASC_INLINE const T* input_view(Core& core, const char* argument, const AscendC::LocalTensor<T>& tensor, uint64_t bytes, int pipe) {
    return reinterpret_cast<const T*>(
        asc_machine::operand(core, argument, tensor.place(), bytes,
                             {static_cast<uint8_t>(pipe), false, Extent::Exact, true, asc_machine::kBlockBytes}));
}

// `bytes` from the start of a global operand: inside the tensor's size, if it has one, and inside a kernel argument.
template <typename T>
ASC_INLINE T* global(Core& core, const char* argument, const AscendC::GlobalTensor<T>& tensor, uint64_t bytes, int pipe,
                     bool write, Extent extent = Extent::Sparse) {
    T* place = tensor.GetPhyAddr();
    asc_machine::gm_operand(core, argument, place, tensor.sized() ? tensor.GetSize() * sizeof(T) : UINT64_MAX, bytes,
                            {static_cast<uint8_t>(pipe), write, extent, false, 1});
    return place;
}

}  // namespace asc_model
