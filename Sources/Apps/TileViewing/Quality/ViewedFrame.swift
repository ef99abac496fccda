package import LayerTree
package import TilePyramid

/// A frame of a viewer as it is measured: the part of an image that it shows, in pieces.
package struct ViewedFrame: Hashable, Sendable {
    /// When the frame is shown, in seconds; it stays until the next one.
    package var time: Double
    /// The pixels of the screen, or of the part of it that shows the image.
    package var screen: PixelSize
    /// The transform from the image's full-size pixels to screen pixels.
    package var transform: AffineTransform
    /// The full size of the image.
    package var imageSize: PixelSize
    /// The pieces that are drawn.
    ///
    /// Their rectangles share no more than edges: what another piece hides is left out.
    package var pieces: [ViewedPiece]

    /// Creates a frame.
    package init(
        time: Double, screen: PixelSize, transform: AffineTransform, imageSize: PixelSize, pieces: [ViewedPiece]
    ) {
        self.time = time
        self.screen = screen
        self.transform = transform
        self.imageSize = imageSize
        self.pieces = pieces
    }

    /// Screen pixels per full-size pixel of the image.
    package var scale: Double { abs(transform.determinant).squareRoot() }
}

/// A piece of an image as it is drawn: a tile, or the part of a tile that no better one hides.
package struct ViewedPiece: Hashable, Sendable {
    /// The part of the image that it shows, in full-size pixels.
    package var rect: Rect
    /// Full-size pixels per pixel of the piece.
    package var downsample: Double
    /// The opacity, which is less than 1 while the piece fades in.
    package var opacity: Double

    /// Creates a piece.
    package init(rect: Rect, downsample: Double, opacity: Double = 1) {
        self.rect = rect
        self.downsample = downsample
        self.opacity = opacity
    }
}
