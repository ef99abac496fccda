#pragma once

/// Whether the process cannot map another megabyte; may be called in signal handlers.
int tk_is_memory_refused(void);

/// Ends the process as after a crash for want of memory.
void tk_exit_without_memory(void);
