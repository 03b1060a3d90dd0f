// TPipe and TBufPool: who has which part of a core's memories, and which event ids are taken.
#pragma once
#include "tque.h"

namespace AscendC {
class TPipe;
}

namespace asc_model {

// The kernel's TPipe, for GetTPipePtr.
struct PipeState {
    AscendC::TPipe* current;
};

constexpr uint32_t alignment_of(Space space) {
    switch (space) {
        case Space::L0A: case Space::L0B: return 512;
        case Space::L0C: case Space::BT: return 64;
        case Space::FB: return 128;
        default: return AscendC::ONE_BLK_SIZE;
    }
}

// A run of bytes of one memory, handed out front to back; without bytes it was never given.
struct Area {
    Space space;
    uint32_t begin, used, bytes;
};

// The buffers made so far, in words: for a report of a memory that is full.
ASC_API inline void describe_buffers(const TBufType* buffers, int count, Space space, char* text, size_t room) {
    size_t at = 0;
    text[0] = 0;
    for (int i = 0; i < count && at + 48 < room; ++i) {
        if (space_of(buffers[i].position) != space) continue;
        int same = 1;
        while (i + same < count && buffers[i + same].owner == buffers[i].owner) ++same;
        at += static_cast<size_t>(__builtin_snprintf(text + at, room - at, "%s%d x %u bytes of %s (line %d)", at != 0 ? ", " : "", same,
                                                     buffers[i].dataLen, position_name(buffers[i].position), buffers[i].made.line));
        i += same - 1;
    }
}

// Makes `number` buffers of `bytes` each in an area.
ASC_API inline TBufType* make_buffers(Core& core, Area& area, TBufType* buffers, int& count, int limit, TPosition position, uint32_t number,
                                      uint32_t bytes) {
    if (number == 0 || bytes == 0)
        fail(Kind::Check, number == 0 ? "num" : "len", "%u buffers of %u bytes: neither may be 0", number, bytes);
    if (static_cast<int32_t>(number | bytes) < 0)
        fail(Kind::Check, static_cast<int32_t>(number) < 0 ? "num" : "len", "%d buffers of %d bytes: neither may be negative",
             static_cast<int32_t>(number), static_cast<int32_t>(bytes));
    if (space_of(position) != area.space)
        fail(Kind::Check, "que", "a buffer of %s lies in %s, not in %s", position_name(position), asc_machine::space_name(space_of(position)),
             asc_machine::space_name(area.space));
    if (count + static_cast<int64_t>(number) > limit)
        fail(Kind::Queue, "num", "%u more buffers than the %d made so far are over the limit of %d", number, count, limit);
    uint32_t unit = alignment_of(area.space);
    uint64_t rounded = (static_cast<uint64_t>(bytes) + unit - 1) / unit * unit;
    if (rounded * number > area.bytes - area.used) {
        char made[400];
        describe_buffers(buffers, count, area.space, made, sizeof made);
        fail(Kind::Capacity, "len", "%u buffers of %llu bytes for %s don't fit: %u of %u bytes of %s are free%s%s", number,
             static_cast<unsigned long long>(rounded), position_name(position), area.bytes - area.used, area.bytes,
             asc_machine::space_name(area.space), made[0] != 0 ? "; taken: " : "", made);
    }
    TBufType* first = buffers + count;
    for (uint32_t i = 0; i < number; ++i, ++count) {
        buffers[count] = {area.begin + area.used, static_cast<uint32_t>(rounded), TBufState::FREE, position, nullptr,
                          {core.file, core.line}, {core.file, core.line}, {}};
        area.used += static_cast<uint32_t>(rounded);
    }
    return first;
}

// An area inside an area, or the whole of the one that `shared` already has.
ASC_INLINE Area make_area(Area& from, uint32_t bytes, const Area* shared) {
    uint64_t rounded = (static_cast<uint64_t>(bytes) + AscendC::ONE_BLK_SIZE - 1) / AscendC::ONE_BLK_SIZE * AscendC::ONE_BLK_SIZE;
    if (bytes == 0) fail(Kind::Check, "len", "a pool of 0 bytes");
    if (shared != nullptr) {
        if (shared->bytes == 0) fail(Kind::Queue, "shareBuf", "the pool has no memory: InitBufPool was not called for it, or Reset was");
        if (rounded > shared->bytes)
            fail(Kind::Capacity, "len", "%llu bytes are more than the %u of the pool it shares with", static_cast<unsigned long long>(rounded),
                 shared->bytes);
        return {shared->space, shared->begin, 0, shared->bytes};
    }
    if (rounded > from.bytes - from.used)
        fail(Kind::Capacity, "len", "a pool of %llu bytes doesn't fit: %u of %u bytes of %s are free", static_cast<unsigned long long>(rounded),
             from.bytes - from.used, from.bytes, asc_machine::space_name(from.space));
    Area area{from.space, from.begin + from.used, 0, static_cast<uint32_t>(rounded)};
    from.used += static_cast<uint32_t>(rounded);
    return area;
}

}  // namespace asc_model

