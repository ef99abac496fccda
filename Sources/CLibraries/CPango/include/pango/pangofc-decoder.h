#include <pango-1.0/pango/pangofc-decoder.h>
