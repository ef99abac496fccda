internal import Compression
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Encodes tiles as PNG: gray or RGB, with or without alpha, 8 or 16 bits per sample.
///
/// Three choices make it fast; they were measured on maps, photographs, noise, text and flat color against zlib at
/// level 6 without filters. One filter serves a whole tile; it is chosen by compressing a sixteenth of the rows with
/// each. libdeflate works at its fastest level, which with the right filter still gives fewer bytes. Only tiles that
/// compress very well (text, flat color, few colors) use a higher level: it saves bytes there, and costs little because
/// there is little to write.
final class PNGTileEncoder: TileEncoder {
    /// The rows of a trial, in two runs, because filters need rows above to take effect.
    private static let trialRuns = 2
    private static let trialRows = 8
    /// The compression ratios of the trial above which the higher level is used; lower for unfiltered tiles, which have
    /// repeated patterns instead of smooth color.
    private static let thoroughRatio = (patterns: 4, smooth: 12)

    private let layout: PixelLayout
    private let metadata: [UInt8]
    private let fast: ZlibCompressor
    private let thorough: ZlibCompressor
    /// Two rows converted to big-endian, for 16 bits per sample.
    private var swapped = ScratchBuffer()
    private var zeros = ScratchBuffer()
    private var filtered = ScratchBuffer()
    private var file = ScratchBuffer()

    /// Creates an encoder for tiles of the given layout.
    ///
    /// - Throws: ``CodecError`` when there is no memory.
    init(encoding: TileEncoding, layout: PixelLayout) throws {
        guard let fast = ZlibCompressor(level: 1), let thorough = ZlibCompressor(level: 6),
            let metadata = PNGChunks.metadata(profile: encoding.profile, exif: encoding.exif)
        else { throw CodecError(.encoding, file: "tile", "not enough memory for a PNG encoder.") }
        self.layout = layout
        self.metadata = metadata
        self.fast = fast
        self.thorough = thorough
    }

    func encode(_ tile: TilePixels, _ body: (RawSpan) throws -> Void) throws {
        precondition(tile.layout == layout, "a tile must have the encoder's layout")
        let (filter, compressor) = try choose(for: tile)
        let pixels = try apply(filter, to: tile, rows: [0..<tile.size.height])

        let header = PNGHeader.signature + PNGChunks.header(size: tile.size, layout: layout) + metadata
        let end = PNGChunks.chunk("IEND", [])
        let room = compressor.bound(pixels.count)
        let capacity = header.count + PNGHeader.chunkOverhead + room + end.count
        let bytes = UnsafeMutableRawBufferPointer(start: try file.reserve(capacity), count: capacity)
        bytes.copyBytes(from: header)
        let data = UnsafeMutableRawBufferPointer(rebasing: bytes[(header.count + 8)...].prefix(room))
        let count = compressor.compress(pixels, into: data)
        guard count > 0 else { throw CodecError(.encoding, file: "tile", "the PNG tile could not be compressed.") }

        let dataEnd = header.count + PNGHeader.chunkOverhead + count
        PNGChunks.finishChunk(UnsafeMutableRawBufferPointer(rebasing: bytes[header.count..<dataEnd]), type: "IDAT")
        UnsafeMutableRawBufferPointer(rebasing: bytes[dataEnd...]).copyBytes(from: end)
        try body(UnsafeRawBufferPointer(rebasing: bytes[..<(dataEnd + end.count)]).bytes)
    }

    /// Chooses the filter that compresses a sample of the rows best, and the compressor for the whole tile.
    private func choose(for tile: TilePixels) throws -> (PNGFilter, ZlibCompressor) {
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
            let sample = try apply(filter, to: tile, rows: rows)
            let room = fast.bound(sample.count)
            let count = fast.compress(
                sample, into: UnsafeMutableRawBufferPointer(start: try file.reserve(room), count: room))
            if count < best.count {
                best = (filter, count, sample.count)
            }
        }
        let ratio = best.filter == .none ? Self.thoroughRatio.patterns : Self.thoroughRatio.smooth
        return (best.filter, best.count * ratio < best.raw ? thorough : fast)
    }

    /// Filters runs of rows, each preceded by its filter type; the result is valid until the next call.
    private func apply(
        _ filter: PNGFilter, to tile: TilePixels, rows: [Range<Int>]
    ) throws -> UnsafeRawBufferPointer {
        let rowBytes = tile.rowBytes
        let count = (rowBytes + 1) * rows.reduce(0) { $0 + $1.count }
        let output = try filtered.reserve(count)
        var destination = output
        for run in rows {
            var above = run.lowerBound == 0 ? try zeroRow(rowBytes) : try row(run.lowerBound - 1, of: tile)
            for y in run {
                let current = try row(y, of: tile)
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

    /// A row in big-endian order: the tile's own, or one of two swapped copies that are used in turn.
    private func row(_ y: Int, of tile: TilePixels) throws -> UnsafeRawPointer {
        guard layout.depth == .sixteen else { return tile.rows[y] }
        let destination = try swapped.reserve(2 * tile.rowBytes) + (y & 1) * tile.rowBytes
        copyBigEndian16(tile.rows[y], count: tile.rowBytes / 2, into: destination)
        return UnsafeRawPointer(destination)
    }

    private func zeroRow(_ count: Int) throws -> UnsafeRawPointer {
        let row = try zeros.reserve(count)
        row.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        return UnsafeRawPointer(row)
    }
}
