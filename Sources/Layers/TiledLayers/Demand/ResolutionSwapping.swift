/// When coarser tiles are asked for instead of the right ones.
///
/// It changes only what is asked for: finer tiles that are there already are shown in any case.
public enum ResolutionSwapping: Hashable, Sendable {
    /// While the view moves faster than ``TilePlanner/swappingSpeed``.
    case whileMoving
    /// While the view moves at all.
    case always
    /// Not at all.
    case never
}
