internal import LayerTree

/// The debug overlays over everything, of which a key shows one after the other.
@MainActor
final class DebugOverlaysPart: ViewerPart {
    private let context: ViewerContext
    private var recorder = DebugOverlayRecorder()
    /// The message that names the overlay; nil if none was shown.
    private var message: Int?

    init(_ context: ViewerContext) {
        self.context = context
    }

    /// The debug overlays; none by default.
    var overlays: DebugOverlays {
        get { recorder.overlays }
        set {
            recorder.overlays = newValue
            context.scene.setNeedsFrame()
        }
    }

    /// The frame with the debug overlays.
    func tinted(_ tree: RenderTree) -> RenderTree {
        guard !overlays.isEmpty else { return tree }
        let tinted = recorder.record(tree)
        if recorder.needsFrame { context.scene.setNeedsFrame() }
        return tinted
    }

    func perform(_ command: ViewerCommand) -> Bool {
        guard command == .nextDebugOverlay else { return false }
        let all = DebugOverlays.named
        let next = all.firstIndex { $0.overlay == overlays }.map { $0 + 1 } ?? 0
        overlays = all.indices.contains(next) ? all[next].overlay : []
        let text = all.indices.contains(next) ? "Debug overlay: \(all[next].name)" : "No debug overlay"
        message = context.post(text, insteadOf: message)
        return true
    }
}
