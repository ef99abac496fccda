internal import ImageCodecs
internal import Concurrency
internal import PixelKernels
internal import TilePyramid

/// Encodes gathered tiles into a store: a tile of one color once for all that are like it, a blank one not at all.
///
/// Used by several threads at once.
final class TileWriter: Sendable {
    /// What has become of a tile.
    enum Outcome {
        /// It was encoded, and takes so many bytes.
        case encoded(bytes: Int)
        /// It has been given the bytes of an equal one.
        case reused(bytes: Int)
        /// The source had it ready, in so many bytes.
        case passthrough(bytes: Int)
        /// The source had a part of it ready, which was filled up and encoded, and takes so many bytes.
        case padded(bytes: Int)
        /// It is blank, and was not stored.
        case skipped
    }

    /// What makes two tiles of one color equal.
    private struct Key: Hashable {
        var size: PixelSize
        var samples: [[UInt8]]
    }

    /// The most tiles of one color whose bytes are kept.
    static let solidTileLimit = 256
    /// The most bytes of such a tile; larger ones are encoded each time.
    static let solidTileByteLimit = 64 << 10

    private let planes: [PlaneFormat]
    private let format: TileFormat
    private let store: any TileStore
    /// What the samples of a blank tile are like, plane by plane; nil where blank tiles are stored like others.
    private let blankMatchers: [SolidColorMatcher]?
    private let padder: TilePadder
    private let solidTiles = Locked<[Key: [UInt8]]>([:])

    /// A writer of tiles.
    ///
    /// - Parameters:
    ///   - planes: those of the image.
    ///   - format: what the encoders make.
    ///   - store: where tiles go.
    ///   - background: what blank tiles show, unless they are transparent.
    ///   - blankTolerance: by how much a sample of a blank tile may differ, 0 to 255; nil to store blank tiles too.
    ///   - padder: fills tiles up that the source has ready, but not whole.
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

    /// Encodes and stores a tile, or finds that there is less to do.
    ///
    /// - Parameters:
    ///   - tile: its pixels.
    ///   - encoder: used if need be.
    ///   - rows: room for a pointer to each row of each plane.
    /// - Returns: what has become of it.
    /// - Throws: what the encoder or the store throws.
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

    /// Stores a tile that the source has ready.
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

    /// Fills a tile up that the source has ready as far as it shows the picture, and encodes and stores it.
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

    /// The color of a tile that has only one.
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
    /// Whether all pixels are as described.
    fileprivate func allMatch(_ uniform: SolidColorMatcher) -> Bool {
        rows.allSatisfy { uniform.matches($0, byteCount: rowBytes) }
    }
}
