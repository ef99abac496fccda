internal import Controls
internal import LayerTree

/// Opening an address or a path that the user types or pastes.
@MainActor
final class AddressesPart: ViewerPart {
    private let context: ViewerContext

    init(_ context: ViewerContext) {
        self.context = context
    }

    func perform(_ command: ViewerCommand) -> Bool {
        guard command == .openAddress else { return false }
        let question = TextEntry.Question(
            title: "Open", text: shownAddress, hint: "https://… of an image or a server, or a path"
        ) { [weak self] text in
            switch TypedAddress.parse(text) {
            case .success(let path):
                self?.context.open([path])
                return nil
            case .failure(let fault): return fault.message
            }
        }
        context.ask(question, isAboutDocument: false)
        return true
    }

    func state(of command: ViewerCommand) -> CommandState? { command == .openAddress ? CommandState() : nil }

    /// The address that is shown, unless it has a name and a password; empty for a file.
    private var shownAddress: String {
        guard let path = context.document?.path, RecentFiles.keepsAddress(path) else { return "" }
        return path
    }
}
