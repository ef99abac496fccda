#include <pango-1.0/pango/pango-fontset-simple.h>
