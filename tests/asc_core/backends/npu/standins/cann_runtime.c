/* Stands for libruntime, libascendcl, libprofapi and libascend_dump: the functions asc calls, with CANN's signatures.
 * Memory of the device is the host's. Each call is checked against those before it and noted in a log. A launch calls
 * the test, which does the kernel's work. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INVALID = 107000, NO_DEVICE_ID = 107001, NO_CONTEXT = 107002, BAD_HANDLE = 107017, NO_MEMORY = 207001, LOOKUP = 507027 };
enum { DEVICES = 2, MOST = 4096 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char log_text[1 << 20];
static size_t log_size;
static __thread int device = -1;
static struct { char* start; uint64_t size; int device; } blocks[MOST];
static struct { const void* stub; char symbol[128]; void* binary; } functions[MOST];
static struct { uint32_t magic; char* data; uint64_t length; } binaries[MOST];
static int streams[MOST];
/* Handles of one test mean nothing in the next, where objects that Python frees late still give theirs back. */
static intptr_t test;
static struct { int live; float time; } events[MOST];
static char failing[64];
static int failing_code;
static int init_code;
static int32_t (*profiler)(uint32_t, void*, uint32_t);
typedef void (*Work)(const char* symbol, uint32_t blocks, const void* arguments, uint32_t size);
static Work work;

static void note(const char* format, ...) {
    va_list list;
    va_start(list, format);
    log_size += vsnprintf(log_text + log_size, sizeof log_text - log_size, format, list);
    va_end(list);
    if (log_size < sizeof log_text - 1) log_text[log_size++] = '\n', log_text[log_size] = 0;
}

const char* standin_log(void) { return log_text; }
void standin_reset(void) {
    pthread_mutex_lock(&lock);
    ++test;
    log_size = 0, log_text[0] = 0, failing[0] = 0, init_code = 0, work = NULL;
    for (int i = 0; i < MOST; ++i) free(blocks[i].start), blocks[i].start = NULL;
    memset(functions, 0, sizeof functions);
    memset(binaries, 0, sizeof binaries);
    memset(streams, 0, sizeof streams);
    memset(events, 0, sizeof events);
    pthread_mutex_unlock(&lock);
}
void standin_fail(const char* function, int code) { snprintf(failing, sizeof failing, "%s", function), failing_code = code; }
void standin_init_code(int code) { init_code = code; }
void standin_work(Work function) { work = function; }
int standin_held(void) {
    int held = 0;
    for (int i = 0; i < MOST; ++i) held += blocks[i].start != NULL;
    return held;
}
int standin_binaries(void) {
    int held = 0;
    for (int i = 0; i < MOST; ++i) held += binaries[i].data != NULL;
    return held;
}
int standin_profile(uint64_t bits, uint32_t type) {
    static struct { uint64_t bits, high; uint32_t count, ids[64], model, type, cache, rest[3]; char path[1024], data[4096]; } command;
    command.bits = bits, command.type = type;
    return profiler == NULL ? -1 : profiler(1, &command, sizeof command);
}

static int fails(const char* function) {
    if (strcmp(failing, function) != 0) return 0;
    failing[0] = 0;
    return failing_code;
}
#define BEGIN(function)                 \
    int code = fails(function);         \
    if (code != 0) return code;         \
    if (device < 0) return NO_CONTEXT;

static int inside(const void* address, uint64_t size) {
    for (int i = 0; i < MOST; ++i)
        if (blocks[i].start != NULL && blocks[i].device == device && (char*)address >= blocks[i].start &&
            (char*)address + size <= blocks[i].start + blocks[i].size)
            return 1;
    return 0;
}

