/// Adds debug overlays to the frames of a scene, and remembers the last frame for comparison.
///
/// ```swift
/// var recorder = DebugOverlayRecorder()
/// recorder.overlays = [.misaligned, .updates]
/// try window.present(recorder.record(scene.frame()))
/// if recorder.needsFrame { scene.setNeedsFrame() }
/// ```
///
/// Without overlays, frames pass unchanged and no frame is kept.
public struct DebugOverlayRecorder: Sendable {
    /// The overlays to add; none by default.
    public var overlays: DebugOverlays = [] {
        didSet { if overlays != oldValue { lastFrame = nil } }
    }

    /// Whether another frame is needed to remove the flashes of this frame.
    public private(set) var needsFrame = false

    /// The last frame, without overlays.
    private var lastFrame: RenderTree?

    /// Creates a recorder without overlays.
    public init() {}

    /// Returns a frame with the overlays.
    ///
    /// - Parameter frame: the frame that the scene has made.
    /// - Returns: the frame with the tints.
    /// - Complexity: O(items); with ``DebugOverlays/updates``, as for ``RenderTree/dirtyRegion(since:)``.
    public mutating func record(_ frame: RenderTree) -> RenderTree {
        needsFrame = false
        guard !overlays.isEmpty else { return frame }
        var result = frame
        let known = lastFrame.map { ShownImages($0) } ?? ShownImages()
        result.items = DebugTinting(overlays: overlays, known: known).tinted(frame.items)
        if overlays.contains(.overdraw) {
            result.items += frame.items.compactMap { $0.tinted(DebugOverlays.Tint.overdraw) }
        }
        if overlays.contains(.updates), let lastFrame {
            let changed = frame.dirtyRegion(since: lastFrame).rects
            result.items += changed.compactMap { RenderItem(filling: $0, with: DebugOverlays.Tint.yellow) }
            needsFrame = !changed.isEmpty
        }
        lastFrame = frame
        return result
    }
}
