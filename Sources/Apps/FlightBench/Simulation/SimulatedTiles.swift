internal import Concurrency
internal import LayerTree
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// The tiles of an image that does not exist; the bytes of a tile are its index.
///
/// The gray of a pixel identifies its level, so that frames of a flight can be examined. Unless the conditions say
/// otherwise, tiles of one size and level share their pixels, so that a giant image costs little.
///
/// Reads fail at the rate that the conditions say; the seed, the tile and the number of the attempt decide which reads do.
/// Tiles are counted when they are decoded, and when they are first drawn.
final class SimulatedTiles: TileSource, TileDecoding {
    /// The properties that determine the pixels of a tile.
    private struct BufferKey: Hashable {
        var size: PixelSize
        var level: Int
    }
    private struct State {
        var tries: [TileIndex: UInt64] = [:]
        var buffers: [BufferKey: PixelBuffer] = [:]
        var decoded = 0
        var drawn = 0
        /// Tiles that were decoded and have not been drawn since.
        var fresh: Set<TileIndex> = []
    }

    let pyramid: Pyramid
    private let conditions: SimulatedConditions
    private let state = Locked(State())

    init(_ pyramid: Pyramid, conditions: SimulatedConditions) {
        self.pyramid = pyramid
        self.conditions = conditions
    }

    /// The number of times that a tile was decoded.
    var decoded: Int { state.withLock { $0.decoded } }

    /// The number of decoded tiles that were drawn at least once.
    var drawn: Int { state.withLock { $0.drawn } }

    /// Records that a tile is drawn.
    func markDrawn(_ index: TileIndex) {
        state.withLock { $0.drawn += $0.fresh.remove(index) == nil ? 0 : 1 }
    }

    func read(_ index: TileIndex) throws -> EncodedTile? {
        let number = state.withLock { state in
            state.tries[index, default: 0] += 1
            return state.tries[index, default: 0]
        }
        guard !fails(index, number) else { throw SimulatedFailure(tries: number) }
        let address = [index.level, index.column, index.row].flatMap { part in
            (0..<4).map { UInt8(truncatingIfNeeded: part >> (8 * $0)) }
        }
        return EncodedTile(bytes: address, format: .jpeg)
    }

    func decode(_ tile: EncodedTile, size: PixelSize, name: String) -> PixelBuffer {
        let parts = (0..<3).map { part in
            (0..<4).reduce(0) { $0 | Int(tile.bytes[4 * part + $1]) << (8 * $1) }
        }
        return state.withLock { state in
            state.decoded += 1
            state.fresh.insert(TileIndex(level: parts[0], column: parts[1], row: parts[2]))
            let pixels = BufferKey(size: size, level: parts[0])
            let shared = conditions.sharesPixels ? state.buffers[pixels] : nil
            let buffer =
                shared
                ?? PixelBuffer(size: size, isOpaque: true) { $0.update(repeating: Self.pixel(ofLevel: parts[0])) }
            if conditions.sharesPixels {
                state.buffers[pixels] = buffer
            }
            return buffer
        }
    }

    /// The opaque gray of all tiles of a level, lighter than that of the next finer level.
    static func pixel(ofLevel level: Int) -> UInt32 { 0xFF00_0000 | UInt32(255 - 7 * min(level, 36)) * 0x01_0101 }

    private func fails(_ index: TileIndex, _ number: UInt64) -> Bool {
        let parts = [conditions.seed, UInt64(index.level), UInt64(index.column), UInt64(index.row), number]
        let hash = parts.reduce(0) { Self.mixed($0 ^ $1) }
        return Double(hash >> 11) * 0x1p-53 < conditions.failureRate
    }

    /// The hash of a number, in which every bit depends on all of its bits: SplitMix64
    /// (https://prng.di.unimi.it/splitmix64.c).
    private static func mixed(_ number: UInt64) -> UInt64 {
        var mixed = number &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// The error of a read that fails because the conditions say so.
struct SimulatedFailure: Error, CustomStringConvertible {
    var tries: UInt64
    var description: String { "attempt \(tries) failed as simulated" }
}
