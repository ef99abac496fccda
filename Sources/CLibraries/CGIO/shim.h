#pragma once

// GDBus, through which programs talk to the desktop.
#include <gio/gio.h>
