/// What is known of a document at a moment.
public struct DocumentState: Hashable, Sendable {
    /// How much of it can be seen.
    public var stage: DocumentStage
    /// What the file says.
    public var metadata: DocumentMetadata
    /// What went less than well, in plain sentences that begin with a small letter: damage in the image, for example.
    public var warnings: [String] = []
    /// How many tiles this document has cut; 0 when they were in the cache.
    public var cutTileCount = 0
}
