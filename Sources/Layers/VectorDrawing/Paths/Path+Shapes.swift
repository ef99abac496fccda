extension Path {
    /// Creates a closed polygon; the path is empty for fewer than two points.
    public init(polygon points: some Sequence<Point>) {
        self.init()
        addPolygon(points)
    }

    /// Creates a path with a rectangle.
    public init(_ rect: Rect) {
        self.init()
        addRect(rect)
    }

    /// Creates a path with the ellipse inscribed in a rectangle.
    ///
    /// Eight Bézier curves approximate it, with an error of less than 5/1,000,000 of the radius.
    public init(ellipseIn rect: Rect) {
        self.init()
        addEllipse(in: rect)
    }

    /// Creates a path with a rounded rectangle.
    ///
    /// - Parameters:
    ///   - rect: the rectangle.
    ///   - radius: the corner radius in points. It is limited to half the width horizontally and half the height
    ///     vertically, so a large number makes an ellipse.
    public init(roundedRect rect: Rect, radius: Double) {
        self.init()
        addRoundedRect(rect, radius: radius)
    }

    /// Creates a path with a rectangle that has a radius for each corner.
    ///
    /// - Parameters:
    ///   - rect: the rectangle.
    ///   - radii: the corner radii in points, limited as ``CornerRadii/limited(to:)`` says.
    public init(roundedRect rect: Rect, radii: CornerRadii) {
        self.init()
        addRoundedRect(rect, radii: radii)
    }

    /// Adds a closed polygon; nothing for fewer than two points.
    public mutating func addPolygon(_ points: some Sequence<Point>) {
        var points = points.makeIterator()
        guard let first = points.next(), let second = points.next() else { return }
        move(to: first)
        addLine(to: second)
        while let point = points.next() {
            addLine(to: point)
        }
        close()
    }

    /// Adds a rectangle: clockwise from its upper left corner.
    public mutating func addRect(_ rect: Rect) {
        addPolygon(rect.corners)
    }

    /// Adds the ellipse inscribed in a rectangle: clockwise from the middle of the right side.
    public mutating func addEllipse(in rect: Rect) {
        guard !rect.isEmpty else {
            addRect(rect)
            return
        }
        let middle = rect.point(at: Point(x: 0.5, y: 0.5))
        let right = Point(x: rect.maxX, y: middle.y)
        let bottom = Point(x: middle.x, y: rect.maxY)
        let left = Point(x: rect.minX, y: middle.y)
        let top = Point(x: middle.x, y: rect.minY)
        let corners = rect.corners
        move(to: right)
        addQuarterEllipse(to: bottom, corner: corners[2])
        addQuarterEllipse(to: left, corner: corners[3])
        addQuarterEllipse(to: top, corner: corners[0])
        addQuarterEllipse(to: right, corner: corners[1])
        close()
    }

    /// Adds a rounded rectangle: clockwise from the left end of its top edge.
    ///
    /// - Parameters:
    ///   - rect: the rectangle.
    ///   - radius: the corner radius in points, limited as ``init(roundedRect:radius:)`` says.
    public mutating func addRoundedRect(_ rect: Rect, radius: Double) {
        let corner = Size(width: min(radius, rect.size.width / 2), height: min(radius, rect.size.height / 2))
        addRoundedRect(rect, corners: Array(repeating: corner, count: 4))
    }

    /// Adds a rectangle that has a radius for each corner: clockwise from the left end of its top edge.
    ///
    /// - Parameters:
    ///   - rect: the rectangle.
    ///   - radii: the corner radii in points, limited as ``CornerRadii/limited(to:)`` says.
    public mutating func addRoundedRect(_ rect: Rect, radii: CornerRadii) {
        let radii = radii.limited(to: rect.size)
        addRoundedRect(
            rect,
            corners: [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft].map {
                Size(width: $0, height: $0)
            })
    }

    /// Adds a rectangle with elliptical corners; the radii are clockwise from the upper left corner.
    private mutating func addRoundedRect(_ rect: Rect, corners: [Size]) {
        for (index, (corner, radii)) in zip(rect.corners, corners).enumerated() {
            let isRight = index == 1 || index == 2
            let isBottom = index >= 2
            let besideX = Point(x: corner.x + (isRight ? -radii.width : radii.width), y: corner.y)
            let besideY = Point(x: corner.x, y: corner.y + (isBottom ? -radii.height : radii.height))
            // Clockwise, the pen comes along x to the upper right and lower left corners.
            let (start, end) = isRight == isBottom ? (besideY, besideX) : (besideX, besideY)
            let isRound = radii.width > 0 && radii.height > 0
            switch (index, isRound) {
            case (0, true): move(to: end)
            case (0, false): move(to: corner)
            case (_, true):
                addLine(to: start)
                addQuarterEllipse(to: end, corner: corner)
            case (_, false): addLine(to: corner)
            }
        }
        if let radii = corners.first, radii.width > 0, radii.height > 0 {
            let start = Point(x: rect.minX, y: rect.minY + radii.height)
            addLine(to: start)
            addQuarterEllipse(to: Point(x: rect.minX + radii.width, y: rect.minY), corner: rect.origin)
        }
        close()
    }
}
