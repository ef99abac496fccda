internal import Concurrency
internal import ImageCodecs
internal import LayerTree
public import TilePyramid
public import VectorDrawing

/// Decodes tiles of every supported format with a pool of reused decoders, one per worker in use.
///
/// This is forced decompression: the pixels are in the renderer's own format when they reach a layer. A tile of the
/// wrong size is rejected by its header, before memory is allocated for its pixels.
public final class PooledTileDecoder: TileDecoding {
    /// The pool of this process.
    public static let shared = PooledTileDecoder()

    /// The idle decoders; at most as many as have been in use at the same time.
    private let idle = Locked<[TileDecoder]>([])

    /// The maximum number of warnings that are kept.
    public static let warningLimit = 100

    private let recordedWarnings = Locked<[String]>([])

    /// The warnings about tiles that were shown although parts of them are missing.
    ///
    /// Each is a sentence that names the tile. The first ``warningLimit`` are kept, each once.
    public var warnings: [String] { recordedWarnings.withLock { $0 } }

    private func record(_ warning: String) {
        recordedWarnings.withLock { warnings in
            if warnings.count < Self.warningLimit, !warnings.contains(warning) { warnings.append(warning) }
        }
    }

    /// Creates an empty pool; decoders are created on demand.
    public init() {}

    /// Decodes a tile.
    ///
    /// - Throws: ``ImageCodecs/CodecError``.
    public func decode(_ tile: EncodedTile, size: PixelSize, name: String) throws -> PixelBuffer {
        let decoder = idle.withLock { $0.popLast() } ?? TileDecoder()
        defer { idle.withLock { $0.append(decoder) } }
        return try decoder.decode(tile.bytes, name: name, format: tile.format) { opened in
            if let warning = opened.warning { record(warning) }
            guard opened.size == size else {
                throw CodecError(.invalidRequest, file: name, PixelSize.mismatch(opened.size, size))
            }
            return try PixelBuffer(size: size, isOpaque: opened.isOpaque ? true : nil) {
                try opened.write(to: $0)
            }
        }
    }
}

extension PixelSize {
    /// The error message for a tile that does not have the size that the pyramid prescribes.
    static func mismatch(_ found: PixelSize, _ expected: PixelSize) -> String {
        "the tile is \(found) pixels, not \(expected) as the pyramid says"
    }
}
