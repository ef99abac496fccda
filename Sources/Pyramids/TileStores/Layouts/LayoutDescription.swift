internal import Georeferencing
internal import ImageCodecs
internal import TilePyramid

/// The description of a pyramid in any layout: all that is needed to read its tiles.
struct LayoutDescription: Sendable {
    /// The most bytes of a descriptor, far more than any has.
    static let descriptorByteLimit = 1 << 20

    /// The layout of the files.
    var layout: PyramidLayout
    /// The geometry.
    var pyramid: Pyramid
    /// The format of the tiles, by their file extension.
    var format: TileFormat
    /// The names of the files.
    var naming: any LayoutNaming
    /// Whether tiles may be absent.
    var isSparse: Bool
    /// The bounds of map tiles on the Earth; `nil` if the image is not georeferenced.
    var georeference: Georeference?
    /// The columns and rows of background before the image.
    var margin = PixelOffset.zero
    /// The metadata beyond the geometry.
    var properties: [PyramidProperty] = []
    /// Contradictions within the descriptors, or between them and the tiles.
    var issues: [ValidationIssue] = []

    /// Describes the pyramid in a container, trying each layout's descriptor.
    ///
    /// - Returns: `nil` if the files are not a pyramid.
    /// - Throws: ``StoreError`` when they are a damaged pyramid.
    init?(of files: any ContainerReader) throws {
        for read in [ZoomifyReader.read, IIIFReader.read, TileMapReader.read, TileJSONReader.read, MapTileTree.read] {
            if let description = try read(files) {
                self = description
                return
            }
        }
        return nil
    }

    init(layout: PyramidLayout, pyramid: Pyramid, format: TileFormat, naming: any LayoutNaming, isSparse: Bool) {
        self.layout = layout
        self.pyramid = pyramid
        self.format = format
        self.naming = naming
        self.isSparse = isSparse
    }

    /// The file extensions of tiles, the most common first.
    static let fileExtensions = ["jpg", "png", "webp", "jpeg", "avif", "jxl", "JPG", "PNG", "JPEG"]

    /// The size of a tile, from its header; `nil` if the tile is absent or damaged.
    static func size(ofTile name: String, in files: any ContainerReader) throws -> PixelSize? {
        guard let bytes = try files.read(name, limit: LayoutSource.tileByteLimit) else { return nil }
        return try? TileDecoder.size(of: bytes, name: name)
    }
}
