public import LayerTree

/// Where the center of a view may rest, in the content's points.
public struct CenterLimits: Hashable, Sendable {
    /// From left to right; a single value where the content is smaller than the view, and centered.
    public var x: ClosedRange<Double>
    /// From top to bottom.
    public var y: ClosedRange<Double>

    /// The nearest center that may be.
    public func clamp(_ center: Point) -> Point {
        Point(
            x: min(max(center.x, x.lowerBound), x.upperBound), y: min(max(center.y, y.lowerBound), y.upperBound))
    }
}

extension ScrollGeometry {
    /// Where the center of a view with this scale and angle may rest.
    ///
    /// Upright, the content has no gap to the sides of the view, or, where it is smaller, equal gaps. Turned, one of the
    /// two cannot be had: either the view shows no outside, and the corners of the content can never be reached; or it
    /// can be scrolled to the ends of the turned content's bounding box, where there is nothing to see. Here a
    /// rectangle of the view that is parallel to the content's sides, and as large as fits, shows no outside. So each
    /// place of the content can be seen, an edge is an edge at any angle, and the limits change steadily with it.
    public func centerLimits(of view: ViewState) -> CenterLimits {
        let (cosine, sine) = (abs(view.direction.cosine), abs(view.direction.sine))
        let room = usableRect
        let half = Size(width: room.size.width / 2 / view.scale, height: room.size.height / 2 / view.scale)
        let content = Size(width: contentSize.width / 2, height: contentSize.height / 2)
        // The sides of the rectangle are as those of the view's own bounding box in the content.
        let outer = Size(
            width: half.width * cosine + half.height * sine, height: half.width * sine + half.height * cosine)
        let turned = Size(
            width: outer.width * cosine + outer.height * sine, height: outer.width * sine + outer.height * cosine)
        var inner = outer
        if turned.width > 0, turned.height > 0 {
            let part = min(half.width / turned.width, half.height / turned.height)
            inner = Size(width: outer.width * part, height: outer.height * part)
        }
        // Where the content is too small to fill it, the other side can be longer.
        if inner.height > content.height {
            inner.height = content.height
            let room = min((half.width - inner.height * sine) / cosine, (half.height - inner.height * cosine) / sine)
            inner.width = max(inner.width, room)
        } else if inner.width > content.width {
            inner.width = content.width
            let room = min((half.width - inner.width * cosine) / sine, (half.height - inner.width * sine) / cosine)
            inner.height = max(inner.height, room)
        }
        // The middle of what is not covered is not the middle of the view.
        let offset = view.contentVector(room.middle - viewportSize.middle)
        return CenterLimits(
            x: Self.range(inner.width, content.width, offset.x), y: Self.range(inner.height, content.height, offset.y))
    }

    private static func range(_ inner: Double, _ content: Double, _ offset: Double) -> ClosedRange<Double> {
        let slack = max(0, content - inner)
        return content - slack - offset...content + slack - offset
    }
}
