internal import Controls
internal import LayerTree
internal import ScrollLayers
internal import VectorDrawing

/// The start screen, with instructions and the files that were opened last, until a file is open.
@MainActor
final class StartScreenPart: ViewerPart {
    /// The files that were opened last; nil unless the start screen was asked for.
    var recentFiles: [String]?
    /// The start screen; nil while there is none.
    private(set) var screen: StartScreen?
    private let context: ViewerContext
    /// The file on which the primary button is down; nil for none.
    private var pressed: String?

    init(_ context: ViewerContext) {
        self.context = context
    }

    /// Shows the start screen until a file is open.
    func open() {
        recentFiles = []
        context.scene.setNeedsFrame()
        guard let list = context.settings.recentFiles else { return }
        context.inBackground {
            list.read()
        } then: { [weak self] paths in
            if self?.recentFiles != nil { self?.recentFiles = paths }
            self?.context.scene.setNeedsFrame()
        }
    }

    func documentDidClose() {
        open()
    }

    // MARK: Input

    var liesOverImage: Bool { true }
    var isTracking: Bool { pressed != nil }

    func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(let event): openFile(event)
        case .pointer(let event): handle(event)
        case .wheel, .touch: false
        }
    }

    /// Opens the file whose number is on a key; returns whether there is one.
    private func openFile(_ event: KeyEvent) -> Bool {
        guard let files = context.status.recentFiles, event.isDown, !event.isRepeat, event.modifiers.isEmpty,
            case .character(let character) = event.key, character.isASCII, let digit = character.wholeNumberValue
        else { return false }
        let index = (digit + 9) % 10
        guard files.indices.contains(index) else { return false }
        context.open([files[index]])
        return true
    }

    private func handle(_ event: PointerEvent) -> Bool {
        switch event.phase {
        case .down(.primary, _):
            pressed = screen?.file(at: event.position)
            return pressed != nil
        case .up(.primary, _):
            guard let file = pressed.take() else { return false }
            // As with buttons, a release elsewhere opens nothing.
            if screen?.file(at: event.position) == file { context.open([file]) }
            context.scene.setNeedsFrame()
            return true
        case .moved: screen?.highlight(at: event.position)
        case .exited: screen?.highlight(at: nil)
        case .down, .up: break
        }
        return pressed != nil
    }

    func cancelInput() {
        pressed = nil
    }

    func cursor(at point: Point) -> Cursor? { screen?.file(at: point) == nil ? nil : .pointingHand }

    // MARK: Display

    func describe(in status: inout ViewerStatus) {
        status.recentFiles = context.document == nil ? recentFiles : nil
    }

    func show(_ status: ViewerStatus, isNew: Bool, in layout: OverlayLayout) {
        guard isNew else { return }
        guard let files = status.recentFiles else {
            if let screen { context.overlays.remove(screen.layer) }
            screen = nil
            pressed = nil
            return
        }
        let screen = screen ?? StartScreen(in: context.environment)
        if self.screen == nil { screen.highlight(at: context.pointer) }
        self.screen = screen
        // It would be seen beside the sheet of the help.
        context.overlays.show(screen.layer, if: !status.features.contains(.help))
        screen.update(files, in: layout)
    }

    func addOverlays(to list: inout OverlayList) {
        list.add(screen?.request(in: list.layout))
    }

    func placeOverlays(_ arrangement: OverlayArrangement) {
        screen?.place(in: arrangement.frames[StartScreen.id])
    }
}
