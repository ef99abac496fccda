internal import LayerTree
internal import ScrollLayers
internal import TilePyramid
internal import VectorDrawing

/// The positions of a selection and its handles in a view, in points.
struct SelectionOutline: Sendable {
    /// A handle that is shown, and where.
    struct PlacedHandle: Sendable {
        var handle: SelectionHandle
        var point: Point
    }

    /// The corners: the upper left one of the image first, then the others in order.
    let corners: [Point]
    /// The handles that are shown.
    let handles: [PlacedHandle]
    /// Whether no edge is in view, so that the selection could not be seen to move.
    let surroundsView: Bool
    private let rect: Rect
    private let view: ViewState
    private let size: Size

    /// The side of a handle in points.
    static let handleSide = 8.0
    /// The distance at which a press still hits a handle, in points along each axis.
    static let reach = 9.0
    /// The least length of an edge that has a handle in the middle, in points.
    static let leastEdge = 40.0

    /// Creates the outline of a selection.
    ///
    /// - Parameters:
    ///   - selection: the selected pixels.
    ///   - view: the view, in points per full-size pixel.
    ///   - size: the size of the view in points.
    init(_ selection: PixelRect, view: ViewState, size: Size) {
        rect = selection.area
        self.view = view
        self.size = size
        let rect = rect
        func place(_ handle: SelectionHandle) -> Point {
            view.viewPoint(of: rect.point(at: handle.unitPoint), in: size)
        }
        corners = SelectionHandle.all.prefix(4).map(place)
        handles = SelectionHandle.all.compactMap { handle in
            let edge = (handle.vertical == 0 ? rect.size.height : rect.size.width) * view.scale
            guard handle.isCorner || edge >= Self.leastEdge else { return nil }
            return PlacedHandle(handle: handle, point: place(handle))
        }
        surroundsView = Rect(origin: .zero, size: size).corners.allSatisfy {
            let imagePoint = view.contentPoint(at: $0, in: size)
            return imagePoint.x > rect.minX && imagePoint.x < rect.maxX && imagePoint.y > rect.minY
                && imagePoint.y < rect.maxY
        }
    }

    /// The box around the selection.
    var bounds: Rect { Rect(enclosing: corners) }

    /// The part at a point of the view; nil for none.
    ///
    /// The middle half of a small selection moves it, however close the handles are.
    func part(at point: Point) -> SelectionTarget? {
        guard !surroundsView else { return nil }
        let isInside = contains(point, shrunkBy: 0)
        if isInside, contains(point, shrunkBy: Self.reach) { return .inside }
        let near = handles.first {
            abs($0.point.x - point.x) <= Self.reach && abs($0.point.y - point.y) <= Self.reach
        }
        return near.map { .handle($0.handle) } ?? (isInside ? .inside : nil)
    }

    /// Whether a point of the view is inside and farther than a distance from the edges, or than a quarter of the side if
    /// that is less.
    private func contains(_ point: Point, shrunkBy distance: Double) -> Bool {
        let imagePoint = view.contentPoint(at: point, in: size)
        let x = min(distance / view.scale, rect.size.width / 4)
        let y = min(distance / view.scale, rect.size.height / 4)
        return imagePoint.x >= rect.minX + x && imagePoint.x < rect.maxX - x
            && imagePoint.y >= rect.minY + y && imagePoint.y < rect.maxY - y
    }
}
