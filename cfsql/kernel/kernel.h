/* Searches and counts over packed rows, in machine code.
 *
 * The algorithm. Two rows at distance r agree on exactly one set of features: the
 * others are those in which they differ. So the walk (walk.c) goes through the features,
 * the most selective first, and *keeps* each, which splits every group of rows by its
 * value, or *drops* it, which leaves the group as it is. A pair that differs in exactly
 * the dropped features is in one group of one choice: every pair is found once, and none
 * is missed. A group is split only while that is cheaper than to compare its pairs.
 * Groups are split stably, so what is in order at first is in order in every group.
 *
 * A row is a few words of at most 63 bits (cfsql/method/packing.py). For the words a and
 * b, ((a ^ b) + low) & flags has one bit for each feature in which they differ: the
 * number of these bits is the distance, and the bits themselves say whether the pair
 * differs in all dropped features and in no kept one (compare.c).
 *
 * The costs (costs.c), in seconds of one core, are constants of `Seconds`: a pair and
 * word 0.1 ns, a row that is split 2.5 ns, a group 1.5 us. So groups of some hundred
 * rows are compared. What a group costs follows from the costs of the groups that it is
 * split into: a table by feature, by drops that are left and by size, made from the last
 * feature to the first.
 *
 * A search goes level by level, as long as a walk is cheaper than to compare all that is
 * left with all cases (scan.c). A count is one walk for all radii. Both are cut into
 * tasks of about equal cost, which threads take one by one (tasks.c).
 *
 * module.c is the border with Python. It checks all lengths and ranges; behind it, what
 * is allocated may be missing, and everything else is right.
 */
#ifndef CFSQL_KERNEL_H
#define CFSQL_KERNEL_H

#include <stddef.h>
#include <stdint.h>

/* Rows whose distances are computed before they are looked at: they stay in the cache. */
#define BLOCK 1024
/* The distance of a pair that is none, and the greatest distance: 15 bits. */
#define NOT_OURS 0x8000
#define FURTHEST 0x7FFF
/* Features that groups are split by, and drops that may be left where one is split: with
 * more there are more choices of features than pairs. */
#define MOST_SPLITS 64
#define MOST_DROPS 16
#define N_DROPS (MOST_DROPS + 1)
/* Buckets that a group is split into at most. */
#define MOST_BUCKETS 4096

#if defined(_MSC_VER)
#include <intrin.h>
#define ADD(place, more) _InterlockedExchangeAdd64((volatile int64_t *)(place), (more))
#define STORE(place, value) (*(volatile uint8_t *)(place) = (value))
#else
#define ADD(place, more) __atomic_fetch_add((place), (more), __ATOMIC_ACQ_REL)
#define STORE(place, value) __atomic_store_n((place), (value), __ATOMIC_RELAXED)
#endif

/* Packed rows: a column for each word, `room` apart, and the numbers they go by. */
typedef struct {
    int64_t n, room;
    int64_t n_words;
    uint64_t *words;
    int32_t *ids;
} Rows;

/* A feature: its place, the values that it has, its flag, and what it weighs, alone and
 * with all after it. */
typedef struct {
    int64_t word, shift;
    uint64_t values, flag;
    int64_t weight, weight_from;
} Feature;

/* Where features are in the words: those that are frozen, then the others, those on
 * which few rows agree first. All but `agreement` is one piece of memory. */
typedef struct {
    int64_t n_words, n_features, n_frozen, n_kinds, is_directed;
    int64_t n_splits;      /* features that groups may be split by */
    void *memory;
    Feature *features;
    uint64_t *low, *flags; /* by word */
    uint64_t *decided;     /* by feature and word: the flags of those before, and frozen */
    uint64_t *more;        /* the weights above 1, by how much: the kinds */
    uint64_t *heavy;       /* by kind and word: the flags that have it */
    uint64_t *directions;  /* by word: turned, places, tops, kinds */
    double *agreement;     /* by feature and drops before it: how often rows agree */
} Layout;

/* What a comparison looks at. Of the features in `known`, a pair must differ in those
 * of `wanted` and in no other. */
typedef struct {
    int64_t n_words, n_kinds;
    const uint64_t *low, *flags, *known, *wanted, *more, *heavy;
} Masks;

/* The functions that are made for an instruction set: the only thing that is the same
 * for all of a process, and set once. */
typedef struct {
    const char *name;
    /* The distances of n <= BLOCK rows from a code; NOT_OURS and more for no pair. */
    void (*distances)(const uint64_t *words, int64_t room, int64_t n,
                      const uint64_t *code, const Masks *masks, uint16_t *block);
    /* How many of a block are at a distance, or within it. */
    int64_t (*at)(const uint16_t *block, int64_t n, uint16_t wanted);
    int64_t (*within)(const uint16_t *block, int64_t n, uint16_t reach);
    /* The least distance from some distance on, less that distance. */
    uint16_t (*least)(const uint16_t *block, int64_t n, uint16_t nearest);
} Comparing;

extern Comparing comparing;
/* The sets that this machine has, the best first. */
const Comparing *instruction_sets(int *n);
int choose_instructions(const char *name);

