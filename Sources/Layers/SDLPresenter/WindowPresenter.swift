public import LayerTree
public import TilePyramid
public import VectorDrawing

/// A window that presents render trees and delivers events.
///
/// This loop sleeps while nothing changes:
///
/// ```swift
/// let window = try WindowPresenter(WindowOptions(title: "Map", size: Size(width: 1280, height: 800)))
/// while let event = window.nextEvent(timeout: nil) {
///     if event.kind == .closeRequested { break }
///     try window.present(RenderTree(size: window.pixelSize, items: items))
/// }
/// ```
///
/// SDL requires the main thread for everything but ``wake()``, so the class is isolated to the main actor. A loop of several
/// windows waits for the events of one window; when that call returns, it takes the events of the others with a timeout of 0.
@MainActor
public final class WindowPresenter {
    /// The method that draws the frames; never ``DrawingMethod/automatic``.
    public let drawing: DrawingMethod
    /// SDL's name of the renderer: "opengl", "software" and so on.
    public let rendererName: String
    /// Wakes the event loop from any thread, without keeping the window open.
    public nonisolated let waker: Waker

    /// The maximum memory for textures of contents, in bytes.
    public let textureByteLimit: Int

    let clock: any LayerClock
    var device: Device?
    /// The modifiers held down at the time of the last event.
    var modifiers: KeyModifiers = []
    /// The shown frame; nil if the next frame must be drawn in any case.
    var shown: RenderTree?
    /// Whether that frame is complete.
    var isComplete = false
    /// The uploader, which layers ask for uploads.
    let uploader = WindowUploader()

    /// Opens a window.
    ///
    /// - Throws: ``PresenterError`` with the code `noDisplay`, `noWindow`, `noRenderer` or `texture`.
    public init(_ options: WindowOptions) throws(PresenterError) {
        let sides = 1.0...WindowOptions.largestSide
        precondition(
            sides.contains(options.size.width) && sides.contains(options.size.height),
            "each side of a window must be from 1 to 16,384 points")
        precondition((1...4).contains(options.scale ?? 1), "scale must be from 1 to 4")
        precondition(options.maximumTextureSize ?? 16 >= 16, "maximumTextureSize must be at least 16")
        let window = try WindowHandle(options)
        let painter = try Self.makePainter(options, window)
        drawing = painter is AcceleratedPainter ? .accelerated : .compositor
        rendererName = painter.target.name
        waker = Waker(identifier: window.identifier)
        textureByteLimit = options.textureByteLimit
        clock = options.clock
        device = Device(window: window, painter: painter, cursors: SystemCursors())
        uploader.painter = painter
        WindowEventQueues.shared.open(window.identifier)
        if !options.isHidden { window.show() }
    }

    isolated deinit {
        close()
    }

    /// Shows a window that was created with ``WindowOptions/isHidden``, and waits until it is on the screen.
    ///
    /// Its content is undefined until ``present(_:)``. The window system may give it another size.
    public func show() {
        shown = nil
        device?.painter.target.contentLost()
        device?.window.show()
    }

    /// Closes the window and frees its resources; does nothing if it is closed already.
    public func close() {
        waker.close()
        if let device { WindowEventQueues.shared.close(device.window.identifier) }
        device?.window.synchronize()
        device = nil
        shown = nil
    }

    /// Whether the window has been closed by ``close()``.
    public var isClosed: Bool { device == nil }

    /// The size in points; zero once the window is closed.
    public var size: Size { device?.window.size ?? .zero }

    /// The size in pixels, which its render trees should have; zero once the window is closed.
    public var pixelSize: PixelSize { device?.painter.target.outputSize ?? PixelSize(width: 0, height: 0) }

    /// The pixels per point in each direction: 2 on many screens, 1 on most.
    public var pixelsPerPoint: Double {
        size.width > 0 ? Double(pixelSize.width) / size.width : 1
    }

    /// The refresh rate of the window's screen in Hz; 60 if it is unknown.
    public var refreshRate: Double { device?.window.refreshRate ?? 60 }

    /// The bytes of the ICC profile of the window's screen, which a color manager has set; nil if there is none.
    ///
    /// Only X11 leaves the conversion of colors to the program. It is read from the server with each call.
    public var displayProfile: [UInt8]? { device?.window.displayProfile }

    /// The title.
    public var title: String {
        get { device?.window.title ?? "" }
        set { device?.window.title = newValue }
    }

    /// The shape of the pointer over the window; the default is the arrow.
    ///
    /// It is one of the system's cursors. Three of them are substitutes: the move arrows for the closed hand, the pointing hand
    /// for the open hand, and a crosshair for the magnifier.
    public var cursor = Cursor.arrow {
        didSet {
            // All windows have one cursor; when the pointer enters this one, it is shown.
            if cursor != oldValue, device?.window.isBelowPointerOrNoneIs ?? false { device?.cursors.show(cursor) }
        }
    }

    /// Whether the window fills the screen.
    public var isFullScreen: Bool { device?.window.isFullScreen ?? false }

    /// SDL's name of the window system: "x11", "wayland", "dummy" and so on.
    public var videoDriverName: String { isClosed ? "" : VideoSubsystem.driver }

    /// The text on the clipboard; empty for none, and while the window is closed.
    ///
    /// The text comes from the program that copied it; if that program does not answer, the call takes up to a second.
    public var clipboardText: String { device?.window.clipboardText ?? "" }

    /// Copies text to the clipboard.
    public func copyToClipboard(_ text: String) throws(PresenterError) {
        try device?.window.copyToClipboard(text)
    }

    /// Enters or leaves full screen.
    public func setFullScreen(_ isFullScreen: Bool) throws(PresenterError) {
        try device?.window.setFullScreen(isFullScreen)
    }
}
