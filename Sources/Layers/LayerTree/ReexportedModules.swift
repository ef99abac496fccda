// Points, colors, paths and bitmaps come with LayerTree, because every use of layers needs them.
@_exported public import VectorDrawing
