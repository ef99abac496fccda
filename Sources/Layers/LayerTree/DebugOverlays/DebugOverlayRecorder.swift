/// Adds debug overlays to the frames of a scene, and remembers the last one to compare with.
///
/// ```swift
/// var recorder = DebugOverlayRecorder()
/// recorder.overlays = [.misaligned, .updates]
/// try window.present(recorder.record(scene.frame()))
/// if recorder.needsFrame { scene.setNeedsFrame() }
/// ```
///
/// Without overlays, frames pass unchanged and nothing is kept.
public struct DebugOverlayRecorder: Sendable {
    /// The overlays to add; none by default.
    public var overlays: DebugOverlays = [] {
        didSet { if overlays != oldValue { lastFrame = nil } }
    }

    /// Whether another frame is needed to remove what flashes in this one.
    public private(set) var needsFrame = false

    /// The last frame, without overlays.
    private var lastFrame: RenderTree?

    /// Creates a recorder without overlays.
    public init() {}

    /// Returns a frame with the overlays.
    ///
    /// - Parameter frame: the frame as the scene has made it.
    /// - Returns: the frame with the tints.
    /// - Complexity: O(items); with ``DebugOverlays/updates`` that of ``RenderTree/dirtyRegion(since:)``.
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
