/* The border with Python: what comes in is checked here, and nothing behind it is.
 *
 * Numbers come as buffers of whole numbers of 64 bits, such as Arrow's, in batches: a
 * sequence of buffers of one length, one for each column. They go out as bytes. The
 * global lock is released while anything is computed. Any thread may run tasks of a piece
 * of work; a level is opened, and what was counted is given, when none runs.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "kernel.h"

#include <stdlib.h>
#include <string.h>

#ifndef SOURCES
#define SOURCES ""
#endif

/* Rows are numbered by 31 bits; and what is more than any table has. */
#define MOST_ROWS 0x7FFFFFFE
#define MOST_WORDS 65536
/* Columns before the words. */
#define MOST_COLUMNS 3

/* Python holds cases and work as capsules of these names. */
#define CASES "cfsql.kernel.cases"
#define WORK "cfsql.kernel.work"

typedef struct {
    Work work;
    PyObject *cases; /* which the work keeps */
    PyThread_type_lock lock; /* held by who takes a task or opens a level */
    int64_t n_running;
} Held;

static void *numbers(int64_t n) { return calloc((size_t)n + 2, sizeof(int64_t)); }

/* Set an error, unless something is so. */
static int must(int is_so, const char *said) {
    if (!is_so && !PyErr_Occurred())
        PyErr_SetString(PyExc_ValueError, said);
    return is_so;
}

static int must_have(const void *memory) {
    if (!memory && !PyErr_Occurred())
        PyErr_NoMemory();
    return memory != NULL;
}

/* Whether a buffer has so many numbers of 64 bits. */
static int has_numbers(const Py_buffer *view, int64_t n) {
    return must(view->len == 8 * n && !(view->len && (uintptr_t)view->buf % 8),
                "a buffer has another length, or begins at no multiple of 8");
}

/* Rows. */

/* Add the rows of one batch: columns, then words. */
static int read_batch(PyObject *batch, int64_t n_columns, int64_t *const *columns,
                      Rows *rows) {
    if (!must(PySequence_Size(batch) == n_columns + rows->n_words, "a batch has columns"))
        return 0;
    int64_t n = 0, is_read = 1;
    for (int64_t i = 0; is_read && i < n_columns + rows->n_words; i++) {
        Py_buffer view;
        PyObject *column = PySequence_GetItem(batch, (Py_ssize_t)i);
        is_read = column && !PyObject_GetBuffer(column, &view, PyBUF_SIMPLE);
        Py_XDECREF(column);
        if (!is_read)
            return 0;
        n = i ? n : view.len / 8;
        is_read = has_numbers(&view, n) &&
                  must(n <= rows->room - rows->n, "there are more rows than was said");
        if (is_read && n) {
            int64_t *into = i < n_columns
                                ? columns[i]
                                : (int64_t *)rows->words + (i - n_columns) * rows->room;
            memcpy(into + rows->n, view.buf, (size_t)view.len);
        }
        PyBuffer_Release(&view);
    }
    for (int64_t i = 0; is_read && i < n; i++, rows->n++)
        rows->ids[rows->n] = (int32_t)rows->n;
    return (int)is_read;
}

/* So many rows, in batches: columns of numbers, which are made, and the words. */
static int read_rows(PyObject *batches, int64_t n_rows, int64_t n_columns,
                     int64_t **const *columns, int64_t n_words, Rows *rows) {
    int64_t *made[MOST_COLUMNS];
    if (!must(n_rows >= 0 && n_rows <= MOST_ROWS, "there are too many rows"))
        return 0;
    for (int64_t i = 0; i < n_columns; i++)
        if (!must_have(made[i] = *columns[i] = numbers(n_rows)))
            return 0;
    if (!rows_make(rows, n_words, n_rows))
        return must_have(NULL);
    Py_ssize_t n = PySequence_Size(batches);
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *batch = PySequence_GetItem(batches, i);
        int is_read = batch && read_batch(batch, n_columns, made, rows);
        Py_XDECREF(batch);
        if (!is_read)
            return 0;
    }
    return n >= 0 && must(rows->n == n_rows, "there are fewer rows than was said");
}

