/// The shape of the pointer.
///
/// Window systems have no name for some of them; there the nearest one that they have is shown.
public enum Cursor: Hashable, Sendable, CaseIterable {
    /// The arrow: nothing in particular can be done. This is the default.
    case arrow
    /// The pointing hand: a click does something.
    case pointingHand
    /// The open hand: what is below can be dragged.
    case openHand
    /// The closed hand: something is being dragged.
    case closedHand
    /// The crosshair: a position is chosen exactly.
    case crosshair
    /// The magnifier: a click zooms.
    case zoom
    /// The beam: text can be selected.
    case text
    /// Arrows in all four directions: what is below can be moved.
    case move
    /// Arrows to the left and the right: an edge can be moved.
    case resizeLeftRight
    /// Arrows up and down: an edge can be moved.
    case resizeUpDown
    /// Arrows to the upper left and the lower right: a corner can be moved.
    case resizeDownRight
    /// Arrows to the upper right and the lower left: a corner can be moved.
    case resizeUpRight
}
