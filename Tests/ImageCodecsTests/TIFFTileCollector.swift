import PixelKernels
import TilePyramid

@testable import ImageCodecs

/// Collects what a source of ready tiles gives; writes each row of tiles when the next one comes.
final class TIFFTileCollector: ReadyTileReceiver {
    var tiles: [TileIndex: [UInt8]] = [:]
    var encoded: Set<TileIndex> = []
    /// The rows of the next coarser level, plane by plane.
    var half: [[UInt8]] = [[], [], []]
    var waits = 0
    var wantsHalf = true
    var fill: [UInt8] = [10, 200, 30]
    private let pyramid: Pyramid
    private let width: Int
    private var waiting: [any ReadyTileRow] = []

    init(_ pyramid: Pyramid, bytesPerPixel: Int) {
        self.pyramid = pyramid
        width = pyramid.size.halved.width * bytesPerPixel
    }

    /// Reads a source to its end.
    convenience init(
        _ source: any ReadyTileSource, tileSize: Int = 32, asPlanes: Bool = false, wantsHalf: Bool = true,
        shape: PyramidShape = PyramidShape(), encoding: TileEncoding = TileEncoding()
    ) throws {
        let pyramid = Pyramid(size: source.info.size, tileSize: tileSize, shape: shape)
        self.init(pyramid, bytesPerPixel: asPlanes ? 1 : source.info.layout.bytesPerPixel)
        self.wantsHalf = wantsHalf
        try source.readTiles(of: pyramid, encoding: encoding, asPlanes: asPlanes, threads: 2, into: self)
        try writeWaiting()
    }

    func take(_ row: any ReadyTileRow) throws { waiting.append(row) }

    func writeWaiting() throws {
        let level = pyramid.finestLevel
        for row in waiting {
            let writer = try row.makeWriter()
            for column in 0..<level.grid.columns {
                let index = TileIndex(level: level.index, column: column, row: row.number)
                if row.isEncoded(column: column) { encoded.insert(index) }
                try writer.write(column: column, of: row) { bytes in
                    tiles[index] = bytes.withUnsafeBytes { Array($0) }
                }
                row.tileIsDone()
            }
        }
        waiting = []
    }

    func takeHalf(_ band: PixelBand) throws {
        for y in band.rows {
            half[0] += UnsafeRawBufferPointer(start: band.row(y), count: width)
        }
    }

    func takeHalf(_ band: PlanarBand) throws {
        for (number, plane) in band.planes.enumerated() {
            let width = number == 0 ? self.width : (self.width + 1) / 2
            for y in plane.rows {
                half[number] += UnsafeRawBufferPointer(start: plane.row(y), count: width)
            }
        }
    }

    func awaitProgress() throws {
        waits += 1
        try writeWaiting()
    }
}
