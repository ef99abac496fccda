#pragma once

// Pango lays out text, and FreeType draws the glyphs into bitmaps of one byte per pixel.
#include <fontconfig/fontconfig.h>
#include <pango/pangoft2.h>

// g_object_unref takes a gpointer; these wrappers keep the type.
static inline void tk_pango_release_layout(PangoLayout *layout) { g_object_unref(layout); }
static inline void tk_pango_release_context(PangoContext *context) { g_object_unref(context); }
static inline void tk_pango_release_font_map(PangoFontMap *map) { g_object_unref(map); }

// Deprecated in favor of HarfBuzz, which does not draw bitmaps.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

// The FreeType face of a font with colored glyphs, locked until it is unlocked; NULL for other fonts. The casts and FT_HAS_COLOR
// are macros.
static inline FT_Face tk_pango_lock_color_face(PangoFont *font) {
    if (!PANGO_IS_FC_FONT(font)) return NULL;
    FT_Face face = pango_fc_font_lock_face(PANGO_FC_FONT(font));
    if (face && FT_HAS_COLOR(face)) return face;
    if (face) pango_fc_font_unlock_face(PANGO_FC_FONT(font));
    return NULL;
}
static inline void tk_pango_unlock_face(PangoFont *font) { pango_fc_font_unlock_face(PANGO_FC_FONT(font)); }

#pragma clang diagnostic pop
