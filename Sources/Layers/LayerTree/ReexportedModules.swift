/// Points, colors, paths and bitmaps, which every user of layers needs, come with `import LayerTree`.
@_exported public import VectorDrawing
