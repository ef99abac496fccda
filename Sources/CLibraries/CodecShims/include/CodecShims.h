#pragma once

// Compiled C, not only headers: libjpeg reports errors with longjmp, which must not cross Swift frames, so every call
// of libjpeg is made here, after a setjmp.
#include "jpeg.h"
#include "jpeg_coefficients.h"
#include "jpeg_tile_decoder.h"
#include "tiff.h"
