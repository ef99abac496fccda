#pragma once

// The main dispatch queue, whose blocks are the tasks of Swift's main actor, for a loop that occupies the main thread.

/// Runs the blocks that are in the main queue now; to be called on the main thread, outside of such a block.
void tk_drain_main_queue(void);

/// A descriptor (eventfd) that can be read when blocks have been added to the main queue.
int tk_main_queue_descriptor(void);

/// Whether the main thread runs the queue for an asynchronous main function, which has suspended.
///
/// Without this module, libdispatch would end the main thread then, and run the queue on other threads.
int tk_main_thread_serves_queue(void);

/// Has the main thread call a function once, after the blocks that are in the queue, and outside of any; to be called in one.
/// A second call, before the main thread has called the first function, replaces it: the first one is never called.
void tk_call_on_main_thread(void (*work)(void));
