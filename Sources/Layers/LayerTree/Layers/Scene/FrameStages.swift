/// The number of frames that went through each stage.
///
/// The first four stages run only after changes; while only animations run, a frame goes through the last stage only.
public struct FrameStages: Hashable, Sendable {
    /// Frames in which layers were laid out.
    public var layout = 0
    /// Frames in which layers were drawn.
    public var display = 0
    /// Frames with images that the previous frame did not show.
    ///
    /// The images are decoded already; a presenter uploads them.
    public var prepare = 0
    /// Frames that apply changes of the model or of the tree.
    public var commit = 0
    /// Frames for which a render tree was built for presentation.
    public var render = 0

    /// Creates counts of 0.
    public init() {}
}
