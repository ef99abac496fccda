/// How much of a document can be seen.
public enum DocumentStage: Hashable, Sendable {
    /// A coarse picture of the whole is being made; so much of it is there, from 0 to 1.
    case previewing(Double)
    /// The coarse picture is there, and finer tiles are being cut; so many of them are there, from 0 to 1.
    case cutting(Double)
    /// The coarse picture is there, and another process is cutting the same image; its tiles are waited for.
    case waiting
    /// All pixels can be seen.
    case complete
    /// Finer tiles than those of the coarse picture and those that were cut before cannot be had, for this reason.
    case coarse(reason: String)
    /// It has been closed.
    case closed

    /// Whether work is going on that will change the stage.
    public var isBusy: Bool {
        switch self {
        case .previewing, .cutting, .waiting: true
        case .complete, .coarse, .closed: false
        }
    }
}
