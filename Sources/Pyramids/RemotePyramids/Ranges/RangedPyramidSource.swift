internal import Concurrency
internal import Dispatch
package import FilePyramids
package import Georeferencing
package import ImageMetadata
internal import Networking
package import TileContainers
package import TilePyramid

/// A pyramid in a single file at an address; only the parts that are needed are read.
///
/// The file is PMTiles, a tiled TIFF such as a Cloud-Optimized GeoTIFF, SZI or another ZIP archive.
///
/// Loaders read tiles by ``beginReading(_:urgency:completion:)``, for which no thread waits. All other methods block the
/// calling thread while they read.
package final class RangedPyramidSource: PyramidSource, AsynchronousTileSource {
    private let source: any PyramidSource
    private let file: NetworkFile
    private let lastQueue = Locked(0)

    /// The queues on which tiles are looked up and converted, a few for all pyramids.
    private static let queues = (0..<min(queueLimit, Processors.count)).map { number in
        DispatchQueue(label: "RemotePyramids.ranges.\(number)", qos: .userInitiated)
    }
    /// The most threads that look up and convert tiles: 4.
    private static let queueLimit = 4

    init(_ source: any PyramidSource, in file: NetworkFile) {
        self.source = source
        self.file = file
    }

    /// Whether the last request did not reach the server, so that tiles may be out of date.
    package var isOffline: Bool { file.remote.isOffline }

    /// The bounds of a GeoTIFF on the Earth; `nil` for other files, and if its coordinate system is not supported.
    package var bounds: GeoBounds? { (source as? TIFFPyramidSource)?.bounds }
    /// The place as a TIFF states it; `nil` for other files.
    package var geoTags: GeoTIFFTags? { (source as? TIFFPyramidSource)?.geoTags }
    /// The sample of invalid pixels as a TIFF states it; `nil` for other files.
    package var nodataSample: Int? { (source as? TIFFPyramidSource)?.nodataSample }

    /// Begins to read a tile; parts of the file that several tiles need are requested once.
    ///
    /// - Returns: the reading; its cancellation ends the requests that no other reading waits for.
    package func beginReading(
        _ index: TileIndex, urgency: TileUrgency,
        completion: @escaping @Sendable (Result<EncodedTile?, any Error>) -> Void
    ) -> any TileReading {
        let number = lastQueue.withLock { number in
            number = (number + 1) % Self.queues.count
            return number
        }
        let reading = RangedTileReading(index, of: source, in: file, on: Self.queues[number], urgency, completion)
        reading.begin()
        return reading
    }
}

extension RangedPyramidSource {
    /// The geometry.
    package var pyramid: Pyramid { source.pyramid }
    /// The format of the tiles.
    package var format: TileFormat { source.format }
    /// The metadata beyond the geometry.
    package var properties: [PyramidProperty] { source.properties }
    /// The statements of the file that its tiles contradict.
    package var warnings: [String] { source.warnings }
    /// Whether tiles may have transparent pixels, though most of them have none.
    package var mayHaveAlpha: Bool { source.mayHaveAlpha }
    /// Whether tiles may be absent.
    package var isSparse: Bool { source.isSparse }
    /// The bounds of the image on the Earth, as the format has them.
    package var georeference: Georeference? { source.georeference }
    /// The position of a GeoTIFF.
    ///
    /// - Throws: as ``TIFFPyramidSource/rasterGeoreference``.
    package var rasterGeoreference: RasterGeoreference? { get throws { try source.rasterGeoreference } }
    /// The columns and rows of background before the image.
    package var margin: PixelOffset { source.margin }

    /// Reads a tile, and blocks meanwhile.
    ///
    /// - Throws: ``StoreError`` when it cannot be read.
    package func read(_ index: TileIndex) throws -> EncodedTile? { try source.read(index) }

    /// The path of a tile in an archive.
    package func fileName(of index: TileIndex) -> String? { source.fileName(of: index) }

    /// Looks up a tile, and blocks meanwhile.
    package func storedTile(_ index: TileIndex) throws -> StoredTile? { try source.storedTile(index) }

    /// Returns the index of some tile of a level, and blocks meanwhile.
    package func anyTile(of level: Int) throws -> TileIndex? { try source.anyTile(of: level) }

    /// Calls `body` for every tile; reads all directories for that.
    package func forEachStoredTile(_ body: (TileIndex, StoredTile) throws -> Void) throws {
        try source.forEachStoredTile(body)
    }

    /// Calls `body` for tiles that share their bytes; reads all directories for that.
    package func forEachStoredRun(_ body: (_ first: TileIndex, _ count: Int, StoredTile) throws -> Void) throws {
        try source.forEachStoredRun(body)
    }

    /// Checks the file; reads all directories for that.
    package func inspectFiles(_ report: (ValidationIssue) throws -> Void) throws { try source.inspectFiles(report) }
}
