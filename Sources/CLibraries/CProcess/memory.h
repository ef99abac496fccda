#pragma once

#include <stddef.h>

/// Whether the process cannot map as many bytes; may be called in signal handlers.
int tk_is_memory_refused(size_t bytes);

/// Ends the process as after a crash for want of memory.
void tk_exit_without_memory(void);
