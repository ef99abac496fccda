/// Why an animation makes no sense.
public enum AnimationError: Error, Hashable, Sendable {
    /// From, to and by are given all three, which says one thing twice.
    case tooManyValues
    /// From, to and by are all missing.
    case noValues
    /// Keyframes, their times or their curves do not fit each other; the sentence says which.
    case mismatchedKeyframes(String)
}
