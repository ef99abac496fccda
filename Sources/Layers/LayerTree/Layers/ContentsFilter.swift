/// How contents are sampled where they are not shown pixel for pixel.
public enum ContentsFilter: Hashable, Sendable, CaseIterable {
    /// The nearest pixel: keeps pixels apart, and is the fastest.
    case nearest
    /// The weighted mean of the four nearest pixels; the default.
    case linear
    /// Linear, between two of the contents' sizes, each half of the one before: the best when shrinking a lot.
    case trilinear
}
