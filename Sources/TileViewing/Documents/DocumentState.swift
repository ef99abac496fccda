public import TiledLayers

/// What is known of a document at a moment.
public struct DocumentState: Sendable {
    /// How much of it can be seen.
    public var stage = DocumentStage.opening
    /// The image, for a ``TiledLayers/TiledLayer``; nil until its size is known.
    ///
    /// It stays the same one while tiles appear.
    public var image: TiledImage?
    /// What the file says; nil until it has been looked at.
    public var facts: DocumentFacts?
    /// What went less than well, in plain sentences that begin with a small letter: damage in the image, for example.
    public var warnings: [String] = []
    /// How many tiles this document has cut; 0 when they were in the cache.
    public var cutTiles = 0
}
