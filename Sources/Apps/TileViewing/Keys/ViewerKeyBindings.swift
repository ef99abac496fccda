public import ScrollLayers

/// The table of keys and gestures that the viewer, its help sheet, `tileview --help` and the documentation share.
public struct ViewerKeyBindings: Hashable, Sendable {
    /// A trigger of a command.
    public enum Trigger: Hashable, Sendable {
        /// A key that is pressed, whatever it types.
        case key(KeyMap.Stroke)
        /// Text that is typed, whichever keys the user's keyboard has for it.
        case text(String)
    }

    /// A row of the table.
    public struct Row: Hashable, Sendable {
        /// The labels of the keys, or the gesture.
        public var inputs: [String]
        /// The effect of the keys or the gesture.
        public var meaning: String
        /// The command of each trigger; empty for gestures.
        public var commands: [Trigger: ViewerCommand]

        /// The keys or the gesture, as text for people.
        public var input: String { inputs.joined(separator: " ") }
    }

    /// Rows that belong together.
    public struct Group: Hashable, Sendable {
        /// The heading.
        public var title: String
        /// The rows.
        public var rows: [Row]
    }

    /// The groups, in the order of the help.
    public var groups: [Group]

    /// Creates a table in which each trigger occurs at most once.
    public init(_ groups: [Group]) {
        self.groups = groups
    }

    /// All rows, in the order of the help.
    public var rows: [Row] { groups.flatMap(\.rows) }

    /// The command of each trigger.
    public var commands: [Trigger: ViewerCommand] {
        rows.reduce(into: [:]) { all, row in all.merge(row.commands) { first, _ in first } }
    }

    /// The keys of scroll commands, which the scroll controller handles itself so that keys can be held.
    public var scrolling: KeyMap {
        KeyMap(
            commands.reduce(into: [:]) { map, entry in
                if case .key(let stroke) = entry.key, let command = entry.value.scrolling { map[stroke] = command }
            })
    }

    /// The keys of all other commands, which the viewer handles.
    var viewing: [KeyMap.Stroke: ViewerCommand] {
        commands.reduce(into: [:]) { map, entry in
            if case .key(let stroke) = entry.key, entry.value.scrolling == nil { map[stroke] = entry.value }
        }
    }

    /// The label of the first key of a command; empty for none.
    func label(for command: ViewerCommand) -> String {
        rows.first { $0.commands.values.contains(command) }?.inputs.first ?? ""
    }

    /// The table as text in two columns, for a terminal.
    ///
    /// - Parameter indentation: the number of spaces at the beginning of each line.
    /// - Returns: the lines, without a newline at the end.
    public func text(indentation: Int = 2) -> String {
        let width = rows.map(\.input.count).max() ?? 0
        let margin = String(repeating: " ", count: indentation)
        return rows.map { row in
            "\(margin)\(row.input)\(String(repeating: " ", count: width - row.input.count))  \(row.meaning)"
        }.joined(separator: "\n")
    }
}