namespace AscendC {

template <TPosition pos, uint32_t bufIDSize = 4>
class TBufPool {
public:
    static constexpr TPosition poolPos = pos;
    static constexpr bool isTbufPool = true;
    static constexpr int kBuffers = static_cast<int>(bufIDSize);
    static_assert(bufIDSize >= 1 && bufIDSize <= 16, "a TBufPool has 1 to 16 buffers");
    static_assert(asc_model::space_of(pos) == asc_machine::Space::UB || asc_model::space_of(pos) == asc_machine::Space::L1,
                  "a TBufPool lies in UB (VECIN, VECOUT, VECCALC) or L1 (A1, B1, C1)");

    TBufPool() {
        auto& pools = asc_machine::state<asc_model::Allocated>(asc_machine::current()).pools;
        link_ = {buffers_, 0, pools};
        pools = &link_;
    }
    ~TBufPool() {
        auto* place = &asc_machine::state<asc_model::Allocated>(asc_machine::current()).pools;
        while (*place != &link_) place = &(*place)->next;
        *place = link_.next;
    }
    TBufPool(const TBufPool&) = delete;
    TBufPool& operator=(const TBufPool&) = delete;

    template <class T>
    ASC_API bool InitBuffer(T& que, uint32_t num, uint32_t len, asc_machine::Where where = {}) {
        give(que, num, len, where);
        return true;
    }
    template <TPosition bufPos>
    ASC_API bool InitBuffer(TBuf<bufPos>& buf, uint32_t len, asc_machine::Where where = {}) {
        give(buf, 1, len, where);
        return true;
    }
    template <class T>
    ASC_API bool InitBufPool(T& bufPool, uint32_t len, asc_machine::Where where = {}) {
        enter<T>(where, count_);
        bufPool.start(asc_model::make_area(area_, len, nullptr));
        return true;
    }
    template <class T, class U>
    ASC_API bool InitBufPool(T& bufPool, uint32_t len, U& shareBuf, asc_machine::Where where = {}) {
        static_assert(asc_model::space_of(T::poolPos) == asc_model::space_of(U::poolPos), "pools that share lie in one memory");
        enter<T>(where, 0);
        bufPool.start(asc_model::make_area(area_, len, &shareBuf.area()));
        return true;
    }
    // The buffers are free and may be used again; the memory is gone.
    ASC_API void Reset(asc_machine::Where where = {}) {
        auto& core = asc_machine::enter("Reset", where);
        for (int i = 0; i < count_; ++i) asc_model::reset_buffer(core, buffers_[i]);
        area_ = {area_.space, 0, 0, 0};
    }

    // For the pipe and other pools.
    void start(const asc_model::Area& area) {
        for (int i = 0; i < count_; ++i) {
            if (area_.bytes != 0)
                asc_machine::fail(asc_machine::Kind::Queue, "bufPool", "the pool is in use: %d buffers; Reset comes first", count_);
            buffers_[i].owner = nullptr;
        }
        area_ = area;
        count_ = link_.count = 0;
    }
    const asc_model::Area& area() const { return area_; }

private:
    void check_memory() const {
        if (area_.bytes == 0)
            asc_machine::fail(asc_machine::Kind::Queue, "", "the pool has no memory: InitBufPool was not called for it, or Reset was");
    }
    template <class T>
    void enter(asc_machine::Where where, int used) {
        static_assert(asc_model::space_of(T::poolPos) == asc_model::space_of(pos), "a pool inside a pool lies in its memory");
        asc_machine::enter("InitBufPool", where);
        check_memory();
        if (T::kBuffers > kBuffers - used)
            asc_machine::fail(asc_machine::Kind::Queue, "bufPool", "a pool of %d buffers is more than the %d of %d that are left here",
                              T::kBuffers, kBuffers - used, kBuffers);
    }
    template <class T>
    void give(T& que, uint32_t num, uint32_t len, asc_machine::Where where) {
        auto& core = asc_machine::enter("InitBuffer", where);
        check_memory();
        que.take(asc_model::make_buffers(core, area_, buffers_, count_, kBuffers, T::kPosition, num, len), num);
        link_.count = count_;
    }

