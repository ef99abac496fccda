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
        case .close: context.quit()
        default: return false
        }
        return true
    }

    func state(of command: ViewerCommand) -> CommandState? {
        switch command {
        case .toggleFullScreen: CommandState(isChecked: context.isFullScreen)
        case .close: CommandState()
        default: nil
        }
    }

    private func setFullScreen(_ isFullScreen: Bool) {
        context.isFullScreen = isFullScreen
        context.onRequest?(.setFullScreen(isFullScreen))
    }
}
