public import LayerTree
public import TilePyramid

/// A window that shows render trees and tells what the user does with it.
///
/// A loop that sleeps while nothing changes:
///
/// ```swift
/// let window = try WindowPresenter(WindowOptions(title: "Map", size: Size(width: 1280, height: 800)))
/// while let event = window.nextEvent(timeout: nil) {
///     if event.kind == .closeRequested { break }
///     try window.present(RenderTree(size: window.pixelSize, items: items))
/// }
/// ```
///
/// SDL wants the main thread for everything but ``wake()``, so this lives on the main actor. There is one window at a
/// time: events for others are dropped.
@MainActor
public final class WindowPresenter {
    /// What has been made for the window, in the order in which it depends on each other.
    struct Device {
        var window: WindowHandle
        var renderer: RendererHandle
        var painter: any FramePainter
    }

    /// Who draws: never ``DrawingMethod/automatic``.
    public let drawing: DrawingMethod
    /// What SDL calls its renderer: "opengl", "software" and so on.
    public let rendererName: String
    /// Wakes the loop from any thread, and does not keep the window open.
    public nonisolated let waker: Waker

    /// The bytes that textures of contents may take.
    public let textureByteLimit: Int

    let clock: any LayerClock
    var device: Device?
    /// What is held down on the keyboard, as of the event that was taken last.
    var modifiers: KeyModifiers = []
    /// The frame that is shown; nil when it has to be drawn again in any case.
    var shown: RenderTree?
    /// Whether all of it is there.
    var isComplete = false

    /// Opens a window.
    ///
    /// - Parameter options: what it is to be like.
    /// - Throws: ``PresenterError`` with the code `noDisplay`, `noWindow`, `noRenderer` or `texture`.
    public init(_ options: WindowOptions) throws(PresenterError) {
        let sides = 1.0...WindowOptions.largestSide
        precondition(
            sides.contains(options.size.width) && sides.contains(options.size.height),
            "the sides of a window have from 1 to 16,384 points")
        precondition(options.maximumTextureSize ?? 16 >= 16, "a texture may have at least 16 pixels each way")
        let window = try WindowHandle(options)
        let (renderer, painter) = try Self.makePainter(options, window)
        drawing = painter is AcceleratedPainter ? .accelerated : .compositor
        rendererName = renderer.name
        waker = Waker(identifier: window.identifier)
        textureByteLimit = options.textureByteLimit
        clock = options.clock
        device = Device(window: window, renderer: renderer, painter: painter)
    }

    /// Decides who draws, and makes what that takes.
    private static func makePainter(
        _ options: WindowOptions, _ window: WindowHandle
    ) throws(PresenterError) -> (RendererHandle, any FramePainter) {
        let waits = options.waitsForVSync
        // Even to find out that OpenGL is the processor's work takes a tenth of a second and a hundred megabytes.
        let isSoftware = options.drawing != .accelerated && !GraphicsHardware.mightBeAvailable
        var best: RendererHandle? = try RendererHandle(window, waitsForVSync: waits, isSoftware: isSoftware)
        if let best, options.drawing != .compositor {
            if options.drawing == .accelerated || (best.hasHardware && best.blendsPremultiplied) {
                return (best, AcceleratedPainter(best, options))
            }
        }
        if let best, best.hasHardware || !best.isAccelerated {
            return (best, CompositedPainter(best))
        }
        // To show a picture, OpenGL that the processor draws takes more time than drawing the picture. A window has one
        // renderer at a time.
        best = nil
        let software = try RendererHandle(window, waitsForVSync: waits, isSoftware: true)
        return (software, CompositedPainter(software))
    }

    isolated deinit {
        close()
    }

    /// Closes the window and frees what was made for it; again, it does nothing.
    public func close() {
        waker.close()
        device?.window.synchronize()
        device = nil
        shown = nil
    }

    /// Whether it has been closed by ``close()``.
    public var isClosed: Bool { device == nil }

    /// Its extent in points; zero once it is closed.
    public var size: Size { device?.window.size ?? .zero }

    /// Its extent in pixels, which a render tree for it has; zero once it is closed.
    public var pixelSize: PixelSize { device?.renderer.outputSize ?? PixelSize(width: 0, height: 0) }

    /// How many pixels there are for one point each way: 2 on many screens, 1 on most.
    public var pixelsPerPoint: Double {
        size.width > 0 ? Double(pixelSize.width) / size.width : 1
    }

    /// How often the screen that it is on shows a picture in a second; 60 where nobody knows.
    public var refreshRate: Double { device?.window.refreshRate ?? 60 }

    /// What stands in the title bar.
    public var title: String {
        get { device?.window.title ?? "" }
        set { device?.window.title = newValue }
    }

    /// Whether it fills the screen.
    public var isFullScreen: Bool { device?.window.isFullScreen ?? false }

    /// What SDL calls the window system: "x11", "wayland", "dummy" and so on.
    public var videoDriverName: String { device?.window.videoDriverName ?? "" }

    /// Puts text where other programs can paste it from.
    public func copyToClipboard(_ text: String) throws(PresenterError) {
        try device?.window.copyToClipboard(text)
    }

    /// Lets it fill the screen, or have its own size again.
    public func setFullScreen(_ isFullScreen: Bool) throws(PresenterError) {
        try device?.window.setFullScreen(isFullScreen)
    }
}
