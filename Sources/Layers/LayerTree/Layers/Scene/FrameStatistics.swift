/// The cost of a frame.
///
/// The scene fills in its own part if ``LayerScene/collectsStatistics`` is set. A presenter counts its part separately
/// and adds it: `scene.statistics += presented`.
public struct FrameStatistics: Hashable, Sendable {
    /// The number of traversed layers; sublayers of hidden layers do not count.
    public var layers = 0
    /// The number of culled layers: hidden, transparent, back-facing, empty, or outside the clip.
    public var culledLayers = 0
    /// The number of quads removed because something opaque covers them.
    public var occludedQuads = 0
    /// The number of quads in the frame.
    public var quads = 0
    /// The number of groups in the frame; each takes an offscreen pass.
    public var groups = 0
    /// The number of offscreen buffers in which groups, masks and the casters of shadows are drawn.
    public var offscreenPasses = 0

    /// The number of layers that were drawn.
    public var drawnLayers = 0
    /// The number of pixels that layers drew.
    public var drawnPixels = 0
    /// The number of layers that were drawn without a request of the app, by cause.
    public var implicitDraws = ImplicitDraws()
    /// The number of display requests refused because the layer was being drawn; more than 0 is a programming error.
    public var refusedDisplays = 0

    /// The number of pixels of the frame.
    public var visiblePixels = 0
    /// The number of pixels that the presenter wrote, counting repeated writes.
    public var filledPixels = 0
    /// The number of these pixels that were blended with the pixels below instead of replacing them.
    public var blendedPixels = 0
    /// The number of textures that the presenter uploaded to the GPU.
    public var textureUploads = 0
    /// The bytes of these textures.
    public var uploadedBytes = 0

    /// The stages of the frame; in a sum of frames, the number of frames for each stage.
    public var stages = FrameStages()

    /// Milliseconds of layout.
    public var layoutTime = 0.0
    /// Milliseconds of drawing layers.
    public var displayTime = 0.0
    /// Milliseconds of updating animations.
    public var animationTime = 0.0
    /// Milliseconds of building the render tree.
    public var buildTime = 0.0
    /// Milliseconds of drawing by the presenter.
    public var drawTime = 0.0

    /// Creates statistics with all values 0.
    public init() {}

    /// The ``overdraw`` above which drawing may not keep up with the screen: 2.5 writes to each pixel.
    public static let overdrawLimit = 2.5

    /// The average number of writes to each pixel of the frame; at least 1 for a full frame.
    public var overdraw: Double { visiblePixels > 0 ? Double(filledPixels) / Double(visiblePixels) : 0 }

    /// Adds all values of another part or frame.
    public static func += (total: inout FrameStatistics, part: FrameStatistics) {
        let counts: [WritableKeyPath<FrameStatistics, Int>] = [
            \.layers, \.culledLayers, \.occludedQuads, \.quads, \.groups, \.offscreenPasses, \.drawnLayers,
            \.drawnPixels,
            \.refusedDisplays, \.visiblePixels, \.filledPixels, \.blendedPixels, \.textureUploads, \.uploadedBytes,
            \.implicitDraws.boundsChange, \.implicitDraws.customProperties, \.implicitDraws.subclass,
            \.stages.layout, \.stages.display, \.stages.prepare, \.stages.commit, \.stages.render,
        ]
        for count in counts {
            total[keyPath: count] += part[keyPath: count]
        }
        let times: [WritableKeyPath<FrameStatistics, Double>] = [
            \.layoutTime, \.displayTime, \.animationTime, \.buildTime, \.drawTime,
        ]
        for time in times {
            total[keyPath: time] += part[keyPath: time]
        }
    }
}
