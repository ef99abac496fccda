/// A snapshot of what is known of a document.
public struct DocumentState: Hashable, Sendable {
    /// How much of the document can be shown.
    public var stage: DocumentStage
    /// The image's format, size and resolution.
    public var metadata: DocumentMetadata
    /// Problems that did not stop the work, such as damage in the image, as sentences that begin with a small letter.
    public var warnings: [String] = []
    /// The number of tiles that this document has cut; 0 if they came from the cache.
    public var cutTileCount = 0
}
