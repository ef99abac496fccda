internal import Georeferencing
internal import ImageCodecs
internal import TileContainers
internal import TilePyramid

/// The description of a pyramid in any layout: all that is needed to read its tiles.
struct LayoutDescription: Sendable {
    /// The most bytes of a descriptor, far more than any has.
    static let descriptorByteLimit = 1 << 20

    /// The layout of the files.
    var layout: PyramidFormat
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
    /// The position of map tiles in another system than Web Mercator; `nil` for none.
    var place: Result<RasterGeoreference, StoreError>?
    /// The columns and rows of background before the image.
    var margin = PixelOffset.zero
    /// The metadata beyond the geometry.
    var properties: [PyramidProperty] = []
    /// Whether a tile's bytes say its format, rather than its file extension; the default is `false`.
    var mayMixFormats = false
    /// The statements of the descriptors that the tiles contradict, as sentences.
    var warnings: [String] = []
    /// Contradictions within the descriptors, or between them and the tiles.
    var issues: [ValidationIssue] = []

    /// The folders that contain the tiles, without subfolders, in the order of visits; `nil` if all files are visited.
    var tileFolders: [String]?
    /// Checks the files other than the tiles; `nil` if each file has to be a tile or to have a known name.
    var inspection: Inspection?

    /// Checks the files other than the tiles of a source, and reports issues.
    typealias Inspection = @Sendable (any PyramidSource, (ValidationIssue) throws -> Void) throws -> Void

    /// The file extensions of tiles, the most common first.
    static let fileExtensions: [String] = {
        let common = ["jpg", "png", "webp", "jpeg"]
        let others = TileFormat.allCases.map(\.fileExtension).filter { !common.contains($0) }
        return common + others + ["JPG", "PNG", "JPEG"]
    }()

    /// The size of a tile, from its header; `nil` if the tile is absent or damaged.
    static func size(ofTile name: String, in files: any ContainerReader) throws -> PixelSize? {
        guard let bytes = try files.read(name, limit: LayoutSource.tileByteLimit) else { return nil }
        return try? TileDecoder.size(of: bytes, name: name)
    }
}

extension LayoutDescription {
    /// Describes the pyramid in a container, trying each layout's descriptor.
    ///
    /// A type of layout reads all of its variants, such as the schemes of map tiles, so that each is tried once.
    ///
    /// - Returns: `nil` if the files are not a pyramid.
    /// - Throws: ``StoreError`` when they are a damaged pyramid.
    init?(of files: any ContainerReader, formats: PyramidFormats) throws {
        var tried: Set<ObjectIdentifier> = []
        for layout in formats.layouts.compactMap(\.layout)
        where tried.insert(ObjectIdentifier(type(of: layout))).inserted {
            if let description = try layout.describe(files) {
                self = description
                return
            }
        }
        return nil
    }
}

extension ContainerReader {
    /// Reads a descriptor, and returns it with its path for error messages; `nil` if there is no such file.
    ///
    /// - Throws: ``StoreError`` when it is larger than any descriptor.
    func readDescriptor(_ name: String) throws -> (bytes: [UInt8], path: String)? {
        guard let bytes = try read(name, limit: LayoutDescription.descriptorByteLimit + 1) else { return nil }
        let path = "\(path)/\(name)"
        guard bytes.count <= LayoutDescription.descriptorByteLimit else {
            throw StoreError(.malformed, path: path, "the file is too large to be the descriptor of a pyramid.")
        }
        return (bytes, path)
    }
}
