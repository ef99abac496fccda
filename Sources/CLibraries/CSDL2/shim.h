#pragma once

// The program's main stays its own: SDL would rename it on some systems.
#define SDL_MAIN_HANDLED
#include <SDL.h>

// Function-like macros, which Swift does not see.
enum {
    tk_window_position_undefined = (int)SDL_WINDOWPOS_UNDEFINED,
};

// Where the pointer is when a wheel turns: in the event since SDL 2.26, to be asked for before.
static inline void tk_wheel_position(const SDL_MouseWheelEvent *event, int *x, int *y) {
#if SDL_VERSION_ATLEAST(2, 26, 0)
    *x = event->mouseX;
    *y = event->mouseY;
#else
    (void)event;
    SDL_GetMouseState(x, y);
#endif
}
