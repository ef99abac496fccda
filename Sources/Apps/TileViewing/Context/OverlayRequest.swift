internal import VectorDrawing

/// The name of an overlay, by which its frame is found in an arrangement.
struct OverlayID: Hashable, Sendable {
    /// The name.
    var name: String
    /// The number of one of several overlays with the same name, such as those of panes.
    var number: Int

    init(_ name: String, number: Int = 0) {
        self.name = name
        self.number = number
    }
}

/// The place where an overlay is if nothing else is there.
struct OverlayAnchor: Hashable, Sendable {
    /// The point of the overlay that is placed, in unit coordinates.
    var point: Point
    /// The point of the window, or of the overlay's region, at which it is placed, in unit coordinates.
    var home: Point

    init(_ x: Double, _ y: Double, home: Point? = nil) {
        point = Point(x: x, y: y)
        self.home = home ?? Point(x: x, y: y)
    }

    static let topLeft = OverlayAnchor(0, 0)
    static let top = OverlayAnchor(0.5, 0)
    static let topRight = OverlayAnchor(1, 0)
    static let left = OverlayAnchor(0, 0.5)
    static let center = OverlayAnchor(0.5, 0.5)
    static let bottomLeft = OverlayAnchor(0, 1)
    static let bottom = OverlayAnchor(0.5, 1)
    static let bottomRight = OverlayAnchor(1, 1)
    /// Above the middle of the window.
    static let aboveMiddle = OverlayAnchor(0.5, 0.5, home: Point(x: 0.5, y: 0.3))
    /// Below the upper edge of the window, at a fifth of its height.
    static let upperFifth = OverlayAnchor(0.5, 0, home: Point(x: 0.5, y: 0.2))
}

/// A request of a part for space in the window; lengths are in points.
struct OverlayRequest: Hashable, Sendable {
    /// The kind of an overlay, in the order in which space is given.
    enum Kind: Int, Hashable, Sendable, CaseIterable {
        /// A line that the user types into.
        case question
        /// The status line.
        case line
        /// A bar of tools.
        case tools
        /// Messages.
        case message
        /// The content of a window without an image.
        case page
        /// A panel that was opened, and that is closed when there is no room for it.
        case panel
        /// An overlay that gets smaller, or is hidden, where a panel needs the room: the overview map, the scale bar.
        case ornament
        /// The buttons: panels scroll, and ornaments give way, to make room for all of them.
        case buttons
        /// An overlay that is shown for some seconds where there is room left: a hint.
        case passing

        /// Whether panels are closed to make room for the overlay.
        var isNeeded: Bool { ![.ornament, .buttons, .passing].contains(self) }
    }

    /// The name.
    var id: OverlayID
    /// The kind.
    var kind: Kind
    /// The place if nothing else is there.
    var anchor: OverlayAnchor
    /// The sizes that show everything, of which the first one is the best.
    var sizes: [Size]
    /// The smallest size with which the overlay is of use, because it scrolls inside; nil, the default, if it needs one of
    /// ``sizes``.
    var minimum: Size?
    /// The distance in points that is as bad as the next one of ``sizes``; 100 by default.
    ///
    /// It has to differ from the distances between places that there usually are, so that rounding decides nothing.
    var stepCost = 100.0
    /// The part of the window in which the overlay has to be; nil, the default, for all of it.
    var region: Rect?
    /// Whether the overlay stays at an edge of its anchor; false by default.
    var staysAtEdge = false
    /// Whether a panel has its place before the others because it belongs to an edge; false by default.
    var precedesPanels = false
    /// Whether an ornament has its place after messages and after the panels that belong to an edge; false by default.
    var yieldsToMessages = false
    /// The time at which the panel was opened, as a number that grows; the arranger sets it.
    var opening = 0

    init(_ id: OverlayID, _ kind: Kind, at anchor: OverlayAnchor, sizes: [Size], minimum: Size? = nil) {
        self.id = id
        self.kind = kind
        self.anchor = anchor
        self.sizes = sizes
        self.minimum = minimum
    }

    /// Creates the request of a panel that scrolls where there is no room for all of it; nil while the panel has no size.
    init?(panel id: OverlayID, size: Size, at anchor: OverlayAnchor, in layout: OverlayLayout) {
        guard size != .zero else { return nil }
        self.init(id, .panel, at: anchor, sizes: [size], minimum: layout.scrolledSize(of: size))
    }
}
