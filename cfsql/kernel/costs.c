/* What groups cost, and so which of their seekers are compared and which are split.
 *
 * Any two rows agree on a feature now and then; rows that have agreed on ten others
 * mostly do. What a walk costs depends on it, so it is measured on pairs of a sample:
 * by feature, and by the number of features dropped before it.
 */
#include "kernel.h"

#include <math.h>
#include <stdlib.h>

/* Of all pairs one in so many is looked at, within these bounds; of so many seekers. */
#define ONE_IN 20000
#define LEAST_PAIRS (1 << 18)
#define MOST_PAIRS (1 << 23)
#define N_SEEKERS 256
/* Pairs that say something. */
#define ENOUGH 32

typedef struct {
    int64_t alike[MOST_SPLITS][N_DROPS], unlike[MOST_SPLITS][N_DROPS];
} Agreeing;

/* Count the pairs of one seeker that agree on a feature, and those that do not, by what
 * differed before: those that agree on what is frozen. A row and its like are in every
 * group together, and are left out. */
static void compare_one(const Layout *layout, const Rows *seekers, int64_t seeker,
                        const Rows *partners, int64_t first, int64_t step,
                        Agreeing *found, uint64_t *differs) {
    for (int64_t row = first; row < partners->n; row += step) {
        uint64_t any = 0;
        for (int64_t word = 0; word < layout->n_words; word++) {
            uint64_t a = seekers->words[word * seekers->room + seeker];
            uint64_t b = partners->words[word * partners->room + row];
            differs[word] = ((a ^ b) + layout->low[word]) & layout->flags[word];
            any |= differs[word];
        }
        int64_t n_before = 0;
        for (int64_t place = 0; any && place < layout->n_splits; place++) {
            const Feature *feature = layout->features + place;
            if (!(differs[feature->word] & feature->flag)) {
                found->alike[place][n_before]++;
                continue;
            }
            found->unlike[place][n_before]++;
            if (place < layout->n_frozen || ++n_before > MOST_DROPS)
                break;
        }
    }
}

static double choose(int64_t n, int64_t k) {
    double ways = 1;
    for (int64_t i = 1; i <= k; i++)
        ways *= (double)(n - k + i) / (double)i;
    return ways;
}

/* A group of a walk has the pairs that agree on all that was kept: a pair that differs
 * in h of the f free features so far is in the groups of C(f - h, r - h) of the choices
 * of r features to drop. Where too few pairs are left, those say it that have dropped
 * more; and what was stated of the feature, where there are none. */
int measure_agreement(Work *work) {
    Layout *layout = &work->layout;
    const Rows *seekers = &work->seekers, *partners = &work->cases->rows;
    double n_pairs = (double)seekers->n * (double)partners->n / ONE_IN;
    n_pairs = fmin(MOST_PAIRS, fmax(LEAST_PAIRS, n_pairs));
    int64_t n_some = seekers->n < N_SEEKERS ? seekers->n : N_SEEKERS;
    int64_t n_others = (int64_t)n_pairs / n_some;
    int64_t step = partners->n > n_others ? partners->n / n_others : 1;
    Agreeing *found = calloc(1, sizeof *found);
    uint64_t *differs = malloc((size_t)layout->n_words * sizeof *differs);
    if (!found || !differs) {
        free(found);
        free(differs);
        return 0;
    }
    for (int64_t i = 0; i < n_some && !work->is_stopped; i++)
        compare_one(layout, seekers, i * seekers->n / n_some, partners, i % step, step,
                    found, differs);
    for (int64_t place = 0; place < layout->n_splits; place++) {
        int64_t n_free = place > layout->n_frozen ? place - layout->n_frozen : 0;
        double *agreement = layout->agreement + place * N_DROPS, before = agreement[0];
        for (int64_t drops = MOST_DROPS; drops >= 0; drops--) {
            double alike = 0, unlike = 0;
            int64_t n = 0;
            for (int64_t h = 0; h <= drops && drops <= n_free; h++) {
                double ways = choose(n_free - h, drops - h);
                alike += ways * (double)found->alike[place][h];
                unlike += ways * (double)found->unlike[place][h];
                n += found->alike[place][h] + found->unlike[place][h];
            }
            if (n >= ENOUGH)
                before = alike / (alike + unlike);
            agreement[drops] = before;
        }
    }
    free(found);
    free(differs);
    return 1;
}

/* What a group costs for each of its partners, by its size in doublings. */
static double per_partner(const double *costs, double size) {
    if (size <= 0) /* Of groups this small, most seekers are alone, and done. */
        return costs[0] * exp2(size);
    int below = (int)size;
    double part = size - below;
    double found = (1 - part) * costs[below] / exp2(below);
    if (part > 0)
        found += part * costs[below + 1] / exp2(below + 1);
    return found;
}

static double *costs_at(const Costs *costs, double *table, int64_t feature,
                        int64_t left) {
    return table + (feature * costs->n_lefts + left) * costs->n_sizes;
}

/* The costs of groups with as many seekers to a partner as there are in all. A search
 * drops features that weigh `reach`; a count at most so many, most centres `usual` ones.
 * The last of features, and the last of more drops than are counted, are compared. */
