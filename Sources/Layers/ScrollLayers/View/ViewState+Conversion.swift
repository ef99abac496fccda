internal import LayerTree
public import VectorDrawing

extension ViewState {
    /// Returns a vector of the content in points of the view.
    public func viewVector(_ vector: Point) -> Point {
        let (cosine, sine) = direction
        let x = (isFlipped ? -vector.x : vector.x) * scale
        let y = vector.y * scale
        return Point(x: x * cosine - y * sine, y: x * sine + y * cosine)
    }

    /// Returns a vector of the view in the content's points: the inverse of ``viewVector(_:)``.
    public func contentVector(_ vector: Point) -> Point {
        let (cosine, sine) = direction
        let x = vector.x * cosine + vector.y * sine
        let y = vector.y * cosine - vector.x * sine
        return Point(x: (isFlipped ? -x : x) / scale, y: y / scale)
    }

    /// Returns the position of a content point in the view, in points from the view's upper left corner.
    public func viewPoint(of contentPoint: Point, in size: Size) -> Point {
        viewVector(contentPoint - center) + size.middle
    }

    /// Returns the content point at a point of the view: the inverse of ``viewPoint(of:in:)``.
    public func contentPoint(at point: Point, in size: Size) -> Point { contentVector(point - size.middle) + center }

    /// Returns the transform from the content's points to those of a view of this size.
    public func transform(in size: Size) -> AffineTransform {
        let x = viewVector(Point(x: 1, y: 0))
        let y = viewVector(Point(x: 0, y: 1))
        let origin = viewPoint(of: .zero, in: size)
        return AffineTransform(a: x.x, b: x.y, c: y.x, d: y.y, tx: origin.x, ty: origin.y)
    }

    /// Returns the smallest axis-aligned rectangle of the content that contains a view of this size.
    public func visibleRect(in size: Size) -> Rect {
        Rect(enclosing: Rect(origin: .zero, size: size).corners.map { contentPoint(at: $0, in: size) })
    }

    /// Returns the view state moved so that a content point is shown at a point of a view of this size.
    public func placing(_ contentPoint: Point, at point: Point, in size: Size) -> ViewState {
        var view = self
        view.center = contentPoint - contentVector(point - size.middle)
        return view
    }

    /// The view state with another scale, about a point of the view.
    func scaled(to scale: Double, about point: Point, in size: Size) -> ViewState {
        var view = self
        view.scale = scale
        return view.placing(contentPoint(at: point, in: size), at: point, in: size)
    }

    /// The view state after the content has moved on the screen by a vector in points of the view.
    func moved(by translation: Point) -> ViewState {
        var view = self
        view.center = center - contentVector(translation)
        return view
    }
}

extension Size {
    /// The center of a rectangle of this size at the origin.
    var middle: Point { Point(x: width / 2, y: height / 2) }
}
