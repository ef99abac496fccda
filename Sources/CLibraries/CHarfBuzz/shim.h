#pragma once

// For the search path of its headers, which Pango's include.
#include <hb.h>
