/// What a frame has cost.
///
/// A scene fills in what it does itself, when ``LayerScene/collectsStatistics`` is set; a presenter makes one with its own
/// part and adds it: `scene.statistics += presented`.
public struct FrameStatistics: Hashable, Sendable {
    /// Layers that were looked at; what lies in a hidden one is not.
    public var layers = 0
    /// Layers of which nothing is in the frame: hidden, transparent, turned away, empty, or outside of what is shown.
    public var culledLayers = 0
    /// Pieces of layers that were left out because something opaque covers them.
    public var occludedQuads = 0
    /// Pieces of layers in the frame, each a color or a part of a picture.
    public var quads = 0
    /// Groups in the frame that are drawn by themselves first, which takes a picture of their own: offscreen passes.
    public var groups = 0

    /// Layers that drew themselves.
    public var drawnLayers = 0
    /// Pixels that layers drew anew.
    public var drawnPixels = 0
    /// Times a layer asked to be drawn while it was being drawn, which is refused; more than 0 is a mistake.
    public var refusedDisplays = 0

    /// Pixels of the picture.
    public var visiblePixels = 0
    /// Pixels that the presenter wrote, each as often as it did.
    public var filledPixels = 0
    /// Pictures that the presenter handed to the graphics processor.
    public var textureUploads = 0
    /// Bytes of these.
    public var uploadedBytes = 0

    /// Milliseconds for laying out.
    public var layoutTime = 0.0
    /// Milliseconds for layers that drew themselves.
    public var displayTime = 0.0
    /// Milliseconds for moving animations on.
    public var animationTime = 0.0
    /// Milliseconds for making the frame.
    public var buildTime = 0.0
    /// Milliseconds the presenter drew.
    public var drawTime = 0.0

    /// Nothing yet.
    public init() {}

    /// How often each pixel of the picture was written, on average; 1 is the least for a full picture.
    public var overdraw: Double { visiblePixels > 0 ? Double(filledPixels) / Double(visiblePixels) : 0 }

    /// Adds all figures of another part, or of another frame.
    public static func += (total: inout FrameStatistics, part: FrameStatistics) {
        for count in counts {
            total[keyPath: count] += part[keyPath: count]
        }
        for time in times {
            total[keyPath: time] += part[keyPath: time]
        }
    }

    private static var counts: [WritableKeyPath<FrameStatistics, Int>] {
        [
            \.layers, \.culledLayers, \.occludedQuads, \.quads, \.groups, \.drawnLayers, \.drawnPixels,
            \.refusedDisplays, \.visiblePixels, \.filledPixels, \.textureUploads, \.uploadedBytes,
        ]
    }

    private static var times: [WritableKeyPath<FrameStatistics, Double>] {
        [\.layoutTime, \.displayTime, \.animationTime, \.buildTime, \.drawTime]
    }
}
