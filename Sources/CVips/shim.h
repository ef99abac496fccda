#pragma once

// libvips' operations take a NULL-terminated list of options, which Swift cannot call: each wrapper below fixes one
// combination of options. Nothing here has logic of its own.
#include <vips/vips.h>
