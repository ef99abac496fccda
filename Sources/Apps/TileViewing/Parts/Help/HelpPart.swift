internal import Controls
internal import LayerTree
internal import ScrollLayers
internal import VectorDrawing

/// The sheet with all keys.
@MainActor
final class HelpPart: ViewerPart {
    let sheet: Sheet
    /// The keys that the sheet shows: those that mean something for the image.
    private(set) var groups: [ViewerKeyBindings.Group] = []
    private let context: ViewerContext

    init(_ context: ViewerContext) {
        self.context = context
        sheet = Sheet([], in: context.environment)
        sheet.layer.name = "help"
        sheet.onClose = { [weak context] in context?.features.remove(.help) }
        sheet.onChoose = { [weak self] in self?.perform($0) }
        context.overlays.add(sheet.layer, at: .sheet)
    }

    private var isOpen: Bool { context.features.contains(.help) }

    // MARK: Input

    var isModal: Bool { isOpen }
    var liesOverImage: Bool { true }

    func handle(_ event: InputEvent) -> Bool {
        guard case .pointer = event else { return sheet.handle(event) }
        guard isOpen else {
            sheet.cancelInput()
            return false
        }
        sheet.handle(event)
        return true
    }

    func cancelInput() {
        sheet.cancelInput()
    }

    func cursor(at point: Point) -> Cursor? { isOpen ? sheet.cursor(at: point) ?? .arrow : nil }

    /// Performs the command of a row or a key that was clicked.
    private func perform(_ choice: Sheet.Choice) {
        guard groups.indices.contains(choice.group), groups[choice.group].rows.indices.contains(choice.row) else {
            return
        }
        let row = groups[choice.group].rows[choice.row]
        let command = choice.key.map { row.command(ofInput: $0) } ?? row.onlyCommand
        // The sheet is closed already, which is all that these two do.
        guard let command, command != .toggle(.help), command != .cancel else { return }
        context.perform(command)
        context.scene.setNeedsFrame()
    }

    func perform(_ command: ViewerCommand) -> Bool {
        guard command == .cancel, isOpen else { return false }
        context.features.remove(.help)
        return true
    }

    func state(of command: ViewerCommand) -> CommandState? { command == .toggle(.help) ? CommandState() : nil }

    // MARK: Display

    func show(_ status: ViewerStatus, isNew: Bool, in layout: OverlayLayout) {
        guard isNew else { return }
        sheet.layOut(in: layout.size)
        if isOpen, !sheet.isOpen { chooseGroups() }
        sheet.isOpen = isOpen
    }

    /// Chooses the keys that mean something for the image, and adds where the user can change keys.
    private func chooseGroups() {
        groups = context.settings.keys.groups.compactMap { group in
            var group = group
            group.rows.removeAll { row in
                !row.commands.isEmpty && row.commands.values.allSatisfy { context.isIrrelevant($0) }
            }
            return group.rows.isEmpty ? nil : group
        }
        var shown = groups.map(Sheet.Group.init)
        if let file = context.settings.keyFile {
            shown.append(
                Sheet.Group("Other keys", rows: [Sheet.Row([], "KEY COMMAND, a line each, in"), Sheet.Row([], file)]))
        }
        sheet.groups = shown
    }
}

extension Sheet.Group {
    /// The keys of a group, for the sheet.
    init(_ group: ViewerKeyBindings.Group) {
        self.init(group.title, rows: group.rows.map { Sheet.Row($0.inputs, $0.meaning, clickable: $0.clickable) })
    }
}

extension ViewerKeyBindings.Row {
    /// The command of all keys of the row; nil if there is none, or several.
    fileprivate var onlyCommand: ViewerCommand? {
        let all = Set(commands.values)
        return all.count == 1 ? all.first : nil
    }

    /// The command of the key with one of the labels; nil if the label stands for several keys.
    fileprivate func command(ofInput index: Int) -> ViewerCommand? {
        guard inputs.indices.contains(index) else { return nil }
        return commands.first { $0.key.label == inputs[index] }?.value
    }

    /// The parts of the row that can be clicked: the row if it has one command, or its keys if each has a command.
    fileprivate var clickable: Sheet.Clickable {
        if onlyCommand != nil { return .row }
        let areKeys = !commands.isEmpty && inputs.indices.allSatisfy { command(ofInput: $0) != nil }
        return areKeys ? .keys : .nothing
    }
}

extension ViewerKeyBindings.Trigger {
    /// The label of a key with a character, with its modifiers, or of a text; empty for other keys.
    fileprivate var label: String {
        switch self {
        case .text(let text): return text
        case .key(let stroke):
            guard case .character(let character) = stroke.key else { return "" }
            let prefixes: [(KeyModifiers, String)] = [(.control, "Ctrl+"), (.alt, "Alt+")]
            let prefix = prefixes.filter { stroke.modifiers.contains($0.0) }.map(\.1).joined()
            guard stroke.modifiers.contains(.shift) else { return "\(prefix)\(character)" }
            return prefix + (character.isLetter ? String(character).uppercased() : "Shift+\(character)")
        }
    }
}
