"""Sets of bits: counted, searched and moved by one instruction each, under the names of the compiler in use."""

from libc.stdint cimport uint32_t, uint64_t

cdef extern from *:
    """
    #ifdef _MSC_VER
    #include <intrin.h>
    #define ALWAYS_INLINE __forceinline
    #define count32(bits) ((int)__popcnt(bits))
    #define count_of(bits) ((int)__popcnt64(bits))
    #define bytes_reversed(bits) _byteswap_uint64(bits)
    #define prefetch(place) _mm_prefetch((const char *)(place), _MM_HINT_T0)
    static ALWAYS_INLINE int lowest32(uint32_t bits) { unsigned long at; _BitScanForward(&at, bits); return (int)at; }
    static ALWAYS_INLINE int lowest_of(uint64_t bits) { unsigned long at; _BitScanForward64(&at, bits); return (int)at; }
    static ALWAYS_INLINE int highest_of(uint64_t bits) { unsigned long at; _BitScanReverse64(&at, bits); return (int)at; }
    #else
    #define ALWAYS_INLINE inline __attribute__((always_inline))
    #define count32(bits) __builtin_popcount(bits)
    #define count_of(bits) __builtin_popcountll(bits)
    #define bytes_reversed(bits) __builtin_bswap64(bits)
    #define prefetch(place) __builtin_prefetch(place)
    #define lowest32(bits) __builtin_ctz(bits)
    #define lowest_of(bits) __builtin_ctzll(bits)
    #define highest_of(bits) (63 - __builtin_clzll(bits))
    #endif

    /* Microsoft's compiler has no macro for BMI2; every processor with AVX2 has both. */
    #if defined(__BMI2__) || (defined(_MSC_VER) && defined(__AVX2__))
    #include <immintrin.h>
    #define gathered(bits, mask) _pext_u64(bits, mask)
    #define scattered(bits, mask) _pdep_u64(bits, mask)
    #else
    static inline uint64_t gathered(uint64_t bits, uint64_t mask) {
        uint64_t found = 0, place = 1;
        for (; mask; mask &= mask - 1, place <<= 1) if (bits & mask & (0 - mask)) found |= place;
        return found;
    }
    static inline uint64_t scattered(uint64_t bits, uint64_t mask) {
        uint64_t found = 0;
        for (; mask && bits; mask &= mask - 1, bits >>= 1) if (bits & 1) found |= mask & (0 - mask);
        return found;
    }
    #endif
    """
    int count32(uint32_t bits) noexcept nogil
    int count_of(uint64_t bits) noexcept nogil
    uint64_t bytes_reversed(uint64_t bits) noexcept nogil
    void prefetch(const void* place) noexcept nogil

    # The first and the last bit of a set that is not empty.
    int lowest32(uint32_t bits) noexcept nogil
    int lowest_of(uint64_t bits) noexcept nogil
    int highest_of(uint64_t bits) noexcept nogil

    # The bits under a mask brought together, and the way back.
    uint64_t gathered(uint64_t bits, uint64_t mask) noexcept nogil
    uint64_t scattered(uint64_t bits, uint64_t mask) noexcept nogil
