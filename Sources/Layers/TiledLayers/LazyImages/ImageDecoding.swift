public import ImageCodecs
internal import ImageMetadata
internal import LayerTree
public import TilePyramid
public import VectorDrawing

/// Decodes a whole image into the renderer's pixel format.
///
/// It is called on several workers at once, and on the main thread only for ``Decompression/onAssignment``.
public protocol ImageDecoding: Sendable {
    /// Decodes an image.
    ///
    /// - Parameters:
    ///   - bytes: the file, which may be damaged or malicious.
    ///   - name: the name of the image in error messages.
    ///   - shownSize: returns the size to decode, given the image's own size. An implementation may return a larger image, up
    ///     to the image's own size.
    /// - Returns: the pixels, and the image's own size.
    /// - Throws: an error whose description is shown to people.
    func decode(
        _ bytes: [UInt8], name: String, shownSize: (PixelSize) -> PixelSize
    ) throws -> (buffer: PixelBuffer, fullSize: PixelSize)

    /// Decodes the image in a file; the default reads the whole file and decodes the bytes.
    ///
    /// - Parameters:
    ///   - path: the file, which may be damaged or malicious.
    ///   - shownSize: returns the size to decode, given the image's own size.
    /// - Returns: the pixels, and the image's own size.
    /// - Throws: an error whose description is shown to people.
    func decode(
        file path: String, shownSize: (PixelSize) -> PixelSize
    ) throws -> (buffer: PixelBuffer, fullSize: PixelSize)
}

extension ImageDecoding {
    /// Reads the whole file and decodes its bytes.
    ///
    /// - Throws: an error of reading or decoding.
    public func decode(
        file path: String, shownSize: (PixelSize) -> PixelSize
    ) throws -> (buffer: PixelBuffer, fullSize: PixelSize) {
        try decode(ImageBytes(.file(path)).readWhole(), name: path, shownSize: shownSize)
    }
}

/// Decodes images of every format that `openImage(_:options:)` reads, at the size at which they are shown.
public struct ScreenImageDecoding: ImageDecoding {
    private let options: DecodeOptions

    /// Creates a decoder.
    ///
    /// - Parameter options: the options of decoding, such as the page of a file and the limits.
    public init(options: DecodeOptions = DecodeOptions()) {
        self.options = options
    }

    /// Decodes an image with ``ImageCodecs/ScreenImageDecoder``.
    ///
    /// - Throws: ``ImageMetadata/CodecError``.
    public func decode(
        _ bytes: [UInt8], name: String, shownSize: (PixelSize) -> PixelSize
    ) throws -> (buffer: PixelBuffer, fullSize: PixelSize) {
        try decode(.bytes(bytes, name: name), shownSize)
    }

    /// Decodes the image in a file; only the parts in use are in memory at a time.
    ///
    /// - Throws: ``ImageMetadata/CodecError``.
    public func decode(
        file path: String, shownSize: (PixelSize) -> PixelSize
    ) throws -> (buffer: PixelBuffer, fullSize: PixelSize) {
        try decode(.file(path), shownSize)
    }

    private func decode(
        _ input: ImageInput, _ shownSize: (PixelSize) -> PixelSize
    ) throws -> (buffer: PixelBuffer, fullSize: PixelSize) {
        let decoder = try ScreenImageDecoder(input, options: options, shownSize: shownSize)
        let buffer = try PixelBuffer(size: decoder.size, isOpaque: nil) { try decoder.write(to: $0) }
        return (buffer, decoder.fullSize)
    }
}
