// TQueBind, TQue and TBuf: buffers of a core's memory, handed out and passed on in order.
#pragma once
#include "tensor.h"

namespace AscendC {

enum class TBufState : uint8_t { FREE = 0, OCCUPIED, ENQUE, DEQUE };
using TBufHandle = uint8_t*;

// One buffer. `place` is where it last changed state, `done` when the pipe that had it was done with it.
struct TBufType {
    uint32_t address;
    uint32_t dataLen;
    TBufState state;
    TPosition position;
    const void* owner;
    asc_machine::Where place;
    asc_machine::Where made;
    asc_machine::Moment done;
};

}  // namespace AscendC

namespace asc_model {

using AscendC::TBufState;
using AscendC::TBufType;
using AscendC::TPosition;

constexpr int kMaxBuffers = 64;
constexpr int kMaxAllocated = 8;

// The memory of a queue is that of its inner end; TQue<pos> is bound as below.
constexpr TPosition buffer_position(TPosition source, TPosition destination) {
    switch (destination) {
        case TPosition::A2: case TPosition::B2: case TPosition::C2: case TPosition::C2PIPE2GM: case TPosition::TSCM:
            return destination;
        default: return source == TPosition::GM ? destination : source;
    }
}

constexpr TPosition source_position(TPosition position) {
    switch (position) {
        case TPosition::A2: return TPosition::A1;
        case TPosition::B2: return TPosition::B1;
        case TPosition::C2: return TPosition::C1;
        case TPosition::C2PIPE2GM: return TPosition::C1;
        case TPosition::VECOUT: case TPosition::CO1: case TPosition::CO2: case TPosition::VECCALC: return position;
        default: return TPosition::GM;
    }
}

constexpr TPosition destination_position(TPosition position) {
    switch (position) {
        case TPosition::VECOUT: case TPosition::CO2: return TPosition::GM;
        case TPosition::CO1: return TPosition::CO2;
        default: return position;
    }
}

// The pipe that fills a queue's buffers, and the one that takes from them.
constexpr int producer_pipe(TPosition source, TPosition destination) {
    if (destination == TPosition::A2 || destination == TPosition::B2 || destination == TPosition::C2 ||
        destination == TPosition::C2PIPE2GM)
        return PIPE_MTE1;
    if (source == TPosition::CO1) return PIPE_M;
    if (source == TPosition::VECOUT || source == TPosition::VECCALC) return PIPE_V;
    return PIPE_MTE2;
}

constexpr int consumer_pipe(TPosition destination) {
    switch (destination) {
        case TPosition::GM: case TPosition::VECOUT: return PIPE_MTE3;
        case TPosition::A1: case TPosition::B1: case TPosition::C1: case TPosition::TSCM: return PIPE_MTE1;
        case TPosition::A2: case TPosition::B2: case TPosition::C2: return PIPE_M;
        case TPosition::CO2: case TPosition::C2PIPE2GM: return PIPE_FIX;
        default: return PIPE_V;
    }
}

// The buffers of a TBufPool that is alive.
struct PoolBuffers {
    TBufType* buffers;
    int count;
    PoolBuffers* next;
};

// Tensors allocated and not freed, by position: each holds one of the position's events.
struct Allocated {
    uint8_t count[static_cast<int>(TPosition::MAX)];
    PoolBuffers* pools;
};

// Pools may have the same memory, but in turn.
ASC_API inline void check_pools(const PoolBuffers* pool, const TBufType& taken) {
    for (; pool != nullptr; pool = pool->next)
        for (int i = 0; i < pool->count; ++i) {
            const TBufType& other = pool->buffers[i];
            if (&other == &taken || other.state == TBufState::FREE || space_of(other.position) != space_of(taken.position)) continue;
            if (other.address >= taken.address + taken.dataLen || taken.address >= other.address + other.dataLen) continue;
            fail(Kind::Queue, "", "bytes %u..%u of %s are in use in a pool that shares them, since line %d; FreeTensor or Reset of that pool is missing",
                 other.address, other.address + other.dataLen, asc_machine::space_name(space_of(other.position)), other.place.line);
        }
}

// Back to the state before its allocation, once nothing works on it.
ASC_API inline void reset_buffer(Core& core, TBufType& buffer) {
    if (buffer.state != TBufState::FREE) --asc_machine::state<Allocated>(core).count[static_cast<int>(buffer.position)];
    buffer.state = TBufState::FREE;
    asc_machine::revive(core, space_of(buffer.position), buffer.address, buffer.dataLen);
    asc_machine::await(core, buffer.done, asc_machine::kPipeAll);
}

// What a queue does, whatever its template arguments.
class Queue {
public:
    ASC_API TBufType* allocate(Core& core, TPosition position, int pipe) {
        check_buffers();
        auto& allocated = asc_machine::state<Allocated>(core);
        uint8_t& held = allocated.count[static_cast<int>(position)];
        if (held == kMaxAllocated)
            fail(Kind::Queue, "", "%d tensors of %s are allocated and not freed, the most the hardware's events allow", held,
                 position_name(position));
        for (uint32_t i = 0; i < count_; ++i) {
            TBufType& buffer = buffers_[(cursor_ + i) % count_];
            if (buffer.state != TBufState::FREE) continue;
            if (ASC_UNLIKELY(allocated.pools != nullptr)) check_pools(allocated.pools, buffer);
            cursor_ = (cursor_ + i + 1) % count_;
            ++held;
            change(core, buffer, TBufState::OCCUPIED);
            asc_machine::revive(core, space_of(buffer.position), buffer.address, buffer.dataLen);
            asc_machine::await(core, buffer.done, pipe);
            return &buffer;
        }
        const TBufType& oldest = buffers_[cursor_ % count_];
        fail(Kind::Queue, "", "no free buffer: all %u of the queue are in use, the next one since line %d (%s); FreeTensor is missing",
             count_, oldest.place.line, oldest.state == TBufState::ENQUE ? "enqueued, never dequeued" : "not freed");
    }