/* Where each label begins, and where the cases of it that weigh one end. */
static int read_labels(Cases *cases, const int64_t *of) {
    int64_t n = cases->rows.n, label = -1, total = 0;
    for (int64_t i = 0; i < n; i++)
        cases->n_labels += !i || of[i] != of[i - 1];
    if (!must_have(cases->labels = numbers(cases->n_labels)) ||
        !must_have(cases->label_starts = numbers(cases->n_labels)) ||
        !must_have(cases->one_stops = numbers(cases->n_labels)))
        return 0;
    for (int64_t i = 0; i < n; i++) {
        int64_t weight = cases->weights[i];
        if (!i || of[i] != of[i - 1]) {
            cases->labels[++label] = of[i];
            cases->label_starts[label] = cases->one_stops[label] = i;
        }
        if (!must(!i || of[i] >= of[i - 1], "labels ascend") ||
            !must(weight >= 0 && weight <= INT64_MAX - total, "weights are 63 bits"))
            return 0;
        total += weight;
        if (weight != 1)
            continue;
        if (!must(cases->one_stops[label] == i, "those that weigh one come first"))
            return 0;
        cases->one_stops[label] = i + 1;
    }
    cases->label_starts[cases->n_labels] = n;
    return 1;
}

static void free_cases(PyObject *self) {
    Cases *cases = PyCapsule_GetPointer(self, CASES);
    void *all[] = {cases->ids, cases->weights, cases->labels, cases->label_starts,
                   cases->one_stops, cases};
    rows_free(&cases->rows);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

/* A capsule of so many bytes of zeros. */
static PyObject *capsule(size_t size, const char *name, PyCapsule_Destructor destructor) {
    void *memory = calloc(1, size);
    PyObject *self = must_have(memory) ? PyCapsule_New(memory, name, destructor) : NULL;
    if (!self)
        free(memory);
    return self;
}

static PyObject *new_cases(PyObject *Py_UNUSED(module), PyObject *args) {
    Py_ssize_t n_words, n_rows;
    PyObject *batches, *self;
    if (!PyArg_ParseTuple(args, "nnO:cases", &n_words, &n_rows, &batches) ||
        !must(n_words >= 1 && n_words <= MOST_WORDS, "there is no such number of words") ||
        !(self = capsule(sizeof(Cases), CASES, free_cases)))
        return NULL;
    Cases *cases = PyCapsule_GetPointer(self, CASES);
    int64_t *labels = NULL, **const columns[] = {&cases->ids, &labels, &cases->weights};
    if (!read_rows(batches, n_rows, 3, columns, n_words, &cases->rows) ||
        !read_labels(cases, labels))
        Py_CLEAR(self);
    free(labels);
    return self;
}

/* Layouts. */

/* The next n numbers of a piece of memory. */
static void *next_of(uint64_t **at, int64_t n) {
    *at += n;
    return *at - n;
}

/* A layout is one buffer: how many features and frozen ones there are, kinds of weights,
 * and whether anything is directed; then what Layout lists, in its order. */
static int read_layout(Layout *layout, const Py_buffer *given, const Py_buffer *shares) {
    int64_t n_words = layout->n_words, total = 0;
    if (!must(given->len >= 32, "a layout has a head") ||
        !has_numbers(given, given->len / 8))
        return 0;
    memcpy(&layout->n_features, given->buf, 32);
    int64_t n = layout->n_features, n_kinds = layout->n_kinds;
    if (!must(n >= 1 && n <= FURTHEST && layout->n_frozen >= 0 && layout->n_frozen <= n &&
                  n_kinds >= 0 && n_kinds <= n && (layout->is_directed & ~1) == 0,
              "there is no such number of features") ||
        !has_numbers(shares, n))
        return 0;
    int64_t n_splits = layout->n_splits = n < MOST_SPLITS ? n : MOST_SPLITS;
    int64_t n_decided = (n_splits + 1) * n_words, n_heavy = n_kinds * n_words;
    int64_t n_directions = layout->is_directed * 4 * n_words;
    uint64_t *at = numbers(given->len / 8);
    if (!must_have(layout->memory = at) ||
        !must_have(layout->agreement = numbers(n_splits * N_DROPS)) ||
        !has_numbers(given, 4 + 6 * n + 2 * n_words + n_decided + n_kinds + n_heavy +
                                n_directions))
        return 0;
    memcpy(at, given->buf, (size_t)given->len);
    at += 4;
    layout->features = next_of(&at, 6 * n);
    layout->low = next_of(&at, n_words);
    layout->flags = next_of(&at, n_words);
    layout->decided = next_of(&at, n_decided);
    layout->more = next_of(&at, n_kinds);
    layout->heavy = next_of(&at, n_heavy);
    layout->directions = at;
    for (int64_t i = n - 1; i >= 0; i--) {
        Feature *feature = layout->features + i;
        if (!must(feature->word >= 0 && feature->word < n_words && feature->shift >= 0 &&
                      feature->shift <= 62,
                  "a feature is outside of the words") ||
            !must(feature->weight >= 1 && feature->weight <= FURTHEST - total,
                  "weights are from 1 on, and 32,767 in all"))
            return 0;
        feature->weight_from = total += feature->weight;
    }
    for (int64_t i = 0; i < n_kinds; i++)
        if (!must(layout->more[i] <= FURTHEST, "weights are 32,767 at most"))
            return 0;
    for (int64_t i = 0; i < n_splits * N_DROPS; i++) {
        double share = ((const double *)shares->buf)[i / N_DROPS];
        if (!must(share >= 0 && share <= 1, "agreement is a share"))
            return 0;
        layout->agreement[i] = share;
    }
    return 1;
}

/* Searches and counts. */

/* The cases of no other outcome than a target's are those of the same label; or ids have
 * three parts of some bits: the first place that is too near, the place after the last
 * one, and its own. */
static int read_targets(Work *work, const int64_t *labels, int bits) {
    const Cases *cases = work->cases;
    int64_t n = work->seekers.n, n_labels = cases->n_labels;
    int64_t mask = ((int64_t)1 << bits) - 1, *known = numbers(n_labels);
    int is_read = must_have(known) && must_have(work->like_first = numbers(n)) &&
                  must_have(work->like_last = numbers(n)) &&
                  must_have(work->is_answered = calloc((size_t)n + 1, 1));
    for (int64_t i = 0; is_read && i < n_labels; i++)
        known[i] = bits ? cases->labels[i] & mask : cases->labels[i];
    for (int64_t i = 0; is_read && i < n; i++) {
        int64_t label = labels[i];
        int64_t first = bits ? (label >> 2 * bits) & mask : label;
        int64_t stop = bits ? (label >> bits) & mask : label;
        first = lower_bound(known, n_labels, first);
        if (bits)
            stop = lower_bound(known, n_labels, stop);
        else
            stop = first + (first < n_labels && known[first] == label);
        work->like_first[i] = cases->label_starts[first];
        work->like_last[i] = cases->label_starts[stop > first ? stop : first];
        is_read = must(!i || (work->like_first[i] >= work->like_first[i - 1] &&
                              work->like_last[i] >= work->like_last[i - 1]),
                       "targets ascend by label");
    }
    free(known);
    return is_read;
}

/* Numbers that ascend, from 1 to what all features weigh. */
static int read_distances(Work *work, const Py_buffer *given) {
    int64_t n = given->len / 8;
    if (!has_numbers(given, n) || !must_have(work->distances = numbers(n)))
        return 0;
    work->n_distances = n;
    for (int64_t i = 0; i < n; i++) {
        int64_t distance = ((const int64_t *)given->buf)[i];
        if (!must(distance > work->furthest && distance <= work->layout.features[0].weight_from,
                  "distances ascend, up to what all features weigh"))
            return 0;
        work->distances[i] = work->furthest = distance;
    }
    return 1;
}

static int read_centres(Work *work) {
    const int64_t *radii = work->radii;
    int64_t n = work->seekers.n;
    for (int64_t i = 0; i < n; i++)
        if (!must(radii[i] >= 0 && radii[i] <= radii[0] && radii[i] <= FURTHEST &&
                      (!i || radii[i] <= radii[i - 1]),
                  "radii descend, from 32,767 at most"))
            return 0;
    if (!must_have(work->n_at_least = numbers(n ? radii[0] : 0)))
        return 0;
    for (int64_t i = 0; i < n; i++)
        work->n_at_least[radii[i]] = i + 1;
    for (int64_t radius = n ? radii[0] : 0; radius > 0; radius--)
        if (work->n_at_least[radius - 1] < work->n_at_least[radius])
            work->n_at_least[radius - 1] = work->n_at_least[radius];
    return 1;
}

typedef struct {
    PyObject *cases, *batches;
    Py_buffer layout, agreement, seconds, distances;
    Py_ssize_t n_threads, n_bytes, n_rows;
    int apart_bits;
} Asked;

static int read_work(Work *work, const Asked *asked) {
    const double *seconds = asked->seconds.buf;
    int64_t n_words = work->cases->rows.n_words, *labels = NULL;
    work->layout.n_words = n_words;
    work->n_threads = asked->n_threads;
    work->n_bytes = asked->n_bytes;
    if (!has_numbers(&asked->seconds, 6) ||
        !must(asked->n_threads >= 1 && asked->n_threads <= 4096, "threads") ||
        !must(asked->n_bytes >= 1 && asked->n_bytes <= INT64_MAX / 16, "bytes") ||
        !must(asked->apart_bits >= 0 && asked->apart_bits <= 21, "bits of an outcome"))
        return 0;
    for (int i = 0; i < 6; i++)
        if (!must(seconds[i] >= 0 && seconds[i] <= 1e9, "seconds are from 0 on"))
            return 0;
    memcpy(&work->seconds, seconds, sizeof work->seconds);
    if (!read_layout(&work->layout, &asked->layout, &asked->agreement) ||
        !must(work->is_search || !work->layout.n_frozen, "a count has nothing frozen"))
        return 0;
    if (!work->is_search) {
        int64_t **const columns[] = {&work->ids, &work->radii};
        return read_rows(asked->batches, asked->n_rows, 2, columns, n_words,
                         &work->seekers) &&
               read_centres(work);
    }
    int64_t **const columns[] = {&work->ids, &labels, &work->n_wanted};
    int is_read = read_distances(work, &asked->distances) &&
                  read_rows(asked->batches, asked->n_rows, 3, columns, n_words,
                            &work->seekers) &&
                  read_targets(work, labels, asked->apart_bits);
    free(labels);
    return is_read;
}

static void free_work(PyObject *self) {
    Held *held = PyCapsule_GetPointer(self, WORK);
    Work *work = &held->work;
    void *all[] = {work->tasks,       work->layout.memory, work->layout.agreement,
                   work->ids,         work->n_wanted,      work->like_first,
                   work->like_last,   work->is_answered,   work->radii,
                   work->n_at_least,  work->distances,     work->counts,
                   held};
    tasks_clear(work);
    costs_free(&work->costs);
    rows_free(&work->seekers);
    if (held->lock)
        PyThread_free_lock(held->lock);
    Py_XDECREF(held->cases);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

/* A search, if there are distances; else a count. */
static PyObject *new_work(PyObject *Py_UNUSED(module), PyObject *args) {
    PyObject *self = NULL;
    Cases *cases;
    Asked asked;
    memset(&asked, 0, sizeof asked);
    if (PyArg_ParseTuple(args, "Oy*y*y*nnnO|y*i:work", &asked.cases, &asked.layout,
                         &asked.agreement, &asked.seconds, &asked.n_threads,
                         &asked.n_bytes, &asked.n_rows, &asked.batches, &asked.distances,
                         &asked.apart_bits) &&
        (cases = PyCapsule_GetPointer(asked.cases, CASES)) &&
        (self = capsule(sizeof(Held), WORK, free_work))) {
        Held *held = PyCapsule_GetPointer(self, WORK);
        Py_INCREF(held->cases = asked.cases);
        held->work.cases = cases;
        held->work.is_search = asked.distances.obj != NULL;
        if (!must_have(held->lock = PyThread_allocate_lock()) ||
            !read_work(&held->work, &asked))
            Py_CLEAR(self);
    }
    Py_buffer *views[] = {&asked.layout, &asked.agreement, &asked.seconds,
                          &asked.distances};
    for (int i = 0; i < 4; i++)
        if (views[i]->obj)
            PyBuffer_Release(views[i]);
    return self;
}

/* Wait until no other thread opens anything or takes a task: without the global lock. */
static void lock(Held *held) { PyThread_acquire_lock(held->lock, WAIT_LOCK); }

static void unlock(Held *held) { PyThread_release_lock(held->lock); }

/* The distance, the seekers and the seconds of the next level or part; None if there is
 * none. */
static PyObject *work_open(PyObject *Py_UNUSED(module), PyObject *self) {
    Held *held = PyCapsule_GetPointer(self, WORK);
    if (!held)
        return NULL;
    Work *work = &held->work;
    int is_open = 0, is_free;
    Py_BEGIN_ALLOW_THREADS
    lock(held);
    is_free = !ADD(&held->n_running, 0);
    if (is_free)
        is_open = work->is_search ? open_level(work) : open_part(work);
    unlock(held);
    Py_END_ALLOW_THREADS
    if (!must(is_free, "tasks still run"))
        return NULL;
    if (is_open < 0)
        return PyErr_NoMemory();
    if (!is_open)
        Py_RETURN_NONE;
    return Py_BuildValue("LLd", (long long)work->reach,
                         (long long)(work->last - work->first), work->total);
}

static PyObject *work_stop(PyObject *Py_UNUSED(module), PyObject *self) {
    Held *held = PyCapsule_GetPointer(self, WORK);
    if (!held)
        return NULL;
    held->work.is_stopped = 1;
    Py_RETURN_NONE;
}

/* Columns of n numbers as bytes. */
static PyObject *columns_of(int64_t n, Py_ssize_t n_columns, char **into) {
    PyObject *all = PyTuple_New(n_columns);
    for (Py_ssize_t i = 0; all && i < n_columns; i++) {
        PyObject *column = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(8 * n));
        if (!column || PyTuple_SetItem(all, i, column))
            Py_CLEAR(all);
        else
            into[i] = PyBytes_AsString(column);
    }
    return all;
}

static void put(char *column, int64_t place, int64_t number) {
    memcpy(column + 8 * place, &number, 8);
}

/* What was counted for the centres of the part: centre, distance, label and rows. */
static PyObject *work_counted(PyObject *Py_UNUSED(module), PyObject *self) {
    Held *held = PyCapsule_GetPointer(self, WORK);
    if (!held)
        return NULL;
    int64_t n_running;
    Py_BEGIN_ALLOW_THREADS
    lock(held);
    n_running = ADD(&held->n_running, 1);
    unlock(held);
    Py_END_ALLOW_THREADS
    const Work *work = &held->work;
    int64_t n_labels = work->cases->n_labels, n_far = work->reach + 1, n_found = 0;
    int64_t n = work->counts ? (work->last - work->first) * n_far * n_labels : 0;
    for (int64_t i = 0; !n_running && i < n; i++)
        n_found += work->counts[i] != 0;
    char *into[4];
    PyObject *all = must(!n_running, "tasks still run") ? columns_of(n_found, 4, into) : NULL;
    Py_BEGIN_ALLOW_THREADS
    for (int64_t i = 0, place = 0; all && i < n; i++) {
        if (!work->counts[i])
            continue;
        put(into[0], place, work->ids[work->first + i / n_labels / n_far]);
        put(into[1], place, i / n_labels % n_far);
        put(into[2], place, work->cases->labels[i % n_labels]);
        put(into[3], place++, work->counts[i]);
    }
    Py_END_ALLOW_THREADS
    ADD(&held->n_running, -1);
    return all;
}

/* Take the next task and run it without the global lock. The seconds that it was to take,
 * and the pairs that it found, as columns: from, to and distance; None if there are none.
 * None for all if no task is left. */
static PyObject *work_run(PyObject *Py_UNUSED(module), PyObject *self) {
    Held *held = PyCapsule_GetPointer(self, WORK);
    if (!held)
        return NULL;
    Work *work = &held->work;
    Pairs pairs = {0};
    Task task;
    double seconds;
    int is_there, is_done = 1;
    Py_BEGIN_ALLOW_THREADS
    lock(held);
    is_there = next_task(work, &task);
    ADD(&held->n_running, 1);
    unlock(held);
    if (is_there > 0)
        is_done = work->is_scan ? scan(work, task.first, task.last - task.first, 1,
                                       work->reach, &pairs, NULL)
                                : walk_task(work, &task, &pairs);
    for (int64_t i = 0; i < pairs.n; i++)
        STORE(work->is_answered + pairs.all[i].seeker, 1);
    seconds = task.seconds;
    task_free(&task);
    Py_END_ALLOW_THREADS
    char *into[3];
    int is_missing = is_there < 0 || !is_done;
    PyObject *all = is_missing ? PyErr_NoMemory() : columns_of(pairs.n, 3, into);
    for (int64_t i = 0; all && i < pairs.n; i++) {
        put(into[0], i, work->ids[pairs.all[i].seeker]);
        put(into[1], i, work->cases->ids[pairs.all[i].partner]);
        put(into[2], i, pairs.all[i].distance);
    }
    ADD(&held->n_running, -1);
    free(pairs.all);
    if (all && !is_there) {
        Py_DECREF(all);
        Py_RETURN_NONE;
    }
    PyObject *found = all && !pairs.n ? Py_None : all;
    PyObject *result = all ? Py_BuildValue("dO", seconds, found) : NULL;
    Py_XDECREF(all);
    return result;
}

/* The module. */

/* The instruction sets of this machine, the best first. One that is named is used. */
static PyObject *instructions(PyObject *Py_UNUSED(module), PyObject *args) {
    const char *name = NULL;
    int n;
    const Comparing *some = instruction_sets(&n);
    if (!PyArg_ParseTuple(args, "|s:instructions", &name) ||
        !must(!name || choose_instructions(name), "this machine has no such instructions"))
        return NULL;
    PyObject *all = PyTuple_New(n);
    for (int i = 0; all && i < n; i++) {
        PyObject *each = PyUnicode_FromString(some[i].name);
        if (!each || PyTuple_SetItem(all, i, each))
            Py_CLEAR(all);
    }
    return all;
}

static int fill(PyObject *module) {
    if (!comparing.name)
        choose_instructions(NULL);
    return PyModule_AddStringConstant(module, "SOURCES", SOURCES);
}

static PyMethodDef functions[] = {{"cases", new_cases, METH_VARARGS, NULL},
                                  {"work", new_work, METH_VARARGS, NULL},
                                  {"open", work_open, METH_O, NULL},
                                  {"run", work_run, METH_O, NULL},
                                  {"stop", work_stop, METH_O, NULL},
                                  {"counted", work_counted, METH_O, NULL},
                                  {"instructions", instructions, METH_VARARGS, NULL},
                                  {NULL, NULL, 0, NULL}};

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)fill}, {0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "_native",
    .m_methods = functions,
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__native(void) { return PyModuleDef_Init(&definition); }
