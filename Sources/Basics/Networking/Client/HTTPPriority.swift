/// The urgency of a request.
public enum HTTPPriority: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// A check whether content that is already shown is still current.
    case revalidation
    /// Content that will probably be seen soon.
    case lookAhead
    /// Content in view, or an answer that everything else waits for.
    case visible

    /// Whether the left priority is less urgent than the right one.
    public static func < (left: HTTPPriority, right: HTTPPriority) -> Bool { left.rawValue < right.rawValue }
}
