#pragma once

// GLib's log functions. CVips and CPango declare what they use of GLib themselves, with their libraries' headers.
#include <glib.h>