    ASC_API void enqueue(Core& core, TBufType* buffer, int pipe) {
        check_own(buffer);
        if (buffer->state == TBufState::ENQUE)
            fail(Kind::Queue, "tensor", "already stands in the queue, since line %d", buffer->place.line);
        if (buffer->state == TBufState::FREE)
            fail(Kind::Queue, "tensor", "was freed at line %d; AllocTensor gives a new one", buffer->place.line);
        if (used_ == depth_)
            fail(Kind::Queue, "", "the queue of depth %u is full: its oldest tensor was enqueued at line %d", depth_,
                 buffers_[order_[head_]].place.line);
        order_[(head_ + used_) % depth_] = static_cast<uint8_t>(buffer - buffers_);
        ++used_;
        change(core, *buffer, TBufState::ENQUE);
        asc_machine::mark(core, buffer->done, pipe);
    }

    ASC_API TBufType* dequeue(Core& core, int pipe) {
        check_buffers();
        if (used_ == 0) fail(Kind::Queue, "", "the queue is empty: nothing was enqueued, so the core would wait for ever");
        TBufType& buffer = buffers_[order_[head_]];
        head_ = (head_ + 1) % depth_;
        --used_;
        change(core, buffer, TBufState::DEQUE);
        asc_machine::await(core, buffer.done, pipe);
        return &buffer;
    }

    ASC_API void release(Core& core, TBufType* buffer, TPosition position, int pipe) {
        check_own(buffer);
        if (buffer->state == TBufState::FREE) fail(Kind::Queue, "tensor", "is freed a second time; the first was at line %d", buffer->place.line);
        if (buffer->state == TBufState::ENQUE)
            fail(Kind::Queue, "tensor", "still stands in the queue since line %d; DeQue comes before FreeTensor", buffer->place.line);
        --asc_machine::state<Allocated>(core).count[static_cast<int>(position)];
        change(core, *buffer, TBufState::FREE);
        asc_machine::retire(core, space_of(buffer->position), buffer->address, buffer->dataLen);
        asc_machine::mark(core, buffer->done, pipe);
    }

    // Takes `count` buffers that a pipe or a pool has made.
    ASC_API void take(TBufType* buffers, uint32_t count) {
        if (alive()) fail(Kind::Queue, "que", "already has %u buffers, since line %d", count_, buffers_[0].made.line);
        buffers_ = buffers;
        count_ = count;
        cursor_ = head_ = used_ = 0;
        for (uint32_t i = 0; i < count; ++i) buffers[i].owner = this;
    }

    // Takes over buffers by their handle; what had them loses them.
    ASC_API void take_over(Core& core, TBufType* first, uint32_t count, uint32_t bytes) {
        if (first == nullptr) fail(Kind::Queue, "startBufhandle", "is no buffer");
        if (count == 0 || bytes == 0) fail(Kind::Check, count == 0 ? "num" : "len", "%u buffers of %u bytes: neither may be 0", count, bytes);
        for (uint32_t i = 0; i < count; ++i) {
            if (i != 0 && first[i].owner != first->owner)
                fail(Kind::Queue, "num", "%u buffers from this one on are more than the %u that lie there", count, i);
            reset_buffer(core, first[i]);
        }
        for (uint32_t i = 0; i < count; ++i) first[i].owner = nullptr;
        take(first, count);
    }
    ASC_API void place(Core& core, TBufType* buffer, TPosition position, uint32_t index, uint32_t address, uint32_t bytes) {
        check_own(buffer);
        if (index != static_cast<uint32_t>(buffer - buffers_))
            fail(Kind::Queue, "index", "is %u, the buffer is number %u of the queue", index, static_cast<uint32_t>(buffer - buffers_));
        if (bytes == 0) fail(Kind::Check, "len", "a buffer of 0 bytes");
        uint32_t rounded = (bytes + AscendC::ONE_BLK_SIZE - 1) / AscendC::ONE_BLK_SIZE * AscendC::ONE_BLK_SIZE;
        asc_machine::check_span(core, "curPoolAddr", space_of(position), address, rounded, AscendC::ONE_BLK_SIZE);
        reset_buffer(core, *buffer);
        buffer->address = address;
        buffer->dataLen = rounded;
        buffer->position = position;
    }

