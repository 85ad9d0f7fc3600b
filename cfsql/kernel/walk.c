/* The walk through the sets of dropped features, and the pairs that it compares. */
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

/* Rows that a bucket is made for. */
#define ROWS_PER_BUCKET 4
/* Rows whose distances are looked at one by one. */
#define FEW 12

/* Whether nothing falls that may only rise from a code to a row. A top bit is left of
 * each place that is not below the code's. */
int is_directed(const Layout *layout, const Rows *rows, int64_t row,
                const uint64_t *code) {
    const uint64_t *bits = layout->directions;
    for (int64_t word = 0; layout->is_directed && word < rows->n_words; word++, bits += 4) {
        uint64_t turned = bits[0], places = bits[1], tops = bits[2], kinds = bits[3];
        uint64_t theirs = rows->words[word * rows->room + row], ours = code[word];
        uint64_t above = ((theirs ^ turned) & places) | tops;
        above -= (ours ^ turned) & places;
        if ((above & tops) != tops || ((theirs ^ ours) & kinds))
            return 0;
    }
    return 1;
}

/* Of the features before `feature` a pair must differ in those that are dropped. */
Masks masks_of(const Layout *layout, int64_t feature, const uint64_t *dropped) {
    return (Masks){layout->n_words,
                   layout->n_kinds,
                   layout->low,
                   layout->flags,
                   layout->decided + feature * layout->n_words,
                   dropped,
                   layout->more,
                   layout->heavy};
}

/* What the walk of one task holds. */
typedef struct {
    Work *work;
    Pairs *pairs;
    uint64_t *dropped, *code;
    /* Where groups are split: copies of their rows, and where each part begins. */
    Rows seekers, partners;
    int64_t most_rows, s_used, p_used, *starts, n_starts, starts_room;
    int64_t at[MOST_BUCKETS];
    uint16_t block[BLOCK];
} Walk;

/* Add the pairs of a group at the distance of the level that have other outcomes.
 * 0 if memory is missing. */
static int find_pairs(Walk *walk, const Group *group, int64_t last) {
    const Work *work = walk->work;
    const Rows *seekers = group->seekers, *partners = group->partners;
    const Layout *layout = &work->layout;
    Masks masks = masks_of(layout, group->feature, walk->dropped);
    Pairs *pairs = walk->pairs;
    uint16_t reach = (uint16_t)work->reach;
    int64_t like = -1, unlike = -1, before = 0, after = 0;
    for (int64_t row = group->first; row < last && !work->is_stopped; row++) {
        int32_t id = seekers->ids[row];
        if (work->like_first[id] != like || work->like_last[id] != unlike) {
            /* Partners of no other outcome are beside each other, and left out. */
            like = work->like_first[id];
            unlike = work->like_last[id];
            before = first_from(partners->ids, group->start, group->stop, like);
            after = first_from(partners->ids, before, group->stop, unlike);
        }
        code_of(seekers, row, walk->code);
        for (int side = 0; side < 2; side++) {
            int64_t begin = side ? after : group->start;
            int64_t end = side ? group->stop : before;
            for (; begin < end; begin += BLOCK) {
                int64_t n = end - begin < BLOCK ? end - begin : BLOCK;
                comparing.distances(partners->words + begin, partners->room, n,
                                    walk->code, &masks, walk->block);
                int64_t n_found = comparing.at(walk->block, n, reach);
                if (!pairs_reserve(pairs, n_found))
                    return 0;
                for (int64_t i = 0; n_found; i++) {
                    if (walk->block[i] != reach)
                        continue;
                    n_found--;
                    if (is_directed(layout, partners, begin + i, walk->code))
                        pairs->all[pairs->n++] = (Pair){id, partners->ids[begin + i], reach};
                }
            }
        }
    }
    return 1;
}

