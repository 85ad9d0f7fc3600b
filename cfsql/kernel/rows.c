/* Packed rows and pairs, and the room that they take. */
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

void rows_free(Rows *rows) {
    free(rows->words);
    free(rows->ids);
    memset(rows, 0, sizeof *rows);
}

/* Room for n rows, none of which is there yet. 0 if memory is missing. */
int rows_make(Rows *rows, int64_t n_words, int64_t n) {
    int64_t room = n > 0 ? n : 1;
    rows->n = 0;
    rows->room = room;
    rows->n_words = n_words;
    rows->words = malloc((size_t)(room * n_words) * sizeof *rows->words);
    rows->ids = malloc((size_t)room * sizeof *rows->ids);
    if (rows->words && rows->ids)
        return 1;
    rows_free(rows);
    return 0;
}

/* Room for more rows after those that are used. 0 if that were more than `most`. */
int rows_reserve(Rows *rows, int64_t n_used, int64_t n_more, int64_t most) {
    int64_t n = n_used + n_more;
    if (n <= rows->room)
        return 1;
    if (n > most)
        return 0;
    Rows larger;
    if (!rows_make(&larger, rows->n_words, n > most / 2 ? most : 2 * n))
        return 0;
    for (int64_t word = 0; n_used && word < rows->n_words; word++)
        memcpy(larger.words + word * larger.room, rows->words + word * rows->room,
               (size_t)n_used * sizeof *rows->words);
    if (n_used)
        memcpy(larger.ids, rows->ids, (size_t)n_used * sizeof *rows->ids);
    rows_free(rows);
    *rows = larger;
    return 1;
}

int pairs_reserve(Pairs *pairs, int64_t n_more) {
    if (pairs->n + n_more <= pairs->room)
        return 1;
    int64_t room = 2 * pairs->n + n_more;
    Pair *larger = realloc(pairs->all, (size_t)room * sizeof *larger);
    if (!larger)
        return 0;
    pairs->all = larger;
    pairs->room = room;
    return 1;
}
