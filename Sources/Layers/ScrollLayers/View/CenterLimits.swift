internal import LayerTree
public import VectorDrawing

/// The limits of a view's center at rest, in the content's points.
public struct CenterLimits: Hashable, Sendable {
    /// The horizontal range; a single value, the center, if the content is narrower than the view.
    public var x: ClosedRange<Double>
    /// The vertical range.
    public var y: ClosedRange<Double>

    /// Returns the nearest center within the limits.
    public func clamp(_ center: Point) -> Point { Point(x: x.clamp(center.x), y: y.clamp(center.y)) }
}

extension ClosedRange<Double> {
    /// Returns the nearest value within the range.
    func clamp(_ value: Double) -> Double { Swift.min(Swift.max(value, lowerBound), upperBound) }
}

extension ScrollGeometry {
    /// Returns the limits of the center for a view state's scale and angle.
    ///
    /// Upright content leaves no gaps at the sides of the view or, if it is smaller than the view, equal gaps. For rotated
    /// content, two simple rules fail. If the view may show nothing but content, the corners of the content are out of reach.
    /// If it may scroll to the ends of the content's bounding box, it can show no content at all. The rule here: the largest
    /// rectangle in the view that is parallel to the content's sides shows only content. So every point of the content can be
    /// seen, edges hold at any angle, and the limits change continuously with the angle.
    public func centerLimits(of view: ViewState) -> CenterLimits {
        let cosine = abs(view.direction.cosine)
        let sine = abs(view.direction.sine)
        let room = usableRect
        let half = Size(width: room.size.width / 2 / view.scale, height: room.size.height / 2 / view.scale)
        let reachable = reachableRect
        let content = Size(width: reachable.size.width / 2, height: reachable.size.height / 2)
        // The rectangle has the proportions of the view's bounding box in the content.
        let rotation = ViewState(center: .zero, angle: view.angle)
        let outer = rotation.boundingSize(of: half)
        let turned = rotation.boundingSize(of: outer)
        var inner = outer
        if turned.width > 0, turned.height > 0 {
            let part = min(half.width / turned.width, half.height / turned.height)
            inner = Size(width: outer.width * part, height: outer.height * part)
        }
        // If the content does not fill it, the other side may be longer.
        if inner.height > content.height {
            inner.height = content.height
            let room = min((half.width - inner.height * sine) / cosine, (half.height - inner.height * cosine) / sine)
            inner.width = max(inner.width, room)
        } else if inner.width > content.width {
            inner.width = content.width
            let room = min((half.width - inner.width * cosine) / sine, (half.height - inner.width * sine) / cosine)
            inner.height = max(inner.height, room)
        }
        // The center of the usable rectangle is not the center of the view.
        let offset = view.contentVector(room.middle - viewportSize.middle)
        let middle = Point(x: reachable.minX + content.width, y: reachable.minY + content.height)
        return CenterLimits(
            x: Self.range(inner.width, content.width, about: middle.x, offset.x),
            y: Self.range(inner.height, content.height, about: middle.y, offset.y))
    }

    private static func range(
        _ inner: Double, _ content: Double, about middle: Double, _ offset: Double
    ) -> ClosedRange<Double> {
        let slack = max(0, content - inner)
        return middle - slack - offset...middle + slack - offset
    }
}
