import Concurrency
import LayerTree
import TilePyramid
import VectorDrawing

@testable import TiledLayers

/// A source that has every tile, records the reads, and can be given another response.
final class RecordedSource: TileSource {
    let pyramid: Pyramid
    private let answer: @Sendable (TileIndex) throws -> EncodedTile?
    private let record = Locked<[TileIndex]>([])

    init(
        _ pyramid: Pyramid,
        answer: @escaping @Sendable (TileIndex) throws -> EncodedTile? = { RecordedSource.tile($0) }
    ) {
        self.pyramid = pyramid
        self.answer = answer
    }

    /// The tiles that have been read, in order.
    var reads: [TileIndex] { record.withLock { $0 } }

    /// The tiles that have been read since the last call.
    func takeReads() -> [TileIndex] {
        record.withLock { reads in
            defer { reads = [] }
            return reads
        }
    }

    func read(_ index: TileIndex) throws -> EncodedTile? {
        record.withLock { $0.append(index) }
        return try answer(index)
    }

    /// A tile whose only pixel value encodes its level, column and row.
    static func tile(_ index: TileIndex) -> EncodedTile {
        let code = [255, index.level, index.column, index.row].map { UInt8(truncatingIfNeeded: $0) }
        return EncodedTile(bytes: code, format: .png)
    }
}

/// Fills a tile with the pixel value that its four bytes hold.
struct FillDecoder: TileDecoding {
    func decode(_ tile: EncodedTile, size: PixelSize, name: String) throws -> PixelBuffer {
        guard tile.bytes.count == 4 else { throw TestError("these are not pixels") }
        let pixel = tile.bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return PixelBuffer(size: size, isOpaque: true) { $0.update(repeating: pixel) }
    }
}

struct ClosureDecoder: TileDecoding {
    let decodeTile: @Sendable (EncodedTile, PixelSize) throws -> PixelBuffer

    func decode(_ tile: EncodedTile, size: PixelSize, name: String) throws -> PixelBuffer {
        try decodeTile(tile, size)
    }
}

struct TestError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

func tile(_ level: Int, _ column: Int, _ row: Int) -> TileIndex {
    TileIndex(level: level, column: column, row: row)
}

extension Viewport {
    /// A viewport of a part of an image at a scale, as in a window.
    init(
        x: Double, y: Double, width: Double, height: Double, scale: Double = 1, angle: Double = 0,
        velocity: Point = .zero, isMoving: Bool = false
    ) {
        let turned = AffineTransform(translationX: width / 2, y: height / 2).rotated(angle)
            .scaled(x: scale, y: scale).translated(x: -x - width / scale / 2, y: -y - height / scale / 2)
        self.init(
            projection: Projection(turned), screen: Rect(x: 0, y: 0, width: width, height: height),
            velocity: velocity, isMoving: isMoving)
    }
}

/// A counter for any thread.
final class Counter: Sendable {
    private let count = Locked(0)

    var value: Int { count.withLock { $0 } }

    /// Increments the counter and returns its new value.
    @discardableResult
    func increment() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
