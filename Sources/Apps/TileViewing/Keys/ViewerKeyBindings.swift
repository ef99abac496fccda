public import ScrollLayers

/// What the user can do in a viewer, and with which key: the one table that the viewer, its help sheet, the command line
/// and the documentation go by.
public struct ViewerKeyBindings: Hashable, Sendable {
    /// What is done with a key.
    public enum Trigger: Hashable, Sendable {
        /// A key goes down, whatever it types.
        case key(KeyMap.Stroke)
        /// This is typed, with whichever keys the user's keyboard has for it.
        case text(String)
    }

    /// A line of the table.
    public struct Row: Hashable, Sendable {
        /// The keys, each as it is written on it, or the gesture.
        public var inputs: [String]
        /// What they do.
        public var meaning: String
        /// What each key of the line asks for; none for gestures.
        public var commands: [Trigger: ViewerCommand]

        /// The keys or the gesture as people read them.
        public var input: String { inputs.joined(separator: " ") }
    }

    /// Lines that belong together.
    public struct Group: Hashable, Sendable {
        /// What they have in common.
        public var title: String
        /// The lines.
        public var rows: [Row]
    }

    /// All lines by what they have in common, in the order of the help.
    public var groups: [Group]

    /// A table of these lines; a key is in one of them.
    public init(_ groups: [Group]) {
        self.groups = groups
    }

    /// All lines, in the order of the help.
    public var rows: [Row] { groups.flatMap(\.rows) }

    /// What keys and typed text ask for.
    public var commands: [Trigger: ViewerCommand] {
        rows.reduce(into: [:]) { all, row in all.merge(row.commands) { first, _ in first } }
    }

    /// The part of it that scrolling understands by itself, with keys that are held.
    public var scrolling: KeyMap {
        KeyMap(
            commands.reduce(into: [:]) { map, entry in
                if case (.key(let stroke), .scroll(let command)) = entry { map[stroke] = command }
            })
    }

    /// The table as lines of text in two columns, for a terminal.
    ///
    /// - Parameter indentation: how many blanks begin each line.
    /// - Returns: the lines, none at the end.
    public func text(indentation: Int = 2) -> String {
        let width = rows.map(\.input.count).max() ?? 0
        let margin = String(repeating: " ", count: indentation)
        return rows.map { row in
            "\(margin)\(row.input)\(String(repeating: " ", count: width - row.input.count))  \(row.meaning)"
        }.joined(separator: "\n")
    }
}
