// Tiled images and their layers come with TileViewing, because every use of documents shows them, and so do the controls, whose
// messages a viewer reports.
@_exported public import Controls
@_exported public import TiledLayers
