internal import Concurrency
internal import ImageCodecs
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Encodes and stores tiles: equal solid tiles are encoded once, blank tiles are not stored.
///
/// Used by several threads at once.
final class TileWriter: Sendable {
    /// The outcome for a tile.
    enum Outcome {
        /// It was encoded.
        case encoded
        /// It was stored with the bytes of an equal solid tile.
        case reused
        /// It was passed through from the source.
        case passthrough
        /// It was passed through, padded and re-encoded.
        case padded
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
    private let padder: PassthroughPadder
    private let solidTiles = Locked<[Key: [UInt8]]>([:])

    init(
        planes: [PlaneFormat], layout: PixelLayout, format: TileFormat, store: any TileStore, background: RGBColor,
        blankTolerance: Int?
    ) {
        padder = PassthroughPadder(layout: layout, background: background)
        self.planes = planes
        self.format = format
        self.store = store
        blankMatchers = blankTolerance.map { tolerance in
            zip(planes, planes.background(background)).map { plane, samples in
                plane.layout.channels.hasAlpha
                    ? SolidColorMatcher(transparent: plane.layout, tolerance: tolerance)
                    : SolidColorMatcher(closeTo: samples, layout: plane.layout, tolerance: tolerance)
            }
        }
    }

    /// Stores a tile in the form in which it comes, with the encoder and the memory of a thread.
    ///
    /// - Returns: What was done with the tile, and how many bytes were stored.
    /// - Throws: The error of the source, the encoder or the store.
    func write(_ tile: PendingTile, with worker: ThreadEncoder) throws -> (Outcome, bytes: Int) {
        switch tile {
        case .pixels(let tile): try write(tile, with: worker)
        case .passthrough(let tile) where tile.needsPadding: try pad(tile, with: worker)
        case .passthrough(let tile): try write(tile)
        }
    }

    /// Encodes and stores a tile, unless it is blank or equal to a known solid tile.
    private func write(_ tile: AssembledTile, with worker: ThreadEncoder) throws -> (Outcome, bytes: Int) {
        let pixels = lend(tile, worker.rows)
        if let blankMatchers, zip(pixels, blankMatchers).allSatisfy({ $0.allMatch($1) }) {
            try store.skip(tile.index)
            return (.skipped, 0)
        }
        let key = solidKey(of: tile, pixels)
        if let key, let bytes = solidTiles.withLock({ $0[key] }) {
            try store.write(bytes.span.bytes, format: format, at: tile.index)
            return (.reused, bytes.count)
        }
        var stored = 0
        try worker.encoder().encode(pixels, of: tile.size) { bytes in
            try Trace.span("store", .cutting, ["bytes": bytes.byteCount]) {
                try store.write(bytes, format: format, at: tile.index)
            }
            stored = bytes.byteCount
            guard let key, stored <= Self.solidTileByteLimit else { return }
            let copy = bytes.withUnsafeBytes { Array($0) }
            solidTiles.withLock { tiles in
                if tiles.count < Self.solidTileLimit { tiles[key] = copy }
            }
        }
        return (.encoded, stored)
    }

    /// Stores a tile that the source passes through.
    private func write(_ tile: PassthroughTile) throws -> (Outcome, bytes: Int) {
        var stored = 0
        try tile.row.withTile(column: tile.row.position(of: tile.index)) { bytes in
            try store.write(bytes, format: format, at: tile.index)
            stored = bytes.byteCount
        }
        return (tile.row.needsReencoding(column: tile.row.position(of: tile.index)) ? .encoded : .passthrough, stored)
    }

    /// Pads, re-encodes and stores a tile that the source passes through.
    private func pad(_ tile: PassthroughTile, with worker: ThreadEncoder) throws -> (Outcome, bytes: Int) {
        var stored = 0
        try tile.row.withTile(column: tile.row.position(of: tile.index)) { bytes in
            try padder.pad(bytes.withUnsafeBytes { Array($0) }, tile) { pixels in
                try worker.encoder().encode(pixels) { bytes in
                    try store.write(bytes, format: format, at: tile.index)
                    stored = bytes.byteCount
                }
            }
        }
        return (.padded, stored)
    }

    private func lend(_ tile: AssembledTile, _ rows: UnsafeMutableBufferPointer<UnsafeRawPointer>) -> [TilePixels] {
        var used = 0
        return zip(planes, tile.planes).map { plane, buffer in
            let pointers = rows[used...].prefix(buffer.size.height)
            buffer.lendRows(to: rows, from: used)
            used += buffer.size.height
            return TilePixels(size: buffer.size, layout: plane.layout, rows: UnsafeBufferPointer(rebasing: pointers))
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
    fileprivate func allMatch(_ color: SolidColorMatcher) -> Bool {
        rows.allSatisfy { color.matches($0, byteCount: rowBytes) }
    }
}
