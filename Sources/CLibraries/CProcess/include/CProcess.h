#pragma once

#include <stddef.h>

/// Handles SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE and SIGABRT from here on; called on the thread whose stack is
/// watched, which has up to `stack_bytes`.
///
/// A crash for want of memory, by overflow of that stack, and any other each have a line, which goes to `descriptor`
/// unless it is empty, and a status to exit with; with a status of 0 the signal ends the process.
void tk_handle_crashes(
    int descriptor, size_t stack_bytes, const char *memory_line, int memory_status, const char *stack_line,
    int stack_status, const char *other_line, int other_status);

/// Replaces the line that is written after a crash for want of memory.
void tk_set_memory_line(const char *line);

/// Makes threads take little address space: stacks of `stack_bytes`, and one heap for all of them (mallopt).
void tk_use_little_address_space(size_t stack_bytes);

/// From here on the process ends as after a crash for want of memory when it has got no memory and done nothing for a
/// few seconds: libraries wait without end for threads that cannot be created. Starts a thread that watches.
void tk_end_without_memory(void);

/// From here on the process ends when the system has refused all threads for two seconds, or for thirty if it has run for a while:
/// it writes a line to `descriptor`, unless the line is empty, and exits with `status`. So it ends when it crashes because a thread is
/// refused.
///
/// Dispatch retries without end when it cannot create a thread. Needs a program that has linked `CThreadCreation`.
void tk_end_without_threads(int descriptor, const char *line, int status);

/// Notes what `pthread_create` has returned.
void tk_note_thread_creation(int code);

/// Whether the kernel filters system calls (seccomp, Linux 4.14), and the processor is one that the filter knows.
int tk_can_filter_system_calls(void);

/// Filters the system calls of all threads of the process, for good: programs, processes, connections, signals to others
/// and changes of the system end it with SIGSYS, and files cannot be written. Requires PR_SET_NO_NEW_PRIVS.
///
/// Returns 0, or another number with `errno`.
int tk_filter_system_calls(void);
