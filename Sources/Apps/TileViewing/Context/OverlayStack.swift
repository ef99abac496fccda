internal import LayerTree
internal import VectorDrawing

/// The layers over the image, in the order of their levels.
@MainActor
final class OverlayStack {
    /// A level, from the lowest.
    enum Level: Int, Comparable {
        /// The overlays at the edges: the map, the scale bar, the status line, statistics.
        case edge
        /// Panels and buttons.
        case panel
        /// Messages.
        case message
        /// Sheets that dim the window.
        case sheet
        /// The overlay that was opened last, and that the next action closes: a menu, a line to type into.
        case front

        static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
    }

    /// The layer that contains all overlays and fills the window.
    let layer = Layer()
    private var levels: [ObjectIdentifier: Level] = [:]

    init() {
        layer.anchorPoint = .zero
        layer.actions = .none
    }

    /// Adds a layer over all others of its level.
    func add(_ overlay: Layer, at level: Level) {
        levels[ObjectIdentifier(overlay)] = level
        let above = layer.sublayers.first { levels[ObjectIdentifier($0)].map { $0 > level } ?? false }
        if let above {
            layer.insertSublayer(overlay, below: above)
        } else {
            layer.addSublayer(overlay)
        }
    }

    /// Removes a layer.
    func remove(_ overlay: Layer) {
        levels[ObjectIdentifier(overlay)] = nil
        overlay.removeFromSuperlayer()
    }

    /// The layers of a level, the lowest first.
    func layers(at level: Level) -> [Layer] {
        layer.sublayers.filter { levels[ObjectIdentifier($0)] == level }
    }

    /// Adds a layer, or removes it: every frame visits all layers, and most panels are never opened.
    func show(_ overlay: Layer, at level: Level = .panel, if isShown: Bool) {
        guard isShown != (overlay.superlayer != nil) else { return }
        if isShown { add(overlay, at: level) } else { remove(overlay) }
    }
}
