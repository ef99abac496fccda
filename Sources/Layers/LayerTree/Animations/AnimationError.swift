/// The reason why an animation cannot be created.
public enum AnimationError: Error, Hashable, Sendable {
    /// `from`, `to` and `by` are all given; at most two of them may be.
    case tooManyValues
    /// No values are given.
    case noValues
    /// The values, key times and timing functions of a keyframe animation do not match; the text says why.
    case mismatchedKeyframes(String)
}
