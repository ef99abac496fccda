/// When a coarser level is requested in place of the right one.
///
/// It affects only what is requested: finer tiles that are already cached are still drawn.
public enum ResolutionSwapping: Hashable, Sendable {
    /// While the view moves faster than ``TilePlanner/swappingSpeed``.
    case whileMoving
    /// While the view moves at all.
    case always
    /// Never.
    case never
}
