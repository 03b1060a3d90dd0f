// printf: each value carries its kind, so that no format, however wrong, reads what isn't there.
#pragma once
#include "tensor.h"

namespace asc_model {

struct Printed {
    enum Kind : uint8_t { Signed, Unsigned, Float, Text, Address };
    Kind kind;
    uint8_t bits;
    union {
        int64_t integer;
        double number;
        const char* text;
        const void* address;
    };
};

template <typename T>
ASC_INLINE Printed printed(T value) {
    Printed out;
    out.bits = sizeof(T) * 8;
    if constexpr (__is_same(T, half) || __is_same(T, bfloat16_t) || __is_same(T, float) || __is_same(T, double)) {
        out.kind = Printed::Float;
        if constexpr (sizeof(T) == 2) out.number = static_cast<double>(static_cast<float>(value));
        else out.number = static_cast<double>(value);
    } else {
        out.kind = static_cast<T>(-1) < static_cast<T>(0) ? Printed::Signed : Printed::Unsigned;
        out.integer = static_cast<int64_t>(value);
    }
    return out;
}

template <typename T>
ASC_INLINE Printed printed(T* address) {
    Printed out;
    out.kind = Printed::Address;
    out.bits = 64;
    out.address = address;
    return out;
}

ASC_INLINE Printed printed(const char* text) {
    Printed out;
    out.kind = Printed::Text;
    out.bits = 64;
    out.text = text;
    return out;
}

inline uint64_t unsigned_bits(const Printed& value) {
    auto bits = static_cast<uint64_t>(value.kind == Printed::Float ? static_cast<int64_t>(value.number) : value.integer);
    return value.bits == 64 ? bits : bits & ((uint64_t(1) << value.bits) - 1);
}

// One conversion: `head` is its flags, width and precision.
ASC_API inline void print_value(const char* head, char letter, const Printed& value) {
    char format[48];
    bool integer = letter == 'd' || letter == 'i' || letter == 'u' || letter == 'x';
    __builtin_snprintf(format, sizeof format, "%%%s%s%c", head, integer ? "ll" : "", letter);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    switch (letter) {
        case 'd': case 'i':
            asc_machine::print(format, value.kind == Printed::Float ? static_cast<long long>(value.number) : static_cast<long long>(value.integer));
            break;
        case 'u': case 'x': asc_machine::print(format, static_cast<unsigned long long>(unsigned_bits(value))); break;
        case 'f': case 'F':
            asc_machine::print(format, value.kind == Printed::Float ? value.number : static_cast<double>(value.integer));
            break;
        case 's':
            if (value.kind == Printed::Text) asc_machine::print(format, value.text);
            else print_value("", value.kind == Printed::Float ? 'f' : value.kind == Printed::Address ? 'p' : 'd', value);
            break;
        default: asc_machine::print(format, value.address);
    }
#pragma GCC diagnostic pop
}

// Flags, width and precision are kept, lengths follow from the values; a conversion without a value stands as it is.
ASC_API inline void print_formatted(const char* format, const Printed* values, int count) {
    int next = 0;
    const char* plain = format;
    for (const char* at = format; *at != 0;) {
        if (*at != '%') {
            ++at;
            continue;
        }
        asc_machine::print_text(plain, static_cast<size_t>(at - plain));
        const char* start = at++;
        char head[32];
        size_t length = 0;
        while (*at != 0 && __builtin_strchr("-+ #0123456789.", *at) != nullptr) {
            if (length + 1 < sizeof head) head[length++] = *at;
            ++at;
        }
        head[length] = 0;
        while (*at != 0 && __builtin_strchr("hljztL", *at) != nullptr) ++at;
        plain = at;
        if (*at == 0) break;
        plain = ++at;
        if (at[-1] == '%') asc_machine::print_text("%", 1);
        else if (next < count && __builtin_strchr("diuxfFsp", at[-1]) != nullptr) print_value(head, at[-1], values[next++]);
        else asc_machine::print_text(start, static_cast<size_t>(at - start));
    }
    asc_machine::print_text(plain, __builtin_strlen(plain));
}

}  // namespace asc_model

namespace AscendC {

template <typename... Arguments>
inline void printf(const char* format, Arguments... arguments) {
    // The last entry keeps the array from being empty.
    const asc_model::Printed values[] = {asc_model::printed(arguments)..., asc_model::Printed()};
    asc_model::print_formatted(format, values, sizeof...(arguments));
}

template <typename... Arguments>
inline void PRINTF(const char* format, Arguments... arguments) {
    AscendC::printf(format, arguments...);
}

}  // namespace AscendC
