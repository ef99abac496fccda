/// A snapshot of a document: its stage, its metadata and its problems.
public struct DocumentState: Hashable, Sendable {
    /// The stage, which says how much of the document can be shown.
    public var stage: DocumentStage
    /// The image's format, size and resolution.
    public var metadata: DocumentMetadata
    /// Problems that did not stop the work, such as damage in the image, as sentences that begin with a small letter.
    public var warnings: [String] = []
    /// Whether pages, color profile and place of the file are still being read.
    public var isReadingDetails = false
    /// The number of tiles that this document has cut; 0 if they came from the cache.
    public var cutTileCount = 0
}

/// The stage of a document, which says how much of it can be shown.
public enum DocumentStage: Hashable, Sendable {
    /// A preview of the whole image is being made, or samples of its channels are read; the value is the progress from 0 to 1.
    case previewing(Double)
    /// The preview is complete, and the tiles, or the levels of channels, are being made; the value is the progress from 0 to 1.
    case cutting(Double)
    /// The preview is complete, and the tiles of another process that cuts the same image are awaited.
    case waiting
    /// Every pixel can be shown.
    case complete
    /// Only the preview and tiles of an earlier cut can be shown; the value is the reason.
    case coarse(reason: String)
    /// The document was closed.
    case closed

    /// Whether background work is in progress that will change the stage.
    public var isBusy: Bool {
        switch self {
        case .previewing, .cutting, .waiting: true
        case .complete, .coarse, .closed: false
        }
    }
}