/* What things cost, in seconds of one core. */
typedef struct {
    double split, row;  /* to split a group, and a row of it */
    double seeker, pair; /* a seeker that is compared in a group, and a pair's word */
    double scanned;      /* a pair's word where the nearest are looked for */
    double task;         /* the least task that is worth a thread's while */
} Seconds;

/* By feature, drops that are left, and doublings of the number of partners. */
typedef struct {
    int64_t n_features, n_lefts, n_sizes;
    double ratio; /* seekers to a partner */
    double *splits, *best;
} Costs;

/* Cases, in the order of their labels; of one label those first that weigh one. */
typedef struct {
    Rows rows;
    int64_t *ids, *weights;
    int64_t n_labels;
    int64_t *labels, *label_starts, *one_stops;
} Cases;

/* Some seekers and some partners, wherever they are, that have come to a feature. */
typedef struct {
    const Rows *seekers, *partners;
    int64_t first, last, start, stop;
    int64_t feature, n_dropped;
} Group;

/* Groups of seekers and partners that have come to the same feature, shared by tasks. */
typedef struct {
    int64_t n_users;
    const Rows *seekers, *partners;
    Rows own_seekers, own_partners;
    int64_t n_groups;
    int64_t *seeker_starts, *partner_starts;
} Groups;

typedef struct {
    Groups *groups;
    int64_t group, group_stop;  /* some of the groups */
    int64_t first, last;        /* of a single group: some of its seekers */
    int64_t feature, n_dropped;
    uint64_t *dropped;
    double seconds;
} Task;

/* Pairs that were found, by the numbers of their rows. */
typedef struct {
    int32_t seeker, partner, distance;
} Pair;

typedef struct {
    int64_t n, room;
    Pair *all;
} Pairs;

/* A search or a count. */
typedef struct {
    Layout layout;
    Seconds seconds;
    const Cases *cases;
    int64_t n_threads, n_bytes;
    int is_search;
    volatile int is_stopped;
    /* Seekers, in the order of their labels, or the largest radius first. Of a search:
     * the cases from `like_first` to `like_last` have no other outcome. */
    Rows seekers;
    int64_t *ids;
    int64_t *n_wanted, *like_first, *like_last;
    uint8_t *is_answered;
    int64_t *radii, *n_at_least; /* how many have a radius or a larger one */
    /* A search: its levels, up to the last that is walked. */
    int64_t n_distances, level, last_walked, furthest;
    int64_t *distances;
    /* What is open now: a level, a scan from a distance on, or a part of the centres. */
    int is_scan;
    int64_t reach, first, last;
    int64_t *counts; /* by centre from `first` on, distance and label */
    Costs costs;
    double total;
    int64_t n_tasks, tasks_room, next_target;
    Task *tasks;
} Work;

/* rows.c */
int rows_reserve(Rows *rows, int64_t n_used, int64_t n_more, int64_t most);
int rows_make(Rows *rows, int64_t n_words, int64_t n);
void rows_free(Rows *rows);
int pairs_reserve(Pairs *pairs, int64_t n_more);

/* Where numbers that ascend are no longer below some number. */
static inline int64_t lower_bound(const int64_t *values, int64_t n, int64_t least) {
    int64_t start = 0;
    while (start < n) {
        int64_t middle = (start + n) >> 1;
        if (values[middle] < least)
            start = middle + 1;
        else
            n = middle;
    }
    return start;
}

/* The same of ids, between two places. */
static inline int64_t first_from(const int32_t *ids, int64_t start, int64_t stop,
                                 int64_t least) {
    while (start < stop) {
        int64_t middle = (start + stop) >> 1;
        if (ids[middle] < least)
            start = middle + 1;
        else
            stop = middle;
    }
    return start;
}

/* The words of one row. */
static inline void code_of(const Rows *rows, int64_t row, uint64_t *code) {
    for (int64_t word = 0; word < rows->n_words; word++)
        code[word] = rows->words[word * rows->room + row];
}

/* costs.c */
int measure_agreement(Work *work);
int costs_make(Costs *costs, const Work *work, double n_seekers, int64_t reach,
               int64_t usual);
void costs_free(Costs *costs);
double costs_of_all(const Costs *costs, int64_t reach, int64_t n_partners);
double cost_to_compare(const Work *work, const Group *group, int64_t last);
int64_t split_from(const Work *work, const Group *group);
double group_cost(const Work *work, const Group *group);

/* walk.c */
int64_t bucket_mask(int64_t n_rows, uint64_t values);
void split_rows(const Rows *from, int64_t start, int64_t stop, const Feature *feature,
                int64_t mask, Rows *into, int64_t base, int64_t *starts, int64_t *at);
Group group_of(const Task *task, int64_t i);
int walk_task(Work *work, const Task *task, Pairs *pairs);
int is_directed(const Layout *layout, const Rows *rows, int64_t row,
                const uint64_t *code);
Masks masks_of(const Layout *layout, int64_t feature, const uint64_t *dropped);

/* scan.c */
int scan(Work *work, int64_t first, int64_t n, int64_t step, int64_t nearest,
         Pairs *pairs, int64_t *closed);

/* tasks.c: 1 if there is something, 0 if not, -1 if memory is missing. */
int open_level(Work *work);
int open_part(Work *work);
int next_task(Work *work, Task *task);
void task_free(Task *task);
void tasks_clear(Work *work);

#endif
