#pragma once

// TIFFGetField and TIFFSetField are variadic, which Swift cannot call: each wrapper below fixes one type.
#include <tiffio.h>
