#pragma once
/* The digest functions that neither allocate nor fail are among those that OpenSSL 3 would rather see replaced by EVP. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
