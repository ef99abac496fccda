#pragma once

// Pango lays text out, and FreeType below it draws the glyphs into bitmaps of one byte for each pixel. It is built on
// GLib as libvips is, and GLib's types can belong to one module only, so it is part of this one.
#include <fontconfig/fontconfig.h>
#include <pango/pangoft2.h>

// g_object_unref takes a gpointer, which hides what is given up.
static inline void tk_pango_release_layout(PangoLayout *layout) { g_object_unref(layout); }
static inline void tk_pango_release_context(PangoContext *context) { g_object_unref(context); }
static inline void tk_pango_release_font_map(PangoFontMap *map) { g_object_unref(map); }
