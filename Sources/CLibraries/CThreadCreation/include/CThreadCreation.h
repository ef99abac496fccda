#pragma once

// The program's own `pthread_create`, which all libraries call that the program has linked or loaded. It starts threads as that
// of the system does, and reports each outcome to `tk_note_thread_creation`.
//
// Not a part of CProcess, so that only tools have it, and no app that uses the libraries of this package.
