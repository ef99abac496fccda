#pragma once

// Compiled C, not only headers: libjpeg reports errors by leaving functions with longjmp, which must not cross
// Swift frames, so every call into it is made from here, behind a trap.
#include "jpeg.h"
#include "jpeg_coefficients.h"
#include "jpeg_tile_decoder.h"
#include "rowwriter.h"
#include "tiff.h"
