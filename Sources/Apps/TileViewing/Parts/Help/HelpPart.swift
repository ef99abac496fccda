internal import LayerTree
internal import ScrollLayers

/// The sheet with all keys.
@MainActor
final class HelpPart: ViewerPart {
    private let sheet: HelpSheet
    private let context: ViewerContext
    /// The press on the open sheet: the points of its start and of its last event.
    private var press: (start: Point, last: Point)?

    /// The distance that the pointer may move during a click, in points.
    private static let slop = 6.0

    init(_ context: ViewerContext) {
        self.context = context
        sheet = HelpSheet(context.settings.keys.groups, in: context.environment)
        context.overlays.add(sheet.layer, at: .sheet)
    }

    private var isOpen: Bool { context.features.contains(.help) }

    // MARK: Input

    var isModal: Bool { isOpen }
    var liesOverImage: Bool { true }

    func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(let event): event.isDown && distance(of: event.key).map(scroll) ?? false
        case .wheel(let event): !event.isPinch && scroll(by: event.scrolledPoints)
        case .pointer(let event): handle(event)
        case .touch: false
        }
    }

    /// Scrolls the open sheet by drags, and closes it by a click.
    private func handle(_ event: PointerEvent) -> Bool {
        guard isOpen else {
            press = nil
            return false
        }
        switch event.phase {
        case .down(.primary, _):
            press = (event.position, event.position)
        case .moved:
            guard let press else { break }
            _ = scroll(by: press.last.y - event.position.y)
            self.press?.last = event.position
        case .up(.primary, _):
            guard let press else { break }
            self.press = nil
            if press.start.isClose(to: event.position, within: Self.slop) { context.features.remove(.help) }
        default: break
        }
        return true
    }

    /// Scrolls the sheet, if it is open and does not fit into the window; returns whether it does not.
    private func scroll(by distance: Double) -> Bool {
        guard sheet.isOpen, sheet.scrollLimit > 0 else { return false }
        sheet.scroll(by: distance)
        return true
    }

    /// The distance in points by which a key scrolls the sheet; nil for other keys.
    private func distance(of key: Key) -> Double? {
        let page = 0.9 * context.windowSize.height
        return switch key {
        case .up: -40
        case .down: 40
        case .pageUp: -page
        case .pageDown: page
        case .home: -.greatestFiniteMagnitude
        case .end: .greatestFiniteMagnitude
        default: nil
        }
    }

    func cancelInput() {
        press = nil
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
        sheet.update(in: layout)
        sheet.isOpen = isOpen
    }
}
