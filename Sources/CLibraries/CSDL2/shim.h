#pragma once

// Keeps the program's own main, which SDL renames on some systems.
#define SDL_MAIN_HANDLED
// By its path below the system's folder of headers: the search path of SDL's pkg-config module comes with -D_REENTRANT, of
// which SwiftPM warns in every build.
#include <SDL2/SDL.h>

// A function-like macro, which Swift does not import.
enum {
    tk_window_position_undefined = (int)SDL_WINDOWPOS_UNDEFINED,
};

// The pointer's position at a wheel event: part of the event since SDL 2.26, queried before.
static inline void tk_wheel_position(const SDL_MouseWheelEvent *event, int *x, int *y) {
#if SDL_VERSION_ATLEAST(2, 26, 0)
    *x = event->mouseX;
    *y = event->mouseY;
#else
    (void)event;
    SDL_GetMouseState(x, y);
#endif
}