int32_t rtGetSocVersion(char* name, uint32_t size) { return snprintf(name, size, "Ascend910B3") < (int)size ? 0 : INVALID; }
int32_t rtGetDeviceCount(int32_t* count) {
    int code = fails("rtGetDeviceCount");
    return code != 0 ? code : (*count = DEVICES, 0);
}
int32_t rtSetDevice(int32_t number) {
    int code = fails("rtSetDevice");
    if (code != 0) return code;
    if (number < 0 || number >= DEVICES) return NO_DEVICE_ID;
    device = number;
    return 0;
}
int32_t rtDeviceReset(int32_t number) {
    BEGIN("rtDeviceReset")
    for (int i = 0; i < MOST; ++i)
        if (blocks[i].start != NULL && blocks[i].device == number) free(blocks[i].start), blocks[i].start = NULL;
    memset(functions, 0, sizeof functions);
    memset(binaries, 0, sizeof binaries);
    note("reset %d", number);
    return 0;
}
int32_t rtDeviceSynchronize(void) {
    BEGIN("rtDeviceSynchronize")
    note("synchronize device %d", device);
    return 0;
}
int32_t rtGetDeviceInfo(uint32_t number, int32_t module, int32_t info, int64_t* value) {
    BEGIN("rtGetDeviceInfo")
    if (module != 4 || info != 3) return INVALID;
    *value = 20 + number;
    return 0;
}
int32_t rtStreamCreate(void** stream, int32_t priority) {
    BEGIN("rtStreamCreate")
    for (int i = 1; i < MOST; ++i)
        if (!streams[i]) {
            streams[i] = 1 + device;
            *stream = (void*)(test << 20 | (0x1000 + i));
            note("create stream %d priority %d", i, priority);
            return 0;
        }
    return INVALID;
}
static int stream_number(void* stream) {
    int i = (intptr_t)stream >> 20 == test ? (int)((intptr_t)stream & 0xFFFFF) - 0x1000 : 0;
    return i > 0 && i < MOST && streams[i] == 1 + device ? i : 0;
}
int32_t rtStreamDestroy(void* stream) {
    BEGIN("rtStreamDestroy")
    int i = stream_number(stream);
    if (!i) return note("destroy what is no stream"), BAD_HANDLE;
    streams[i] = 0;
    note("destroy stream %d", i);
    return 0;
}
int32_t rtStreamSynchronizeWithTimeout(void* stream, int32_t timeout) {
    BEGIN("rtStreamSynchronizeWithTimeout")
    if (!stream_number(stream)) return BAD_HANDLE;
    note("synchronize stream %d within %d", stream_number(stream), timeout);
    return 0;
}
int32_t rtStreamSynchronize(void* stream) {
    BEGIN("rtStreamSynchronize")
    if (!stream_number(stream)) return BAD_HANDLE;
    note("synchronize stream %d", stream_number(stream));
    return 0;
}
static float clock_milliseconds;
static int event_number(void* event) {
    int i = (intptr_t)event >> 20 == test ? (int)((intptr_t)event & 0xFFFFF) - 0x9000 : 0;
    return i > 0 && i < MOST && events[i].live ? i : 0;
}
int32_t aclrtCreateEvent(void** event) {
    BEGIN("aclrtCreateEvent")
    for (int i = 1; i < MOST; ++i)
        if (!events[i].live) {
            events[i].live = 1;
            *event = (void*)(test << 20 | (0x9000 + i));
            note("create event %d", i);
            return 0;
        }
    return INVALID;
}
int32_t aclrtDestroyEvent(void* event) {
    BEGIN("aclrtDestroyEvent")
    int i = event_number(event);
    if (!i) return BAD_HANDLE;
    events[i].live = 0;
    note("destroy event %d", i);
    return 0;
}
int32_t aclrtRecordEvent(void* event, void* stream) {
    BEGIN("aclrtRecordEvent")
    int i = event_number(event);
    if (!i || !stream_number(stream)) return BAD_HANDLE;
    events[i].time = clock_milliseconds += 1.5f;
    note("record event %d on stream %d", i, stream_number(stream));
    return 0;
}
int32_t aclrtStreamWaitEvent(void* stream, void* event) {
    BEGIN("aclrtStreamWaitEvent")
    if (!event_number(event) || !stream_number(stream)) return BAD_HANDLE;
    note("stream %d waits for event %d", stream_number(stream), event_number(event));
    return 0;
}
int32_t aclrtSynchronizeEvent(void* event) {
    BEGIN("aclrtSynchronizeEvent")
    if (!event_number(event)) return BAD_HANDLE;
    note("synchronize event %d", event_number(event));
    return 0;
}
int32_t aclrtSynchronizeEventWithTimeout(void* event, int32_t timeout) {
    BEGIN("aclrtSynchronizeEventWithTimeout")
    if (!event_number(event)) return BAD_HANDLE;
    note("synchronize event %d within %d", event_number(event), timeout);
    return 0;
}
int32_t aclrtQueryEventStatus(void* event, int32_t* status) {
    BEGIN("aclrtQueryEventStatus")
    if (!event_number(event)) return BAD_HANDLE;
    *status = 1;
    return 0;
}
int32_t aclrtEventElapsedTime(float* milliseconds, void* start, void* end) {
    BEGIN("aclrtEventElapsedTime")
    if (!event_number(start) || !event_number(end)) return BAD_HANDLE;
    *milliseconds = events[event_number(end)].time - events[event_number(start)].time;
    return 0;
}
int32_t rtMalloc(void** address, uint64_t size, uint32_t flags, uint16_t module) {
    BEGIN("rtMalloc")
    if (size == 0 || module != 33) return INVALID;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MOST; ++i)
        if (blocks[i].start == NULL) {
            blocks[i].start = malloc(size);
            blocks[i].size = size;
            blocks[i].device = device;
            *address = blocks[i].start;
            note("malloc %llu flags %#x", (unsigned long long)size, flags);
            pthread_mutex_unlock(&lock);
            return blocks[i].start == NULL ? NO_MEMORY : 0;
        }
    pthread_mutex_unlock(&lock);
    return NO_MEMORY;
}
int32_t rtFree(void* address) {
    BEGIN("rtFree")
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MOST; ++i)
        if (blocks[i].start == (char*)address && blocks[i].device == device) {
            free(blocks[i].start);
            blocks[i].start = NULL;
            pthread_mutex_unlock(&lock);
            return 0;
        }
    pthread_mutex_unlock(&lock);
    return BAD_HANDLE;
}
int32_t rtMemcpy(void* to, uint64_t room, const void* from, uint64_t size, int32_t kind) {
    BEGIN("rtMemcpy")
    int good = size <= room && ((kind == 1 && inside(to, size) && !inside(from, 1)) || (kind == 2 && inside(from, size) && !inside(to, 1)) ||
                                (kind == 3 && inside(from, size) && inside(to, size)) || kind == 0);
    if (!good) return INVALID;
    memcpy(to, from, size);
    note("memcpy %llu kind %d", (unsigned long long)size, kind);
    return 0;
}

