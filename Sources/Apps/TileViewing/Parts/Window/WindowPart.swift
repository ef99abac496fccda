internal import LayerTree

/// The commands that only the window can fulfill: to fill the screen, and to close.
@MainActor
final class WindowPart: ViewerPart {
    private let context: ViewerContext

    init(_ context: ViewerContext) {
        self.context = context
    }

    func perform(_ command: ViewerCommand) -> Bool {
        switch command {
        case .toggleFullScreen: setFullScreen(!context.isFullScreen)
        case .cancel:
            // Never the window itself, which a key too many would lose.
            guard context.isFullScreen else { return false }
            setFullScreen(false)
        case .close: context.onRequest?(.close)
        default: return false
        }
        return true
    }

    func state(of command: ViewerCommand) -> CommandState? {
        command == .toggleFullScreen ? CommandState(isChecked: context.isFullScreen) : nil
    }

    private func setFullScreen(_ isFullScreen: Bool) {
        context.isFullScreen = isFullScreen
        context.onRequest?(.setFullScreen(isFullScreen))
    }
}
