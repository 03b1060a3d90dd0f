// The frame of vector instructions: checks, clock, and the way from masks and strides to loops over contiguous elements.
//
// A body is what an instruction does to `count` contiguous elements: body(dst, count, sources…). Its members are
//   kRate      elements a cycle it is limited to (0: 256 bytes of the widest operand);
//   kReadsDst  dst is a source too.
#pragma once
#include "vec_mask.h"

// A comma inside an argument of the tables' macros.
#define ASC_COMMA ,

namespace asc_model {

// Steps of an operand in blocks of 32 bytes: within a repeat, and from repeat to repeat.
struct Stride {
    uint32_t block, repeat;
};

// Strides count in repeats only. A chained source may be what an earlier repeat of the instruction wrote.
template <typename T>
struct Operand {
    using Type = T;
    const char* name;
    const AscendC::LocalTensor<T>& tensor;
    Stride stride;
    bool chained;
};

template <typename T>
ASC_INLINE Operand<T> operand(const char* name, const AscendC::LocalTensor<T>& tensor, uint32_t block = 1, uint32_t repeat = 8,
                              bool chained = false) {
    return {name, tensor, {block, repeat}, chained};
}

template <typename T>
ASC_INLINE uint64_t element_offset(uint32_t element, uint64_t repeat, Stride stride) {
    constexpr uint32_t per_block = kBlockElements<T>;
    return (repeat * stride.repeat + element / per_block * stride.block) * AscendC::ONE_BLK_SIZE + element % per_block * sizeof(T);
}

// Bytes from an operand's start to the end of the last element touched.
template <typename T>
ASC_INLINE uint64_t extent(const Mask& mask, uint64_t repeats, uint64_t elements, Stride stride) {
    if (repeats == 0) return 0;
    uint64_t last = element_offset<T>(mask.of_repeat(repeats - 1, elements).highest(), repeats - 1, stride);
    if (mask.counter && repeats > 1) {
        uint64_t before = element_offset<T>(static_cast<uint32_t>(elements - 1), repeats - 2, stride);
        if (before > last) last = before;
    }
    return last + sizeof(T);
}

template <typename T>
ASC_INLINE void gather(T* to, const T* from, uint64_t repeat, const Mask& bits, uint32_t elements, Stride stride) {
    for (uint32_t first = 0; first < elements; first += kBlockElements<T>) {
        uint64_t set = bits.bits(first, kBlockElements<T>);
        if (set == 0) continue;
        // Only up to the last element asked for: behind it another tensor, or nothing, may lie.
        uint32_t count = 64 - __builtin_clzll(set);
        const auto* place = reinterpret_cast<const uint8_t*>(from) + element_offset<T>(first, repeat, stride);
        __builtin_memcpy(to + first, place, count * sizeof(T));
    }
}

template <typename T>
ASC_INLINE void scatter(T* to, const T* from, uint64_t repeat, const Mask& bits, uint32_t elements, Stride stride) {
    for (uint32_t first = 0; first < elements; first += kBlockElements<T>) {
        uint64_t set = bits.bits(first, kBlockElements<T>);
        auto* place = reinterpret_cast<T*>(reinterpret_cast<uint8_t*>(to) + element_offset<T>(first, repeat, stride));
        if (set == low_ones(kBlockElements<T>)) {
            __builtin_memcpy(place, from + first, AscendC::ONE_BLK_SIZE);
            continue;
        }
        for (uint32_t i = 0; set != 0; ++i, set >>= 1)
            if (set & 1) place[i] = from[first + i];
    }
}

// True when masks and strides leave one contiguous run of elements.
template <typename T>
ASC_INLINE bool contiguous(const Mask& mask, uint64_t elements, Stride stride) {
    bool full = mask.counter || (mask.low == low_ones(elements) && (elements <= 64 || mask.high == low_ones(elements - 64)));
    return full && stride.block == 1 && stride.repeat * uint64_t(AscendC::ONE_BLK_SIZE) == elements * sizeof(T);
}

ASC_INLINE void check_count(int64_t count) {
    if (ASC_UNLIKELY(count < 0)) fail(Kind::Check, "count", "count is %lld, which is negative", static_cast<long long>(count));
}

ASC_INLINE void check_unified_buffer(const char* argument, AscendC::TPosition position) {
    if (ASC_UNLIKELY(space_of(position) != Space::UB))
        fail(Kind::Check, argument, "is at position %s; a vector instruction takes VECIN, VECOUT or VECCALC", position_name(position));
}

template <typename T>
ASC_INLINE T* target(Core& core, const Operand<T>& operand, uint64_t bytes, Extent extent = Extent::Sparse) {
    check_unified_buffer(operand.name, operand.tensor.position());
    return output(core, operand.name, operand.tensor, bytes, PIPE_V, asc_machine::kBlockBytes, extent);
}

template <typename T>
ASC_INLINE const T* source(Core& core, const Operand<T>& operand, uint64_t bytes, Extent extent = Extent::Sparse) {
    check_unified_buffer(operand.name, operand.tensor.position());
    return input(core, operand.name, operand.tensor, bytes, PIPE_V, asc_machine::kBlockBytes, extent);
}

// Tells the machine of the blocks that an operand's repeats use.
template <typename T>
ASC_LOOP void tell_repeats(Core& core, const char* argument, uint64_t address, const Mask& mask, uint64_t repeats, uint32_t elements, Stride stride,
                           bool write) {
    constexpr uint32_t kStep = kBlockElements<T>;
    for (uint64_t repeat = 0; repeat < repeats; ++repeat) {
        Mask bits = mask.of_repeat(repeat, elements);
        for (uint32_t first = 0; first < elements; first += kStep) {
            uint32_t end = first;
            while (end < elements && bits.bits(end, kStep) != 0) end += kStep;
            if (end == first) continue;
            asc_machine::used(core, argument, Space::UB, address + element_offset<T>(first, repeat, stride), (end - first) / kStep,
                              AscendC::ONE_BLK_SIZE, uint64_t(stride.block) * AscendC::ONE_BLK_SIZE, PIPE_V, write);
            first = end;
        }
    }
}

template <typename T>
ASC_INLINE Extent extent_of(const Mask& mask, uint32_t elements, Stride stride) {
    return contiguous<T>(mask, elements, stride) ? Extent::Exact : Extent::Silent;
}

ASC_INLINE bool disjoint(const void* a, uint64_t a_bytes, const void* b, uint64_t b_bytes) {
    auto first = reinterpret_cast<uintptr_t>(a), second = reinterpret_cast<uintptr_t>(b);
    return first + a_bytes <= second || second + b_bytes <= first;
}

// A source may be the destination itself, but not partly overlap it; a widening instruction would overwrite its source.
ASC_LOOP inline void check_overlap(const char* argument, const void* from, uint64_t from_bytes, const void* to, uint64_t to_bytes) {
    if (ASC_LIKELY((from == to && to_bytes <= from_bytes) || disjoint(from, from_bytes, to, to_bytes))) return;
    if (from == to) fail(Kind::Check, argument, "is dst, but dst's elements are wider: they would overwrite the source");
    fail(Kind::Check, argument, "overlaps dst in part: it starts %lld bytes from dst; only the same start is allowed",
         static_cast<long long>(reinterpret_cast<uintptr_t>(from)) - static_cast<long long>(reinterpret_cast<uintptr_t>(to)));
}

// One operand of the check below.
struct Lane {
    const void* base;
    Stride stride;
    uint32_t per_block;
};

// Within a repeat a block may be source and destination at once when it is the same block of both; a later repeat must not
// read what an earlier one wrote.
ASC_LOOP inline void check_repeats_overlap(const char* argument, Lane from, Lane to, const Mask& mask, uint64_t repeats,
                                           uint32_t elements, bool chained) {
    auto begin = reinterpret_cast<uintptr_t>(from.base < to.base ? from.base : to.base);
    auto place = [&](const Lane& lane, uint64_t repeat, uint32_t block) {
        return (reinterpret_cast<uintptr_t>(lane.base) - begin) / AscendC::ONE_BLK_SIZE + repeat * lane.stride.repeat +
               uint64_t(block) * lane.stride.block;
    };
    constexpr uint32_t kBlocks = 8192;
    uint64_t written[kBlocks / 64] = {};
    bool narrowing = to.per_block > from.per_block;
    for (uint64_t repeat = 0; repeat < repeats; ++repeat) {
        Mask bits = mask.of_repeat(repeat, elements);
        for (uint32_t i = 0; i * from.per_block < elements; ++i) {
            if (bits.bits(i * from.per_block, from.per_block) == 0) continue;
            uint64_t at = place(from, repeat, i);
            if (at < kBlocks && !chained && (written[at / 64] >> at % 64 & 1))
                fail(Kind::Check, argument, "overlaps dst: repeat %llu reads block %u, which an earlier repeat wrote",
                     static_cast<unsigned long long>(repeat), i);
            for (uint32_t j = 0; j * to.per_block < elements; ++j)
                if (bits.bits(j * to.per_block, to.per_block) != 0 && place(to, repeat, j) == at && i != j && !narrowing)
                    fail(Kind::Check, argument, "overlaps dst in part: in repeat %llu its block %u is block %u of dst; only the "
                         "same block is allowed", static_cast<unsigned long long>(repeat), i, j);
        }
        for (uint32_t j = 0; j * to.per_block < elements; ++j) {
            uint64_t at = place(to, repeat, j);
            if (at < kBlocks && bits.bits(j * to.per_block, to.per_block) != 0) written[at / 64] |= uint64_t(1) << at % 64;
        }
    }
}

// A whole instruction on one and the same contiguous range needs no closer look.
template <typename S, typename D>
ASC_INLINE void check_repeats(const Operand<S>& from, const S* from_base, uint64_t from_bytes, const Operand<D>& to, D* to_base,
                              uint64_t to_bytes, const Mask& mask, uint64_t repeats, uint32_t elements) {
    if (ASC_LIKELY(disjoint(from_base, from_bytes, to_base, to_bytes))) return;
    bool same = static_cast<const void*>(from_base) == to_base && sizeof(S) == sizeof(D);
    if (ASC_LIKELY(same && contiguous<S>(mask, elements, from.stride) && contiguous<D>(mask, elements, to.stride))) return;
    if (sizeof(D) > sizeof(S) && static_cast<const void*>(from_base) == to_base)
        fail(Kind::Check, from.name, "is dst, but dst's elements are wider: they would overwrite the source");
    check_repeats_overlap(from.name, {from_base, from.stride, kBlockElements<S>}, {to_base, to.stride, kBlockElements<D>}, mask,
                          repeats, elements, from.chained && (from.stride.repeat == 0 || to.stride.repeat == 0));
}

template <typename T, typename... Types>
constexpr bool kOneOf = (__is_same(T, Types) || ...);

// A parameter type from which the template's argument isn't deduced.
template <typename T> struct Exactly { using type = T; };

template <bool, typename A, typename> struct Choose { using type = A; };
template <typename A, typename B> struct Choose<false, A, B> { using type = B; };
template <typename A, typename B>
using Wider = typename Choose<(sizeof(A) > sizeof(B)), A, B>::type;

template <typename First, typename... Rest>
constexpr size_t widest() {
    size_t size = sizeof(First);
    ((size = sizeof(Rest) > size ? sizeof(Rest) : size), ...);
    return size;
}

template <typename Body, typename... T>
ASC_INLINE void issue_elements(Core& core, uint64_t elements) {
    constexpr uint64_t wide = kVectorRate / widest<T...>();
    constexpr uint64_t rate = Body::kRate != 0 && Body::kRate < wide ? Body::kRate : wide;
    asc_machine::issue(core, PIPE_V, (elements + rate - 1) / rate);
}

template <typename S, typename D>
ASC_INLINE const S* place_first(Core& core, const Operand<S>& from, uint64_t elements, const D* to) {
    check_unified_buffer(from.name, from.tensor.position());
    const S* base = input_view(core, from.name, from.tensor, elements * sizeof(S), PIPE_V);
    check_overlap(from.name, base, elements * sizeof(S), to, elements * sizeof(D));
    return base;
}

// Bodies that read their operands and themselves only, so that they can run later.
template <typename Body> constexpr bool kStandsAlone = false;

// How an instruction that was put off is made.
template <typename Body, typename D, typename... S>
struct Later {
    static constexpr bool kPossible = kStandsAlone<Body> && !Body::kReadsDst && sizeof(Body) <= sizeof(asc_machine::Postponed::body) &&
                                      (sizeof...(S) == 1 || sizeof...(S) == 2);

