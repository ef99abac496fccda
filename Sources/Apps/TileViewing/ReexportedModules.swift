// Tiled images and their layers come with TileViewing, because every use of documents shows them.
@_exported public import TiledLayers
