import ImageCodecs
import ImageSources
import Concurrency
import PixelKernels
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import TileCutting

/// Solid tiles and blank tiles.
@Suite(.timeLimited) struct CutEngineBlankTests {
    /// 64×64 gray pixels in tiles of 16: rows of tiles that are white, nearly white, of two grays, and of noise.
    private func row(_ y: Int) -> [UInt8] {
        switch y / 16 {
        case 0: Array(repeating: 255, count: 64)
        case 1: Array(repeating: y == 20 ? 251 : 255, count: 64)
        case 2: Array(repeating: 7, count: 32) + Array(repeating: 9, count: 32)
        default: StubSource.row(y, width: 64, layout: PixelLayout(.gray))
        }
    }

    private struct Result {
        var outcome: CutStatistics
        var tiles: [TileIndex: EncodedTile]
        var encoded: Int
    }

    private func cut(
        tolerance: Int?, layout: PixelLayout = PixelLayout(.gray), row: @escaping (Int) -> [UInt8]
    ) throws -> Result {
        var shape = PyramidShape()
        shape.coarsest = .tile
        let pyramid = Pyramid(size: PixelSize(width: 64, height: 64), tileSize: 16, shape: shape)
        let store = MemoryTileStore(pyramid: pyramid)
        let tally = RawEncoder.Tally()
        let configuration = CutConfiguration(
            pyramid: pyramid, layout: layout, blankTolerance: tolerance, threads: 1,
            encoders: .interleaved { RawEncoder(tally: tally) { _ in } })
        let outcome = try configuration.cut(
            StubSource(size: pyramid.size, layout: layout, rowsPerBand: 16, row: row), into: store)
        return Result(outcome: outcome, tiles: store.state.tiles, encoded: tally.encoded)
    }

    @Test func `equal solid tiles are encoded once, and each has its own bytes in the store`() throws {
        let result = try cut(tolerance: nil, row: row)
        // Full size: four white ones, and two of each gray.
        #expect(result.outcome.solidTiles == 3 + 1 + 1)
        #expect(result.outcome.skippedTiles == 0)
        #expect(result.encoded == 16 + 4 + 1 - 5)
        #expect(result.tiles.count == 21)
        let white = RawEncoder.bytes(width: 16, rows: Array(repeating: Array(repeating: 255, count: 16), count: 16))
        for column in 0..<4 {
            #expect(result.tiles[TileIndex(level: 2, column: column, row: 0)]?.bytes == white)
        }
        #expect(result.outcome.progress.storedBytes == result.tiles.values.reduce(0) { $0 + $1.bytes.count })
    }

    @Test(arguments: [(0, 4), (1, 4), (3, 6), (4, 10), (255, 21)])
    func `tiles within the tolerance of the background are not stored`(tolerance: Int, skipped: Int) throws {
        let result = try cut(tolerance: tolerance, row: row)
        // The darkest row differs by 4, and at half the size, where it is in two tiles, by 2.
        #expect(result.outcome.skippedTiles == skipped)
        #expect(result.tiles.count == 21 - skipped)
        #expect(result.tiles[TileIndex(level: 2, column: 0, row: 0)] == nil)
        #expect(result.outcome.progress.fraction == 1)
    }

    @Test func `with alpha, transparent tiles are blank and white ones are not`() throws {
        let result = try cut(tolerance: 0, layout: PixelLayout(.grayAlpha)) { y in
            y < 32
                ? StubSource.row(y, width: 64, layout: PixelLayout(.gray)).flatMap { [$0, 0] }
                : Array(repeating: 255, count: 128)
        }
        #expect(result.outcome.skippedTiles == 8 + 2)
        #expect(Set(result.tiles.keys.filter { $0.level == 2 }.map(\.row)) == [2, 3])
    }

    @Test func `a tile whose planes are solid is solid`() throws {
        let pyramid = Pyramid(size: PixelSize(width: 64, height: 16), tileSize: 16, levelCount: 1)
        let planes = PlaneFormat.yCbCr420
        let store = MemoryTileStore(pyramid: pyramid)
        let background = RGBColor(red: 255, green: 0, blue: 0)
        #expect(planes.background(background) == [[76], [85], [255]])
        let writer = TileWriter(
            planes: planes, layout: PixelLayout(.rgb), format: .jpeg, store: store, background: background,
            blankTolerance: 0)
        let worker = ThreadEncoder(encoders: .planar { try TileEncoding().makePlanarEncoder() }, rowLimit: 64)
        let chunks = ChunkPool(ChunkLimits(pyramid: pyramid, planes: planes, threads: 1))
        var outcomes: [String] = []
        for (column, samples) in [[76, 85, 255], [76, 85, 254], [76, 85, 254], [76, 86, 254]].enumerated() {
            let index = TileIndex(level: 6, column: column, row: 0)
            let buffers = try zip(planes, samples).map { plane, sample in
                let side = plane.length(16)
                let buffer = TileBuffer(
                    index: index, size: PixelSize(width: side, height: side), plane: plane, pool: chunks)
                let chunk = try #require(try chunks.take(1))[0]
                chunk.initializeMemory(
                    as: UInt8.self, repeating: UInt8(sample), count: TileBuffer.chunkBytes(width: 16, of: plane))
                buffer.append(chunk)
                return buffer
            }
            let tile = AssembledTile(index: index, size: PixelSize(width: 16, height: 16), planes: buffers)
            let pending = PendingTile.pixels(tile)
            defer { pending.release() }
            switch try writer.write(pending, with: worker).0 {
            case .encoded: outcomes.append("encoded")
            case .reused: outcomes.append("reused")
            case .passthrough: outcomes.append("passed through")
            case .padded: outcomes.append("padded")
            case .skipped: outcomes.append("skipped")
            }
        }
        #expect(outcomes == ["skipped", "encoded", "reused", "encoded"])
    }
}