    static void make(const asc_machine::Postponed& put_off, void* to, size_t first, size_t count) {
        call(put_off, static_cast<D*>(to), first, count, static_cast<const S*>(nullptr)...);
    }

private:
    template <typename A, typename... B>
    static void call(const asc_machine::Postponed& put_off, D* to, size_t first, size_t count, const A*, const B*...) {
        const auto& body = *reinterpret_cast<const Body*>(put_off.body);
        body(to, count, static_cast<const A*>(put_off.source[0]) + first, static_cast<const B*>(put_off.source[1]) + first...);
    }
};

// Tells the machine of a contiguous destination: behind the sources, among which it may be.
template <typename Body>
ASC_LOOP void tell_result(Core& core, const char* argument, uint64_t address, uint64_t bytes) {
    if (Body::kReadsDst) asc_machine::used(core, argument, Space::UB, address, 1, bytes, bytes, PIPE_V, false);
    asc_machine::used(core, argument, Space::UB, address, 1, bytes, bytes, PIPE_V, true);
}

ASC_INLINE bool outside(const Core& core, const void* place) {
    constexpr int kUb = static_cast<int>(Space::UB);
    return reinterpret_cast<uintptr_t>(place) - reinterpret_cast<uintptr_t>(core.base[kUb]) >= core.size[kUb];
}

// Runs the body; or, when its sources still wait to be moved, lets it wait too.
template <typename Body, typename D, typename... S>
ASC_INLINE void perform_now_or_later(Core& core, const Body& body, const Operand<D>& dst, uint64_t elements, D* to, bool apart,
                                     const S*... src) {
    if (asc_machine::watched(core)) tell_result<Body>(core, dst.name, dst.tensor.address(), elements * sizeof(D));
    if constexpr (Later<Body, D, S...>::kPossible) {
        if (apart && elements * sizeof(D) >= asc_machine::kWorthDeferring && (outside(core, src) && ...)) {
            auto& put_off = asc_machine::postpone(core, dst.tensor.address(), elements, sizeof(D), Later<Body, D, S...>::make);
            put_off.source[1] = nullptr;
            put_off.source_bytes[1] = 0;
            int i = 0;
            ((put_off.source[i] = src, put_off.source_bytes[i++] = elements * sizeof(S)), ...);
            __builtin_memcpy(put_off.body, &body, sizeof(Body));
            return;
        }
    }
    body(to, elements, src...);
}

// A call whose arguments, the checked operands, are evaluated from left to right.
struct InOrder {
    template <typename F, typename... A>
    ASC_INLINE InOrder(const F& call, A... arguments) {
        call(arguments...);
    }
};

template <typename D, typename S>
ASC_INLINE bool apart(const Operand<D>& dst, const Operand<S>& from, uint64_t elements) {
    uint64_t to = dst.tensor.address(), at = from.tensor.address();
    return to + elements * sizeof(D) <= at || at + elements * sizeof(S) <= to;
}

// The first `count` elements.
template <typename Body, typename D, typename... S>
ASC_API void first_n(Core& core, const Body& body, int64_t count, const Operand<D>& dst, const Operand<S>&... src) {
    check_count(count);
    reset_mask(core);
    if (count == 0) return;
    auto elements = static_cast<uint64_t>(count);
    bool clear = !Body::kReadsDst && (apart(dst, src, elements) && ...);
    if (clear) asc_machine::overwrite(core, space_of(dst.tensor.position()), dst.tensor.address(), elements * sizeof(D));
    D* to = target(core, dst, elements * sizeof(D), Extent::Silent);
    issue_elements<Body, D, S...>(core, elements);
    InOrder{[&](const S*... from) { perform_now_or_later(core, body, dst, elements, to, clear, from...); },
            place_first(core, src, elements, to)...};
}

// A source that is checked, and room for the elements of one repeat side by side.
template <typename S>
struct Placed {
    const S* base;
    Stride stride;
};

template <typename S>
struct Gathered {
    Placed<S> place;
    S room[kMaxRepeatElements];
    explicit Gathered(const Placed<S>& place_) : place(place_) {
        __builtin_memset(static_cast<void*>(room), 0, sizeof room);
    }
    ASC_INLINE const S* next(uint64_t repeat, const Mask& bits, uint32_t elements) {
        gather(room, place.base, repeat, bits, elements, place.stride);
        return room;
    }
};

template <typename Body, typename D, typename... S>
ASC_LOOP void run_repeats(const Body& body, const Mask& mask, uint64_t repeats, uint32_t elements, D* to, Stride stride,
                          Gathered<S>... src) {
    D result[kMaxRepeatElements];
    __builtin_memset(static_cast<void*>(result), 0, sizeof result);
    for (uint64_t repeat = 0; repeat < repeats; ++repeat) {
        Mask bits = mask.of_repeat(repeat, elements);
        if constexpr (Body::kReadsDst) gather(result, static_cast<const D*>(to), repeat, bits, elements, stride);
        body(result, size_t(elements), src.next(repeat, bits, elements)...);
        scatter(to, result, repeat, bits, elements, stride);
    }
}

template <typename Body, typename D, typename... S>
ASC_INLINE void run(const Body& body, const Mask& mask, uint64_t repeats, uint32_t elements, D* to, Stride stride,
                    const Placed<S>&... src) {
    if (contiguous<D>(mask, elements, stride) && (contiguous<S>(mask, elements, src.stride) && ...))
        body(to, static_cast<size_t>(mask.counter ? mask.low : repeats * elements), src.base...);
    else
        run_repeats(body, mask, repeats, elements, to, stride, Gathered<S>(src)...);
}

template <typename S, typename D>
ASC_INLINE Placed<S> place_repeats(Core& core, const Operand<S>& from, const Operand<D>& dst, D* to, uint64_t to_bytes,
                                   const Mask& mask, uint64_t repeats, uint32_t elements) {
    uint64_t bytes = extent<S>(mask, repeats, elements, from.stride);
    Extent extent = extent_of<S>(mask, elements, from.stride);
    const S* base = source(core, from, bytes, extent);
    if (asc_machine::watched(core) && extent == Extent::Silent)
        tell_repeats<S>(core, from.name, from.tensor.address(), mask, repeats, elements, from.stride, false);
    check_repeats(from, base, bytes, dst, to, to_bytes, mask, repeats, elements);
    return {base, from.stride};
}

// `repeatTime` repeats under a mask, which counts elements of the widest operand.
template <typename Body, typename D, typename... S>
ASC_API void repeat(Core& core, const Body& body, const Mask& mask, uint64_t repeatTime, const Operand<D>& dst,
                       const Operand<S>&... src) {
    constexpr uint32_t elements = AscendC::ONE_REPEAT_BYTE_SIZE / widest<D, S...>();
    uint64_t repeats = mask.repeats(repeatTime, elements);
    if (repeats == 0) return;
    if (ASC_UNLIKELY(dst.stride.block == 0 && mask.of_repeat(0, elements).highest() >= kBlockElements<D>))
        fail(Kind::Check, dst.name, "has a block stride of 0, so the blocks of a repeat would overwrite each other");
    uint64_t to_bytes = extent<D>(mask, repeats, elements, dst.stride);
    D* to = target(core, dst, to_bytes, Extent::Silent);
    issue_elements<Body, D, S...>(core, repeats * elements);
    InOrder{[&](const Placed<S>&... from) { run(body, mask, repeats, elements, to, dst.stride, from...); },
            place_repeats(core, src, dst, to, to_bytes, mask, repeats, elements)...};
    if (asc_machine::watched(core)) {
        if (Body::kReadsDst) tell_repeats<D>(core, dst.name, dst.tensor.address(), mask, repeats, elements, dst.stride, false);
        tell_repeats<D>(core, dst.name, dst.tensor.address(), mask, repeats, elements, dst.stride, true);
    }
}

// What an operation without state does to each element, computed in the type C that its operands widen to.
template <typename T>
struct Room {
    T data[kChunk];
    Room() {}
};

template <typename T>
ASC_INLINE const Compute<T>* widened(const T* from, size_t count, Room<Compute<T>>&& room) {
    if constexpr (__is_same(T, Compute<T>)) {
        return from;
    } else {
        widen(from, room.data, count);
        return room.data;
    }
}

template <typename Op, typename D, typename... S>
ASC_INLINE void map_elements(Op op, D* dst, size_t count, const S*... src) {
ASC_IVDEP
    for (size_t i = 0; i < count; ++i) {
        if constexpr (Op::kReadsDst) dst[i] = static_cast<D>(op(dst[i], src[i]...));
        else dst[i] = static_cast<D>(op(src[i]...));
    }
}

// The body of an instruction that computes dst[i] from src[i]…: op([dst,] sources…) in the widest type, rounded once.
template <typename Op>
struct Elementwise : Op {
    template <typename D, typename... S>
    ASC_LOOP void operator()(D* dst, size_t count, const S*... src) const {
        const Op& op = *this;
        if constexpr (__is_same(D, Compute<D>) && (__is_same(S, Compute<S>) && ...)) {
            map_elements(op, dst, count, src...);
        } else {
            Room<Compute<D>> out;
            for (size_t begin = 0; begin < count; begin += kChunk) {
                size_t step = count - begin < kChunk ? count - begin : kChunk;
                if constexpr (Op::kReadsDst) {
                    const Compute<D>* old = widened(dst + begin, step, static_cast<Room<Compute<D>>&&>(out));
                    if (old != out.data) __builtin_memcpy(out.data, old, step * sizeof(*old));
                }
                map_elements(op, out.data, step, widened(src + begin, step, Room<Compute<S>>())...);
                if constexpr (__is_same(D, Compute<D>)) __builtin_memcpy(dst + begin, out.data, step * sizeof(D));
                else narrow(out.data, dst + begin, step);
            }
        }
    }
};

template <typename Op> constexpr bool kStandsAlone<Elementwise<Op>> = true;

}  // namespace asc_model
