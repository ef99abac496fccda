#pragma once

// GDBus, through which programs talk to the desktop. Its headers lie beside those of GObject, whose flags are taken: those of
// gio-2.0 have -pthread, of which builds would warn.
#include <gio/gio.h>