struct Binary { uint32_t magic, version; const char* data; uint64_t length; };
int32_t rtDevBinaryRegister(const struct Binary* binary, void** handle) {
    BEGIN("rtDevBinaryRegister")
    if (binary->length < 4 || memcmp(binary->data, "\0ELF", 4) != 0) return INVALID;
    for (int i = 1; i < MOST; ++i)
        if (binaries[i].data == NULL) {
            binaries[i].magic = binary->magic;
            binaries[i].data = (char*)binary->data;
            binaries[i].length = binary->length;
            *handle = (void*)(test << 20 | (0x9000 + i));
            note("register binary magic %#x", binary->magic);
            return 0;
        }
    return INVALID;
}
static int binary_number(void* handle) {
    int i = (intptr_t)handle >> 20 == test ? (int)((intptr_t)handle & 0xFFFFF) - 0x9000 : 0;
    return i > 0 && i < MOST && binaries[i].data != NULL ? i : 0;
}
int32_t rtDevBinaryUnRegister(void* handle) {
    BEGIN("rtDevBinaryUnRegister")
    if (!binary_number(handle)) return BAD_HANDLE;
    binaries[binary_number(handle)].data = NULL;
    for (int i = 0; i < MOST; ++i)
        if (functions[i].binary == handle) functions[i].stub = NULL;
    note("unregister binary");
    return 0;
}
int32_t rtFunctionRegister(void* handle, const void* stub, const char* name, const char* symbol, uint32_t mode) {
    BEGIN("rtFunctionRegister")
    int number = binary_number(handle);
    if (!number || mode != 0) return INVALID;
    char pattern[160];
    snprintf(pattern, sizeof pattern, "void %s(", symbol);
    if (memmem(binaries[number].data, binaries[number].length, pattern, strlen(pattern)) == NULL) return LOOKUP;
    for (int i = 0; i < MOST; ++i)
        if (functions[i].stub == NULL) {
            functions[i].stub = stub;
            functions[i].binary = handle;
            snprintf(functions[i].symbol, sizeof functions[i].symbol, "%s", symbol);
            note("register function %s", symbol);
            return 0;
        }
    return INVALID;
}
int32_t rtKernelLaunch(const void* stub, uint32_t count, void* arguments, uint32_t size, void* description, void* stream) {
    BEGIN("rtKernelLaunch")
    if (!stream_number(stream) && stream != (void*)0x7777) return BAD_HANDLE;
    for (int i = 0; i < MOST; ++i)
        if (stub != NULL && functions[i].stub == stub) {
            note("launch %s blocks %u bytes %u stream %d", functions[i].symbol, count, size, stream_number(stream));
            if (work != NULL) work(functions[i].symbol, count, arguments, size);
            return 0;
        }
    return LOOKUP;
}
int32_t rtGetC2cCtrlAddr(uint64_t* address, uint32_t* length) {
    BEGIN("rtGetC2cCtrlAddr")
    address[0] = 0xF1F5000, length[0] = 64;
    return 0;
}
int32_t rtProfSetProSwitch(void* data, uint32_t length) {
    BEGIN("rtProfSetProSwitch")
    uint64_t bits;
    uint32_t row[1 + 64 + 2];
    memcpy(&bits, data, sizeof bits);
    memcpy(row, (char*)data + 16, sizeof row);
    note("profile bits %llu devices %u first %u model %u type %u bytes %u", (unsigned long long)bits, row[0], row[1], row[65], row[66], length);
    return 0;
}
int32_t aclInit(const char* path) {
    note("aclInit");
    return path == NULL ? init_code : INVALID;
}
int32_t aclFinalize(void) {
    note("aclFinalize");
    return 0;
}
const char* aclGetRecentErrMsg(void) { return "EE9999: the stand-in says no"; }