    bool alive() const { return count_ != 0 && buffers_[0].owner == this; }
    void check_buffers() const {
        if (ASC_LIKELY(alive())) return;
        if (count_ == 0) fail(Kind::Queue, "", "has no buffers: TPipe's InitBuffer was not called for it");
        fail(Kind::Queue, "", "lost its buffers to a Reset or Destroy");
    }
    const TBufType& buffer(uint32_t index) const { return buffers_[index]; }

protected:
    explicit Queue(uint32_t depth) : depth_(depth) {}

    TBufType* buffers_ = nullptr;
    uint32_t count_ = 0;
    uint32_t depth_;
    uint32_t cursor_ = 0, head_ = 0, used_ = 0;
    uint8_t order_[kMaxBuffers] = {};

private:
    void check_own(const TBufType* buffer) const {
        check_buffers();
        if (buffer < buffers_ || buffer >= buffers_ + count_)
            fail(Kind::Queue, "tensor", buffer == nullptr ? "came from no queue: AllocTensor gives a queue's tensors"
                                                          : "belongs to another queue");
    }
    static void change(const Core& core, TBufType& buffer, TBufState state) {
        buffer.state = state;
        buffer.place.file = core.file;
        buffer.place.line = core.line;
    }
};

}  // namespace asc_model

namespace AscendC {

template <TPosition src, TPosition dst, int32_t depth, auto mask = 0>
class TQueBind : public asc_model::Queue {
    static_assert(depth >= 0 && depth <= asc_model::kMaxBuffers, "a queue's depth is 0 to 64");

public:
    static constexpr TPosition kPosition = asc_model::buffer_position(src, dst);
    static constexpr int kProducer = asc_model::producer_pipe(src, dst);
    static constexpr int kConsumer = asc_model::consumer_pipe(dst);
    static constexpr bool isTQue = true;

    TQueBind() : Queue(depth > 0 ? depth : 1) {}
    // A queue is passed by reference; a copy would free the same buffers twice.
    TQueBind(const TQueBind&) = delete;
    TQueBind& operator=(const TQueBind&) = delete;

