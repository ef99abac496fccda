public import LayerTree
public import VectorDrawing

/// The options of a window.
public struct WindowOptions: Sendable {
    /// The maximum side of a window: 16,384 points.
    public static let largestSide = 16_384.0

    /// The title.
    public var title: String
    /// The size in points without the frame; each side from 1 to ``largestSide``.
    public var size: Size
    /// The units of the window system per point, from 1 to 4; nil, the default, for the scale that the user has set.
    ///
    /// On X11, where units are pixels, the user's scale is the resource Xft.dpi divided by 96, in quarters. Elsewhere it is 1:
    /// the window system itself counts in points.
    public var scale: Double?
    /// Whether the user can resize the window.
    ///
    /// The default is `true`.
    public var isResizable = true
    /// Whether the window is hidden until ``WindowPresenter/show()``.
    ///
    /// The default is `false`. A ``LayerWindow`` with this option is never shown.
    public var isHidden = false
    /// Whether to do without a screen, with SDL's dummy driver as `SDL_VIDEODRIVER=dummy` does.
    ///
    /// It has no effect while another window is open. It requires SDL 2.0.22; with earlier versions set the variable.
    /// The default is `false`.
    public var isHeadless = false
    /// The method that draws the frames.
    ///
    /// The default is ``DrawingMethod/automatic``.
    public var drawing = DrawingMethod.automatic
    /// Whether presenting a frame waits for the screen's refresh.
    ///
    /// The default is `true`.
    public var waitsForVSync = true
    /// The maximum width and height of a texture in pixels, at least 16.
    ///
    /// The default is nil: the renderer's maximum. Larger contents are drawn in pieces.
    public var maximumTextureSize: Int?
    /// The maximum memory for textures of contents, in bytes.
    ///
    /// The default is 256 MiB. Beyond the limit the least recently drawn textures are freed, except those that the current
    /// frame draws: a frame that needs more memory gets it.
    public var textureByteLimit = 256 << 20
    /// The upload budget of a frame.
    ///
    /// The default is 5 milliseconds.
    public var uploadBudget = UploadBudget.milliseconds(5)
    /// The clock of the events' times.
    ///
    /// The default is the system's clock.
    public var clock: any LayerClock = SystemClock()

    /// Creates options with a title, a size, and defaults for everything else.
    public init(title: String, size: Size) {
        self.title = title
        self.size = size
    }
}

/// The method that draws the frames of a window.
public enum DrawingMethod: Hashable, Sendable, CaseIterable {
    /// ``accelerated`` if a renderer on graphics hardware supports it, otherwise ``compositor``.
    ///
    /// This is the default.
    case automatic
    /// SDL's renderer draws from textures.
    ///
    /// This includes SDL's software renderer, which is meant for tests: it samples rotated contents with the nearest pixel and
    /// blends translucent contents too dark.
    case accelerated
    /// The compositor draws exactly, on the processor, and shows the frame through one texture.
    case compositor
}
