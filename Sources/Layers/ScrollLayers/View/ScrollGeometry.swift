public import LayerTree

/// What is scrolled in what: the sizes of content and view, and between which scales.
public struct ScrollGeometry: Hashable, Sendable {
    /// The extent of the content, in its own points: for an image, its full-size pixels.
    public var contentSize: Size
    /// The extent of the view, in points.
    public var viewportSize: Size
    /// How far the view is covered at its sides, default nothing; content can be moved out of there.
    public var insets: EdgeInsets
    /// The smallest scale; nil, the default, for that at which all of the content is seen, or its own size if that is
    /// less.
    public var minimumScale: Double?
    /// The largest scale, unless the smallest is larger; default 16.
    public var maximumScale: Double
    /// The scale at which a pixel of the content is one of the screen: 0.5 where two pixels make a point; default 1.
    public var actualScale: Double

    /// Content in a view.
    public init(
        contentSize: Size, viewportSize: Size, insets: EdgeInsets = .zero, minimumScale: Double? = nil,
        maximumScale: Double = 16, actualScale: Double = 1
    ) {
        self.contentSize = contentSize
        self.viewportSize = viewportSize
        self.insets = insets
        self.minimumScale = minimumScale
        self.maximumScale = maximumScale
        self.actualScale = actualScale
    }
}

extension ScrollGeometry {
    /// The rectangle of all content.
    public var contentRect: Rect { Rect(origin: .zero, size: contentSize) }

    /// The part of the view that nothing covers.
    public var usableRect: Rect {
        Rect(
            x: insets.left, y: insets.top, width: max(0, viewportSize.width - insets.left - insets.right),
            height: max(0, viewportSize.height - insets.top - insets.bottom))
    }

    /// The scale at which all of a size just fits into what is not covered of the view, turned by an angle in degrees;
    /// ``actualScale`` when one of them is empty.
    public func fittingScale(for size: Size, angle: Double = 0) -> Double {
        let turned = ViewState(center: .zero, angle: angle).boundingSize(of: size)
        let room = usableRect.size
        let scale = min(room.width / turned.width, room.height / turned.height)
        return scale > 0 && scale.isFinite ? scale : actualScale
    }

    /// The scales that a view turned by an angle may have at rest.
    public func scaleRange(angle: Double = 0) -> ClosedRange<Double> {
        let smallest = max(
            Self.leastScale, minimumScale ?? min(fittingScale(for: contentSize, angle: angle), actualScale))
        return smallest...max(smallest, maximumScale)
    }

    /// No scale is smaller: all scales are more than 0, so that octaves can be counted.
    private static let leastScale = 1e-9

    /// The view that shows all of a rectangle of the content as large as it can.
    public func view(showing rect: Rect, angle: Double = 0, isFlipped: Bool = false) -> ViewState {
        let range = scaleRange(angle: angle)
        let scale = min(max(fittingScale(for: rect.size, angle: angle), range.lowerBound), range.upperBound)
        return ViewState(center: .zero, scale: scale, angle: angle, isFlipped: isFlipped)
            .placing(rect.middle, at: usableRect.middle, in: viewportSize)
    }

    /// The view that shows all of the content, turned and mirrored as another one.
    func fitting(_ view: ViewState) -> ViewState {
        self.view(showing: contentRect, angle: view.angle, isFlipped: view.isFlipped)
    }

    /// Whether a view shows all of the content, as large as it can, up to a hundredth of a point.
    func isFitting(_ view: ViewState) -> Bool {
        let fitting = fitting(view)
        let extent = max(viewportSize.width, viewportSize.height)
        return abs(view.scale / fitting.scale - 1) * extent < 0.01
            && (view.center - fitting.center).length * view.scale < 0.01
    }

    /// The view that is the nearest to another one among those that may be at rest: its scale within the limits, about
    /// the middle, and its center too.
    public func constrained(_ view: ViewState) -> ViewState {
        var result = view
        let range = scaleRange(angle: view.angle)
        result.scale = min(max(view.scale, range.lowerBound), range.upperBound)
        result.center = centerLimits(of: result).clamp(result.center)
        return result
    }
}

extension ViewState {
    /// The size of the upright rectangle that holds content of a size when it is seen.
    func boundingSize(of size: Size) -> Size {
        let (cosine, sine) = (abs(direction.cosine), abs(direction.sine))
        return Size(
            width: (size.width * cosine + size.height * sine) * scale,
            height: (size.width * sine + size.height * cosine) * scale)
    }
}

extension Rect {
    /// The point in the middle.
    var middle: Point { point(at: Point(x: 0.5, y: 0.5)) }
}
