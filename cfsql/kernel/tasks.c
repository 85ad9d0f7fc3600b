/* Levels of a search and parts of a count, and their tasks of about equal cost.
 *
 * Tasks are cut depth first, from the group of all rows: what was copied for some of
 * them can go before others are made. A group is cut as the walk would split it.
 */
#include "kernel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Tasks for each thread, so that none waits long for the others, and the seconds of one
 * at most. */
#define TASKS_PER_THREAD 24
#define MOST_OF_TASK 0.25
/* Targets that are scanned for first, to see how far the nearest are; fewer than so many
 * times as many are not worth it. And targets that are scanned for at once. */
#define N_SAMPLED 256
#define WORTH_A_SAMPLE 8
#define MOST_SCANNED 256
/* Pairs from which on it is measured how often rows agree. */
#define WORTH_MEASURING 1e10
/* Of the bytes that may be used: counts, and copies of rows by each thread. */
#define OF_COUNTS 0.4

static void groups_release(Groups *groups) {
    if (!groups || ADD(&groups->n_users, -1) != 1)
        return;
    rows_free(&groups->own_seekers);
    rows_free(&groups->own_partners);
    free(groups->seeker_starts);
    free(groups);
}

/* Groups with room for where they begin; used by one. */
static Groups *groups_make(int64_t n_groups) {
    Groups *groups = calloc(1, sizeof *groups);
    int64_t *starts = malloc((size_t)(2 * (n_groups + 1)) * sizeof *starts);
    if (!groups || !starts) {
        free(groups);
        free(starts);
        return NULL;
    }
    groups->n_users = 1;
    groups->n_groups = n_groups;
    groups->seeker_starts = starts;
    groups->partner_starts = starts + n_groups + 1;
    return groups;
}

void task_free(Task *task) {
    groups_release(task->groups);
    free(task->dropped);
    memset(task, 0, sizeof *task);
}

void tasks_clear(Work *work) {
    while (work->n_tasks)
        task_free(&work->tasks[--work->n_tasks]);
}

/* Put a copy of a task on the stack, with one more user of its groups. */
static int push(Work *work, const Task *task) {
    if (work->n_tasks == work->tasks_room) {
        int64_t room = 2 * work->tasks_room + 64;
        Task *larger = realloc(work->tasks, (size_t)room * sizeof *larger);
        if (!larger)
            return 0;
        work->tasks = larger;
        work->tasks_room = room;
    }
    size_t bytes = (size_t)work->layout.n_words * sizeof *task->dropped;
    uint64_t *dropped = malloc(bytes);
    if (!dropped)
        return 0;
    Task *added = work->tasks + work->n_tasks++;
    *added = *task;
    added->dropped = memcpy(dropped, task->dropped, bytes);
    ADD(&task->groups->n_users, 1);
    return 1;
}

/* One of the groups of a task; of a single one, some of its seekers. */
Group group_of(const Task *task, int64_t i) {
    const Groups *groups = task->groups;
    int is_one = task->group + 1 == task->group_stop;
    return (Group){groups->seekers,
                   groups->partners,
                   is_one ? task->first : groups->seeker_starts[i],
                   is_one ? task->last : groups->seeker_starts[i + 1],
                   groups->partner_starts[i],
                   groups->partner_starts[i + 1],
                   task->feature,
                   task->n_dropped};
}

static double cost_of_group(const Work *work, const Task *task, int64_t i) {
    Group group = group_of(task, i);
    return group_cost(work, &group);
}

static int push_weighed(Work *work, Task *task) {
    task->seconds = 0;
    for (int64_t group = task->group; group < task->group_stop; group++)
        task->seconds += cost_of_group(work, task, group);
    return push(work, task);
}

/* Runs of groups that cost about as much as a task should. -1 if memory is missing. */
static int cut_runs(Work *work, const Task *task, double least) {
    Task run = *task;
    run.seconds = 0;
    for (int64_t group = task->group; group <= task->group_stop; group++) {
        int is_end = group == task->group_stop;
        double cost = is_end ? 0 : cost_of_group(work, task, group);
        if (group > run.group && (is_end || run.seconds + cost > least)) {
            run.group_stop = group;
            run.first = task->groups->seeker_starts[run.group];
            run.last = task->groups->seeker_starts[run.group + 1];
            if (!push(work, &run))
                return -1;
            run.group = group;
            run.seconds = 0;
        }
        run.seconds += cost;
    }
    return 1;
}

/* One group as the walk would split it: the rest without the feature; the groups of the
 * values that are kept; and some seekers that are compared, in slices. What comes last is
 * taken first: copies are not held for long. -1 if memory is missing, 0 if there is
 * nothing to cut. */
