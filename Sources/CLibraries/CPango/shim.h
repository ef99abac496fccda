#pragma once

// Pango lays out text, and FreeType draws the glyphs into bitmaps of one byte per pixel.
#include <fontconfig/fontconfig.h>
#include <pango/pangoft2.h>

// g_object_unref takes a gpointer; these wrappers keep the type.
static inline void tk_pango_release_layout(PangoLayout *layout) { g_object_unref(layout); }
static inline void tk_pango_release_context(PangoContext *context) { g_object_unref(context); }
static inline void tk_pango_release_font_map(PangoFontMap *map) { g_object_unref(map); }
