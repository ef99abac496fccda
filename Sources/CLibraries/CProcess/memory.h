#pragma once

#include <stddef.h>

/// What a thread takes where address space is limited: its stack and a guard page.
enum { tk_smallest_mapping = (1 << 20) + (1 << 16) };

/// Whether the process cannot map as many bytes; may be called in signal handlers.
int tk_is_memory_refused(size_t bytes);

/// Ends the process as after a crash for want of memory.
void tk_exit_without_memory(void);
