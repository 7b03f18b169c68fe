#pragma once
#include <curl/curl.h>

/* Only what Swift cannot import: curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt are variadic. */

typedef size_t (*shim_transfer)(char *bytes, size_t size, size_t count, void *context);
typedef curl_socket_t (*shim_open_socket)(void *context, curlsocktype purpose, struct curl_sockaddr *address);

static inline CURLcode shim_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

/* The library copies the text. */
static inline CURLcode shim_set_text(CURL *handle, CURLoption option, const char *text) {
    return curl_easy_setopt(handle, option, text);
}

static inline CURLcode shim_set_pointer(CURL *handle, CURLoption option, void *pointer) {
    return curl_easy_setopt(handle, option, pointer);
}

static inline CURLcode shim_set_transfer(CURL *handle, CURLoption option, shim_transfer function) {
    return curl_easy_setopt(handle, option, function);
}

/* Called with the addresses and ports of both ends, before each request over a connection, new or used again: 0 lets it be made. */
typedef int (*shim_request_check)(void *context, char *remote, char *local, int remote_port, int local_port);

static inline CURLcode shim_set_request_check(CURL *handle, shim_request_check function) {
    return curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, function);
}

static inline CURLcode shim_set_open_socket(CURL *handle, shim_open_socket function) {
    return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, function);
}

/* The library copies the bytes. */
static inline CURLcode shim_set_body(CURL *handle, const void *bytes, size_t count) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes) : code;
}

/* The list must live as long as the handle uses it. */
static inline CURLcode shim_set_list(CURL *handle, CURLoption option, struct curl_slist *list) {
    return curl_easy_setopt(handle, option, list);
}

static inline long shim_response_code(CURL *handle) {
    long code = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &code);
    return code;
}

/* From the start of a transfer to its end. */
static inline curl_off_t shim_total_microseconds(CURL *handle) {
    curl_off_t time = 0;
    curl_easy_getinfo(handle, CURLINFO_TOTAL_TIME_T, &time);
    return time;
}

static inline CURLMcode shim_multi_set_long(CURLM *handle, CURLMoption option, long value) {
    return curl_multi_setopt(handle, option, value);
}

/* CURL_GLOBAL_DEFAULT is a macro of macros. */
static inline CURLcode shim_global_init(void) {
    return curl_global_init(CURL_GLOBAL_DEFAULT);
}

/* What a reader of a request's body answers to give the transfer up. */
static const size_t SHIM_READER_FAILED = CURL_READFUNC_ABORT;