int32_t MsprofRegisterCallback(uint32_t module, int32_t (*callback)(uint32_t, void*, uint32_t)) {
    profiler = callback;
    note("register profiler %u", module);
    return 0;
}
uint64_t MsprofSysCycleTime(void) {
    static uint64_t now = 1000;
    return ++now;
}
uint64_t MsprofGetHashId(const char* text, size_t length) { return strlen(text) == length ? length * 1000 + (unsigned char)text[0] : 0; }

struct Api { uint16_t magic, level; uint32_t type, thread, rest; uint64_t begin, end, item; };
int32_t MsprofReportApi(uint32_t aging, const struct Api* api) {
    note("report api %#x %u %u took %llu item %llu", api->magic, api->level, api->type, (unsigned long long)(api->end - api->begin),
         (unsigned long long)api->item);
    return 0;
}
#pragma pack(1)
struct Node { uint64_t name; uint32_t task; uint64_t type; uint32_t blocks, flag; };
#pragma pack()
struct Compact { uint16_t magic, level; uint32_t type, thread, length; uint64_t time; union { uint8_t bytes[40]; struct Node node; } data; };
int32_t MsprofReportCompactInfo(uint32_t aging, const struct Compact* info, uint32_t length) {
    if (length != sizeof *info) return INVALID;
    note("report node %#x %u name %llu type %llu task %u blocks %u", info->magic, info->level, (unsigned long long)info->data.node.name,
         (unsigned long long)info->data.node.type, info->data.node.task, info->data.node.blocks);
    return 0;
}
struct Additional { uint16_t magic, level; uint32_t type, thread, length; uint64_t time; uint8_t data[232]; };
int32_t MsprofReportAdditionalInfo(uint32_t aging, const struct Additional* info, uint32_t length) {
    if (length != sizeof *info) return INVALID;
    uint64_t name;
    memcpy(&name, info->data, sizeof name);
    note("report tensors %u name %llu", info->type, (unsigned long long)name);
    return 0;
}
void _ZN3Adx19AdumpPrintWorkSpaceEPKvmPvPKc(const void* address, size_t size, void* stream, const char* kernel) {
    note("print %zu bytes of %s first %u stream %d", size, kernel, *(const uint8_t*)address, stream_number(stream));
    printf("from the device\n");
}