    asc_model::PoolBuffers link_;
    asc_model::Area area_ = {asc_model::space_of(pos), 0, 0, 0};
    TBufType buffers_[bufIDSize] = {};
    int count_ = 0;
};

class TPipe {
public:
    ASC_API TPipe(asc_machine::Where where = {}) { begin(where); }
    ~TPipe() { end(); }
    TPipe(const TPipe&) = delete;
    TPipe& operator=(const TPipe&) = delete;

    ASC_API void Init(asc_machine::Where where = {}) {
        if (alive_) Reset(where);
        else begin(where);
    }
    template <class T>
    ASC_API bool InitBuffer(T& que, uint32_t num, uint32_t len, asc_machine::Where where = {}) {
        give(que, num, len, where);
        return true;
    }
    template <TPosition pos>
    ASC_API bool InitBuffer(TBuf<pos>& buf, uint32_t len, asc_machine::Where where = {}) {
        give(buf, 1, len, where);
        return true;
    }
    template <class T>
    ASC_API bool InitBufPool(T& bufPool, uint32_t len, asc_machine::Where where = {}) {
        auto& core = asc_machine::enter("InitBufPool", where);
        bufPool.start(asc_model::make_area(area(core, T::poolPos), len, nullptr));
        return true;
    }
    template <class T, class U>
    ASC_API bool InitBufPool(T& bufPool, uint32_t len, U& shareBuf, asc_machine::Where where = {}) {
        static_assert(asc_model::space_of(T::poolPos) == asc_model::space_of(U::poolPos), "pools that share lie in one memory");
        auto& core = asc_machine::enter("InitBufPool", where);
        bufPool.start(asc_model::make_area(area(core, T::poolPos), len, &shareBuf.area()));
        return true;
    }
    template <HardEvent evt>
    ASC_API TEventID AllocEventID(asc_machine::Where where = {}) {
        asc_machine::enter("AllocEventID", where);
        TEventID id = free_event(evt);
        events_[static_cast<int>(evt)] |= static_cast<uint8_t>(1u << id);
        return id;
    }
    template <HardEvent evt>
    ASC_API void ReleaseEventID(TEventID id, asc_machine::Where where = {}) {
        asc_machine::enter("ReleaseEventID", where);
        if (id < 0 || id >= asc_machine::kEventIds || (events_[static_cast<int>(evt)] >> id & 1) == 0)
            asc_machine::fail(asc_machine::Kind::Flag, "id", "event id %d is not allocated", id);
        events_[static_cast<int>(evt)] &= static_cast<uint8_t>(~(1u << id));
    }
    template <HardEvent evt>
    ASC_API TEventID FetchEventID(asc_machine::Where where = {}) {
        asc_machine::enter("FetchEventID", where);
        return free_event(evt);
    }
    ASC_API TEventID FetchEventID(HardEvent evt, asc_machine::Where where = {}) {
        asc_machine::enter("FetchEventID", where);
        return free_event(evt);
    }
    template <TPosition pos, typename T>
    ASC_API LocalTensor<T> GetAbsAddr(int32_t offset, int32_t size, asc_machine::Where where = {}) const {
        return LocalTensor<T>(pos, static_cast<uint32_t>(offset), static_cast<uint32_t>(size), where);
    }
    // Addresses of local memory are offsets from its begin.
    uint8_t* GetBaseAddr(int8_t) const { return nullptr; }
    ASC_API void Destroy(asc_machine::Where where = {}) {
        auto& core = asc_machine::enter("Destroy", where);
        asc_machine::barrier(core, PIPE_ALL);
        end();
    }
    ASC_API void DestroyWithoutPipeAll(asc_machine::Where where = {}) {
        asc_machine::enter("DestroyWithoutPipeAll", where);
        end();
    }
    ASC_API void Reset(asc_machine::Where where = {}) {
        asc_machine::enter("Reset", where);
        clear();
    }

private:
    void begin(asc_machine::Where where) {
        auto& core = asc_machine::enter("TPipe", where);
        auto& state = asc_machine::state<asc_model::PipeState>(core);
        if (state.current != nullptr)
            asc_machine::fail(asc_machine::Kind::Queue, "", "the kernel has a TPipe already; Destroy it, or let its scope end, first");
        state.current = this;
        alive_ = true;
        clear();
    }
    void end() {
        if (!alive_) return;
        check_freed();
        alive_ = false;
        clear();
        asc_machine::state<asc_model::PipeState>(asc_machine::current()).current = nullptr;
    }
    // Whoever had a tensor of a buffer that was not given back would wait for it for ever.
    void check_freed() const {
        for (int i = 0; i < count_; ++i) {
            const TBufType& buffer = buffers_[i];
            if (buffer.state == TBufState::FREE) continue;
            bool waits = buffer.state == TBufState::ENQUE;
            asc_machine::enter(waits ? "EnQue" : buffer.state == TBufState::DEQUE ? "DeQue" : "AllocTensor", buffer.place);
            asc_machine::fail(asc_machine::Kind::Queue, "tensor", waits ? "a tensor of %s stands in its queue when the TPipe ends; DeQue and FreeTensor are missing"
                                                                       : "a tensor of %s is not freed when the TPipe ends; FreeTensor is missing",
                              asc_model::position_name(buffer.position));
        }
    }
    void clear() {
        auto& core = asc_machine::current();
        for (int i = 0; i < count_; ++i) {
            asc_machine::revive(core, asc_model::space_of(buffers_[i].position), buffers_[i].address, buffers_[i].dataLen);
            buffers_[i].owner = nullptr;
        }
        count_ = 0;
        std::memset(events_, 0, sizeof events_);
        auto& allocated = asc_machine::state<asc_model::Allocated>(core);
        std::memset(allocated.count, 0, sizeof allocated.count);
        for (int i = 0; i < asc_machine::kSpaces; ++i) areas_[i] = {static_cast<asc_machine::Space>(i), 0, 0, core.size[i]};
    }
    asc_model::Area& area(asc_machine::Core&, TPosition position) {
        if (!alive_) asc_machine::fail(asc_machine::Kind::Queue, "", "the TPipe was destroyed; Init takes the memories again");
        asc_machine::Space space = asc_model::space_of(position);
        if (space == asc_machine::Space::GM)
            asc_machine::fail(asc_machine::Kind::Check, "que", "position %s lies in global memory", asc_model::position_name(position));
        return areas_[static_cast<int>(space)];
    }
    template <class T>
    void give(T& que, uint32_t num, uint32_t len, asc_machine::Where where) {
        auto& core = asc_machine::enter("InitBuffer", where);
        asc_model::Area& from = area(core, T::kPosition);
        que.take(asc_model::make_buffers(core, from, buffers_, count_, asc_model::kMaxBuffers, T::kPosition, num, len), num);
    }
    TEventID free_event(HardEvent event) const {
        uint8_t taken = events_[static_cast<int>(event)];
        if (taken == 0xff) asc_machine::fail(asc_machine::Kind::Flag, "", "all %d event ids of this pair of pipes are allocated", asc_machine::kEventIds);
        return static_cast<TEventID>(__builtin_ctz(~static_cast<unsigned>(taken)));
    }

    bool alive_ = false;
    int count_ = 0;
    uint8_t events_[static_cast<int>(HardEvent::MAX)];
    asc_model::Area areas_[asc_machine::kSpaces];
    TBufType buffers_[asc_model::kMaxBuffers];
};

ASC_API inline TPipe* GetTPipePtr(asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("GetTPipePtr", where);
    TPipe* pipe = asc_machine::state<asc_model::PipeState>(core).current;
    if (pipe == nullptr) asc_machine::fail(asc_machine::Kind::Queue, "", "the kernel has no TPipe");
    return pipe;
}

}  // namespace AscendC
