internal import ImageCodecs
internal import Concurrency
internal import PixelKernels
internal import TilePyramid

/// Encodes and stores tiles: equal solid tiles are encoded once, blank tiles are not stored.
///
/// Used by several threads at once.
final class TileWriter: Sendable {
    /// What was done with a tile.
    enum Outcome {
        /// It was encoded to this many bytes.
        case encoded(bytes: Int)
        /// It was stored with the bytes of an equal solid tile.
        case reused(bytes: Int)
        /// It was passed through from the source.
        case passthrough(bytes: Int)
        /// It was passed through, padded and re-encoded to this many bytes.
        case padded(bytes: Int)
        /// It is blank and was not stored.
        case skipped
    }

    /// Two solid tiles with equal keys have equal bytes.
    private struct Key: Hashable {
        var size: PixelSize
        var samples: [[UInt8]]
    }

    /// The most solid tiles whose bytes are kept.
    static let solidTileLimit = 256
    /// The most bytes of such a tile; larger ones are not kept.
    static let solidTileByteLimit = 64 << 10

    private let planes: [PlaneFormat]
    private let format: TileFormat
    private let store: any TileStore
    /// Matchers of blank pixels, plane by plane; nil where blank tiles are stored.
    private let blankMatchers: [SolidColorMatcher]?
    private let padder: TilePadder
    private let solidTiles = Locked<[Key: [UInt8]]>([:])

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - planes: the planes of the image.
    ///   - format: the format that the encoders produce.
    ///   - store: receives the tiles.
    ///   - background: the color of blank tiles without alpha.
    ///   - blankTolerance: the largest difference of a sample in a blank tile, 0 to 255; nil to store blank tiles.
    ///   - padder: pads tiles that are passed through.
    init(
        planes: [PlaneFormat], format: TileFormat, store: any TileStore, background: Background, blankTolerance: Int?,
        padder: TilePadder
    ) {
        self.padder = padder
        self.planes = planes
        self.format = format
        self.store = store
        blankMatchers = blankTolerance.map { tolerance in
            zip(planes, background.samples).map { plane, samples in
                plane.layout.channels.hasAlpha
                    ? SolidColorMatcher(transparent: plane.layout, tolerance: tolerance)
                    : SolidColorMatcher(closeTo: samples, layout: plane.layout, tolerance: tolerance)
            }
        }
    }

    /// Encodes and stores a tile, unless it is blank or equal to a known solid tile.
    ///
    /// - Parameters:
    ///   - tile: the tile's pixels.
    ///   - encoder: encodes the tile if needed.
    ///   - rows: scratch memory for a pointer to each row of each plane.
    /// - Returns: What was done with the tile.
    /// - Throws: The error of the encoder or the store.
    func write(
        _ tile: AssembledTile, with encoder: any TileEncoder, rows: UnsafeMutableBufferPointer<UnsafeRawPointer>
    ) throws -> Outcome {
        let pixels = lend(tile, rows)
        if let blankMatchers, zip(pixels, blankMatchers).allSatisfy({ $0.allMatch($1) }) {
            return .skipped
        }
        guard let key = solidKey(of: tile, pixels) else {
            return .encoded(bytes: try encode(tile, pixels, with: encoder) { _ in })
        }
        if let bytes = solidTiles.withLock({ $0[key] }) {
            try store.write(bytes.span.bytes, format: format, at: tile.index)
            return .reused(bytes: bytes.count)
        }
        return .encoded(
            bytes: try encode(tile, pixels, with: encoder) { bytes in
                guard bytes.byteCount <= Self.solidTileByteLimit else { return }
                let copy = bytes.withUnsafeBytes { Array($0) }
                solidTiles.withLock { tiles in
                    if tiles.count < Self.solidTileLimit { tiles[key] = copy }
                }
            })
    }

    /// Stores a tile that the source passes through.
    func write(
        _ index: TileIndex, of row: any PassthroughRow, with writer: any PassthroughWriter
    ) throws -> Outcome {
        var stored = 0
        try writer.write(column: index.column, of: row) { bytes in
            try store.write(bytes, format: format, at: index)
            stored = bytes.byteCount
        }
        return row.needsReencoding(column: index.column) ? .encoded(bytes: stored) : .passthrough(bytes: stored)
    }

    /// Pads, re-encodes and stores a tile that the source passes through.
    func write(
        _ index: TileIndex, of row: any PassthroughRow, showing part: PixelSize, paddedTo size: PixelSize,
        with writer: any PassthroughWriter, _ encoder: any TileEncoder
    ) throws -> Outcome {
        var stored = 0
        try writer.write(column: index.column, of: row) { bytes in
            let bytes = bytes.withUnsafeBytes { Array($0) }
            let name = "tile \(index.column), \(index.row)"
            try padder.pad(bytes, showing: part, upTo: size, name: name) { tile in
                try encoder.encode(tile) { bytes in
                    try store.write(bytes, format: format, at: index)
                    stored = bytes.byteCount
                }
            }
        }
        return .padded(bytes: stored)
    }

    private func encode(
        _ tile: AssembledTile, _ pixels: [TilePixels], with encoder: any TileEncoder, keeping keep: (RawSpan) -> Void
    ) throws -> Int {
        var stored = 0
        try encoder.encode(planes: pixels, of: tile.size) { bytes in
            try store.write(bytes, format: format, at: tile.index)
            keep(bytes)
            stored = bytes.byteCount
        }
        return stored
    }

    private func lend(
        _ tile: AssembledTile, _ rows: UnsafeMutableBufferPointer<UnsafeRawPointer>
    ) -> [TilePixels] {
        var used = 0
        return zip(planes, tile.planes).map { plane, buffer in
            let pointers = rows[used...].prefix(buffer.size.height)
            for y in 0..<buffer.size.height {
                rows.initializeElement(at: used + y, to: UnsafeRawPointer(buffer.row(y)))
            }
            used += buffer.size.height
            return TilePixels(
                size: buffer.size, layout: plane.layout, rows: UnsafeBufferPointer(rebasing: pointers))
        }
    }

    /// Returns the color of a solid tile; nil if the tile has several colors.
    private func solidKey(of tile: AssembledTile, _ pixels: [TilePixels]) -> Key? {
        var samples: [[UInt8]] = []
        for plane in pixels {
            let pixel = Array(UnsafeRawBufferPointer(start: plane.rows[0], count: plane.layout.bytesPerPixel))
            guard plane.allMatch(SolidColorMatcher(closeTo: pixel, layout: plane.layout)) else { return nil }
            samples.append(pixel)
        }
        return Key(size: tile.size, samples: samples)
    }
}

extension TilePixels {
    /// Whether all pixels match.
    fileprivate func allMatch(_ uniform: SolidColorMatcher) -> Bool {
        rows.allSatisfy { uniform.matches($0, byteCount: rowBytes) }
    }
}
