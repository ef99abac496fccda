internal import Compression
internal import ImageMetadata
internal import ImageSources
package import PixelKernels
package import TilePyramid

/// Converts PNG tiles losslessly to TIFF's form, samples that are raw or deflated with a predictor, and back.
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

    /// Decodes a PNG tile and lends its TIFF form to `body`.
    ///
    /// - Parameters:
    ///   - png: the tile; one with a palette, a transparent color or interlacing is refused.
    ///   - name: the tile's name for error messages.
    ///   - body: gets the size, the pixel layout, and the bytes, which are valid during the call.
    /// - Throws: ``CodecError``, or what `body` throws.
    package func encode(
        png: UnsafeRawBufferPointer, name: String, _ body: (PixelSize, PixelLayout, RawSpan) throws -> Void
    ) throws {
        guard png.starts(with: PNGHeader.signature) else { throw CodecError.damagedTile(name, "it is not a PNG") }
        let file = try PNGFile(png, name: name)
        guard file.colorType != .palette, file.transparency.isEmpty, !file.header.isInterlaced else {
            throw CodecError(
                .unsupported, file: name,
                "a TIFF cannot store a PNG with a palette, a transparent color or interlacing. Convert it first.")
        }
        guard file.size.area <= TileDecoder.defaultPixelLimit, file.hasEnoughData else {
            throw CodecError.truncatedTile(name)
        }
        var stored = StoredSampleFormat(
            bits: file.depth, samplesPerPixel: file.colorType.samples, hasColor: file.colorType.samples >= 3)
        stored.alphaIndex = file.colorType.samples % 2 == 0 ? file.colorType.samples - 1 : nil
        stored.isByteSwapped = file.depth == 16
        let conversion = StoredSampleConversion(
            stored, black: 0, white: Double((1 << file.depth) - 1), depth: .sixteen)
        let layout = conversion.layout
        let rowBytes = file.size.width * layout.bytesPerPixel
        let pixels = samples.reserve(rowBytes * file.size.height)
        try rows.read(file, bytesPerPixel: max(1, file.colorType.samples * file.depth / 8), name: name) { row, y, _ in
            conversion.convert(row, to: pixels + y * rowBytes, count: file.size.width)
        }
        let plain = UnsafeRawBufferPointer(start: pixels, count: rowBytes * file.size.height)
        try body(file.size, layout, compresses ? deflated(plain, file.size, layout).bytes : plain.bytes)
    }

    private func deflated(
        _ plain: UnsafeRawBufferPointer, _ size: PixelSize, _ layout: PixelLayout
    ) throws -> UnsafeRawBufferPointer {
        let rowBytes = size.width * layout.bytesPerPixel
        let prepared = differences.reserve(plain.count)
        if let base = plain.baseAddress {
            for y in 0..<size.height {
                HorizontalPredictor.apply(
                    to: base + y * rowBytes, width: size.width, layout: layout, into: prepared + y * rowBytes)
            }
        }
        let room = compressor.bound(plain.count)
        let target = output.reserve(room)
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
        let pixels = UnsafeMutableRawBufferPointer(
            start: samples.reserve(rowBytes * size.height), count: rowBytes * size.height)
        if compresses {
            guard let decompressor = rows.decompressor else { throw CodecError.noMemoryForTile(name) }
            guard bytes.withUnsafeBytes({ decompressor.decompress($0, into: pixels) }) == .success else {
                throw CodecError.damagedTile(name, "its data cannot be decompressed")
            }
        } else {
            guard bytes.count == pixels.count else { throw CodecError.truncatedTile(name) }
            pixels.copyBytes(from: bytes)
        }
        let starts = (0..<size.height).compactMap { y in pixels.baseAddress.map { $0 + y * rowBytes } }
        if compresses {
            starts.forEach { HorizontalPredictor.remove(from: $0, width: size.width, layout: layout) }
        }
        return try PNGTileEncoder.png(of: starts.map { UnsafeRawPointer($0) }, size: size, layout: layout)
    }
}

extension PNGTileEncoder {
    /// Encodes rows as a PNG without metadata, with an encoder made for this call.
    static func png(of rows: [UnsafeRawPointer], size: PixelSize, layout: PixelLayout) throws -> [UInt8] {
        var encoding = TileEncoding()
        encoding.format = .png
        let encoder = try PNGTileEncoder(encoding: encoding, layout: layout)
        var png: [UInt8] = []
        try rows.withUnsafeBufferPointer { rows in
            try encoder.encode(TilePixels(size: size, layout: layout, rows: rows)) { bytes in
                png = bytes.withUnsafeBytes { Array($0) }
            }
        }
        return png
    }
}
