internal import Numbers
internal import ScrollLayers

extension ViewerKeyBindings {
    /// The commands by their names: those that have keys, and the features that can be toggled.
    static let namedCommands: [String: ViewerCommand] = {
        let all = Array(standard.commands.values) + ViewerFeature.allCases.map { .toggle($0) }
        return all.reduce(into: [:]) { $0[$1.name] = $1 }
    }()

    /// Returns the key bindings as a user's file changes them.
    ///
    /// The rows of the help show the keys that are in effect; a command that had no key gets a row of its own at the end.
    public func applying(_ file: KeyFile) -> ViewerKeyBindings {
        var result = self
        var changed: Set<[Int]> = []
        func forEachRow(_ body: (inout Row, [Int]) -> Void) {
            for group in result.groups.indices {
                for row in result.groups[group].rows.indices { body(&result.groups[group].rows[row], [group, row]) }
            }
        }
        for change in file.changes {
            forEachRow { row, place in
                if row.commands.removeValue(forKey: change.trigger) != nil { changed.insert(place) }
            }
            guard let command = change.command else { continue }
            var isPlaced = false
            forEachRow { row, place in
                guard !isPlaced, self.rows(at: place)?.commands.values.contains(command) == true else { return }
                row.commands[change.trigger] = command
                changed.insert(place)
                isPlaced = true
            }
            if !isPlaced { result.add(command, for: change.trigger) }
        }
        forEachRow { row, place in
            if changed.contains(place) { row.inputs = row.keyNames }
        }
        for group in result.groups.indices {
            result.groups[group].rows.removeAll { row in row.inputs.isEmpty }
        }
        return result
    }

    /// The row at a place: the indices of its group and of the row.
    private func rows(at place: [Int]) -> Row? {
        guard groups.indices.contains(place[0]), groups[place[0]].rows.indices.contains(place[1]) else { return nil }
        return groups[place[0]].rows[place[1]]
    }

    /// Adds a key of a command that had none, to the group of such commands.
    private mutating func add(_ command: ViewerCommand, for trigger: Trigger) {
        if groups.last?.title != Self.addedTitle { groups.append(Group(title: Self.addedTitle, rows: [])) }
        let last = groups.count - 1
        let name = KeyName.name(of: trigger) ?? ""
        if let index = groups[last].rows.firstIndex(where: { $0.commands.values.contains(command) }) {
            groups[last].rows[index].commands[trigger] = command
            if !groups[last].rows[index].inputs.contains(name) { groups[last].rows[index].inputs.append(name) }
        } else {
            groups[last].rows.append(Row(inputs: [name], meaning: command.summary, commands: [trigger: command]))
        }
    }

    /// The heading of the commands that have no key by default.
    private static let addedTitle = "Keys of your own"

    /// Writes the keys in effect as the text of a key file, which names the path of the user's own; nil for none.
    public func keyFileText(path: String?) -> String {
        let place = path.map { " in \(VisibleText.escaped($0))" } ?? ""
        var lines = ["# The keys of tileview. Lines like these\(place) change them: KEY COMMAND, or KEY none."]
        for group in groups where group.rows.contains(where: { !$0.commands.isEmpty }) {
            lines += ["", "# \(group.title)"]
            for row in group.rows where !row.commands.isEmpty {
                lines.append("# \(row.input): \(row.meaning)")
                lines += row.namedKeys.map { "\($0.key) \($0.command.name)" }
            }
        }
        let unbound = Self.namedCommands.values.filter { !commands.values.contains($0) }.map(\.name).sorted()
        if !unbound.isEmpty { lines += ["", "# Commands without a key: \(unbound.joined(separator: " "))"] }
        return lines.joined(separator: "\n")
    }
}

extension ViewerKeyBindings.Row {
    /// The names of the keys with their commands, sorted; keys that share a name are named once.
    var namedKeys: [(key: String, command: ViewerCommand)] {
        let named = commands.compactMap { trigger, command in
            KeyName.name(of: trigger).map { (key: $0, command: command) }
        }
        var names: Set<String> = []
        return named.sorted { ($0.key.count, $0.key) < ($1.key.count, $1.key) }.filter { names.insert($0.key).inserted }
    }

    /// The names of the keys, sorted.
    fileprivate var keyNames: [String] { namedKeys.map(\.key) }
}
