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
        guard case .key(let event) = event else { return false }
        let stroke = KeyMap.Stroke(event.key, event.modifiers)
        guard let command = keys[stroke] else { return turn(by: stroke, event) }
        if event.isDown, !event.isRepeat || command.repeats { context.perform(command) }
        return true
    }

    /// Steps through the files by the keys that pan to the left and right, while the whole image is in view.
    private func turn(by stroke: KeyMap.Stroke, _ event: KeyEvent) -> Bool {
        guard let command = context.settings.keys.scrolling.commands[stroke]?.fileCommand, event.isDown,
            !event.isRepeat,
            context.document != nil, context.showsWholeImage
        else { return false }
        context.perform(command)
        return true
    }

    func handle(text: String) -> Bool {
        guard let command = texts[text] else { return false }
        context.perform(command)
        return true
    }
}

extension ScrollCommand {
    /// The command for files in place of panning to the left or right; nil for other commands.
    fileprivate var fileCommand: ViewerCommand? {
        switch self {
        case .pan(.left): .openPrevious
        case .pan(.right): .openNext
        default: nil
        }
    }
}
