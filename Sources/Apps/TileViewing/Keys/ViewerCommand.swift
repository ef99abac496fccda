/// A command of the viewer, which keys, buttons and the menu can trigger.
///
/// Each part of the viewer defines its own commands, and performs them.
public struct ViewerCommand: Sendable {
    /// The name in files and scripts; it never changes.
    public let name: String
    /// A description in one line, equal for commands that differ only in direction or number.
    public let summary: String
    /// The name in menus and tooltips.
    public let title: String
    /// Whether a key that is held down repeats the command.
    public let repeats: Bool
    /// The value that the part needs to perform the command, besides the name; nil for none.
    let argument: (any Hashable & Sendable)?

    /// Creates a command.
    ///
    /// - Parameters:
    ///   - name: the name, which no other command has unless its argument differs.
    ///   - summary: a description in one line, which begins in lower case.
    ///   - title: the name in menus; by default the description.
    ///   - repeats: whether a key that is held down repeats the command; `false` by default.
    ///   - argument: the value that the part needs to perform the command; nil, the default, for none.
    init(
        _ name: String, _ summary: String, title: String? = nil, repeats: Bool = false,
        argument: (any Hashable & Sendable)? = nil
    ) {
        self.name = name
        self.summary = summary
        self.title = title ?? summary.prefix(1).uppercased() + summary.dropFirst()
        self.repeats = repeats
        self.argument = argument
    }
}

extension ViewerCommand: Hashable {
    /// Compares the names, and the arguments if there are any.
    public static func == (one: ViewerCommand, other: ViewerCommand) -> Bool {
        one.name == other.name && one.argument.map { AnyHashable($0) } == other.argument.map { AnyHashable($0) }
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }
}

extension ViewerCommand {
    /// Leaves the help, an export, a selection or full screen: the first of them that is active.
    public static let cancel = ViewerCommand("cancel", "leave help, export, selection or full screen")
}
