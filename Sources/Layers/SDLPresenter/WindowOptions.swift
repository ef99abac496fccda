public import LayerTree

/// What a window is to be like.
public struct WindowOptions: Sendable {
    /// The longest side of a window: 16,384 points.
    public static let largestSide = 16_384.0

    /// What stands in the title bar.
    public var title: String
    /// The extent in points, without the window's frame; each side from 1 to ``largestSide``.
    public var size: Size
    /// Whether the user can change its size; default true.
    public var isResizable = true
    /// Whether it is not shown on the screen; default false.
    public var isHidden = false
    /// Whether to do without a screen: with SDL's dummy driver, as `SDL_VIDEODRIVER=dummy` does; default false.
    ///
    /// Has no effect while another window is open. Needs SDL 2.0.22; before, set the variable.
    public var isHeadless = false
    /// Who draws; default ``DrawingMethod/automatic``.
    public var drawing = DrawingMethod.automatic
    /// Whether to show each frame with the screen's next refresh, and wait for it; default true.
    public var waitsForVSync = true
    /// The sides of the largest texture, in pixels; default nil: what the renderer says it can do.
    ///
    /// Larger contents are drawn in pieces. At least 16.
    public var maximumTextureSize: Int?
    /// The bytes that textures of contents may take; default 256 MiB.
    ///
    /// Beyond that, those that have not been drawn for longest are freed; but none that is drawn in the current frame,
    /// so a frame that needs more by itself gets it.
    public var textureByteLimit = 256 << 20
    /// How much is uploaded in one frame; default 5 milliseconds.
    public var uploadBudget = UploadBudget.milliseconds(5)
    /// Where the times of events come from; default the system's clock.
    public var clock: any LayerClock = SystemClock()

    /// A window of a size, with defaults for everything else.
    public init(title: String, size: Size) {
        self.title = title
        self.size = size
    }
}
