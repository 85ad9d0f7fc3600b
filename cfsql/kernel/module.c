/* The border with Python: what comes in is checked here, and nothing behind it is.
 *
 * Numbers come as buffers of whole numbers of 64 bits, such as Arrow's, in batches: a
 * sequence of buffers of one length, one for each column. They go out as bytes. The
 * global lock is released while anything is computed. Tasks of one piece of work may run
 * in several threads at once; all else is for one thread at a time.
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

typedef struct {
    PyObject_HEAD
    Cases cases;
} CasesObject;

typedef struct {
    PyObject_HEAD
    Work work;
    PyObject *cases;
    int64_t n_running, n_opened; /* tasks at this moment; levels or parts so far */
    int is_busy;
} WorkObject;

typedef struct {
    PyObject_HEAD
    Task task;
    WorkObject *work;
    int64_t opened; /* the level or part that it is of */
} TaskObject;

typedef struct {
    PyTypeObject *cases, *work, *task;
} State;

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

static void dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    PyObject_Free(self);
    Py_DECREF(type);
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

static PyObject *new_cases(PyObject *module, PyObject *args) {
    Py_ssize_t n_words, n_rows;
    PyObject *batches;
    if (!PyArg_ParseTuple(args, "nnO:cases", &n_words, &n_rows, &batches) ||
        !must(n_words >= 1 && n_words <= MOST_WORDS, "there is no such number of words"))
        return NULL;
    State *state = PyModule_GetState(module);
    PyObject *self = PyType_GenericAlloc(state->cases, 0);
    if (!self)
        return NULL;
    Cases *cases = &((CasesObject *)self)->cases;
    int64_t *labels = NULL, **const columns[] = {&cases->ids, &labels, &cases->weights};
    int is_read = read_rows(batches, n_rows, 3, columns, n_words, &cases->rows) &&
                  read_labels(cases, labels);
    free(labels);
    if (!is_read)
        Py_CLEAR(self);
    return self;
}

