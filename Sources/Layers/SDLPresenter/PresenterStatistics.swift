public import LayerTree

/// Counters of a window since its opening or the last ``WindowPresenter/resetStatistics()``, and its memory use.
public struct PresenterStatistics: Hashable, Sendable {
    /// Frames that were drawn and presented; unchanged frames do not count.
    public var frames = 0
    /// Quads that the accelerated painter drew.
    public var quads = 0
    /// Draw calls of the accelerated painter.
    public var drawCalls = 0
    /// Copies of pixels into textures.
    public var uploads = 0
    /// The bytes that were copied into textures.
    public var uploadedBytes = 0
    /// Contents, or pieces of them, that were not drawn because the frame's upload budget was spent.
    public var deferredContents = 0
    /// Drawn contents that are larger than the maximum texture.
    public var oversizeContents = 0
    /// The pieces in which oversize contents were drawn.
    public var oversizePieces = 0
    /// Groups, or parts of them, that were drawn into an offscreen texture.
    public var offscreenPasses = 0
    /// Shapes, shadows, gradients, tinted images and masked groups that the compositor drew for the graphics card.
    public var compositedItems = 0
    /// Milliseconds of drawing, without the wait for the screen's refresh.
    public var drawTime = 0.0
    /// Pixels that were redrawn; all pixels of each frame with the accelerated painter.
    public var changedPixels = 0
    /// Textures that were evicted to hold the byte limit.
    public var evictions = 0
    /// The number of textures of contents in memory.
    public var cachedTextures = 0
    /// The bytes of the cached textures.
    public var cachedBytes = 0

    /// Creates statistics that are all 0.
    public init() {}
}

extension FrameStatistics {
    /// Adds the uploads and the time of drawing that a presenter has counted between two of its statistics.
    ///
    /// - Parameters:
    ///   - presented: the statistics of the presenter after a frame.
    ///   - former: the statistics before the frame; by default all 0, as after ``WindowPresenter/resetStatistics()``.
    public mutating func countUploads(
        _ presented: PresenterStatistics, since former: PresenterStatistics = PresenterStatistics()
    ) {
        textureUploads += presented.uploads - former.uploads
        uploadedBytes += presented.uploadedBytes - former.uploadedBytes
        drawTime += presented.drawTime - former.drawTime
    }
}
