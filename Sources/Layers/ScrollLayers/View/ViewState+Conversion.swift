public import LayerTree

extension ViewState {
    /// What becomes of a way through the content when it is seen, in the view's points.
    public func viewVector(_ vector: Point) -> Point {
        let (cosine, sine) = direction
        let (x, y) = ((isFlipped ? -vector.x : vector.x) * scale, vector.y * scale)
        return Point(x: x * cosine - y * sine, y: x * sine + y * cosine)
    }

    /// The way through the content that is seen as a way through the view: the reverse of ``viewVector(_:)``.
    public func contentVector(_ vector: Point) -> Point {
        let (cosine, sine) = direction
        let (x, y) = (vector.x * cosine + vector.y * sine, vector.y * cosine - vector.x * sine)
        return Point(x: (isFlipped ? -x : x) / scale, y: y / scale)
    }

    /// Where a place of the content is seen, in points from the view's upper left corner.
    public func viewPoint(of contentPoint: Point, in size: Size) -> Point {
        viewVector(contentPoint - center) + size.middle
    }

    /// The place of the content that is seen at a point of the view: the reverse of ``viewPoint(of:in:)``.
    public func contentPoint(at point: Point, in size: Size) -> Point { contentVector(point - size.middle) + center }

    /// From the content's points to those of a view of this size.
    public func transform(in size: Size) -> AffineTransform {
        let (x, y) = (viewVector(Point(x: 1, y: 0)), viewVector(Point(x: 0, y: 1)))
        let origin = viewPoint(of: .zero, in: size)
        return AffineTransform(a: x.x, b: x.y, c: y.x, d: y.y, tx: origin.x, ty: origin.y)
    }

    /// The smallest upright rectangle of the content that holds all of a view of this size.
    public func visibleRect(in size: Size) -> Rect {
        Rect(enclosing: Rect(origin: .zero, size: size).corners.map { contentPoint(at: $0, in: size) })
    }

    /// The same with another center: a place of the content lies at a point of a view of this size.
    public func placing(_ contentPoint: Point, at point: Point, in size: Size) -> ViewState {
        var view = self
        view.center = contentPoint - contentVector(point - size.middle)
        return view
    }
}

extension Size {
    /// The point in the middle of a rectangle of this size at the origin.
    var middle: Point { Point(x: width / 2, y: height / 2) }
}
