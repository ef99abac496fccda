public import VectorDrawing

/// The position and scaling of a layer's contents in its bounds.
public enum ContentsGravity: Hashable, Sendable, CaseIterable {
    /// Unscaled, centered.
    case center
    /// Unscaled, centered at an edge.
    case top, bottom, left, right
    /// Unscaled, in a corner.
    case topLeft, topRight, bottomLeft, bottomRight
    /// Stretched to fill the bounds; the default.
    case resize
    /// Scaled to fit in the bounds, with the aspect ratio kept.
    case resizeAspect
    /// Scaled to fill the bounds, with the aspect ratio kept; the part outside the bounds is not clipped by this.
    case resizeAspectFill

    /// Returns the rectangle of the contents.
    ///
    /// - Parameters:
    ///   - size: the contents' natural size in points: pixels divided by the contents' scale.
    ///   - bounds: the layer's bounds.
    /// - Returns: a rectangle in the coordinates of the bounds.
    public func frame(of size: Size, in bounds: Rect) -> Rect {
        var size = size
        switch self {
        case .resize:
            return bounds
        case .resizeAspect, .resizeAspectFill:
            guard size.width > 0, size.height > 0 else { return bounds }
            let ratios = (bounds.size.width / size.width, bounds.size.height / size.height)
            let scale = self == .resizeAspect ? min(ratios.0, ratios.1) : max(ratios.0, ratios.1)
            size = Size(width: size.width * scale, height: size.height * scale)
        default:
            break
        }
        let unit = alignment
        return Rect(
            x: bounds.minX + unit.x * (bounds.size.width - size.width),
            y: bounds.minY + unit.y * (bounds.size.height - size.height),
            width: size.width, height: size.height)
    }

    /// The share of the free space that goes to the left and the top, from 0 to 1.
    private var alignment: Point {
        switch self {
        case .center, .resize, .resizeAspect, .resizeAspectFill: Point(x: 0.5, y: 0.5)
        case .top: Point(x: 0.5, y: 0)
        case .bottom: Point(x: 0.5, y: 1)
        case .left: Point(x: 0, y: 0.5)
        case .right: Point(x: 1, y: 0.5)
        case .topLeft: Point(x: 0, y: 0)
        case .topRight: Point(x: 1, y: 0)
        case .bottomLeft: Point(x: 0, y: 1)
        case .bottomRight: Point(x: 1, y: 1)
        }
    }
}
