internal import Concurrency
public import LayerTree
internal import TilePyramid
public import VectorDrawing

/// The outcome of presenting a frame.
public enum PresentedFrame: Hashable, Sendable {
    /// The frame is shown already; nothing was done.
    case unchanged
    /// The frame is shown completely.
    case complete
    /// The frame is shown without some contents that exceeded the upload budget; present it again to add them.
    case incomplete
}

extension WindowPresenter {
    /// The resources of the window, in the order of their dependencies.
    struct Device {
        var window: WindowHandle
        var painter: any FramePainter
        let cursors: SystemCursors
    }

    /// Chooses the drawing method, and creates the painter with what it draws to.
    static func makePainter(
        _ options: WindowOptions, _ window: WindowHandle
    ) throws(PresenterError) -> any FramePainter {
        let waits = options.waitsForVSync
        // Merely detecting that OpenGL is software takes 0.1 s and 100 MB.
        if options.drawing == .accelerated || GraphicsHardware.mightBeAvailable {
            let best = try RendererHandle(window, waitsForVSync: waits)
            if options.drawing != .compositor {
                if options.drawing == .accelerated || (best.hasHardware && best.blendsPremultiplied) {
                    return AcceleratedPainter(best, options)
                }
            }
            if best.hasHardware { return CompositedPainter(best) }
            // Presenting through software OpenGL takes longer than drawing the frame. A window has only one renderer at a
            // time, so this one ends here.
        }
        if let surface = WindowSurface(window, waitsForRefresh: waits) { return SurfacePainter(surface) }
        return CompositedPainter(try RendererHandle(window, waitsForVSync: waits, isSoftware: true))
    }

    /// Draws and presents a frame; waits for the screen's refresh if ``WindowOptions/waitsForVSync`` is set.
    ///
    /// Tiles beyond the upload budget leave no gaps: a `TiledLayer` shows coarser, finer or previous tiles until the right ones
    /// are uploaded. The first frame of a scene is drawn whole, and so are the items that the compositor draws for the graphics
    /// card. Other contents beyond the budget are left out of the frame; to avoid that, show them only once ``prepare(_:)``
    /// returns `true` for them.
    ///
    /// - Parameter tree: the frame; its size should be ``pixelSize``.
    /// - Returns: whether the frame is complete.
    /// - Throws: ``PresenterError`` with the code `texture`, `drawing` or `closed`.
    @discardableResult
    public func present(_ tree: RenderTree) throws(PresenterError) -> PresentedFrame {
        let device = try openDevice()
        connect(tree, to: device)
        if isComplete, let shown, shown == tree {
            device.painter.renewBudget()
            return .unchanged
        }
        try draw(tree, with: device)
        let isPresented = Trace.span("present", .frames) { device.painter.target.present() }
        if !isPresented { isComplete = false }
        device.painter.statistics.frames += 1
        device.painter.endFrame()
        return isComplete ? .complete : .incomplete
    }

    /// Uploads the contents of the frames that are made from now on at once, until a frame is drawn.
    ///
    /// It is for frames that nobody sees yet: no time limit makes them better.
    func uploadEverything() {
        device?.painter.requireAll()
    }

    /// Leaves the time of the next frame to a loop that waits for the screen's refresh itself, if no driver decides it.
    func leaveTimingToLoop() {
        (device?.painter.target as? WindowSurface)?.waitsForRefresh = false
    }

    /// Draws a frame of a hidden window, so that its contents are uploaded when the window is shown.
    func drawUnseen(_ tree: RenderTree) throws(PresenterError) {
        let device = try openDevice()
        connect(tree, to: device)
        try draw(tree, with: device)
        try device.painter.target.flush()
        // What a hidden window shows is undefined.
        shown = nil
        device.painter.endFrame()
    }

    /// Draws a frame and returns its pixels without presenting it; for tests and screenshots.
    ///
    /// It draws like ``present(_:)``, including the upload budget.
    ///
    /// - Returns: the pixels, of the window's size in pixels.
    /// - Throws: ``PresenterError`` with the code `texture`, `drawing` or `closed`.
    public func snapshot(of tree: RenderTree) throws(PresenterError) -> PixelBuffer {
        let device = try openDevice()
        connect(tree, to: device)
        let size = pixelSize
        guard size.width > 0, size.height > 0 else { throw PresenterError(.drawing, "The window has no pixels.") }
        try draw(tree, with: device)
        let snapshot = try device.painter.target.readPixels(size)
        // The back buffer has been overwritten.
        shown = nil
        device.painter.endFrame()
        return snapshot
    }

    /// Uploads contents ahead of their drawing, as far as the upload budget of the next frame allows.
    ///
    /// To replace contents without a gap, call this in each frame until it returns `true`, then show the new ones.
    ///
    /// - Returns: whether they can be drawn at once; always `true` with the compositor.
    /// - Throws: ``PresenterError`` with the code `texture` or `closed`.
    public func prepare(_ buffer: PixelBuffer) throws(PresenterError) -> Bool {
        try openDevice().painter.prepare(buffer)
    }

    /// The counters so far, and the current memory use.
    public var statistics: PresenterStatistics { device?.painter.statistics ?? PresenterStatistics() }

    /// Resets the counters to 0; the memory use stays.
    public func resetStatistics() {
        var fresh = PresenterStatistics()
        fresh.cachedTextures = statistics.cachedTextures
        fresh.cachedBytes = statistics.cachedBytes
        device?.painter.statistics = fresh
    }

    /// Connects the scene of a frame to this window, so that its layers show only contents that the window can draw.
    private func connect(_ tree: RenderTree, to device: Device) {
        guard drawing == .accelerated, let link = tree.link, link.uploader !== uploader else { return }
        link.uploader = uploader
        // The layers could not ask what this frame can show.
        device.painter.requireAll()
    }

    private func openDevice() throws(PresenterError) -> Device {
        guard let device else { throw PresenterError(.closed, "The window has been closed.") }
        return device
    }

    private func draw(_ tree: RenderTree, with device: Device) throws(PresenterError) {
        // If drawing fails, the content of the window is undefined.
        shown = nil
        let start = ContinuousClock.now
        isComplete = try Trace.span("draw", .frames, ["items": tree.items.count]) { () throws(PresenterError) in
            try device.painter.draw(tree)
        }
        device.painter.statistics.drawTime += (ContinuousClock.now - start) / .milliseconds(1)
        shown = tree
    }
}

/// Uploads the images of layers in a window; it is connected to the scenes that the window presents.
@MainActor
final class WindowUploader: ContentsUploader {
    /// The painter of the window; nil after the window is closed.
    weak var painter: (any FramePainter)?

    func prepare(_ buffer: PixelBuffer) -> Bool {
        // An error, such as a lack of graphics memory, is thrown when the frame is drawn.
        (try? painter?.prepare(buffer)) ?? true
    }

    func require(_ buffer: PixelBuffer) {
        painter?.require(buffer)
    }
}
