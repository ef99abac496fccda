public import LayerTree
public import TilePyramid

/// What a viewer shows in a frame: which part of an image, in which pieces.
public struct ViewedFrame: Hashable, Sendable {
    /// When it is shown, in seconds; until the next one.
    public var time: Double
    /// The pixels of the screen, or of the part of it that the image is seen in.
    public var screen: PixelSize
    /// From the image's full-size pixels to those of the screen.
    public var transform: AffineTransform
    /// The full size of the image.
    public var imageSize: PixelSize
    /// What is drawn of it.
    ///
    /// Their places have no more than edges in common: what is hidden by another piece is not there.
    public var pieces: [ViewedPiece]

    /// A frame.
    public init(
        time: Double, screen: PixelSize, transform: AffineTransform, imageSize: PixelSize, pieces: [ViewedPiece]
    ) {
        self.time = time
        self.screen = screen
        self.transform = transform
        self.imageSize = imageSize
        self.pieces = pieces
    }

    /// Pixels of the screen for each full-size pixel of the image.
    public var scale: Double { abs(transform.determinant).squareRoot() }
}

/// A piece of an image as it is drawn: a tile, or the part of a tile that no better one hides.
public struct ViewedPiece: Hashable, Sendable {
    /// The part of the image it shows, in full-size pixels.
    public var rect: Rect
    /// Full-size pixels for each of its own.
    public var downsample: Double
    /// How far it is faded in, from 0 to 1.
    public var opacity: Double

    /// A piece.
    public init(rect: Rect, downsample: Double, opacity: Double = 1) {
        self.rect = rect
        self.downsample = downsample
        self.opacity = opacity
    }
}
