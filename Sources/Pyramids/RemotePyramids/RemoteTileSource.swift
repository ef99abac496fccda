internal import Concurrency
public import FilePyramids
public import Georeferencing
public import Networking
internal import TileContainers
public import TilePyramid

/// A pyramid whose tiles have addresses of their own: a function gives the addresses, and an HTTP client gets the tiles.
///
/// ```swift
/// let pyramid = Pyramid(mapTilesOf: 0...19)
/// let tiles = TileMatrixSet(pyramid: pyramid, coarsestZoom: 0)
/// let source = RemoteTileSource("https://example.org/map", .init(pyramid: pyramid, format: .png)) { index in
///     let tile = tiles.tile(index)
///     return HTTPRequest("https://example.org/map/\(tile.zoom)/\(tile.column)/\(tile.row).png")
/// }
/// ```
///
/// Tiles are read one by one and never listed: in a pyramid that is not sparse, every tile of the grid counts as existing;
/// in a sparse one, the tiles that the server has. Tiles in the client's cache are not requested again.
public final class RemoteTileSource: PyramidSource {
    /// The properties of the pyramid, besides the addresses of its tiles.
    public struct Description: Sendable {
        /// The levels and their grids.
        public var pyramid: Pyramid
        /// The format of the tiles; a tile in another format is read in its own.
        public var format: TileFormat
        /// The metadata beyond the geometry; none by default.
        public var properties: [PyramidProperty] = []
        /// Whether the server may lack tiles of the grid, as for maps; the default is `true`.
        public var isSparse = true
        /// The bounds of the image on the Earth; `nil`, the default, for none.
        public var georeference: Georeference?
        /// The columns and rows of background before the image; zero by default.
        public var margin = PixelOffset.zero
        /// The attribution of the image, as a text to show with it; `nil`, the default, if nobody is named.
        public var attribution: String?
        /// Finds the position in another system than the grid of Web Mercator; `nil`, the default, if there is none.
        ///
        /// It is called when it is asked for, and may throw: other systems need PROJ.
        var place: (@Sendable () throws -> RasterGeoreference)?
        /// The parts of the description that are not used, as sentences that begin with a small letter; none by default.
        public var warnings: [String] = []
        /// The region of the tiles in degrees, where the ``place`` covers more; `nil`, the default, if it is not named.
        package var region: GeoBounds?
        /// The tiles that there may be; `nil`, the default, for all of the grid.
        ///
        /// Others are never requested.
        var coverage: TileCoverage?
        /// Adapts a tile before it is passed on, on a thread that may block; `nil`, the default, for no change.
        ///
        /// It gets the address of the tile for messages.
        var adaptation: (@Sendable (TileIndex, EncodedTile, _ path: String) throws -> EncodedTile)?

        /// Creates a description with the defaults.
        public init(pyramid: Pyramid, format: TileFormat) {
            self.pyramid = pyramid
            self.format = format
        }
    }

    /// The address of the pyramid, for messages: without passwords and query.
    public let path: String
    /// The properties of the pyramid.
    public let description: Description

    let client: CachedHTTPClient
    let request: @Sendable (TileIndex) -> HTTPRequest
    let observers = Locked<[@Sendable (TileIndex) -> Void]>([])
    let readAhead = TileReadAhead()

    /// The most bytes of a tile that are received: 64 MiB.
    static let tileByteLimit = 64 << 20

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - url: the address of the pyramid, for messages.
    ///   - description: the geometry and the metadata.
    ///   - client: the client that makes the requests and keeps the answers; by default the one of the process, with the
    ///     cache that the tools share.
    ///   - request: the request for a tile, a pure function, which is called only for tiles of the pyramid.
    public init(
        _ url: String, _ description: Description, client: CachedHTTPClient = .standard,
        request: @escaping @Sendable (TileIndex) -> HTTPRequest
    ) {
        path = PublicAddress.text(of: url)
        self.description = description
        self.client = client
        self.request = request
    }

    /// The levels and their grids.
    public var pyramid: Pyramid { description.pyramid }
    /// The format of the tiles, unless a tile has another.
    public var format: TileFormat { description.format }
    /// The metadata beyond the geometry.
    public var properties: [PyramidProperty] { description.properties }
    /// Whether the server may lack tiles of the grid.
    public var isSparse: Bool { description.isSparse }
    /// The bounds of the image on the Earth; `nil` if it is not georeferenced.
    public var georeference: Georeference? { description.georeference }
    /// The position in another system than the grid of Web Mercator, such as for a WMTS in degrees or in UTM.
    ///
    /// - Throws: ``StoreError`` if the server names a system in which the place cannot be found.
    public var rasterGeoreference: RasterGeoreference? { get throws { try description.place?() } }
    /// The columns and rows of background before the image.
    public var margin: PixelOffset { description.margin }
    /// The attribution of the image, as a text to show with it; `nil` if nobody is named.
    public var attribution: String? { description.attribution }
    /// The parts of the description that are not used, as sentences that begin with a small letter.
    public var warnings: [String] { description.warnings }
    /// Always `false`: a server is not asked for what it has.
    public var listsTiles: Bool { false }

    /// The address of a tile, without passwords and query.
    public func fileName(of index: TileIndex) -> String? {
        pyramid.contains(index) ? PublicAddress.text(of: request(index).url) : nil
    }

    /// Whether a tile is in the grid, and within what the description says to be there.
    func mayExist(_ index: TileIndex) -> Bool {
        pyramid.contains(index) && description.coverage?.contains(index) ?? true
    }

    // MARK: Answers

    /// The tile in an answer; `nil` if that says that there is none.
    ///
    /// - Throws: ``StoreError`` for bytes that are not an image of a known format.
    static func tile(in answer: CachedHTTPClient.Answer, from url: String) throws(StoreError) -> EncodedTile? {
        guard !answer.isMissing, answer.status != 204, !answer.body.isEmpty else { return nil }
        if let format = TileFormat(contents: answer.body) { return EncodedTile(bytes: answer.body, format: format) }
        let path = PublicAddress.text(of: url)
        let type = answer.contentType.prefix { $0 != ";" }
        if VectorTiles.isName(String(type)) || answer.body.starts(with: [0x1F, 0x8B]) {
            throw VectorTiles.refusal(path)
        }
        let sent = type.isEmpty ? "" : " (it calls it \(type.prefix(60)))"
        throw StoreError(
            .malformed, path: path,
            "the server sends something as a tile that is not an image of a known format\(sent). Check the address.")
    }
}
