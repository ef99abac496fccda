internal import ImageCodecs
internal import TileStores
public import TilePyramid

/// What a file says about the picture in it.
public struct DocumentMetadata: Hashable, Sendable {
    /// What kind of file it is, as people say it: "JPEG", "Deep Zoom, png tiles".
    public var format: String
    /// The full size in pixels.
    public var size: PixelSize
    /// The length that a pixel stands for, in millimeters; nil where the file does not say.
    public var millimetersPerPixel: Double?

    /// Facts of a picture.
    public init(format: String, size: PixelSize, millimetersPerPixel: Double? = nil) {
        self.format = format
        self.size = size
        self.millimetersPerPixel = millimetersPerPixel
    }
}

extension DocumentMetadata {
    /// The facts of a pyramid.
    init(_ pyramid: OpenedPyramid) {
        self.init(
            format: "\(pyramid.kind.rawValue), \(pyramid.source.format.rawValue) tiles",
            size: pyramid.source.pyramid.size)
    }

    /// The facts of a plain image.
    ///
    /// - Parameters:
    ///   - image: what its decoder says.
    ///   - path: the file, for what only that says.
    init(_ image: ImageInfo, path: String) {
        let pitch = try? PixelPitch.millimeters(of: .file(path))
        self.init(format: image.container, size: image.size, millimetersPerPixel: pitch ?? nil)
    }
}
