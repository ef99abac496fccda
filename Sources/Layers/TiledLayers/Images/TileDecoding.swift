internal import Concurrency
internal import ImageCodecs
internal import ImageMetadata
internal import LayerTree
public import TilePyramid
public import VectorDrawing

/// Decodes a tile's compressed bytes into the renderer's pixel format (forced decompression).
///
/// It is called on several workers at once, never on the main thread.
public protocol TileDecoding: Sendable {
    /// Decodes a tile.
    ///
    /// - Parameters:
    ///   - tile: the compressed bytes, from a file that may be damaged or malicious.
    ///   - size: the size in pixels that the pyramid prescribes for the stored tile, padding included. A tile of another size
    ///     is an error, best detected before memory is allocated for its pixels.
    ///   - name: the name of the tile in error messages.
    /// - Returns: the pixels.
    /// - Throws: an error whose description is shown to people.
    func decode(_ tile: EncodedTile, size: PixelSize, name: String) throws -> PixelBuffer
}

extension TileDecoding {
    /// Decodes a tile of a pyramid and crops its padding; `name` is the image's name in error messages.
    ///
    /// - Returns: the tile's pixels of the level, overlap included, in the size of ``TilePyramid/Pyramid/rect(of:)``.
    /// - Throws: an error whose description is shown to people.
    public func decode(
        _ tile: EncodedTile, at index: TileIndex, of pyramid: Pyramid, name: String
    ) throws -> PixelBuffer {
        let stored = pyramid.storedSize(of: index)
        let buffer = try decode(tile, size: stored, name: "\(name) \(index)")
        guard buffer.size == stored else {
            throw TileSizeError(description: PixelSize.mismatch(buffer.size, stored))
        }
        return buffer.croppedToShownPart(of: index, pyramid)
    }
}

extension PixelBuffer {
    /// Returns the part of a stored tile without padding.
    func croppedToShownPart(of index: TileIndex, _ pyramid: Pyramid) -> PixelBuffer {
        let offset = pyramid.offsetInTile(of: index)
        let shown = pyramid.rect(of: index).size
        return cropped(to: PixelRect(x: offset.x, y: offset.y, width: shown.width, height: shown.height))
    }
}

/// A decoder returned pixels of another size than requested.
struct TileSizeError: Error, CustomStringConvertible {
    var description: String
}

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
    /// - Throws: ``ImageMetadata/CodecError``.
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
