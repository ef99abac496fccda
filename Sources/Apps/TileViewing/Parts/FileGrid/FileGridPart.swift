internal import Controls
internal import LayerTree
internal import ScrollLayers
internal import VectorDrawing

/// The grid of all files as thumbnails with their names, which fills the window until a file is chosen.
@MainActor
final class FileGridPart: ViewerPart {
    private let context: ViewerContext
    /// The layer of the grid, which is in the window while the grid is open.
    let layer = Layer.plain("file grid")
    /// The grid; nil while it is closed.
    private(set) var grid: GridController<ThumbnailCell>?
    /// The files whose thumbnails are shown.
    private var paths: [String] = []
    /// The last check of the thumbnails.
    private var lastCheck = 0
    /// The place of a press that opens a file where it is released; nil while there is none.
    private var press: Point?

    /// The frame of the messages, above which the grid ends; nil while there are none.
    private var messages: Rect?

    /// The distance by which a press moves before it scrolls, in points.
    private static let slop = 4.0
    private static let cellWidth = 150.0
    private static let background = Color(red: 0.09, green: 0.09, blue: 0.1)
    /// The commands whose keys act while the grid is open.
    private static let commands: Set<ViewerCommand> = [
        .toggleFileGrid, .sortFiles, .toggleFullScreen, .toggle(.help), .chooseFiles, .openAddress, .close,
        .retryFailures,
    ]

    init(_ context: ViewerContext) {
        self.context = context
        layer.backgroundColor = Self.background
    }

    // MARK: Commands

    func perform(_ command: ViewerCommand) -> Bool {
        switch command {
        case .toggleFileGrid: if grid == nil { open() } else { dismiss() }
        case .cancel where grid != nil && !isBelowHelp: dismiss()
        default: return false
        }
        return true
    }

    func state(of command: ViewerCommand) -> CommandState? {
        command == .toggleFileGrid && context.files.paths.count > 1 ? CommandState(isChecked: grid != nil) : nil
    }

    private func open() {
        guard !context.files.paths.isEmpty else { return context.postNoFile("to show others of") }
        paths = context.files.paths
        let thumbnails = context.thumbnails
        let environment = context.environment
        let grid = GridController<ThumbnailCell>(layout: layout, clock: context.settings.clock) {
            ThumbnailCell(.grid, in: environment)
        } configure: { [weak context] cell, item in
            guard let context, context.files.paths.indices.contains(item) else { return }
            let path = context.files.paths[item]
            cell.displayColors = context.displayColors
            cell.show(path, name: context.files.name(of: path), of: thumbnails)
        }
        self.grid = grid
        lastCheck = thumbnails.checks
        context.controller.change { $0.cancelInput(at: $1) }
        layer.addSublayer(grid.layer)
        context.overlays.show(layer, if: true)
        layOut()
        grid.focus(on: context.shownFilePosition ?? 0)
        context.scene.setNeedsFrame()
    }

    private func dismiss() {
        guard let grid else { return }
        press = nil
        paths = []
        grid.layer.removeFromSuperlayer()
        self.grid = nil
        context.overlays.show(layer, if: false)
        context.scene.setNeedsFrame()
    }

    private func choose(_ item: Int) {
        dismiss()
        context.goToFile(at: item)
    }

    // MARK: Input

    var isModal: Bool { grid != nil }
    var coversOverlays: Bool { grid != nil }
    var liesOverImage: Bool { true }
    var isTracking: Bool { press != nil || grid?.scrolling.model.isTracking ?? false }

    /// Whether the help lies over the grid, and gets its events.
    private var isBelowHelp: Bool { context.features.contains(.help) }

    func handle(_ event: InputEvent) -> Bool {
        guard let grid, !isBelowHelp else { return false }
        context.scene.setNeedsFrame()
        switch event {
        case .key(let event): return handle(event, in: grid)
        case .pointer(let event): handle(event, in: grid)
        case .wheel: grid.handle(event)
        case .touch: break
        }
        return true
    }

