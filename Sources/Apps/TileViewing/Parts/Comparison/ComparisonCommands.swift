internal import LayerTree
internal import ScrollLayers

extension ViewerCommand {
    /// Compares the open file with others.
    public static func compare(_ command: ComparisonCommand) -> ViewerCommand {
        ViewerCommand(command.name, command.summary, repeats: command.repeats, argument: command)
    }

    /// The command that compares; nil for other commands.
    var comparison: ComparisonCommand? { argument as? ComparisonCommand }
}

extension ComparisonPart {
    nonisolated static let keys = [
        row("w", .key("w", .compare(.next))),
        row("W", .key("w", .compare(.previous), with: [.shift])),
        row(
            "Alt+w",
            .key("w", .compare(.addPane), with: [.alt]) + .key("w", .compare(.removePane), with: [[.alt, .shift]])),
        row("Alt+o", .key("o", .compare(.overlay), with: [.alt])),
        ViewerKeyBindings.Row(
            inputs: ["Alt+,", "Alt+."], meaning: ComparisonCommand.opacity(percent: 1).summary,
            commands: fading(",", -1) + fading(".", 1)),
        row("Alt+p", .key("p", .compare(.markPoints), with: [.alt])),
        row("Alt+arrows", arrows),
        ViewerKeyBindings.Row(
            inputs: ["Alt++", "Alt+-"], meaning: ComparisonCommand.scale(thousandths: 1).summary,
            // Keyboards that type the plus with Shift have it on the key with the equals sign: Shift means nothing there.
            commands: scaling("+", 1, [[], .shift]) + scaling("=", 1, [[], .shift]) + scaling("-", -1, [[]])),
        ViewerKeyBindings.Row(gesture: "Alt+drag", "move the second image"),
        row("Alt+0", .key("0", .compare(.reset), with: [.alt])),
        row("Alt+b", .key("b", .compare(.blink), with: [.alt])),
        row("Alt+g", .key("g", .compare(.nextGain), with: [.alt])),
    ]

    private nonisolated static func row(
        _ input: String, _ keys: [ViewerKeyBindings.Trigger: ViewerCommand]
    ) -> ViewerKeyBindings.Row {
        ViewerKeyBindings.Row(input, keys: keys)
    }

    private nonisolated static let arrows: [ViewerKeyBindings.Trigger: ViewerCommand] = {
        let all: [(Key, ScrollDirection)] = [(.left, .left), (.right, .right), (.up, .up), (.down, .down)]
        return all.reduce(into: [:]) { keys, entry in
            for (modifiers, pixels) in [(KeyModifiers.alt, 1), ([.alt, .shift], 10)] {
                keys[.key(KeyMap.Stroke(entry.0, modifiers))] = .compare(.move(entry.1, pixels: pixels))
            }
        }
    }()

    private nonisolated static func fading(
        _ key: Character, _ sign: Int
    ) -> [ViewerKeyBindings.Trigger: ViewerCommand] {
        // Some keyboards type the comma or the period with Shift.
        .key(key, .compare(.opacity(percent: 10 * sign)), with: [.alt, [.alt, .shift]])
            + .key(key, .compare(.opacity(percent: sign)), with: [[.control, .alt], [.control, .alt, .shift]])
    }

    /// The steps of a key, each with all of some other modifiers.
    private nonisolated static func scaling(
        _ key: Character, _ sign: Int, _ others: [KeyModifiers]
    ) -> [ViewerKeyBindings.Trigger: ViewerCommand] {
        .key(key, .compare(.scale(thousandths: 10 * sign)), with: others.map { $0.union(.alt) })
            + .key(key, .compare(.scale(thousandths: sign)), with: others.map { $0.union([.control, .alt]) })
    }
}