/* Add the weights of a block of one label around one centre, by distance. */
static void count_block(const Walk *walk, int64_t centre, int64_t n, int64_t nearest,
                        int64_t label, const int32_t *ids, int is_one) {
    const Work *work = walk->work;
    const int64_t *weights = work->cases->weights;
    int64_t radius = work->radii[centre], n_labels = work->cases->n_labels;
    int64_t *counts = work->counts + label;
    counts += (centre - work->first) * (work->reach + 1) * n_labels;
    if (n <= FEW) {
        for (int64_t i = 0; i < n; i++)
            if (walk->block[i] <= radius)
                ADD(counts + walk->block[i] * n_labels, weights[ids[i]]);
        return;
    }
    int64_t left = comparing.within(walk->block, n, (uint16_t)radius);
    for (int64_t far = nearest; left > 0; far++) {
        int64_t n_far = comparing.at(walk->block, n, (uint16_t)far), weight = n_far;
        left -= n_far;
        if (!is_one && n_far)
            for (int64_t i = weight = 0; i < n; i++)
                weight += walk->block[i] == far ? weights[ids[i]] : 0;
        if (n_far)
            ADD(counts + far * n_labels, weight);
    }
}

/* Add the weights of a group to those around its centres, by distance and label. */
static void count_pairs(Walk *walk, const Group *group, int64_t last) {
    const Work *work = walk->work;
    const Cases *cases = work->cases;
    const Rows *centres = group->seekers, *partners = group->partners;
    Masks masks = masks_of(&work->layout, group->feature, walk->dropped);
    int64_t label = 0, begin = group->start;
    while (begin < group->stop) {
        /* A run of one label: first those that weigh one, then the others. */
        int32_t id = partners->ids[begin];
        if (cases->label_starts[label + 1] <= id)
            label = lower_bound(cases->label_starts, cases->n_labels, id + 1) - 1;
        int is_one = id < cases->one_stops[label];
        int64_t limit = is_one ? cases->one_stops[label] : cases->label_starts[label + 1];
        int64_t end = first_from(partners->ids, begin, group->stop, limit);
        for (; begin < end; begin += BLOCK) {
            int64_t n = end - begin < BLOCK ? end - begin : BLOCK;
            for (int64_t row = group->first; row < last && !work->is_stopped; row++) {
                code_of(centres, row, walk->code);
                comparing.distances(partners->words + begin, partners->room, n,
                                    walk->code, &masks, walk->block);
                count_block(walk, centres->ids[row], n, group->n_dropped, label,
                            partners->ids + begin, is_one);
            }
        }
        begin = end;
    }
}

/* Which bits of a value tell the buckets of a group of this size apart. */
int64_t bucket_mask(int64_t n_rows, uint64_t values) {
    int64_t mask = 1;
    while ((uint64_t)mask < values && mask < MOST_BUCKETS - 1 &&
           mask * ROWS_PER_BUCKET < n_rows)
        mask = 2 * mask + 1;
    return mask;
}

/* Copy a group to another place, bucket by bucket, and note where each begins. `at` is
 * room for a number for each bucket. */
void split_rows(const Rows *from, int64_t start, int64_t stop, const Feature *feature,
                int64_t mask, Rows *into, int64_t base, int64_t *starts, int64_t *at) {
    const uint64_t *column = from->words + feature->word * from->room;
    int64_t shift = feature->shift, place = base;
    memset(at, 0, (size_t)(mask + 1) * sizeof *at);
    for (int64_t i = start; i < stop; i++)
        at[(column[i] >> shift) & (uint64_t)mask]++;
    for (int64_t bucket = 0; bucket <= mask; bucket++) {
        int64_t n = at[bucket];
        starts[bucket] = at[bucket] = place;
        place += n;
    }
    starts[mask + 1] = place;
    for (int64_t i = start; i < stop; i++) {
        uint64_t code = column[i];
        place = at[(code >> shift) & (uint64_t)mask]++;
        into->ids[place] = from->ids[i];
        if (from->n_words == 1)
            into->words[place] = code;
        else
            for (int64_t word = 0; word < from->n_words; word++)
                into->words[word * into->room + place] = from->words[word * from->room + i];
    }
}

/* Whether no partner of a group has another outcome than any of its seekers. Both are
 * in order: the first and the last tell. */
static int are_alike(const Work *work, const Group *group) {
    const int32_t *seekers = group->seekers->ids, *partners = group->partners->ids;
    return partners[group->start] >= work->like_first[seekers[group->last - 1]] &&
           partners[group->stop - 1] < work->like_last[seekers[group->first]];
}

