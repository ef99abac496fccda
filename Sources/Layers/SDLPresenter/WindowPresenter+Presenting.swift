public import LayerTree
internal import TilePyramid

/// What became of a frame.
public enum PresentedFrame: Hashable, Sendable {
    /// It is the frame that is shown already: nothing was done.
    case unchanged
    /// It is shown, all of it.
    case complete
    /// It is shown, but some contents were more than could be uploaded: show it again for the others to follow.
    case incomplete
}

extension WindowPresenter {
    /// Draws a frame and shows it; waits for the screen if the window does so.
    ///
    /// Contents that go beyond the upload budget are not drawn this time, and what lies below them is seen. To avoid
    /// that, show contents only when ``prepare(_:)`` says that they are ready.
    ///
    /// - Parameter tree: the frame; its size should be ``pixelSize``.
    /// - Returns: whether all of it is seen.
    /// - Throws: ``PresenterError`` with the code `texture`, `drawing` or `closed`.
    @discardableResult
    public func present(_ tree: RenderTree) throws(PresenterError) -> PresentedFrame {
        let device = try openDevice()
        if isComplete, let shown, shown == tree { return .unchanged }
        try draw(tree, with: device)
        device.renderer.present()
        device.painter.statistics.frames += 1
        device.painter.endFrame()
        return isComplete ? .complete : .incomplete
    }

    /// Draws a frame and gives its pixels, without showing it: for tests and screenshots.
    ///
    /// It is drawn just as ``present(_:)`` does, within the upload budget too.
    ///
    /// - Parameter tree: the frame.
    /// - Returns: the picture, of the window's size in pixels.
    /// - Throws: ``PresenterError`` with the code `texture`, `drawing` or `closed`.
    public func snapshot(of tree: RenderTree) throws(PresenterError) -> PixelBuffer {
        let device = try openDevice()
        let size = pixelSize
        guard size.width > 0, size.height > 0 else { throw PresenterError(.drawing, "The window has no pixels now.") }
        try draw(tree, with: device)
        let snapshot = try device.renderer.readPixels(size)
        // What would be shown next has been drawn over.
        shown = nil
        device.painter.endFrame()
        return snapshot
    }

    /// Makes contents ready to be drawn, as far as the upload budget of the next frame allows.
    ///
    /// Before new contents replace others, call this in each frame until they are ready, and nothing is ever missing.
    ///
    /// - Parameter buffer: the contents.
    /// - Returns: whether they can be drawn at once; always when the compositor draws.
    /// - Throws: ``PresenterError`` with the code `texture` or `closed`.
    public func prepare(_ buffer: PixelBuffer) throws(PresenterError) -> Bool {
        try openDevice().painter.prepare(buffer)
    }

    /// What has been done so far, and what is held.
    public var statistics: PresenterStatistics { device?.painter.statistics ?? PresenterStatistics() }

    /// Counts from 0 again; what is held stays.
    public func resetStatistics() {
        var fresh = PresenterStatistics()
        fresh.cachedTextures = statistics.cachedTextures
        fresh.cachedBytes = statistics.cachedBytes
        device?.painter.statistics = fresh
    }

    private func openDevice() throws(PresenterError) -> Device {
        guard let device else { throw PresenterError(.closed, "The window has been closed.") }
        return device
    }

    private func draw(_ tree: RenderTree, with device: Device) throws(PresenterError) {
        // If it fails, nobody knows what is there.
        shown = nil
        isComplete = try device.painter.draw(tree)
        shown = tree
    }
}
