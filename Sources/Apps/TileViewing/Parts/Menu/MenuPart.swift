internal import Controls
internal import LayerTree
internal import ScrollLayers
internal import VectorDrawing

/// The context menu, which a right click, a finger that stays, or a key opens.
@MainActor
final class MenuPart: ViewerPart {
    /// A finger that opens the menu if it stays.
    private struct WaitingFinger {
        var finger: Int
        var point: Point
        /// The time at which the menu opens.
        var dueTime: Double
    }

    let menu: Menu
    private let context: ViewerContext
    /// The point where the button for the menu was pressed; nil once the pointer has moved away from it.
    private var press: Point?
    private var waiting: WaitingFinger?

    /// The time after which a finger that stays opens the menu, in seconds.
    static let longPressDuration = 0.5
    /// The distance that the pointer or a finger may move during a press, in points.
    private static let slop = 6.0

    init(_ context: ViewerContext) {
        self.context = context
        menu = Menu(in: context.environment)
    }

    // MARK: Input

    var isModal: Bool { menu.isOpen }
    var isTracking: Bool { menu.isOpen }
    var liesOverImage: Bool { true }

    func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key, .wheel: passOn(event)
        case .pointer(let pointer): passOn(event) || handlePress(pointer)
        case .touch(let event): wait(for: event)
        }
    }

    func release(_ event: InputEvent) {
        // A finger that acts as the pointer elsewhere has no menu.
        guard case .touch(let event) = event, event.phase == .up || event.phase == .cancelled else { return }
        waiting = nil
    }

    func cancelInput() {
        menu.close()
        press = nil
        waiting = nil
    }

    func cursor(at point: Point) -> Cursor? { menu.cursor(at: point) }

    /// Passes an event to the menu; returns whether it was for the menu.
    private func passOn(_ event: InputEvent) -> Bool {
        guard menu.handle(event) else { return false }
        context.scene.setNeedsFrame()
        return true
    }

    /// Opens the menu where the secondary button is released, unless the pointer has moved since it went down.
    private func handlePress(_ event: PointerEvent) -> Bool {
        switch event.phase {
        case .down(.secondary, _): press = event.position
        case .moved, .exited:
            if let press, !press.isClose(to: event.position, within: Self.slop) { self.press = nil }
        case .up(.secondary, _) where press != nil:
            press = nil
            open(at: event.position)
            return true
        default: break
        }
        return false
    }

    /// Waits for a finger that stays; another one, and one that moves, ends the waiting.
    private func wait(for event: TouchEvent) -> Bool {
        switch event.phase {
        case .down:
            let isAlone = context.parts.fingers == [event.finger] && !context.controller.model.isTracking
            waiting =
                isAlone
                ? WaitingFinger(
                    finger: event.finger, point: event.position, dueTime: context.now + Self.longPressDuration)
                : nil
        case .moved:
            if let waiting, !waiting.point.isClose(to: event.position, within: Self.slop) { self.waiting = nil }
        case .up, .cancelled: break
        }
        return false
    }

    // MARK: Opening

    func documentDidClose() {
        cancelInput()
    }

    func windowDidResize() {
        menu.close()
    }

    func update() {
        guard let waiting, context.now >= waiting.dueTime else { return }
        self.waiting = nil
        // What has begun to drag something goes on.
        guard !context.isCaptured else { return }
        context.parts.spend(waiting.finger, at: waiting.point, time: context.now)
        open(at: waiting.point)
    }

    var nextUpdateTime: Double? { waiting?.dueTime }

    private func open(at point: Point, isByKey: Bool = false) {
        menu.layOut(in: context.windowSize)
        menu.open(sections(at: point), at: point, highlightsFirst: isByKey)
        context.overlays.add(menu.layer, at: .front)
        context.scene.setNeedsFrame()
    }

    // MARK: Commands

    func perform(_ command: ViewerCommand) -> Bool {
        guard command == .contextMenu else { return false }
        if menu.isOpen {
            menu.close()
        } else {
            let size = context.windowSize
            open(at: context.pointer ?? Point(x: size.width / 2, y: size.height / 2), isByKey: true)
        }
        return true
    }

    /// The items of the context menu at a point of the window, in sections.
    func sections(at point: Point) -> [[MenuItem]] {
        let entries = context.document == nil ? MenuEntry.withoutImage : MenuEntry.all
        return entries.map { section in section.flatMap { items(of: $0, at: point) } }
    }

    /// The items of an entry: none if it does not apply now; a submenu of one item is replaced by that item.
    private func items(of entry: MenuEntry, at point: Point) -> [MenuItem] {
        switch entry {
        case .command(let command): return item(command).map { [$0] } ?? []
        case .submenu(let title, let commands):
            let sections = commands.map { items(of: $0, at: point) }.filter { !$0.isEmpty }
            let all = sections.flatMap(\.self)
            return all.count < 2 ? all : [MenuItem(title, submenu: sections)]
        }
    }

    private func items(of commands: [ViewerCommand], at point: Point) -> [MenuItem] {
        let items = commands.compactMap(item)
        // What can be copied of the point is beside the link to it.
        return commands.contains(.copyLink) ? items + context.parts.all.flatMap { $0.menuItems(at: point) } : items
    }

    private func item(_ command: ViewerCommand) -> MenuItem? {
        context.state(of: command).map { state in
            MenuItem(
                state.title ?? command.title, key: context.settings.keys.label(for: command),
                isChecked: state.isChecked
            ) { [weak context] in context?.perform(command) }
        }
    }
}
