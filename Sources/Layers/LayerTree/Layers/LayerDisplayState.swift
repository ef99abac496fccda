internal import TilePyramid

/// What a layer remembers of drawing itself: what it was asked for, and what it has drawn.
///
/// Layers that never draw have none.
@MainActor
final class LayerDisplayState {
    /// What has to be drawn again.
    enum Request {
        /// Everything.
        case all
        /// What lies in a rectangle of the layer.
        case rect(Rect)

        /// What has to be drawn to satisfy another request too.
        func union(_ other: Request) -> Request {
            guard case .rect(let rect) = self, case .rect(let otherRect) = other else { return .all }
            return .rect(rect.union(otherRect))
        }
    }

    /// How far drawing is under way.
    enum Stage {
        case idle
        /// ``Layer/display()`` was called because of a request.
        case displaying
        /// The delegate, or the layer itself, is drawing.
        case drawing
    }

    /// What was asked for since it was last drawn.
    var request: Request?
    /// What is being drawn because of a request.
    var current: Request?
    var stage = Stage.idle
    /// The picture that was drawn last, while the layer shows it.
    weak var backingStore: PixelBuffer?
    /// How that picture lies in the layer.
    var geometry: BackingStoreGeometry?
}

/// How the pixels of a drawn picture lie in the layer.
struct BackingStoreGeometry: Hashable, Sendable {
    /// Pixels each way.
    let size: PixelSize
    /// From the layer's coordinates to pixels.
    let transform: AffineTransform

    /// The picture of some bounds; nil when there is nothing to draw in.
    ///
    /// Pixels are counted up to whole ones, and the drawing is stretched by as much, so that the picture shown in the
    /// bounds has the right proportions. Too large a picture is drawn with fewer pixels in the same way.
    init?(_ bounds: Rect, scale: Double) {
        guard !bounds.isEmpty, scale > 0, bounds.size.width.isFinite, bounds.size.height.isFinite else { return nil }
        func pixels(_ length: Double) -> Int {
            // 100.3 · 10 is 1003.0000000000001.
            Int(min(max((length * scale - 1e-6).rounded(.up), 1), Double(Self.sideLimit)))
        }
        size = PixelSize(width: pixels(bounds.size.width), height: pixels(bounds.size.height))
        transform = AffineTransform(translationX: -bounds.minX, y: -bounds.minY)
            .followed(
                by: AffineTransform(
                    scaleX: Double(size.width) / bounds.size.width, y: Double(size.height) / bounds.size.height))
    }

    /// No drawn picture has more pixels than this to a side; 8,192 · 8,192 take 256 MiB.
    static let sideLimit = 8192

    /// All pixels.
    var pixels: PixelRect { PixelRect(x: 0, y: 0, width: size.width, height: size.height) }

    /// The pixels that a rectangle of the layer touches, however little.
    func pixels(touching rect: Rect) -> PixelRect {
        let seen = Rect(enclosing: rect.corners.map(transform.apply))
        func clamped(_ edge: Double, _ limit: Int) -> Int { edge > 0 ? Int(min(edge, Double(limit))) : 0 }
        // Products of fractions miss whole pixels by some billionths.
        let x = clamped((seen.minX + 1e-6).rounded(.down), size.width)
        let y = clamped((seen.minY + 1e-6).rounded(.down), size.height)
        return PixelRect(
            x: x, y: y, width: clamped((seen.maxX - 1e-6).rounded(.up), size.width) - x,
            height: clamped((seen.maxY - 1e-6).rounded(.up), size.height) - y)
    }
}