static int cut_group(Work *work, const Task *task, double least) {
    Group group = group_of(task, task->group);
    const Feature *by = work->layout.features + group.feature;
    int64_t begin = split_from(work, &group), n = group.stop - group.start;
    int64_t n_compared = begin - group.first, n_split = group.last - begin;
    double compared = cost_to_compare(work, &group, begin);
    double wanted = fmin((double)n_compared, compared / least);
    int64_t n_slices = wanted > 1 ? (int64_t)wanted : 1;
    if (!n_split && n_slices == 1)
        return 0;
    Task part = *task;
    part.first = begin;
    part.feature++;
    part.n_dropped += by->weight;
    int is_done = 1, may_drop = n_split && group.feature >= work->layout.n_frozen &&
                                part.n_dropped <= work->reach;
    if (may_drop && !work->is_search)
        part.last = first_from(group.seekers->ids, begin, group.last,
                               work->n_at_least[part.n_dropped]);
    if (may_drop && part.first < part.last) {
        task->dropped[by->word] |= by->flag;
        is_done = push_weighed(work, &part);
        task->dropped[by->word] &= ~by->flag;
    }
    if (n_split && is_done) {
        int64_t mask = bucket_mask(n_split + n, by->values);
        int64_t *at = malloc((size_t)(mask + 1) * sizeof *at);
        Groups *kept = groups_make(mask + 1);
        is_done = at && kept &&
                  rows_make(&kept->own_seekers, group.seekers->n_words, n_split) &&
                  rows_make(&kept->own_partners, group.partners->n_words, n);
        if (is_done) {
            kept->seekers = &kept->own_seekers;
            kept->partners = &kept->own_partners;
            split_rows(group.seekers, begin, group.last, by, mask, &kept->own_seekers, 0,
                       kept->seeker_starts, at);
            split_rows(group.partners, group.start, group.stop, by, mask,
                       &kept->own_partners, 0, kept->partner_starts, at);
            part = (Task){kept,    0, mask + 1, 0, n_split, group.feature + 1,
                          group.n_dropped, task->dropped, 0};
            is_done = push_weighed(work, &part);
        }
        free(at);
        groups_release(kept);
    }
    part = *task;
    part.seconds = compared / (double)n_slices;
    for (int64_t i = 0; is_done && n_compared && i < n_slices; i++) {
        part.first = task->first + i * n_compared / n_slices;
        part.last = task->first + (i + 1) * n_compared / n_slices;
        is_done = push(work, &part);
    }
    return is_done ? 1 : -1;
}

/* The next task; of a scan some targets. */
int next_task(Work *work, Task *task) {
    memset(task, 0, sizeof *task);
    if (work->is_scan) {
        double each = work->total / (double)work->seekers.n;
        double wanted = MOST_OF_TASK / fmax(each, 1e-9);
        int64_t n = wanted < MOST_SCANNED ? (int64_t)wanted : MOST_SCANNED;
        int64_t left = work->seekers.n - work->next_target;
        n = n < 1 ? 1 : n;
        n = n < left ? n : left;
        task->first = work->next_target;
        task->last = work->next_target += n;
        task->seconds = (double)n * each;
        return n > 0;
    }
    double most = work->total / (double)(TASKS_PER_THREAD * work->n_threads);
    most = fmin(MOST_OF_TASK, fmax(work->seconds.task, most));
    while (work->n_tasks && !work->is_stopped) {
        Task taken = work->tasks[--work->n_tasks];
        int is_one = taken.group + 1 == taken.group_stop, is_cut = 0;
        if (taken.seconds > 1.5 * most)
            is_cut = is_one ? cut_group(work, &taken, most) : cut_runs(work, &taken, most);
        if (!is_cut) {
            *task = taken;
            return 1;
        }
        task_free(&taken);
        if (is_cut < 0)
            return -1;
    }
    return 0;
}

/* All rows as one group. */
static int push_root(Work *work, int64_t first, int64_t last) {
    Task root = {.group_stop = 1, .first = first, .last = last};
    root.groups = groups_make(1);
    root.dropped = calloc((size_t)work->layout.n_words, sizeof *root.dropped);
    int is_done = root.groups && root.dropped;
    if (is_done) {
        root.groups->seekers = &work->seekers;
        root.groups->partners = &work->cases->rows;
        root.groups->seeker_starts[0] = first;
        root.groups->seeker_starts[1] = last;
        root.groups->partner_starts[0] = 0;
        root.groups->partner_starts[1] = work->cases->rows.n;
        is_done = push_weighed(work, &root);
    }
    if (is_done)
        work->total = work->tasks[work->n_tasks - 1].seconds;
    task_free(&root);
    return is_done;
}

/* What it takes to compare the targets that are open with all cases of other labels. */
static double scan_seconds(const Work *work) {
    double n_pairs = 0, pair = work->seconds.scanned * (double)work->layout.n_words;
    for (int64_t i = 0; i < work->seekers.n; i++)
        n_pairs += (double)(work->cases->rows.n - work->like_last[i] + work->like_first[i]);
    return (double)work->seekers.n * work->seconds.seeker + n_pairs * pair;
}

