import ImageSources
import TestSupport
import PixelKernels
import TilePyramid

/// Collects what a passthrough source delivers; writes all waiting rows when the source has to wait.
final class TIFFTileCollector: PassthroughReceiver {
    var tiles: [TileIndex: [UInt8]] = [:]
    var encoded: Set<TileIndex> = []
    /// The samples of the next coarser level, plane by plane.
    var half: [[UInt8]] { halfSamples.samples }
    var waits = 0
    var wantsHalfScale = true
    private let pyramid: Pyramid
    private var halfSamples: HalfScaleSamples
    private var waiting: [any PassthroughRow] = []

    init(_ pyramid: Pyramid, bytesPerPixel: Int) {
        self.pyramid = pyramid
        halfSamples = HalfScaleSamples(of: pyramid.size, bytesPerPixel: bytesPerPixel)
    }

    /// Reads a source to its end.
    convenience init(
        _ source: any PassthroughTileSource, tileSize: Int = 32, asPlanes: Bool = false, wantsHalfScale: Bool = true,
        encoding: TileEncoding = TileEncoding()
    ) throws {
        let pyramid = Pyramid(size: source.info.size, tileSize: tileSize)
        self.init(pyramid, bytesPerPixel: asPlanes ? 1 : source.info.layout.bytesPerPixel)
        self.wantsHalfScale = wantsHalfScale
        try source.readTiles(of: pyramid, encoding: encoding, asPlanes: asPlanes, threads: 2, into: self)
        try writeWaiting()
    }

    func receive(_ row: any PassthroughRow) throws { waiting.append(row) }

    func writeWaiting() throws {
        let level = pyramid.finestLevel
        for row in waiting {
            for column in 0..<level.grid.columns {
                let index = TileIndex(level: level.index, column: column, row: row.number)
                if row.needsReencoding(column: column) { encoded.insert(index) }
                try row.withTile(column: column) { bytes in
                    tiles[index] = bytes.withUnsafeBytes { Array($0) }
                }
                row.releaseTile()
            }
        }
        waiting = []
    }

    func receiveHalfScale(_ band: PixelBand) throws { halfSamples.add(band) }

    func receiveHalfScale(_ band: PlanarBand) throws { halfSamples.add(band) }

    func awaitProgress() throws {
        waits += 1
        try writeWaiting()
    }
}
