/* Comparing a row with a block of others, for each instruction set.
 *
 * A pair and word is an xor, an addition, two masks and a count of bits. The loops are
 * written once, and compiled for each set, so that the compiler vectorises them: eight
 * pairs at a time with AVX-512. AVX2 has no instruction that counts bits: there the
 * distances are written by hand, four at a time, with a table of half bytes.
 */
#include "kernel.h"

#include <string.h>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define HAS_SETS 1
#include <immintrin.h>
#define FOR(set) __attribute__((target(set)))
#define INLINED static inline __attribute__((always_inline))
#define AVX2 "avx2,bmi,popcnt"
#define AVX512 "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,bmi,popcnt"
#else
#define HAS_SETS 0
#define INLINED static inline
#endif

INLINED uint64_t bits(uint64_t x, int is_quick) {
#if defined(__GNUC__) || defined(__clang__)
    if (is_quick)
        return (uint64_t)__builtin_popcountll(x);
#endif
    (void)is_quick;
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (x * 0x0101010101010101u) >> 56;
}

INLINED void distances_any(const uint64_t *restrict words, int64_t room, int64_t n,
                           const uint64_t *restrict code, const Masks *restrict masks,
                           uint16_t *restrict block, int is_quick) {
    for (int64_t word = 0; word < masks->n_words; word++) {
        const uint64_t *others = words + word * room;
        uint64_t own = code[word], low = masks->low[word], flags = masks->flags[word];
        uint64_t known = masks->known[word], wanted = masks->wanted[word];
        if (word == 0)
            for (int64_t i = 0; i < n; i++) {
                uint64_t differs = ((others[i] ^ own) + low) & flags;
                uint64_t other = ((differs ^ wanted) & known) ? NOT_OURS : 0;
                block[i] = (uint16_t)(bits(differs, is_quick) | other);
            }
        else
            for (int64_t i = 0; i < n; i++) {
                uint64_t differs = ((others[i] ^ own) + low) & flags;
                uint64_t other = ((differs ^ wanted) & known) ? NOT_OURS : 0;
                block[i] = (uint16_t)((block[i] + bits(differs, is_quick)) | other);
            }
        for (int64_t kind = 0; kind < masks->n_kinds; kind++) {
            uint64_t heavy = masks->heavy[kind * masks->n_words + word];
            uint64_t more = masks->more[kind];
            for (int64_t i = 0; i < n && heavy; i++) {
                uint64_t differs = ((others[i] ^ own) + low) & heavy;
                block[i] = (uint16_t)(block[i] + more * bits(differs, is_quick));
            }
        }
    }
}

INLINED int64_t at_any(const uint16_t *block, int64_t n, uint16_t wanted) {
    uint16_t found = 0;
    for (int64_t i = 0; i < n; i++)
        found = (uint16_t)(found + (block[i] == wanted));
    return found;
}

INLINED int64_t within_any(const uint16_t *block, int64_t n, uint16_t reach) {
    uint16_t found = 0;
    for (int64_t i = 0; i < n; i++)
        found = (uint16_t)(found + (block[i] <= reach));
    return found;
}

/* What is nearer than the nearest wraps around. */
INLINED uint16_t least_any(const uint16_t *block, int64_t n, uint16_t nearest) {
    uint16_t least = 0xFFFF;
    for (int64_t i = 0; i < n; i++) {
        uint16_t far = (uint16_t)(block[i] - nearest);
        least = far < least ? far : least;
    }
    return least;
}

/* The loops, compiled for one set. */
#define COMPILED_FOR(target, set, is_quick)                                             \
    target static void distances_##set(const uint64_t *words, int64_t room, int64_t n,  \
                                       const uint64_t *code, const Masks *masks,        \
                                       uint16_t *block) {                               \
        distances_any(words, room, n, code, masks, block, is_quick);                    \
    }                                                                                   \
    target static int64_t at_##set(const uint16_t *block, int64_t n, uint16_t far) {    \
        return at_any(block, n, far);                                                   \
    }                                                                                   \
    target static int64_t within_##set(const uint16_t *block, int64_t n, uint16_t far) {\
        return within_any(block, n, far);                                               \
    }                                                                                   \
    target static uint16_t least_##set(const uint16_t *block, int64_t n, uint16_t far) {\
        return least_any(block, n, far);                                                \
    }

