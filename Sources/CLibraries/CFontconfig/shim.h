#pragma once

// Also for the search path of FreeType's headers, which Pango's include.
#include <fontconfig/fontconfig.h>
