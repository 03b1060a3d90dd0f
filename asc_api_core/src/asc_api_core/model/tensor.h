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
        : position_(pos), address_(addr), bytes_(static_cast<uint64_t>(tileSize) * sizeof(T)) {
        auto& core = asc_machine::enter("LocalTensor", where);
        asc_machine::Space space = asc_model::space_of(pos);
        if (space == asc_machine::Space::GM)
            asc_machine::fail(asc_machine::Kind::Check, "pos", "position %s is no local memory", asc_model::position_name(pos));
        uint64_t capacity = core.size[static_cast<int>(space)];
        if (addr % ONE_BLK_SIZE != 0)
            asc_machine::fail(asc_machine::Kind::Alignment, "addr", "address %u of %s is not a multiple of %u bytes", addr,
                              asc_machine::space_name(space), ONE_BLK_SIZE);
        if (tileSize == 0 && addr < capacity) bytes_ = capacity - addr;
        if (addr + bytes_ > capacity)
            asc_machine::fail(asc_machine::Kind::Capacity, "tileSize", "bytes %u..%llu lie outside %s, which has %llu bytes", addr,
                              static_cast<unsigned long long>(addr + bytes_), asc_machine::space_name(space),
                              static_cast<unsigned long long>(capacity));
    }

    explicit LocalTensor(uint32_t addr, asc_machine::Where where = {}) : LocalTensor(TPosition::VECIN, addr, 0, where) {}

    uint64_t GetPhyAddr() const { return address_; }
    uint64_t GetPhyAddr(uint32_t offset) const { return address_ + static_cast<uint64_t>(offset) * sizeof(T); }

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

    ASC_API LocalTensor operator[](asc_machine::Index offset) const {
        if (offset.value < 0 || static_cast<uint64_t>(offset.value) * sizeof(T) > bytes_) {
            asc_machine::enter("LocalTensor[]", offset.where);
            asc_machine::fail(asc_machine::Kind::Bounds, "offset", "starts at byte %lld of a tensor of %llu bytes",
                              static_cast<long long>(offset.value) * static_cast<long long>(sizeof(T)),
                              static_cast<unsigned long long>(bytes_));
        }
        LocalTensor part = *this;
        part.address_ += static_cast<uint32_t>(offset.value * sizeof(T));
        part.bytes_ -= static_cast<uint64_t>(offset.value) * sizeof(T);
        return part;
    }

    template <typename U>
    LocalTensor<U> ReinterpretCast() const {
        LocalTensor<U> other;
        other.position_ = position_;
        other.address_ = address_;
        other.bytes_ = bytes_;
        other.tag_ = tag_;
        other.buffer_ = buffer_;
        other.shape_ = shape_;
        return other;
    }

    int32_t GetPosition() const { return static_cast<int32_t>(position_); }
    uint32_t GetSize() const { return static_cast<uint32_t>(bytes_ / sizeof(T)); }
    void SetSize(uint32_t size) { bytes_ = static_cast<uint64_t>(size) * sizeof(T); }
    uint32_t GetLength() const { return static_cast<uint32_t>(bytes_); }
    void SetBufferLen(uint32_t dataLen) { bytes_ = dataLen; }
    void SetUserTag(TTagType tag) { tag_ = tag; }
    TTagType GetUserTag() const { return tag_; }
    void SetShapeInfo(const ShapeInfo& shapeInfo) { shape_ = shapeInfo; }
    ShapeInfo GetShapeInfo() const { return shape_; }

    // Places this tensor `offset` elements of the other's type behind the start of another.
    template <typename S>
    void SetAddrWithOffset(LocalTensor<S>& src, asc_machine::Index offset) {
        *this = src[offset].template ReinterpretCast<T>();
    }

    ASC_API void Print(uint32_t len, asc_machine::Where where = {}) const {
        asc_model::print_elements(contents("Print", len, where), len);
    }
    void Print(asc_machine::Where where = {}) const { Print(GetSize(), where); }
    // Writes the bytes of all elements to a file; 0, or -1 when it can't be written.
    ASC_API int32_t ToFile(const char* fileName, asc_machine::Where where = {}) const {
        return asc_machine::write_file(fileName, contents("ToFile", GetSize(), where), bytes_);
    }

    // For the machine and the queues.
    TPosition position() const { return position_; }
    uint32_t address() const { return address_; }
    uint64_t bytes() const { return bytes_; }
    void* buffer() const { return buffer_; }
    void bind(TPosition position, uint32_t address, uint64_t bytes, void* buffer) {
        position_ = position;
        address_ = address;
        bytes_ = bytes;
        buffer_ = buffer;
    }

