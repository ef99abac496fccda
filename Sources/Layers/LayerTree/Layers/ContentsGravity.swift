/// Where a layer's contents lie in its bounds, and whether they are scaled.
public enum ContentsGravity: Hashable, Sendable, CaseIterable {
    /// In their own size, in the middle.
    case center
    /// In their own size, at an edge and in the middle of it.
    case top, bottom, left, right
    /// In their own size, in a corner.
    case topLeft, topRight, bottomLeft, bottomRight
    /// Stretched to fill the bounds; the default.
    case resize
    /// As large as fits, in their own proportions.
    case resizeAspect
    /// As small as fills the bounds, in their own proportions; what reaches beyond is not clipped by this.
    case resizeAspectFill
}

extension ContentsGravity {
    /// The rectangle that contents cover.
    ///
    /// - Parameters:
    ///   - size: the contents' own size in points: their pixels divided by the contents' scale.
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

    /// Where free space goes: 0 leaves it at the right or below, 1 at the left or above.
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