int costs_make(Costs *costs, const Work *work, double n_seekers, int64_t reach,
               int64_t usual) {
    const Layout *layout = &work->layout;
    const Seconds *s = &work->seconds;
    double n_partners = (double)work->cases->rows.n;
    double pair = s->pair * (double)layout->n_words;
    int64_t n_drops = reach < MOST_DROPS ? reach : MOST_DROPS;
    costs->n_features = layout->n_splits;
    costs->n_lefts = (reach < N_DROPS ? reach : N_DROPS) + 1;
    costs->n_sizes = 2 + (int64_t)ceil(log2(n_partners + 1));
    costs->ratio = n_seekers / n_partners;
    int64_t n = (costs->n_features + 1) * costs->n_lefts * costs->n_sizes;
    costs->splits = malloc((size_t)n * sizeof(double));
    costs->best = malloc((size_t)n * sizeof(double));
    if (!costs->splits || !costs->best) {
        costs_free(costs);
        return 0;
    }
    for (int64_t i = 0; i < n; i++) {
        double size = exp2((double)(i % costs->n_sizes));
        costs->splits[i] = INFINITY;
        costs->best[i] = costs->ratio * size * (s->seeker + pair * size);
    }
    for (int64_t place = costs->n_features - 1; place >= 0; place--) {
        const double *agreement = layout->agreement + place * N_DROPS;
        int64_t weight = layout->features[place].weight;
        int is_free = place >= layout->n_frozen;
        for (int64_t left = 0; left <= n_drops; left++) {
            if (work->is_search && is_free && left >= layout->features[place].weight_from)
                continue;
            int64_t n_dropped = usual > left ? usual - left : 0;
            n_dropped = n_dropped * layout->n_features / layout->features[0].weight_from;
            double agreed = agreement[n_dropped < MOST_DROPS ? n_dropped : MOST_DROPS];
            double shift = fmax(log2(fmax(agreed, 1e-9)), -(double)costs->n_sizes);
            const double *below = costs_at(costs, costs->best, place + 1, left);
            double *splits = costs_at(costs, costs->splits, place, left);
            double *best = costs_at(costs, costs->best, place, left);
            for (int64_t i = 0; i < costs->n_sizes; i++) {
                double size = exp2((double)i), kept;
                kept = s->split + s->row * (1 + costs->ratio) * size;
                splits[i] = kept + size * per_partner(below, (double)i + shift);
                if (left >= weight && is_free)
                    splits[i] += costs_at(costs, costs->best, place + 1, left - weight)[i];
                best[i] = fmin(best[i], splits[i]);
            }
        }
    }
    return 1;
}

void costs_free(Costs *costs) {
    free(costs->splits);
    free(costs->best);
    costs->splits = costs->best = NULL;
}

/* The cost of a group; those with many drops left have the last. */
static double cost_of(const Costs *costs, const double *table, int64_t feature,
                      int64_t left, int64_t n_partners) {
    if (left >= costs->n_lefts)
        left = costs->n_lefts - 1;
    int64_t size = 0;
    for (int64_t n = n_partners; n > 1; n >>= 1)
        size++;
    const double *at = table + (feature * costs->n_lefts + left) * costs->n_sizes;
    double cost = at[size], times = (double)n_partners / (double)((int64_t)1 << size);
    if (times <= 1 || isinf(cost))
        return cost;
    /* What it costs for each partner grows from one size to the next. */
    return times * ((2 - times) * cost + (times - 1) * at[size + 1] / 2);
}

double costs_of_all(const Costs *costs, int64_t reach, int64_t n_partners) {
    return cost_of(costs, costs->best, 0, reach, n_partners);
}

/* What it takes to compare the seekers of a group up to some one with all partners. */
double cost_to_compare(const Work *work, const Group *group, int64_t last) {
    double pair = work->seconds.pair * (double)work->layout.n_words;
    double each = work->seconds.seeker + pair * (double)(group->stop - group->start);
    return (double)(last - group->first) * each;
}

/* The first seeker of a group that it pays to split the group for; all before are
 * compared. The last, if the group is not to be split. */
int64_t split_from(const Work *work, const Group *group) {
    const Layout *layout = &work->layout;
    const Costs *costs = &work->costs;
    int64_t feature = group->feature, n_partners = group->stop - group->start;
    int64_t left = work->reach - group->n_dropped, best = group->last;
    double least = cost_to_compare(work, group, group->last);
    if (feature >= costs->n_features)
        return best;
    if (work->is_search) {
        /* Nothing is to be split where all that is left must be dropped. */
        if (feature >= layout->n_frozen && left >= layout->features[feature].weight_from)
            return best;
        double split = cost_of(costs, costs->splits, feature, left, n_partners);
        return least > split ? group->first : best;
    }
    /* The first centres are few, and of large radius. */
    for (int64_t begin = group->first; begin < group->last;) {
        int64_t radius = work->radii[group->seekers->ids[begin]];
        double cost = cost_to_compare(work, group, begin) +
                      cost_of(costs, costs->splits, feature, radius - group->n_dropped,
                              n_partners);
        if (cost < least) {
            best = begin;
            least = cost;
        }
        begin = first_from(group->seekers->ids, begin, group->last,
                           work->n_at_least[radius]);
    }
    return best;
}

/* What a group costs, by the sizes that costs are known for. */
double group_cost(const Work *work, const Group *group) {
    int64_t n_partners = group->stop - group->start, begin = group->first;
    if (group->first == group->last || n_partners == 0)
        return 0;
    const Costs *costs = &work->costs;
    int64_t left = work->reach - group->n_dropped;
    if (!work->is_search) {
        begin = split_from(work, group);
        if (begin < group->last)
            left = work->radii[group->seekers->ids[begin]] - group->n_dropped;
    }
    double before = cost_to_compare(work, group, begin);
    double compared = cost_to_compare(work, group, group->last);
    if (begin == group->last)
        return compared;
    /* Known for the usual number of seekers. */
    double n_seekers = (double)(group->last - begin);
    double usual = fmax(1, n_seekers / (costs->ratio * (double)n_partners));
    double walked = cost_of(costs, costs->best, group->feature, left, n_partners);
    return fmin(compared, before + usual * walked);
}
