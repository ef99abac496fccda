internal import LayerTree
package import TilePyramid
package import TiledLayers
package import VectorDrawing

/// A frame of a viewer, for measurements: the visible part of an image, in pieces.
package struct ViewedFrame: Hashable, Sendable {
    /// The time at which the frame is shown, in seconds; the frame stays until the next one.
    package var time: Double
    /// The size in pixels of the screen, or of its part that shows the image.
    package var screen: PixelSize
    /// The transform from the image's full-size pixels to screen pixels.
    package var transform: AffineTransform
    /// The full size of the image.
    package var imageSize: PixelSize
    /// The pieces that are drawn.
    ///
    /// Their rectangles share only edges, because parts that another piece hides are left out.
    package var pieces: [ViewedPiece]

    /// Screen pixels per full-size pixel of the image.
    package var scale: Double { abs(transform.determinant).squareRoot() }
}

extension ViewedFrame {
    /// Creates the frame that a layer has drawn last.
    @MainActor
    package init(of layer: TiledLayer, at time: Double, screen: PixelSize, transform: AffineTransform) {
        let pyramid = layer.image.pyramid
        let pieces = layer.drawnTiles.map { drawn in
            ViewedPiece(
                rect: drawn.imageRect, downsample: pyramid.levels[drawn.index.level].downsample, opacity: drawn.opacity)
        }
        self.init(time: time, screen: screen, transform: transform, imageSize: pyramid.size, pieces: pieces)
    }
}

/// A drawn piece of an image: a tile, or the part of a tile that no better tile hides.
package struct ViewedPiece: Hashable, Sendable {
    /// The part of the image that the piece shows, in full-size pixels.
    package var rect: Rect
    /// Full-size pixels per pixel of the piece.
    package var downsample: Double
    /// The opacity, which is less than 1 while the piece fades in.
    package var opacity = 1.0
}
