internal import ImageCodecs
internal import TileStores
public import TilePyramid

/// The format, size and physical resolution of an image.
public struct DocumentMetadata: Hashable, Sendable {
    /// The format for display, such as "JPEG" or "Deep Zoom, png tiles".
    public var format: String
    /// The full size in pixels.
    public var size: PixelSize
    /// The physical size of a pixel in millimeters; nil if the file does not say.
    public var millimetersPerPixel: Double?
}

extension DocumentMetadata {
    /// The metadata of a pyramid.
    init(_ pyramid: OpenedPyramid) {
        self.init(
            format: "\(pyramid.format.name), \(pyramid.source.format.rawValue) tiles",
            size: pyramid.source.pyramid.size)
    }

    /// The metadata of a plain image.
    ///
    /// - Parameters:
    ///   - image: the decoder's description.
    ///   - path: the file, from which the physical resolution is read.
    init(_ image: ImageInfo, path: String) {
        let pitch = try? PixelPitch.millimeters(of: .file(path))
        self.init(format: image.container, size: image.size, millimetersPerPixel: pitch ?? nil)
    }
}