static void cases_dealloc(PyObject *self) {
    Cases *cases = &((CasesObject *)self)->cases;
    rows_free(&cases->rows);
    free(cases->ids);
    free(cases->weights);
    free(cases->labels);
    free(cases->label_starts);
    free(cases->one_stops);
    dealloc(self);
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

static int read_work(WorkObject *self, const Asked *asked) {
    Work *work = &self->work;
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

static PyObject *new_work(PyObject *module, PyObject *args, int is_search) {
    State *state = PyModule_GetState(module);
    const char *format = is_search ? "O!y*y*y*nnnOy*i:search" : "O!y*y*y*nnnO:count";
    PyObject *self = NULL;
    Asked asked;
    memset(&asked, 0, sizeof asked);
    if (PyArg_ParseTuple(args, format, state->cases, &asked.cases, &asked.layout,
                         &asked.agreement, &asked.seconds, &asked.n_threads,
                         &asked.n_bytes, &asked.n_rows, &asked.batches, &asked.distances,
                         &asked.apart_bits))
        self = PyType_GenericAlloc(state->work, 0);
    if (self) {
        WorkObject *of = (WorkObject *)self;
        Py_INCREF(asked.cases);
        of->cases = asked.cases;
        of->work.cases = &((CasesObject *)asked.cases)->cases;
        of->work.is_search = is_search;
        if (!read_work(of, &asked))
            Py_CLEAR(self);
    }
    Py_buffer *views[] = {&asked.layout, &asked.agreement, &asked.seconds,
                          &asked.distances};
    for (int i = 0; i < 4; i++)
        if (views[i]->obj)
            PyBuffer_Release(views[i]);
    return self;
}

static PyObject *new_search(PyObject *module, PyObject *args) {
    return new_work(module, args, 1);
}

static PyObject *new_count(PyObject *module, PyObject *args) {
    return new_work(module, args, 0);
}

static void work_dealloc(PyObject *self) {
    Work *work = &((WorkObject *)self)->work;
    void *all[] = {work->layout.memory, work->layout.agreement, work->ids,
                   work->n_wanted,      work->like_first,       work->like_last,
                   work->is_answered,   work->radii,            work->n_at_least,
                   work->distances,     work->counts};
    tasks_clear(work);
    free(work->tasks);
    costs_free(&work->costs);
    rows_free(&work->seekers);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    Py_XDECREF(((WorkObject *)self)->cases);
    dealloc(self);
}

/* Whether this thread may change the work: none else does, and no task runs if all must
 * be over. */
static int take(WorkObject *self, int must_be_over) {
    int is_free = !self->is_busy && !(must_be_over && self->n_running);
    if (!is_free)
        PyErr_SetString(PyExc_RuntimeError, "another thread is at work");
    else
        self->is_busy = 1;
    return is_free;
}

/* The distance, the seekers and the seconds of the next level or part; None if there is
 * none. */
static PyObject *work_open(PyObject *self, PyObject *Py_UNUSED(none)) {
    WorkObject *of = (WorkObject *)self;
    Work *work = &of->work;
    if (!take(of, 1))
        return NULL;
    of->n_opened++;
    int is_open;
    Py_BEGIN_ALLOW_THREADS
    is_open = work->is_search ? open_level(work) : open_part(work);
    Py_END_ALLOW_THREADS
    of->is_busy = 0;
    if (is_open < 0)
        return PyErr_NoMemory();
    if (!is_open)
        Py_RETURN_NONE;
    return Py_BuildValue("LLd", (long long)work->reach,
                         (long long)(work->last - work->first), work->total);
}

static PyObject *work_task(PyObject *self, PyObject *Py_UNUSED(none)) {
    WorkObject *of = (WorkObject *)self;
    State *state = PyType_GetModuleState(Py_TYPE(self));
    if (!take(of, 0))
        return NULL;
    int is_there;
    Task task;
    Py_BEGIN_ALLOW_THREADS
    is_there = next_task(&of->work, &task);
    Py_END_ALLOW_THREADS
    of->is_busy = 0;
    if (is_there < 0)
        return PyErr_NoMemory();
    if (!is_there)
        Py_RETURN_NONE;
    TaskObject *made = (TaskObject *)PyType_GenericAlloc(state->task, 0);
    if (!made) {
        task_free(&task);
        return NULL;
    }
    Py_INCREF(self);
    made->task = task;
    made->work = of;
    made->opened = of->n_opened;
    return (PyObject *)made;
}

static PyObject *work_stop(PyObject *self, PyObject *Py_UNUSED(none)) {
    ((WorkObject *)self)->work.is_stopped = 1;
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
static PyObject *work_counted(PyObject *self, PyObject *Py_UNUSED(none)) {
    WorkObject *of = (WorkObject *)self;
    const Work *work = &of->work;
    if (!take(of, 1))
        return NULL;
    int64_t n_labels = work->cases->n_labels, n_far = work->reach + 1, n_found = 0;
    int64_t n = work->counts ? (work->last - work->first) * n_far * n_labels : 0;
    for (int64_t i = 0; i < n; i++)
        n_found += work->counts[i] != 0;
    char *into[4];
    PyObject *all = columns_of(n_found, 4, into);
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
    of->is_busy = 0;
    return all;
}

/* Run a task without the global lock. The seconds that it was to take; and the pairs that
 * it found, as columns: from, to and distance; None if there are none. */
static PyObject *task_run(PyObject *self, PyObject *Py_UNUSED(none)) {
    const Task *task = &((TaskObject *)self)->task;
    WorkObject *of = ((TaskObject *)self)->work;
    Work *work = &of->work;
    if (((TaskObject *)self)->opened != of->n_opened) {
        PyErr_SetString(PyExc_RuntimeError, "the task is of another level");
        return NULL;
    }
    of->n_running++;
    Pairs pairs = {0};
    int is_done;
    Py_BEGIN_ALLOW_THREADS
    is_done = work->is_scan ? scan(work, task->first, task->last - task->first, 1,
                                   work->reach, &pairs, NULL)
                            : walk_task(work, task, &pairs);
    Py_END_ALLOW_THREADS
    char *into[3];
    PyObject *all = is_done ? columns_of(pairs.n, 3, into) : PyErr_NoMemory();
    if (all) {
        Py_BEGIN_ALLOW_THREADS
        for (int64_t i = 0; i < pairs.n; i++) {
            put(into[0], i, work->ids[pairs.all[i].seeker]);
            put(into[1], i, work->cases->ids[pairs.all[i].partner]);
            put(into[2], i, pairs.all[i].distance);
            STORE(work->is_answered + pairs.all[i].seeker, 1);
        }
        Py_END_ALLOW_THREADS
    }
    of->n_running--;
    PyObject *found = all && !pairs.n ? Py_None : all;
    PyObject *result = all ? Py_BuildValue("dO", task->seconds, found) : NULL;
    Py_XDECREF(all);
    free(pairs.all);
    return result;
}

static void task_dealloc(PyObject *self) {
    task_free(&((TaskObject *)self)->task);
    Py_XDECREF((PyObject *)((TaskObject *)self)->work);
    dealloc(self);
}

/* The module. */

static PyObject *sets(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(none)) {
    int n;
    const Comparing *some = instruction_sets(&n);
    PyObject *all = PyTuple_New(n);
    for (int i = 0; all && i < n; i++) {
        PyObject *name = PyUnicode_FromString(some[i].name);
        if (!name || PyTuple_SetItem(all, i, name))
            Py_CLEAR(all);
    }
    return all;
}

static PyObject *choose(PyObject *Py_UNUSED(module), PyObject *args) {
    const char *name;
    if (!PyArg_ParseTuple(args, "s:choose", &name) ||
        !must(choose_instructions(name), "this machine has no such instructions"))
        return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef work_methods[] = {{"open", work_open, METH_NOARGS, NULL},
                                     {"task", work_task, METH_NOARGS, NULL},
                                     {"stop", work_stop, METH_NOARGS, NULL},
                                     {"counted", work_counted, METH_NOARGS, NULL},
                                     {NULL, NULL, 0, NULL}};
static PyMethodDef task_methods[] = {{"run", task_run, METH_NOARGS, NULL},
                                     {NULL, NULL, 0, NULL}};

static PyType_Slot cases_slots[] = {{Py_tp_dealloc, cases_dealloc}, {0, NULL}};
static PyType_Slot work_slots[] = {
    {Py_tp_dealloc, work_dealloc}, {Py_tp_methods, work_methods}, {0, NULL}};
static PyType_Slot task_slots[] = {
    {Py_tp_dealloc, task_dealloc}, {Py_tp_methods, task_methods}, {0, NULL}};

static int add_type(PyObject *module, const char *name, size_t size, PyType_Slot *slots,
                    PyTypeObject **into) {
    unsigned flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION;
    PyType_Spec spec = {name, (int)size, 0, flags, slots};
    *into = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
    return *into ? PyModule_AddType(module, *into) : -1;
}

static int fill(PyObject *module) {
    State *state = PyModule_GetState(module);
    if (!comparing.name)
        choose_instructions(NULL);
    if (add_type(module, "cfsql.kernel._native.Cases", sizeof(CasesObject), cases_slots,
                 &state->cases) ||
        add_type(module, "cfsql.kernel._native.Work", sizeof(WorkObject), work_slots,
                 &state->work) ||
        add_type(module, "cfsql.kernel._native.Task", sizeof(TaskObject), task_slots,
                 &state->task))
        return -1;
    return PyModule_AddStringConstant(module, "SOURCES", SOURCES);
}

static void clear(void *module) {
    State *state = PyModule_GetState(module);
    Py_CLEAR(state->cases);
    Py_CLEAR(state->work);
    Py_CLEAR(state->task);
}

static PyMethodDef functions[] = {{"cases", new_cases, METH_VARARGS, NULL},
                                  {"search", new_search, METH_VARARGS, NULL},
                                  {"count", new_count, METH_VARARGS, NULL},
                                  {"instruction_sets", sets, METH_NOARGS, NULL},
                                  {"choose", choose, METH_VARARGS, NULL},
                                  {NULL, NULL, 0, NULL}};

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)fill}, {0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "_native",
    .m_size = sizeof(State),
    .m_methods = functions,
    .m_slots = slots,
    .m_free = clear,
};

PyMODINIT_FUNC PyInit__native(void) { return PyModuleDef_Init(&definition); }