private:
    template <typename U> friend class LocalTensor;

    const T* contents(const char* api, uint32_t elements, asc_machine::Where where) const {
        auto& core = asc_machine::enter(api, where);
        uint64_t bytes = static_cast<uint64_t>(elements) * sizeof(T);
        if (bytes > bytes_)
            asc_machine::fail(asc_machine::Kind::Bounds, "len", "needs %llu bytes, the tensor has %llu",
                              static_cast<unsigned long long>(bytes), static_cast<unsigned long long>(bytes_));
        return reinterpret_cast<const T*>(
            asc_machine::span(core, "tensor", asc_model::space_of(position_), address_, bytes, alignof(T)));
    }

    T* element(const char* api, uint32_t index, bool write, asc_machine::Where where) const {
        auto& core = asc_machine::enter(api, where);
        if (ASC_UNLIKELY((static_cast<uint64_t>(index) + 1) * sizeof(T) > bytes_)) {
            if (static_cast<int32_t>(index) < 0)
                asc_machine::fail(asc_machine::Kind::Bounds, "index", "element %d lies before the start of a tensor of %llu bytes",
                                  static_cast<int32_t>(index), static_cast<unsigned long long>(bytes_));
            asc_machine::fail(asc_machine::Kind::Bounds, "index", "element %u takes bytes %llu..%llu of a tensor of %llu bytes", index,
                              static_cast<unsigned long long>(index) * sizeof(T),
                              (static_cast<unsigned long long>(index) + 1) * sizeof(T), static_cast<unsigned long long>(bytes_));
        }
        asc_machine::Space space = asc_model::space_of(position_);
        uint8_t* place = asc_machine::span(core, "index", space, address_ + static_cast<uint64_t>(index) * sizeof(T), sizeof(T),
                                           alignof(T));
        asc_machine::issue(core, PIPE_S, 1);
        asc_machine::access(core, space, place, sizeof(T), PIPE_S, write);
        return reinterpret_cast<T*>(place);
    }

    TPosition position_ = TPosition::VECIN;
    uint32_t address_ = 0;
    uint64_t bytes_ = 0;
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

    void SetGlobalBuffer(__gm__ T* buffer, uint64_t bufferSize) {
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
    ASC_API GlobalTensor operator[](asc_machine::Index offset) const {
        if (sized_ && (offset.value < 0 || static_cast<uint64_t>(offset.value) > size_)) {
            asc_machine::enter("GlobalTensor[]", offset.where);
            asc_machine::fail(asc_machine::Kind::Bounds, "offset", "starts at byte %lld of a tensor of %llu bytes",
                              static_cast<long long>(offset.value) * static_cast<long long>(sizeof(T)),
                              static_cast<unsigned long long>(size_ * sizeof(T)));
        }
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
        asc_machine::gm_check(core, "offset", place, sizeof(T), write);
        asc_machine::issue(core, PIPE_S, 1);
        asc_machine::access(core, asc_machine::Space::GM, place, sizeof(T), PIPE_S, write);
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

template <typename T>
ASC_INLINE void check_room(const char* argument, const AscendC::LocalTensor<T>& tensor, uint64_t bytes) {
    if (ASC_LIKELY(bytes <= tensor.bytes())) return;
    if (tensor.bytes() == 0) fail(Kind::Bounds, argument, "tensor is empty: it was never given memory, or starts at its end");
    fail(Kind::Bounds, argument, "needs %llu bytes, the tensor has %llu", static_cast<unsigned long long>(bytes),
         static_cast<unsigned long long>(tensor.bytes()));
}

// `bytes` from the start of a local operand: inside the tensor, inside its memory, aligned.
template <typename T>
ASC_INLINE T* local(Core& core, const char* argument, const AscendC::LocalTensor<T>& tensor, uint64_t bytes, int pipe, bool write,
                    size_t alignment = asc_machine::kBlockBytes) {
    check_room(argument, tensor, bytes);
    Space space = space_of(tensor.position());
    uint8_t* place = asc_machine::span(core, argument, space, tensor.address(), bytes, alignment);
    asc_machine::access(core, space, place, bytes, pipe, write);
    return reinterpret_cast<T*>(place);
}

// A source that is read at once and only by loops that take any alignment: what a deferred move would bring is read where it is.
template <typename T>
ASC_INLINE const T* input_view(Core& core, const char* argument, const AscendC::LocalTensor<T>& tensor, uint64_t bytes, int pipe) {
    check_room(argument, tensor, bytes);
    Space space = space_of(tensor.position());
    const uint8_t* place = asc_machine::view(core, argument, space, tensor.address(), bytes, asc_machine::kBlockBytes);
    asc_machine::access(core, space, asc_machine::memory(core, space) + tensor.address(), bytes, pipe, false);
    return reinterpret_cast<const T*>(place);
}

// Where the result of an instruction that was put off will be: the instruction checked the place already.
template <typename T>
ASC_INLINE const T* result(Core& core, const char* argument, const AscendC::LocalTensor<T>& tensor, uint64_t bytes, int pipe) {
    check_room(argument, tensor, bytes);
    const uint8_t* place = asc_machine::memory(core, Space::UB) + tensor.address();
    asc_machine::access(core, Space::UB, place, bytes, pipe, false);
    return reinterpret_cast<const T*>(place);
}

template <typename T>
ASC_INLINE const T* input(Core& core, const char* argument, const AscendC::LocalTensor<T>& tensor, uint64_t bytes, int pipe,
                          size_t alignment = asc_machine::kBlockBytes) {
    return local(core, argument, tensor, bytes, pipe, false, alignment);
}

template <typename T>
ASC_INLINE T* output(Core& core, const char* argument, const AscendC::LocalTensor<T>& tensor, uint64_t bytes, int pipe,
                     size_t alignment = asc_machine::kBlockBytes) {
    return local(core, argument, tensor, bytes, pipe, true, alignment);
}

// `bytes` from the start of a global operand: inside the tensor's size, if it has one, and inside a kernel argument.
template <typename T>
ASC_INLINE T* global(Core& core, const char* argument, const AscendC::GlobalTensor<T>& tensor, uint64_t bytes, int pipe,
                     bool write) {
    if (ASC_UNLIKELY(tensor.sized() && bytes > tensor.GetSize() * sizeof(T)))
        fail(Kind::Bounds, argument, "needs %llu bytes, the tensor has %llu", static_cast<unsigned long long>(bytes),
             static_cast<unsigned long long>(tensor.GetSize() * sizeof(T)));
    T* place = tensor.GetPhyAddr();
    asc_machine::gm_check(core, argument, place, bytes, write);
    asc_machine::access(core, Space::GM, place, bytes, pipe, write);
    return place;
}

}  // namespace asc_model
