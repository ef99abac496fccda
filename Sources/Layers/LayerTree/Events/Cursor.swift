/// The shape of the pointer.
///
/// Some window systems lack some of these shapes; they show the most similar one.
public enum Cursor: Hashable, Sendable, CaseIterable {
    /// The arrow: the default, without a special meaning.
    case arrow
    /// The pointing hand: a click has an effect.
    case pointingHand
    /// The open hand: the content below can be dragged.
    case openHand
    /// The closed hand: something is being dragged.
    case closedHand
    /// The crosshair: an exact position can be chosen.
    case crosshair
    /// The magnifier: a click zooms.
    case zoom
    /// The beam: text can be selected.
    case text
    /// Arrows in all four directions: the content below can be moved.
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
