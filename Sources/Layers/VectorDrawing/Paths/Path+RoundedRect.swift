extension Path {
    /// Creates a path with a rounded rectangle whose corners may differ.
    ///
    /// - Parameters:
    ///   - rect: the rectangle.
    ///   - radii: the corner radii in points, limited as in ``CornerRadii/limited(to:)``.
    public init(roundedRect rect: Rect, radii: CornerRadii) {
        let radii = radii.limited(to: rect.size)
        guard radii != .zero else {
            self.init(rect)
            return
        }
        self.init()
        // Distance of a quarter circle's control points from the corner: 1 − 4/3 · (√2 − 1).
        let control = 0.447715252
        let (left, top, right, bottom) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
        func corner(_ radius: Double, at corner: Point, from before: Point, to after: Point) {
            guard radius > 0 else { return }
            func point(toward direction: Point, _ distance: Double) -> Point {
                Point(x: corner.x + direction.x * distance, y: corner.y + direction.y * distance)
            }
            addLine(to: point(toward: before, radius))
            addCurve(
                to: point(toward: after, radius), controls: point(toward: before, radius * control),
                point(toward: after, radius * control))
        }
        let (rightward, downward) = (Point(x: 1, y: 0), Point(x: 0, y: 1))
        let (leftward, upward) = (Point(x: -1, y: 0), Point(x: 0, y: -1))
        move(to: Point(x: left + radii.topLeft, y: top))
        addLine(to: Point(x: right - radii.topRight, y: top))
        corner(radii.topRight, at: Point(x: right, y: top), from: leftward, to: downward)
        addLine(to: Point(x: right, y: bottom - radii.bottomRight))
        corner(radii.bottomRight, at: Point(x: right, y: bottom), from: upward, to: leftward)
        addLine(to: Point(x: left + radii.bottomLeft, y: bottom))
        corner(radii.bottomLeft, at: Point(x: left, y: bottom), from: rightward, to: upward)
        addLine(to: Point(x: left, y: top + radii.topLeft))
        corner(radii.topLeft, at: Point(x: left, y: top), from: downward, to: rightward)
        close()
    }
}