    template <typename T>
    ASC_API LocalTensor<T> AllocTensor(asc_machine::Where where = {}) {
        return tensor<T>(allocate(asc_machine::enter("AllocTensor", where), kPosition, kProducer));
    }
    template <typename T>
    ASC_API void AllocTensor(LocalTensor<T>& tensor, asc_machine::Where where = {}) {
        tensor = this->tensor<T>(allocate(asc_machine::enter("AllocTensor", where), kPosition, kProducer));
    }
    template <typename T>
    ASC_API bool EnQue(const LocalTensor<T>& tensor, asc_machine::Where where = {}) {
        enqueue(asc_machine::enter("EnQue", where), static_cast<TBufType*>(tensor.buffer()), kProducer);
        return true;
    }
    template <TPosition srcUserPos, TPosition dstUserPos, typename T>
    ASC_API bool EnQue(const LocalTensor<T>& tensor, asc_machine::Where where = {}) {
        enqueue(asc_machine::enter("EnQue", where), static_cast<TBufType*>(tensor.buffer()),
                asc_model::producer_pipe(srcUserPos, dstUserPos));
        return true;
    }
    ASC_API bool EnQue(TBufHandle buf, asc_machine::Where where = {}) {
        enqueue(asc_machine::enter("EnQue", where), reinterpret_cast<TBufType*>(buf), kProducer);
        return true;
    }
    ASC_API void InitStartBufHandle(TBufHandle startBufhandle, uint8_t num, uint32_t len, asc_machine::Where where = {}) {
        take_over(asc_machine::enter("InitStartBufHandle", where), reinterpret_cast<TBufType*>(startBufhandle), num, len);
    }
    template <typename T>
    ASC_API void InitBufHandle(T*, uint32_t index, TBufHandle bufhandle, uint32_t curPoolAddr, uint32_t len, asc_machine::Where where = {}) {
        auto& core = asc_machine::enter("InitBufHandle", where);
        place(core, reinterpret_cast<TBufType*>(bufhandle), kPosition, index, curPoolAddr, len);
    }
    template <typename T>
    ASC_API LocalTensor<T> DeQue(asc_machine::Where where = {}) {
        return tensor<T>(dequeue(asc_machine::enter("DeQue", where), kConsumer));
    }
    template <typename T>
    ASC_API void DeQue(LocalTensor<T>& tensor, asc_machine::Where where = {}) {
        tensor = this->tensor<T>(dequeue(asc_machine::enter("DeQue", where), kConsumer));
    }
    template <TPosition srcUserPos, TPosition dstUserPos, typename T>
    ASC_API LocalTensor<T> DeQue(asc_machine::Where where = {}) {
        return tensor<T>(dequeue(asc_machine::enter("DeQue", where), asc_model::consumer_pipe(dstUserPos)));
    }
    ASC_API TBufHandle DeQue(asc_machine::Where where = {}) {
        return reinterpret_cast<TBufHandle>(dequeue(asc_machine::enter("DeQue", where), kConsumer));
    }
    template <typename T>
    ASC_API void FreeTensor(LocalTensor<T>& tensor, asc_machine::Where where = {}) {
        release(asc_machine::enter("FreeTensor", where), static_cast<TBufType*>(tensor.buffer()), kPosition, kConsumer);
    }
    ASC_API void FreeBuffer(TBufHandle buf, asc_machine::Where where = {}) {
        release(asc_machine::enter("FreeBuffer", where), reinterpret_cast<TBufType*>(buf), kPosition, kConsumer);
    }
    bool VacantInQue() const { return used_ < depth_; }
    bool HasTensorInQue() const { return used_ != 0; }
    int32_t GetTensorCountInQue() const { return static_cast<int32_t>(used_); }
    bool HasIdleBuffer() const {
        for (uint32_t i = 0; alive() && i < count_; ++i)
            if (buffers_[i].state == TBufState::FREE) return true;
        return false;
    }
    // Waits until nothing works on the queue's buffers any more.
    ASC_API void FreeAllEvent(asc_machine::Where where = {}) {
        auto& core = asc_machine::enter("FreeAllEvent", where);
        for (uint32_t i = 0; alive() && i < count_; ++i) asc_machine::await(core, buffers_[i].done, asc_machine::kPipeS);
    }
    template <typename T>
    TBufState GetState(const LocalTensor<T>& tensor) const {
        return tensor.buffer() != nullptr ? static_cast<const TBufType*>(tensor.buffer())->state : TBufState::FREE;
    }

protected:
    template <typename T>
    LocalTensor<T> tensor(TBufType* buffer) const {
        LocalTensor<T> made;
        made.bind(kPosition, buffer->address, buffer->dataLen, buffer);
        return made;
    }
};

template <TPosition pos, int32_t depth, auto mask = 0>
class TQue : public TQueBind<asc_model::source_position(pos), asc_model::destination_position(pos), depth, mask> {};

template <TPosition pos, int32_t depth = 1, auto mask = 0>
using TSCM = TQueBind<pos, TPosition::TSCM, depth, mask>;

template <TPosition pos = TPosition::LCM>
class TBuf : public TQueBind<pos, pos, 0, 0> {
public:
    static constexpr bool isTQue = false;

    template <typename T>
    ASC_API LocalTensor<T> Get(asc_machine::Where where = {}) {
        asc_machine::enter("Get", where);
        this->check_buffers();
        return this->template tensor<T>(this->buffers_);
    }
    template <typename T>
    ASC_API LocalTensor<T> Get(uint32_t len, asc_machine::Where where = {}) {
        return part<T>("Get", len, 0, where);
    }
    template <typename T>
    ASC_API LocalTensor<T> GetWithOffset(uint32_t size, uint32_t bufOffset, asc_machine::Where where = {}) {
        return part<T>("GetWithOffset", size, bufOffset, where);
    }

private:
    template <typename T>
    LocalTensor<T> part(const char* api, uint32_t elements, uint32_t offset, asc_machine::Where where) {
        asc_machine::enter(api, where);
        this->check_buffers();
        const TBufType& buffer = *this->buffers_;
        uint64_t bytes = static_cast<uint64_t>(elements) * sizeof(T);
        if (offset % ONE_BLK_SIZE != 0)
            asc_machine::fail(asc_machine::Kind::Alignment, "bufOffset", "starts at byte %u of the buffer, which is not a multiple of %u",
                              offset, ONE_BLK_SIZE);
        if (offset + bytes > buffer.dataLen)
            asc_machine::fail(asc_machine::Kind::Bounds, "len", "takes bytes %u..%llu of a buffer of %u bytes", offset,
                              static_cast<unsigned long long>(offset + bytes), buffer.dataLen);
        LocalTensor<T> made = this->template tensor<T>(this->buffers_);
        made.bind(pos, buffer.address + offset, bytes, this->buffers_);
        return made;
    }
};

}  // namespace AscendC
