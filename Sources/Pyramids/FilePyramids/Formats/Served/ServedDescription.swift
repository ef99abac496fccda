package import ChannelImages
package import Georeferencing
internal import TileContainers
package import TilePyramid

/// The descriptors and names under which a server offers the tiles of a pyramid.
package enum ServedDescription {
    /// The descriptor of a Deep Zoom pyramid.
    package static func deepZoom(of pyramid: Pyramid, format: TileFormat) -> String {
        DeepZoomDescriptor(
            size: pyramid.size, tileSize: pyramid.tileSize, overlap: pyramid.overlap, format: format.fileExtension
        ).xml
    }

    /// The descriptor of a Zoomify pyramid.
    package static func zoomify(of pyramid: Pyramid) -> String {
        ZoomifyProperties(size: pyramid.size, tileSize: pyramid.tileSize, tileCount: pyramid.tileCount).xml
    }

    /// The tile with a name such as `TileGroup0/3-1-2.jpg` in a Zoomify pyramid; `nil` if there is none.
    package static func zoomifyTile(_ name: String, of pyramid: Pyramid, format: TileFormat) -> TileIndex? {
        ZoomifyNaming(pyramid: pyramid, fileExtension: format.fileExtension).index(of: name)
    }

    /// The TileJSON of map tiles.
    ///
    /// - Parameters:
    ///   - tiles: the addresses of the tiles.
    ///   - title: the name of the image.
    ///   - attribution: the attribution of the image; `nil` if nobody is named.
    ///   - georeference: the position on the Earth; `nil` if the image is not georeferenced.
    ///   - template: the URL of the tiles, with `{z}`, `{x}` and `{y}`.
    ///   - terrain: the encoding of elevations in the bytes of colors; nil for pictures.
    /// - Returns: the text.
    package static func tileJSON(
        of tiles: TileMatrixSet, title: String, attribution: String?, georeference: Georeference?, template: String,
        terrain: TerrainEncoding? = nil
    ) -> [UInt8] {
        TileJSON.file(
            tiles, title: title, attribution: attribution, georeference: georeference, margin: .zero,
            template: template, terrain: terrain
        ).bytes
    }
}
