internal import LayerTree
internal import ScrollLayers

/// The keys and the text that perform commands.
@MainActor
final class CommandKeysPart: ViewerPart {
    private let context: ViewerContext
    /// The commands of the keys that scrolling does not handle.
    private let keys: [KeyMap.Stroke: ViewerCommand]
    private let texts: [String: ViewerCommand]

    init(_ context: ViewerContext) {
        self.context = context
        keys = context.settings.keys.viewing
        texts = context.settings.keys.commands.reduce(into: [:]) { all, entry in
            if case .text(let text) = entry.key { all[text] = entry.value }
        }
    }

    func handle(_ event: InputEvent) -> Bool {
        guard case .key(let event) = event, let command = keys[KeyMap.Stroke(event.key, event.modifiers)] else {
            return false
        }
        if event.isDown, !event.isRepeat || command.repeats { context.perform(command) }
        return true
    }

    func handle(text: String) -> Bool {
        guard let command = texts[text] else { return false }
        context.perform(command)
        return true
    }
}
