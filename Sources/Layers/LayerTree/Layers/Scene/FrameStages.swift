/// The number of frames that went through each stage.
///
/// The first four are done only when something has changed; while animations alone are running, only the last one is.
public struct FrameStages: Hashable, Sendable {
    /// Frames in which layers were laid out.
    public var layout = 0
    /// Frames in which layers were drawn.
    public var display = 0
    /// Frames that show images which the frame before did not show: they have been decoded before, and a presenter
    /// uploads them.
    public var prepare = 0
    /// Frames that take changes of the model or of the tree.
    public var commit = 0
    /// Frames whose render tree was built and is to be presented.
    public var render = 0

    /// Creates counts of 0.
    public init() {}
}
