internal import LayerTree
internal import ScrollLayers

extension ViewerKeyBindings {
    /// The keys that compare images.
    static let comparing = [
        Row(inputs: ["w"], meaning: ComparisonCommand.next.summary, commands: keys("w", [[]: .next])),
        Row(inputs: ["W"], meaning: ComparisonCommand.previous.summary, commands: keys("w", [.shift: .previous])),
        Row(
            inputs: ["Alt+arrows"], meaning: ComparisonCommand.move(.left, pixels: 1).summary, commands: arrows),
        Row(
            inputs: ["Alt++", "Alt+-"], meaning: ComparisonCommand.scale(thousandths: 1).summary,
            commands: (["+", "=", "-"] as [Character]).reduce(into: [:]) { all, key in
                let sign = key == "-" ? -1 : 1
                all.merge(
                    keys(key, [.alt: .scale(thousandths: 10 * sign), [.alt, .shift]: .scale(thousandths: sign)])
                ) { $1 }
            }),
        Row(inputs: ["Alt+drag"], meaning: "move the second image", commands: [:]),
        Row(inputs: ["Alt+0"], meaning: ComparisonCommand.reset.summary, commands: keys("0", [.alt: .reset])),
        Row(inputs: ["Alt+b"], meaning: ComparisonCommand.blink.summary, commands: keys("b", [.alt: .blink])),
        Row(inputs: ["Alt+g"], meaning: ComparisonCommand.nextGain.summary, commands: keys("g", [.alt: .nextGain])),
    ]

    private static let arrows: [Trigger: ViewerCommand] = {
        let all: [(Key, ScrollDirection)] = [(.left, .left), (.right, .right), (.up, .up), (.down, .down)]
        return all.reduce(into: [:]) { keys, entry in
            for (modifiers, pixels) in [(KeyModifiers.alt, 1), ([.alt, .shift], 10)] {
                keys[.key(KeyMap.Stroke(entry.0, modifiers))] = .compare(.move(entry.1, pixels: pixels))
            }
        }
    }()

    private static func keys(
        _ character: Character, _ commands: [KeyModifiers: ComparisonCommand]
    ) -> [Trigger: ViewerCommand] {
        commands.reduce(into: [:]) { all, entry in
            all[.key(KeyMap.Stroke(.character(character), entry.key))] = .compare(entry.value)
        }
    }
}
