/// The values that an animation shows before its start and after its end.
public enum FillMode: Hashable, Sendable, CaseIterable {
    /// None: the layer shows its own value.
    case removed
    /// The last value after the end.
    case forwards
    /// The first value before the start.
    case backwards
    /// Both.
    case both

    /// Whether the first value shows before the start.
    var fillsBackwards: Bool { self == .backwards || self == .both }
    /// Whether the last value shows after the end.
    var fillsForwards: Bool { self == .forwards || self == .both }
}
