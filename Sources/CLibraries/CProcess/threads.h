#pragma once

/// Starts the time for which refusals are endured.
void tk_begin_noting_threads(void);

/// Whether the last thread that was to be started was refused a moment ago; may be called in signal handlers.
int tk_are_threads_refused(void);

/// Ends the process as `tk_end_without_threads` says; returns if that was not called.
void tk_exit_without_threads(void);
