public import LayerTree
public import VectorDrawing

/// The sizes of content and viewport, and the scale limits.
public struct ScrollGeometry: Hashable, Sendable {
    /// The size of the content in its own points; for an image, in full-size pixels.
    public var contentSize: Size
    /// The part of the content that is fitted into the viewport; for a map, the data without the padding of tiles.
    ///
    /// The default is nil: all of the ``scrollableRect``. The rest can be scrolled to.
    public var fitRect: Rect?
    /// The rectangle that can be scrolled to, in the content's points; it reaches beyond the content where other content lies over it.
    ///
    /// The default is nil: the content.
    public var scrollableRect: Rect?
    /// The size of the viewport in points.
    public var viewportSize: Size
    /// The covered margins of the viewport; content can be scrolled out from under them.
    ///
    /// The default is none.
    public var insets: EdgeInsets
    /// The minimum scale.
    ///
    /// The default is nil: the smaller of the fitting scale and ``actualScale``, times ``minimumFittingShare``.
    public var minimumScale: Double?
    /// The share of the scale that fits, down to which content can be zoomed out; ``minimumScale`` takes precedence.
    ///
    /// The default is 1: content is never smaller than it fits.
    public var minimumFittingShare = 1.0
    /// The maximum scale, unless the minimum is larger.
    ///
    /// The default is 16.
    public var maximumScale: Double
    /// The scale at which one content pixel is one screen pixel: 0.5 on a screen with two pixels per point.
    ///
    /// The default is 1.
    public var actualScale: Double

    /// Creates the geometry of content in a viewport.
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

    /// The rectangle of the whole content.
    public var contentRect: Rect { Rect(origin: .zero, size: contentSize) }

    /// The rectangle that is fitted into the viewport: ``fitRect``, else ``scrollableRect``, else the content.
    package var fittedRect: Rect { fitRect ?? reachableRect }

    /// The ``scrollableRect``, or else the content.
    package var reachableRect: Rect { scrollableRect ?? contentRect }

    /// The view state that fits the content upright: ``fitRect``, or all of it.
    public var fittedView: ViewState { fitting(ViewState(center: .zero)) }

    /// The uncovered part of the viewport, inside the ``insets``.
    public var usableRect: Rect {
        Rect(
            x: insets.left, y: insets.top, width: max(0, viewportSize.width - insets.left - insets.right),
            height: max(0, viewportSize.height - insets.top - insets.bottom))
    }

    /// Returns the scale at which a size, rotated by an angle in degrees, fits the usable part of the viewport.
    ///
    /// It is ``actualScale`` if the size or that part is empty.
    public func fittingScale(for size: Size, angle: Double = 0) -> Double {
        let turned = ViewState(center: .zero, angle: angle).boundingSize(of: size)
        let room = usableRect.size
        let scale = min(room.width / turned.width, room.height / turned.height)
        return scale > 0 && scale.isFinite ? scale : actualScale
    }

    /// Returns the scale limits of a view at rest for an angle in degrees.
    public func scaleRange(angle: Double = 0) -> ClosedRange<Double> {
        let fitting = min(fittingScale(for: reachableRect.size, angle: angle), actualScale)
        let smallest = max(Self.leastScale, minimumScale ?? fitting * min(max(minimumFittingShare, 0), 1))
        return smallest...max(smallest, maximumScale)
    }

    /// The minimum scale: scales must be positive to have octaves.
    private static let leastScale = 1e-9

    /// Returns the view state that fits a rectangle of the content in the viewport.
    public func view(showing rect: Rect, angle: Double = 0, isFlipped: Bool = false) -> ViewState {
        let scale = scaleRange(angle: angle).clamp(fittingScale(for: rect.size, angle: angle))
        return ViewState(center: .zero, scale: scale, angle: angle, isFlipped: isFlipped)
            .placing(rect.middle, at: usableRect.middle, in: viewportSize)
    }

    /// The view state that fits the content, with the angle and mirroring of another one.
    package func fitting(_ view: ViewState) -> ViewState {
        guard let fitRect else {
            return self.view(showing: reachableRect, angle: view.angle, isFlipped: view.isFlipped)
        }
        // A part at an edge of the content is not in the middle where that would show what lies beyond the edge.
        return constrained(self.view(showing: fitRect, angle: view.angle, isFlipped: view.isFlipped))
    }

    /// Whether a view state fits the content, within a hundredth of a point.
    package func isFitting(_ view: ViewState) -> Bool {
        let fitting = fitting(view)
        let extent = max(viewportSize.width, viewportSize.height, 1)
        return abs(view.scale / fitting.scale - 1) * extent < 0.01
            && (view.center - fitting.center).length * view.scale < 0.01
    }

    /// Returns the nearest view state that is allowed at rest: first the scale is clamped about the center, then the center.
    public func constrained(_ view: ViewState) -> ViewState {
        var result = view
        result.scale = scaleRange(angle: view.angle).clamp(view.scale)
        result.center = centerLimits(of: result).clamp(result.center)
        return result
    }
}

extension ViewState {
    /// The size of the bounding box of content of this size, as shown.
    func boundingSize(of size: Size) -> Size {
        let cosine = abs(direction.cosine)
        let sine = abs(direction.sine)
        return Size(
            width: (size.width * cosine + size.height * sine) * scale,
            height: (size.width * sine + size.height * cosine) * scale)
    }
}

extension Rect {
    /// The center point.
    var middle: Point { point(at: Point(x: 0.5, y: 0.5)) }
}
