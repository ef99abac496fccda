internal import TilePyramid
internal import VectorDrawing

/// The counter for the cause of a drawing without a request of the app.
typealias ImplicitDrawCause = WritableKeyPath<ImplicitDraws, Int>

/// The state of drawing a layer: the request and the last bitmap.
///
/// A layer that never draws has none.
@MainActor
final class LayerDisplayState {
    /// The part that needs drawing.
    enum Request {
        /// The whole layer.
        case all
        /// A rectangle of the layer.
        case rect(Rect)

        /// The request that satisfies both.
        func union(_ other: Request) -> Request {
            guard case .rect(let rect) = self, case .rect(let otherRect) = other else { return .all }
            return .rect(rect.union(otherRect))
        }
    }

    /// The progress of drawing.
    enum Stage {
        case idle
        /// ``Layer/display()`` was called because of a request.
        case displaying
        /// The delegate or the layer itself is drawing.
        case drawing
    }

    /// The part that was requested since the last drawing.
    var request: Request?
    /// The counter of the cause of the request; nil if the app has made any of the merged requests.
    var cause: ImplicitDrawCause?
    /// The request that is being drawn.
    var current: Request?
    var stage = Stage.idle
    /// Whether a drawing is being run in the background; there is at most one.
    var isDrawingInBackground = false
    /// The request that arrived during the drawing.
    var requestForLater: Request?
    /// The last drawn bitmap, while the layer shows it.
    weak var backingStore: PixelBuffer?
    /// The geometry of that bitmap.
    var geometry: BackingStoreGeometry?
}

/// The size of a layer's bitmap and its mapping to the layer.
struct BackingStoreGeometry: Hashable, Sendable {
    /// Width and height in pixels.
    let size: PixelSize
    /// The transform from the layer's coordinates to pixels.
    let transform: AffineTransform

    /// Creates the geometry for the bounds of a layer; nil if there is nothing to draw.
    ///
    /// The size is rounded up to whole pixels and the drawing stretched to match, so that the bitmap shown in the
    /// bounds has the right proportions. A bitmap beyond the size limit is drawn with fewer pixels in the same way.
    init?(_ bounds: Rect, scale: Double) {
        guard !bounds.isEmpty, scale > 0, bounds.size.width.isFinite, bounds.size.height.isFinite else { return nil }
        func pixels(_ length: Double) -> Int {
            // In floating point 100.3 · 10 is 1003.0000000000001.
            Int(min(max((length * scale - 1e-6).rounded(.up), 1), Double(Self.sideLimit)))
        }
        size = PixelSize(width: pixels(bounds.size.width), height: pixels(bounds.size.height))
        transform = AffineTransform(translationX: -bounds.minX, y: -bounds.minY)
            .followed(
                by: AffineTransform(
                    scaleX: Double(size.width) / bounds.size.width, y: Double(size.height) / bounds.size.height))
    }

    /// The maximum width and height of a bitmap in pixels; 8,192 × 8,192 pixels take 256 MiB.
    static let sideLimit = 8192

    /// All pixels.
    var pixels: PixelRect { PixelRect(size) }

    /// The pixels that a rectangle of the layer touches.
    func pixels(touching rect: Rect) -> PixelRect {
        let seen = Rect(enclosing: rect.corners.map(transform.apply))
        func clamped(_ edge: Double, _ limit: Int) -> Int { edge > 0 ? Int(min(edge, Double(limit))) : 0 }
        // Rounding errors must not add a row or column.
        let x = clamped((seen.minX + 1e-6).rounded(.down), size.width)
        let y = clamped((seen.minY + 1e-6).rounded(.down), size.height)
        return PixelRect(
            x: x, y: y, width: clamped((seen.maxX - 1e-6).rounded(.up), size.width) - x,
            height: clamped((seen.maxY - 1e-6).rounded(.up), size.height) - y)
    }
}
