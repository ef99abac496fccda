internal import Controls
internal import LayerTree
internal import VectorDrawing

/// The sheet with all keys.
@MainActor
final class HelpPart: ViewerPart {
    private let sheet: Sheet
    private let context: ViewerContext

    init(_ context: ViewerContext) {
        self.context = context
        var groups = context.settings.keys.groups.map(Sheet.Group.init)
        if let file = context.settings.keyFile {
            groups.append(
                Sheet.Group("Other keys", rows: [Sheet.Row([], "KEY COMMAND, a line each, in"), Sheet.Row([], file)]))
        }
        sheet = Sheet(groups, in: context.environment)
        sheet.layer.name = "help"
        sheet.onClose = { [weak context] in context?.features.remove(.help) }
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

    func cursor(at point: Point) -> Cursor? { isOpen ? .arrow : nil }

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
        sheet.isOpen = isOpen
    }
}

extension Sheet.Group {
    /// The keys of a group, for the sheet.
    init(_ group: ViewerKeyBindings.Group) {
        self.init(group.title, rows: group.rows.map { Sheet.Row($0.inputs, $0.meaning) })
    }
}
