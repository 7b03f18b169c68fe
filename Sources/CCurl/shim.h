#pragma once
#include <curl/curl.h>

/* Only what Swift cannot import: curl_easy_setopt and curl_easy_getinfo are variadic. */

typedef size_t (*shim_transfer)(char *bytes, size_t size, size_t count, void *context);

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

/* The list must live as long as the handle uses it. */
static inline CURLcode shim_set_list(CURL *handle, CURLoption option, struct curl_slist *list) {
    return curl_easy_setopt(handle, option, list);
}

static inline long shim_response_code(CURL *handle) {
    long code = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &code);
    return code;
}

/* CURL_GLOBAL_DEFAULT is a macro of macros. */
static inline CURLcode shim_global_init(void) {
    return curl_global_init(CURL_GLOBAL_DEFAULT);
}

/* What a reader of a request's body answers to give the transfer up. */
static const size_t SHIM_READER_FAILED = CURL_READFUNC_ABORT;
