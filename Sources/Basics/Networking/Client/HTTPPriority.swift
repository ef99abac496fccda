/// The urgency of a request.
public enum HTTPPriority: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// A check whether what is shown already is still current.
    case revalidation
    /// What will probably be seen soon.
    case lookAhead
    /// What is in view, or what everything else waits for.
    case visible

    /// Whether one is less urgent than the other.
    public static func < (left: HTTPPriority, right: HTTPPriority) -> Bool { left.rawValue < right.rawValue }
}