/* Room to split a group in. 0 if there is none, and the group is to be compared. */
static int reserve(Walk *walk, int64_t n_seekers, int64_t n_partners, int64_t n_starts) {
    if (walk->n_starts + n_starts > walk->starts_room) {
        int64_t room = 2 * (walk->n_starts + n_starts);
        int64_t *larger = realloc(walk->starts, (size_t)room * sizeof *larger);
        if (!larger)
            return 0;
        walk->starts = larger;
        walk->starts_room = room;
    }
    return rows_reserve(&walk->seekers, walk->s_used, n_seekers, walk->most_rows) &&
           rows_reserve(&walk->partners, walk->p_used, n_partners, walk->most_rows);
}

/* Walk on with a group that has come to a feature. 0 if memory is missing. */
static int go_on(Walk *walk, Group group) {
    Work *work = walk->work;
    const Layout *layout = &work->layout;
    if (work->is_stopped || (work->is_search && are_alike(work, &group)))
        return 1;
    int64_t n_partners = group.stop - group.start;
    int64_t begin = split_from(work, &group);
    const Feature *by = layout->features + group.feature;
    int64_t n_seekers = group.last - begin, mask = 0, n_starts = 0;
    if (n_seekers) {
        mask = bucket_mask(n_seekers + n_partners, by->values);
        n_starts = 2 * (mask + 2);
        if (!reserve(walk, n_seekers, n_partners, n_starts))
            begin = group.last;
    }
    /* What is not split is compared, and done. */
    if (group.first < begin) {
        if (!work->is_search)
            count_pairs(walk, &group, begin);
        else if (!find_pairs(walk, &group, begin))
            return 0;
    }
    if (begin == group.last)
        return 1;
    /* The feature is kept: on with the group of each of its values. */
    int64_t s_base = walk->s_used, p_base = walk->p_used, listed = walk->n_starts;
    split_rows(group.seekers, begin, group.last, by, mask, &walk->seekers, s_base,
               walk->starts + listed, walk->at);
    split_rows(group.partners, group.start, group.stop, by, mask, &walk->partners, p_base,
               walk->starts + listed + mask + 2, walk->at);
    walk->s_used += n_seekers;
    walk->p_used += n_partners;
    walk->n_starts += n_starts;
    for (int64_t bucket = 0; bucket <= mask; bucket++) {
        const int64_t *s = walk->starts + listed + bucket, *p = s + mask + 2;
        Group part = {&walk->seekers, &walk->partners,   s[0],           s[1], p[0],
                      p[1],           group.feature + 1, group.n_dropped};
        if (s[0] < s[1] && p[0] < p[1] && !go_on(walk, part))
            return 0;
    }
    walk->s_used = s_base;
    walk->p_used = p_base;
    walk->n_starts = listed;
    /* It is dropped, where it may be: on with the same rows. */
    group.n_dropped += by->weight;
    if (group.feature < layout->n_frozen || group.n_dropped > work->reach)
        return 1;
    group.feature++;
    group.first = begin;
    if (!work->is_search)
        group.last = first_from(group.seekers->ids, begin, group.last,
                                work->n_at_least[group.n_dropped]);
    if (begin == group.last)
        return 1;
    walk->dropped[by->word] |= by->flag;
    int is_done = go_on(walk, group);
    walk->dropped[by->word] &= ~by->flag;
    return is_done;
}

/* Walk through the groups of a task. 0 if memory is missing. */
int walk_task(Work *work, const Task *task, Pairs *pairs) {
    int64_t n_words = work->layout.n_words;
    Walk *walk = calloc(1, sizeof *walk);
    uint64_t *words = malloc((size_t)(2 * n_words) * sizeof *words);
    int is_done = walk && words;
    if (is_done) {
        walk->work = work;
        walk->pairs = pairs;
        walk->code = words;
        walk->dropped = words + n_words;
        memcpy(walk->dropped, task->dropped, (size_t)n_words * sizeof *words);
        walk->most_rows = work->n_bytes / work->n_threads / 5 / (8 * n_words + 4);
        walk->seekers.n_words = walk->partners.n_words = n_words;
    }
    for (int64_t i = task->group; is_done && i < task->group_stop; i++) {
        Group group = group_of(task, i);
        if (group.first < group.last && group.start < group.stop)
            is_done = go_on(walk, group);
    }
    if (walk) {
        rows_free(&walk->seekers);
        rows_free(&walk->partners);
        free(walk->starts);
    }
    free(walk);
    free(words);
    return is_done;
}
