/// What an animation shows before it has begun and after it has ended.
public enum FillMode: Hashable, Sendable, CaseIterable {
    /// Nothing: the layer shows its own value.
    case removed
    /// Its last value, once it has ended.
    case forwards
    /// Its first value, until it begins.
    case backwards
    /// Both.
    case both

    /// Whether the first value is shown before the beginning.
    var fillsBackwards: Bool { self == .backwards || self == .both }
    /// Whether the last value is shown after the end.
    var fillsForwards: Bool { self == .forwards || self == .both }
}