#if HAS_SETS
COMPILED_FOR(, plain, 0)
COMPILED_FOR(FOR(AVX2), avx2, 1)
COMPILED_FOR(FOR(AVX512), avx512, 1)

FOR(AVX2) static inline __m256i bits_avx2(__m256i x) {
    const __m256i half = _mm256_set1_epi8(15);
    const __m256i table =
        _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                         0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    __m256i below = _mm256_and_si256(x, half);
    __m256i above = _mm256_and_si256(_mm256_srli_epi16(x, 4), half);
    __m256i sums = _mm256_add_epi8(_mm256_shuffle_epi8(table, below),
                                   _mm256_shuffle_epi8(table, above));
    return _mm256_sad_epu8(sums, _mm256_setzero_si256());
}

FOR(AVX2) static void distances_by_hand(const uint64_t *words, int64_t room, int64_t n,
                                     const uint64_t *code, const Masks *masks,
                                     uint16_t *block) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i shorts = _mm256_setr_epi8(
        0, 1, 8, 9, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
        0, 1, 8, 9, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    int64_t whole = n & ~(int64_t)3;
    for (int64_t i = 0; i < whole; i += 4) {
        __m256i far = zero, other = zero;
        for (int64_t word = 0; word < masks->n_words; word++) {
            __m256i own = _mm256_set1_epi64x((int64_t)code[word]);
            __m256i low = _mm256_set1_epi64x((int64_t)masks->low[word]);
            __m256i flags = _mm256_set1_epi64x((int64_t)masks->flags[word]);
            __m256i known = _mm256_set1_epi64x((int64_t)masks->known[word]);
            __m256i wanted = _mm256_set1_epi64x((int64_t)masks->wanted[word]);
            const uint64_t *others = words + word * room + i;
            __m256i x = _mm256_loadu_si256((const __m256i *)others);
            x = _mm256_add_epi64(_mm256_xor_si256(x, own), low);
            x = _mm256_and_si256(x, flags);
            __m256i wrong = _mm256_and_si256(_mm256_xor_si256(x, wanted), known);
            other = _mm256_or_si256(other, wrong);
            far = _mm256_add_epi64(far, bits_avx2(x));
            for (int64_t kind = 0; kind < masks->n_kinds; kind++) {
                uint64_t heavy = masks->heavy[kind * masks->n_words + word];
                __m256i some = _mm256_set1_epi64x((int64_t)heavy);
                __m256i more = _mm256_set1_epi64x((int64_t)masks->more[kind]);
                some = bits_avx2(_mm256_and_si256(x, some));
                far = _mm256_add_epi64(far, _mm256_mul_epu32(some, more));
            }
        }
        __m256i ours = _mm256_cmpeq_epi64(other, zero);
        __m256i none = _mm256_andnot_si256(ours, _mm256_set1_epi64x(NOT_OURS));
        far = _mm256_shuffle_epi8(_mm256_or_si256(far, none), shorts);
        int32_t one = _mm256_extract_epi32(far, 0), two = _mm256_extract_epi32(far, 4);
        memcpy(block + i, &one, 4);
        memcpy(block + i + 2, &two, 4);
    }
    if (whole < n)
        distances_avx2(words + whole, room, n - whole, code, masks, block + whole);
}

static const Comparing sets[] = {
    {"avx512", distances_avx512, at_avx512, within_avx512, least_avx512},
    {"avx2", distances_by_hand, at_avx2, within_avx2, least_avx2},
    {"plain", distances_plain, at_plain, within_plain, least_plain},
};

const Comparing *instruction_sets(int *n) {
    int first = 2;
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt"))
        first = 1;
    if (first == 1 && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512vpopcntdq"))
        first = 0;
    *n = 3 - first;
    return sets + first;
}
#else
/* ARM counts bits by NEON; others by arithmetic. */
COMPILED_FOR(, plain, 1)

static const Comparing sets[] = {
    {"plain", distances_plain, at_plain, within_plain, least_plain}};

const Comparing *instruction_sets(int *n) {
    *n = 1;
    return sets;
}
#endif

Comparing comparing;

/* Use the functions of a set; of the best that this machine has, by default. */
int choose_instructions(const char *name) {
    int n;
    const Comparing *some = instruction_sets(&n);
    for (int i = 0; i < n; i++) {
        if (name && strcmp(name, some[i].name))
            continue;
        comparing = some[i];
        return 1;
    }
    return 0;
}
