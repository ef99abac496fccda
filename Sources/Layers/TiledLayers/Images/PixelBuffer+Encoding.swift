internal import ImageCodecs
internal import ImageMetadata
public import ImageSources
internal import PixelKernels
public import TilePyramid
public import VectorDrawing

extension PixelBuffer {
    /// Encodes the pixels as a complete file of a format of tiles.
    ///
    /// Opaque buffers, and JPEG, have no alpha; in JPEG, transparent pixels are blended with white. May be called on any thread.
    ///
    /// ```swift
    /// let bytes = try picture.encoded(as: .webp, quality: 80)
    /// ```
    ///
    /// - Parameters:
    ///   - format: the format.
    ///   - quality: the quality from 1 to 100, which lossless formats ignore. The default is 85.
    /// - Returns: the bytes of the file.
    /// - Throws: `CodecError` if the system lacks an encoder for the format, or memory runs out.
    public func encoded(as format: TileFormat, quality: Int = 85) throws -> [UInt8] {
        var encoding = TileEncoding()
        encoding.format = format
        encoding.quality = quality
        return try encoded(as: encoding)
    }

    /// Encodes the pixels with all options of an encoding; otherwise the same as ``encoded(as:quality:)``.
    public func encoded(as encoding: TileEncoding) throws -> [UInt8] {
        let layout = PixelLayout(isOpaque || !encoding.format.supportsAlpha ? .rgb : .rgba)
        let stride = size.width * layout.bytesPerPixel
        let samples = try HeapMemory.allocate(stride * size.height)
        defer { HeapMemory.free(samples) }
        for y in 0..<size.height { writeStraight(row: y, to: samples + y * stride, layout.channels) }
        let encoder = try encoding.makeEncoder(for: layout)
        return try TilePixels.lend(samples, stride: stride, size: size, layout: layout) { try encoder.bytes(of: $0) }
    }

    /// Returns the pixels of a complete image file in memory, in any format of tiles: JPEG, PNG, WebP and so on.
    ///
    /// Colors are converted to sRGB; orientation metadata is ignored. May be called on any thread.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - name: the name in error messages.
    /// - Returns: the pixels.
    /// - Throws: `CodecError` if the bytes are not an image, damaged, or have more than `TileDecoder.defaultPixelLimit` pixels.
    public static func decoded(_ bytes: [UInt8], name: String = "image") throws -> PixelBuffer {
        try TileDecoder().decode(bytes, name: name) { opened in
            try PixelBuffer(size: opened.size, isOpaque: opened.isOpaque ? true : nil) { try opened.write(to: $0) }
        }
    }
}

extension EncodedTile {
    /// Encodes pixels as a tile.
    ///
    /// - Parameters:
    ///   - buffer: the pixels.
    ///   - format: the format; the default is PNG.
    ///   - quality: the quality from 1 to 100, which lossless formats ignore. The default is 85.
    /// - Throws: `CodecError` if the system lacks an encoder for the format, or memory runs out.
    public init(_ buffer: PixelBuffer, as format: TileFormat = .png, quality: Int = 85) throws {
        self.init(bytes: try buffer.encoded(as: format, quality: quality), format: format)
    }
}
