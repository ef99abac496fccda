internal import PixelKernels
internal import TilePyramid

/// Encodes tiles as PNG, exactly, with gray or color, alpha, 8 or 16 bits.
///
/// Speed comes from three choices, made by measuring maps, photographs, noise, text and flat color against zlib at
/// level 6 without filters. One filter serves a whole tile, and is chosen by compressing a sixteenth of its rows
/// with each. libdeflate then works at its fastest level, which with the right filter still gives fewer bytes. Only tiles
/// that shrink a lot (text, flat color, few colors) get a thorough level: there the fastest would give more bytes,
/// and the thorough one costs little because there is little to write.
final class PNGTileEncoder: TileEncoder {
    /// The rows of a trial: two runs, because a filter shows its worth only with rows above.
    private static let trialRuns = 2
    private static let trialRows = 8
    /// Tiles that the trial shrinks this many times are compressed thoroughly; sooner when they are best unfiltered,
    /// which tells of repeated patterns rather than of smooth color.
    private static let thoroughRatio = (patterns: 4, smooth: 12)

    private let layout: PixelLayout
    private let metadata: [UInt8]
    private let fast: DeflateCompressor
    private let thorough: DeflateCompressor
    /// Two rows in the file's byte order, when that is not the machine's.
    private var swapped = ScratchBuffer()
    private var zeros = ScratchBuffer()
    private var filtered = ScratchBuffer()
    private var file = ScratchBuffer()

    /// An encoder of tiles with this layout.
    ///
    /// - Throws: ``CodecError`` when there is no memory.
    init(encoding: TileEncoding, layout: PixelLayout) throws {
        guard let fast = DeflateCompressor(level: 1), let thorough = DeflateCompressor(level: 6),
            let metadata = PNGChunks.metadata(profile: encoding.profile, exif: encoding.exif)
        else { throw CodecError(.encoding, file: "tile", "not enough memory for a PNG encoder.") }
        self.layout = layout
        self.metadata = metadata
        self.fast = fast
        self.thorough = thorough
    }

    func encode(_ tile: TilePixels, _ body: (RawSpan) throws -> Void) throws {
        precondition(tile.layout == layout, "tiles have the layout the encoder was made for")
        let (filter, compressor) = choose(for: tile)
        let pixels = apply(filter, to: tile, rows: [0..<tile.size.height])

        let header = PNGChunks.signature + PNGChunks.header(size: tile.size, layout: layout) + metadata
        let end = PNGChunks.chunk("IEND", [])
        let room = compressor.bound(pixels.count)
        let capacity = header.count + PNGChunks.overhead + room + end.count
        let bytes = UnsafeMutableRawBufferPointer(start: file.reserve(capacity), count: capacity)
        bytes.copyBytes(from: header)
        let data = UnsafeMutableRawBufferPointer(rebasing: bytes[(header.count + 8)...].prefix(room))
        let count = compressor.compress(pixels, into: data)
        guard count > 0 else { throw CodecError(.encoding, file: "tile", "the PNG tile could not be compressed.") }

        let dataEnd = header.count + PNGChunks.overhead + count
        PNGChunks.finishChunk(UnsafeMutableRawBufferPointer(rebasing: bytes[header.count..<dataEnd]), type: "IDAT")
        UnsafeMutableRawBufferPointer(rebasing: bytes[dataEnd...]).copyBytes(from: end)
        try body(UnsafeRawBufferPointer(rebasing: bytes[..<(dataEnd + end.count)]).bytes)
    }

    /// The filter that makes a sample of the tile's rows smallest, and how hard to compress after it.
    private func choose(for tile: TilePixels) -> (PNGFilter, DeflateCompressor) {
        let height = tile.size.height
        let rows =
            height <= Self.trialRuns * Self.trialRows
            ? [0..<height]
            : (0..<Self.trialRuns).map { run in
                let first = (2 * run + 1) * height / (2 * Self.trialRuns) - Self.trialRows / 2
                return first..<first + Self.trialRows
            }
        var best = (filter: PNGFilter.none, count: Int.max, raw: 0)
        for filter in PNGFilter.allCases {
            let sample = apply(filter, to: tile, rows: rows)
            let room = fast.bound(sample.count)
            let count = fast.compress(
                sample, into: UnsafeMutableRawBufferPointer(start: file.reserve(room), count: room))
            if count < best.count {
                best = (filter, count, sample.count)
            }
        }
        let ratio = best.filter == .none ? Self.thoroughRatio.patterns : Self.thoroughRatio.smooth
        return (best.filter, best.count * ratio < best.raw ? thorough : fast)
    }

    /// Filters runs of rows, each led by the filter's number, and returns them where they stay until the next call.
    private func apply(
        _ filter: PNGFilter, to tile: TilePixels, rows: [Range<Int>]
    ) -> UnsafeRawBufferPointer {
        let rowBytes = tile.rowBytes
        let count = (rowBytes + 1) * rows.reduce(0) { $0 + $1.count }
        let output = filtered.reserve(count)
        var destination = output
        for run in rows {
            var above = run.lowerBound == 0 ? zeroRow(rowBytes) : row(run.lowerBound - 1, of: tile)
            for y in run {
                let current = row(y, of: tile)
                destination.storeBytes(of: filter.rawValue, as: UInt8.self)
                filter.apply(
                    to: current, above: above, count: rowBytes, bytesPerPixel: layout.bytesPerPixel,
                    into: destination + 1)
                above = current
                destination += rowBytes + 1
            }
        }
        return UnsafeRawBufferPointer(start: output, count: count)
    }

    /// A row in the file's byte order: as it is, or in one of two places that rows take in turn.
    private func row(_ y: Int, of tile: TilePixels) -> UnsafeRawPointer {
        guard layout.depth == .sixteen else { return tile.rows[y] }
        let destination = swapped.reserve(2 * tile.rowBytes) + (y & 1) * tile.rowBytes
        copyBigEndian16(tile.rows[y], count: tile.rowBytes / 2, into: destination)
        return UnsafeRawPointer(destination)
    }

    private func zeroRow(_ count: Int) -> UnsafeRawPointer {
        let row = zeros.reserve(count)
        row.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        return UnsafeRawPointer(row)
    }
}
