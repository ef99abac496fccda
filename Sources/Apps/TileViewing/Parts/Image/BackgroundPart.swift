internal import LayerTree
internal import VectorDrawing

/// The background around the image: the one that the user has chosen, and in full screen black.
@MainActor
final class BackgroundPart: ViewerPart {
    /// The squares of the checkered background; without a superlayer while another background is shown.
    let squares = CheckerboardLayer()
    private let context: ViewerContext
    /// The background that was chosen for the window; nil for that of the settings.
    private(set) var chosen: ViewBackground?
    /// The background in full screen, which begins black each time.
    private var inFullScreen = ViewBackground.black
    /// Whether the screen was filled at the last update.
    private var wasFullScreen = false
    /// Whether the user has chosen a background before the kept one was read.
    private var hasChosen = false
    /// The message that names the background; nil if none was shown.
    private var message: Int?

    init(_ context: ViewerContext) {
        self.context = context
        squares.name = "background"
        readKept()
    }

    /// Reads the background that an earlier run has kept, in the background.
    private func readKept() {
        guard let store = context.settings.backgrounds else { return }
        context.inBackground {
            store.read()
        } then: { [weak self] name in
            guard let self, !hasChosen, let kept = name.flatMap(ViewBackground.init) else { return }
            chosen = kept
            context.scene.setNeedsFrame()
        }
    }

    func perform(_ command: ViewerCommand) -> Bool {
        guard command == .nextBackground else { return false }
        if context.isFullScreen {
            inFullScreen = inFullScreen.next
            announce(inFullScreen)
        } else {
            let next = chosen?.next ?? .dark
            chosen = next
            hasChosen = true
            if let store = context.settings.backgrounds {
                context.stateWork.add(context.settings.inBackground) { store.keep(next.rawValue) }
            }
            announce(next)
        }
        context.scene.setNeedsFrame()
        return true
    }

    private func announce(_ background: ViewBackground) {
        message = context.post("Background: \(background.rawValue)", insteadOf: message)
    }

    func state(of command: ViewerCommand) -> CommandState? {
        command == .nextBackground && context.document != nil ? CommandState() : nil
    }

    /// The background that is shown; nil for that of the settings.
    private var shown: ViewBackground? { context.isFullScreen ? inFullScreen : chosen }

    func update() {
        if context.isFullScreen, !wasFullScreen { inFullScreen = .black }
        wasFullScreen = context.isFullScreen
        context.background = shown?.color ?? context.settings.background
        guard shown == .checkered else {
            if squares.superlayer != nil { squares.removeFromSuperlayer() }
            return
        }
        if squares.superlayer == nil { context.scene.root.insertSublayer(squares, at: 0) }
        if squares.bounds.size != context.windowSize { squares.bounds.size = context.windowSize }
    }
}
