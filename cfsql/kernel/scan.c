/* The scan: some targets are compared with all cases, for their nearest distances.
 *
 * It costs a pair and word each, 0.15 ns, however far the nearest are, and nothing
 * besides; so it is for one case, and for the last targets of a search.
 */
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

/* Leave out the pairs that nearer ones have replaced. */
static void keep_nearest(Pairs *pairs, int64_t first, int64_t step,
                         const int64_t *bound) {
    int64_t n = pairs->n;
    pairs->n = 0;
    for (const Pair *pair = pairs->all; n > 0; pair++, n--)
        if (pair->distance <= bound[(pair->seeker - first) / step])
            pairs->all[pairs->n++] = *pair;
}

/* Take note of the distances in a block, and of what is not wanted any more: so many
 * there are up to the bound. */
static int64_t note_distances(const uint16_t *block, int64_t n, int64_t nearest,
                              int64_t wanted, uint8_t *is_there, int64_t *bound) {
    int64_t n_there = 0;
    for (int64_t far = nearest; far <= *bound; far++) {
        if (!is_there[far])
            is_there[far] = comparing.at(block, n, (uint16_t)far) > 0;
        n_there += is_there[far];
        if (n_there == wanted)
            *bound = far;
    }
    return n_there;
}

/* Find the cases at the nearest distances, from `nearest` on, of n targets from the
 * first on, some steps apart. `closed`, if it is given, gets the distance at which each
 * has all that it wants, or one that is further than any. 0 if memory is missing. */
int scan(Work *work, int64_t first_target, int64_t n, int64_t step, int64_t nearest,
         Pairs *pairs, int64_t *closed) {
    const Layout *layout = &work->layout;
    const Rows *cases = &work->cases->rows;
    int64_t n_words = layout->n_words, n_far = work->furthest + 1;
    int64_t *bound = malloc((size_t)n * sizeof *bound);
    int64_t *n_there = calloc((size_t)n, sizeof *n_there);
    uint8_t *is_there = calloc((size_t)(n * n_far), 1);
    uint16_t *block = malloc(BLOCK * sizeof *block);
    uint64_t *codes = calloc((size_t)((n + 1) * n_words), sizeof *codes);
    int is_done = bound && is_there && n_there && block && codes;
    for (int64_t i = 0; is_done && i < n; i++) {
        bound[i] = work->furthest;
        code_of(&work->seekers, first_target + i * step, codes + i * n_words);
    }
    Masks masks = masks_of(layout, 0, codes + n * n_words);
    for (int64_t start = 0; is_done && start < cases->n; start += BLOCK) {
        int64_t end = start + BLOCK < cases->n ? start + BLOCK : cases->n;
        for (int64_t i = 0; i < n && is_done && !work->is_stopped; i++) {
            int64_t target = first_target + i * step;
            /* Cases of no other outcome are beside each other, and left out. */
            int64_t like = work->like_first[target], unlike = work->like_last[target];
            if (like == unlike)
                like = unlike = end;
            for (int side = 0; side < 2 && is_done; side++) {
                int64_t first = side && unlike > start ? unlike : start;
                int64_t last = !side && like < end ? like : end;
                int64_t n_rows = last - first;
                if (n_rows <= 0)
                    continue;
                const uint64_t *code = codes + i * n_words;
                comparing.distances(cases->words + first, cases->room, n_rows, code,
                                    &masks, block);
                int64_t least = comparing.least(block, n_rows, (uint16_t)nearest);
                if (least + nearest > bound[i])
                    continue;
                for (int64_t row = 0; layout->is_directed && row < n_rows; row++)
                    if (block[row] >= nearest && block[row] <= bound[i] &&
                        !is_directed(layout, cases, first + row, code))
                        block[row] = NOT_OURS;
                n_there[i] = note_distances(block, n_rows, nearest, work->n_wanted[target],
                                            is_there + i * n_far, bound + i);
                if (pairs->n + n_rows > pairs->room)
                    keep_nearest(pairs, first_target, step, bound);
                is_done = pairs_reserve(pairs, n_rows);
                for (int64_t row = 0; is_done && row < n_rows; row++) {
                    if (block[row] < nearest || block[row] > bound[i])
                        continue;
                    pairs->all[pairs->n++] =
                        (Pair){(int32_t)target, (int32_t)(first + row), block[row]};
                }
            }
        }
    }
    if (is_done)
        keep_nearest(pairs, first_target, step, bound);
    for (int64_t i = 0; is_done && closed && i < n; i++)
        closed[i] = n_there[i] < work->n_wanted[first_target + i * step] ? n_far : bound[i];
    free(bound);
    free(is_there);
    free(n_there);
    free(block);
    free(codes);
    return is_done;
}
