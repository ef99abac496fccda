internal import Compression
internal import ImageMetadata
internal import ImageSources
package import PixelKernels
package import TilePyramid

/// Converts PNG tiles losslessly to the samples of a TIFF, uncompressed or deflated with a predictor, and back.
///
/// No TIFF compression can hold PNG data unchanged, because PNG puts a filter type before each row. Deflate
/// (compression 8) with predictor 2 is read by all TIFF readers.
///
/// One thread uses a transcoder at a time. It holds memory for three tiles.
package final class TIFFPNGTranscoder {
    /// True when samples are deflated, false when they are stored uncompressed.
    package let compresses: Bool

    /// libdeflate's default compression level.
    private static let compressionLevel: Int32 = 6

    private let rows = PNGRowReader()
    private let compressor: ZlibCompressor
    private var samples = ScratchBuffer()
    private var differences = ScratchBuffer()
    private var output = ScratchBuffer()

    /// Creates a transcoder with or without compression.
    ///
    /// - Throws: ``CodecError`` when there is no memory.
    package init(compresses: Bool) throws {
        guard let compressor = ZlibCompressor(level: Self.compressionLevel) else {
            throw CodecError(.encoding, file: "tile", "not enough memory to compress a tile.")
        }
        self.compresses = compresses
        self.compressor = compressor
    }

    /// Decodes a PNG tile and lends its size, its pixel layout and its TIFF form to `body`, for the duration of the
    /// call.
    ///
    /// A PNG with a palette, a transparent color or interlacing is refused.
    ///
    /// - Throws: ``CodecError``, or what `body` throws.
    package func encode(
        png: UnsafeRawBufferPointer, name: String, _ body: (PixelSize, PixelLayout, RawSpan) throws -> Void
    ) throws {
        guard png.starts(with: PNGHeader.signature) else { throw CodecError.damagedTile(name, "it is not a PNG") }
        let file = try PNGFile(png, name: name)
        let header = file.header
        let channels = file.header.colorType.samples
        guard header.colorType != .palette, file.transparency.isEmpty, !header.isInterlaced else {
            throw CodecError(
                .unsupported, file: name,
                "a TIFF cannot store a PNG with a palette, a transparent color or interlacing. Convert it first.")
        }
        guard header.size.area <= TileLimits.pixels, file.hasEnoughData else {
            throw CodecError.truncatedTile(name)
        }
        var stored = StoredSampleFormat(bits: header.depth, samplesPerPixel: channels, hasColor: !header.isGray)
        stored.alphaIndex = header.hasAlpha ? channels - 1 : nil
        stored.isByteSwapped = header.depth == 16
        let conversion = StoredSampleConversion(
            stored, black: 0, white: Double((1 << header.depth) - 1), depth: .sixteen)
        let layout = conversion.layout
        let rowBytes = header.size.width * layout.bytesPerPixel
        let pixels = try samples.reserve(rowBytes * header.size.height)
        try rows.read(file, bytesPerPixel: max(1, channels * header.depth / 8), name: name) { row, y, _ in
            conversion.convert(row, to: pixels + y * rowBytes, count: header.size.width)
        }
        let plain = UnsafeRawBufferPointer(start: pixels, count: rowBytes * header.size.height)
        try body(header.size, layout, compresses ? deflated(plain, header.size, layout).bytes : plain.bytes)
    }

    private func deflated(
        _ plain: UnsafeRawBufferPointer, _ size: PixelSize, _ layout: PixelLayout
    ) throws -> UnsafeRawBufferPointer {
        let rowBytes = size.width * layout.bytesPerPixel
        let prepared = try differences.reserve(plain.count)
        if let base = plain.baseAddress {
            for y in 0..<size.height {
                HorizontalPredictor.apply(
                    to: base + y * rowBytes, width: size.width, layout: layout, into: prepared + y * rowBytes)
            }
        }
        let room = compressor.bound(plain.count)
        let target = try output.reserve(room)
        let count = compressor.compress(
            UnsafeRawBufferPointer(start: prepared, count: plain.count),
            into: UnsafeMutableRawBufferPointer(start: target, count: room))
        guard count > 0 else { throw CodecError(.encoding, file: "tile", "the tile could not be compressed.") }
        return UnsafeRawBufferPointer(start: target, count: count)
    }

    /// Encodes as PNG the bytes that ``encode(png:name:_:)`` produced.
    ///
    /// - Throws: ``CodecError`` when the bytes are damaged or there is no memory.
    package func decode(_ bytes: [UInt8], size: PixelSize, layout: PixelLayout, name: String) throws -> [UInt8] {
        let rowBytes = size.width * layout.bytesPerPixel
        let base = try samples.reserve(rowBytes * size.height)
        let pixels = UnsafeMutableRawBufferPointer(start: base, count: rowBytes * size.height)
        if compresses {
            guard let decompressor = rows.decompressor else { throw CodecError.noMemoryForTile(name) }
            guard bytes.withUnsafeBytes({ decompressor.decompress($0, into: pixels) }) == .success else {
                throw CodecError.damagedTile(name, "its data cannot be decompressed")
            }
            for y in 0..<size.height {
                HorizontalPredictor.remove(from: base + y * rowBytes, width: size.width, layout: layout)
            }
        } else {
            guard bytes.count == pixels.count else { throw CodecError.truncatedTile(name) }
            pixels.copyBytes(from: bytes)
        }
        let encoder = try PNGTileEncoder(encoding: TileEncoding(), layout: layout)
        return try TilePixels.lend(base, stride: rowBytes, size: size, layout: layout) { try encoder.bytes(of: $0) }
    }
}