    /// Moves the focus, opens the focused file, or closes the grid; only keys of some commands go to other parts.
    private func handle(_ event: KeyEvent, in grid: GridController<ThumbnailCell>) -> Bool {
        let command = context.settings.keys.viewing[KeyMap.Stroke(event.key, event.modifiers)]
        if let command, Self.commands.contains(command) { return false }
        guard event.isDown else { return true }
        switch event.key {
        case .escape: dismiss()
        case .enter where event.modifiers.isEmpty: if !event.isRepeat { choose(grid.focusedItem) }
        default: grid.handle(.key(event))
        }
        return true
    }

    /// Scrolls the grid, or opens the file on which the button goes down and up.
    private func handle(_ event: PointerEvent, in grid: GridController<ThumbnailCell>) {
        switch event.phase {
        case .down(.primary, _):
            // A press that stops a motion opens nothing.
            press = grid.scrolling.model.isMoving ? nil : event.position
        case .moved:
            if let press, !press.isClose(to: event.position, within: Self.slop) { self.press = nil }
        case .up(.primary, _):
            grid.handle(.pointer(event))
            let item = press.flatMap(item)
            press = nil
            if let item { choose(item) }
            return
        case .down, .up: return
        case .exited: break
        }
        grid.handle(.pointer(event))
    }

    func handle(text: String) -> Bool { grid != nil && text != "?" }

    func cancelInput() {
        press = nil
        grid?.cancelInput()
    }

    func cursor(at point: Point) -> Cursor? {
        guard grid != nil, !isBelowHelp else { return nil }
        return item(at: point) == nil ? .arrow : .pointingHand
    }

    /// The file whose cell is at a point of the window; nil for none.
    func item(at point: Point) -> Int? {
        guard let grid, grid.layer.frame.contains(point) else { return nil }
        return grid.layout.item(at: point + grid.layer.bounds.origin)
    }

    // MARK: Display

    var displayedImages: [any DisplayedImage] { grid.map { grid in grid.items.compactMap(grid.cell) } ?? [] }

    /// The layout of the cells: squares with the names below.
    private var layout: GridLayout {
        GridLayout(
            itemCount: paths.count, minimumCellWidth: Self.cellWidth,
            aspectRatio: Self.cellWidth / (Self.cellWidth + ThumbnailCell.nameHeight))
    }

    private func layOut() {
        guard let grid else { return }
        let size = context.windowSize
        // Messages cover no names.
        let height = messages.map { max(1, $0.minY - context.overlayLayout.gap) } ?? size.height
        Transaction.run(disablesActions: true) {
            layer.frame = Rect(origin: .zero, size: size)
            grid.layer.frame = Rect(x: 0, y: 0, width: size.width, height: min(height, size.height))
        }
        grid.update()
    }

    func placeOverlays(_ arrangement: OverlayArrangement) {
        let frame = arrangement.frames[MessageBar.id]
        guard frame != messages else { return }
        messages = frame
        layOut()
    }

    func windowDidResize() {
        layOut()
    }

    func documentDidClose() {
        dismiss()
    }

    func update() {
        guard let grid else { return }
        let position = context.shownFilePosition
        if paths != context.files.paths {
            paths = context.files.paths
            guard !paths.isEmpty else { return dismiss() }
            grid.layout = layout
            grid.reload()
            if let position { grid.focus(on: position) }
        }
        grid.update()
        let needsCheck = lastCheck != context.thumbnails.checks
        lastCheck = context.thumbnails.checks
        for item in grid.items {
            guard let cell = grid.cell(of: item) else { continue }
            cell.isCurrent = context.isShown(at: item)
            if needsCheck { cell.showAgain(of: context.thumbnails) }
            cell.update()
        }
    }

    var nextUpdateTime: Double? { grid?.nextFrameTime }
}
