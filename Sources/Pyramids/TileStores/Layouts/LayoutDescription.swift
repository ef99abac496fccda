internal import ImageCodecs
internal import TilePyramid

/// What the files of a pyramid say about it, whatever its layout: all that is needed to read its tiles.
struct LayoutDescription: Sendable {
    /// The most bytes of a file that describes a pyramid: far more than any has.
    static let descriptorByteLimit = 1 << 20

    /// The layout that the names of its files have.
    var layout: PyramidLayout
    /// The geometry.
    var pyramid: Pyramid
    /// What its tiles are, by their names.
    var format: TileFormat
    /// What tiles are called.
    var naming: any LayoutNaming
    /// Whether tiles may be absent.
    var isSparse: Bool
    /// Where map tiles lie on the world; nil for a picture by itself.
    var georeference: Georeference?
    /// Columns and rows of background before the picture.
    var margin = PixelOffset.zero
    /// What the files say beyond the geometry.
    var properties: [PyramidProperty] = []
    /// What in the descriptors contradicts itself or the tiles.
    var issues: [ValidationIssue] = []

    /// Reads the descriptors among some files.
    ///
    /// - Returns: nil when these are no pyramid.
    /// - Throws: ``StoreError`` when they are one that is damaged.
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

    /// The endings that the names of tiles may have, the usual ones first.
    static let fileExtensions = ["jpg", "png", "webp", "jpeg", "avif", "jxl", "JPG", "PNG", "JPEG"]

    /// The size of a tile by its header; nil when there is none, or when it is damaged, which is not told here.
    static func size(ofTile name: String, in files: any ContainerReader) throws -> PixelSize? {
        guard let bytes = try files.read(name, limit: LayoutSource.tileByteLimit) else { return nil }
        return try? TileDecoder().decode(bytes, name: name) { $0.size }
    }
}
