internal import ImageCodecs
public import TilePyramid

/// What a file says about the picture in it.
public struct DocumentFacts: Hashable, Sendable {
    /// What kind of file it is, as people say it: "JPEG", "Deep Zoom, png tiles".
    public var format: String
    /// The full size in pixels.
    public var size: PixelSize
    /// The length that a pixel stands for, in millimetres; nil where the file does not say.
    public var millimetresPerPixel: Double?

    /// Facts of a picture.
    public init(format: String, size: PixelSize, millimetresPerPixel: Double? = nil) {
        self.format = format
        self.size = size
        self.millimetresPerPixel = millimetresPerPixel
    }
}

extension DocumentFacts {
    /// The facts of a plain image.
    init(_ image: ImageInfo) {
        self.init(format: image.container, size: image.size)
    }
}
