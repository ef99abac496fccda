/// What a window has done since it was opened, or since ``WindowPresenter/resetStatistics()``; and what it holds.
public struct PresenterStatistics: Hashable, Sendable {
    /// Frames that were drawn and shown; not those in which nothing had changed.
    public var frames = 0
    /// Quads that were drawn, by the accelerated renderer.
    public var quads = 0
    /// Times that the accelerated renderer was given triangles.
    public var drawCalls = 0
    /// Times that pixels were copied into a texture.
    public var uploads = 0
    /// The bytes that were copied.
    public var uploadedBytes = 0
    /// Contents, or pieces of them, that were not drawn because a frame's upload budget was spent.
    public var deferredContents = 0
    /// Contents larger than the largest texture that were drawn.
    public var oversizeContents = 0
    /// Pieces that those were drawn in.
    public var oversizePieces = 0
    /// Pictures that groups were drawn into before they were put into the frame.
    public var offscreenPasses = 0
    /// Pixels of the frame that were drawn anew; by the accelerated renderer, all of them each time.
    public var changedPixels = 0
    /// Textures that were freed because there were too many.
    public var evictions = 0
    /// Textures of contents that are held now.
    public var cachedTextures = 0
    /// The bytes that these take.
    public var cachedBytes = 0

    /// Nothing done, nothing held.
    public init() {}
}
