#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The bytes that recv() takes from a socket, shown as they came, whoever calls it: a library that parses and overwrites them, too.
 *
 * The program's own definition of recv() is found before the C library's. That is so on Linux; elsewhere nothing is shown. */

/* Is called on the thread that receives, before recv() returns. */
typedef void (*receive_viewer)(void *context, const void *bytes, size_t count);

/* Shows what comes on a socket from now on, until `receive_end_watch`; both are called on the thread that receives. Returns whether there was memory
 * for it. */
int receive_watch(int socket, receive_viewer viewer, void *context);
void receive_end_watch(int socket);

/* Bytes from `address` on of what the calling thread's last recv() took, if that was from `socket` and has `address` in it or as its end;
 * below zero where that is not so. */
ssize_t receive_count_from(int socket, uintptr_t address);
/* The calling thread's last recv() is no longer where it was. */
void receive_forget(void);