/* Keep the targets that want more. */
static void keep_open(Work *work) {
    Rows *rows = &work->seekers;
    int64_t kept = 0;
    for (int64_t i = 0; i < rows->n; i++) {
        work->n_wanted[i] -= work->is_answered[i];
        work->is_answered[i] = 0;
        if (work->n_wanted[i] <= 0)
            continue;
        work->ids[kept] = work->ids[i];
        work->n_wanted[kept] = work->n_wanted[i];
        work->like_first[kept] = work->like_first[i];
        work->like_last[kept] = work->like_last[i];
        for (int64_t word = 0; word < rows->n_words; word++)
            rows->words[word * rows->room + kept] = rows->words[word * rows->room + i];
        kept++;
    }
    rows->n = kept;
}

/* The last level that is walked; what is open then is compared with all cases. Some
 * targets are scanned for, which tells how many will be open at each level. */
static int choose_last_walked(Work *work) {
    int64_t closed[N_SAMPLED] = {work->furthest}, n_closed = 1;
    int64_t n_targets = work->seekers.n, furthest = 0;
    double least = scan_seconds(work), scanned = least, walked = 0;
    if (n_targets >= N_SAMPLED * WORTH_A_SAMPLE) {
        Pairs pairs = {0};
        n_closed = N_SAMPLED;
        int is_done = scan(work, 0, n_closed, n_targets / n_closed, work->distances[0],
                           &pairs, closed);
        free(pairs.all);
        if (!is_done)
            return 0;
    }
    for (int64_t i = 0; i < n_closed; i++)
        furthest = closed[i] > furthest ? closed[i] : furthest;
    work->last_walked = -1;
    for (int64_t level = 0; level < work->n_distances && walked < least; level++) {
        int64_t distance = work->distances[level], n_from = 0, n_after = 0;
        if (distance > furthest || work->is_stopped)
            break;
        for (int64_t i = 0; i < n_closed; i++) {
            n_from += closed[i] >= distance;
            n_after += closed[i] > distance;
        }
        double n_open = fmax(1, (double)(n_targets * n_from) / (double)n_closed);
        Costs costs;
        if (!costs_make(&costs, work, n_open, distance, distance))
            return 0;
        walked += costs_of_all(&costs, distance, work->cases->rows.n);
        costs_free(&costs);
        double rest = walked + scanned * (double)n_after / (double)n_closed;
        if (rest < least) {
            work->last_walked = level;
            least = rest;
        }
    }
    return 1;
}

static int is_worth_measuring(const Work *work) {
    return (double)work->seekers.n * (double)work->cases->rows.n >= WORTH_MEASURING;
}

/* Open the next level of a search, or the scan of all that are left. */
int open_level(Work *work) {
    tasks_clear(work);
    if (work->is_scan || work->cases->rows.n == 0)
        return 0;
    keep_open(work);
    if (!work->seekers.n || work->level == work->n_distances)
        return 0;
    if (work->level == 0) {
        if (is_worth_measuring(work) && !measure_agreement(work))
            return -1;
        if (!choose_last_walked(work))
            return -1;
    }
    work->reach = work->distances[work->level];
    work->first = 0;
    work->last = work->seekers.n;
    if (work->level > work->last_walked) {
        work->is_scan = 1;
        work->next_target = 0;
        work->total = scan_seconds(work);
        return 1;
    }
    work->level++;
    costs_free(&work->costs);
    if (!costs_make(&work->costs, work, (double)work->seekers.n, work->reach, work->reach))
        return -1;
    return push_root(work, 0, work->seekers.n) ? 1 : -1;
}

/* Open the next part of the centres: as many as there is room for their counts. */
int open_part(Work *work) {
    tasks_clear(work);
    if (work->last == work->seekers.n || work->cases->rows.n == 0)
        return 0;
    if (work->last == 0 && is_worth_measuring(work) && !measure_agreement(work))
        return -1;
    work->first = work->last;
    work->reach = work->radii[work->first];
    int64_t n_kinds = (work->reach + 1) * work->cases->n_labels;
    int64_t n = (int64_t)(OF_COUNTS * (double)work->n_bytes) / (8 * n_kinds);
    int64_t n_left = work->seekers.n - work->first;
    n = n < 1 ? 1 : n < n_left ? n : n_left;
    work->last = work->first + n;
    free(work->counts);
    work->counts = calloc((size_t)(n * n_kinds), sizeof *work->counts);
    if (!work->counts)
        return -1;
    double radii = 0;
    for (int64_t i = work->first; i < work->last; i++)
        radii += (double)work->radii[i];
    costs_free(&work->costs);
    if (!costs_make(&work->costs, work, (double)n, work->reach, llround(radii / (double)n)))
        return -1;
    return push_root(work, work->first, work->last) ? 1 : -1;
}
