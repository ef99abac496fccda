internal import Controls
internal import LayerTree
internal import ScrollLayers
internal import VectorDrawing

/// The filmstrip: thumbnails of the files along the lower edge, with the one that is shown in the middle.
@MainActor
final class FilmstripPart: ViewerPart {
    /// A press on the strip, which opens a file unless it moves and so scrolls.
    private struct Press {
        var start: Point
        var offset: Double
        var isDrag = false
    }

    private let context: ViewerContext
    /// The layer of the strip, which is in the window while it is shown.
    let layer: PanelLayer
    private let row = Layer.plain("row")
    private let pool: LayerPool<Int>
    private(set) var geometry = FilmstripGeometry(count: 0, width: 0)
    /// The files whose thumbnails are shown.
    private var paths: [String] = []
    /// The last check of the thumbnails.
    private var lastCheck = 0
    /// The index of the file that is marked; nil for none.
    private var current: Int?
    private var press: Press?

    /// The distance by which a press moves before it scrolls, in points.
    private static let slop = 4.0

    init(_ context: ViewerContext) {
        self.context = context
        layer = PanelLayer(opacity: 0.85, in: context.environment)
        layer.name = "filmstrip"
        row.masksToBounds = true
        layer.addSublayer(row)
        let geometry = Places()
        let environment = context.environment
        pool = LayerPool(in: row) {
            ThumbnailCell(.filmstrip, in: environment)
        } configure: { [weak context] layer, item in
            guard let context, let cell = layer as? ThumbnailCell, context.files.paths.indices.contains(item) else {
                return
            }
            // In the scene it knows the scale, which decoding ahead needs.
            if cell.superlayer == nil { geometry.row?.addSublayer(cell) }
            cell.frame = geometry.value.frame(of: item)
            let path = context.files.paths[item]
            cell.displayColors = context.displayColors
            cell.show(path, name: context.files.name(of: path), of: context.thumbnails)
        }
        geometry.row = row
        places = geometry
    }

    /// The places of cells, which the pool's closure reads.
    private final class Places {
        var value = FilmstripGeometry(count: 0, width: 0)
        weak var row: Layer?
    }
    private let places: Places

    private var isShown: Bool { layer.superlayer != nil }

    // MARK: Input

    var liesOverImage: Bool { true }
    var isTracking: Bool { press != nil }

    func handle(_ event: InputEvent) -> Bool {
        guard isShown else { return false }
        switch event {
        case .pointer(let event): return handle(event)
        case .wheel(let event):
            guard layer.frame.contains(event.position), !event.isPinch else { return false }
            let isSideways = event.device == .trackpad && abs(event.points.x) > abs(event.points.y)
            scroll(by: isSideways ? -event.points.x : event.scrolledPoints)
            return true
        case .key, .touch: return false
        }
    }

    private func handle(_ event: PointerEvent) -> Bool {
        switch event.phase {
        case .down(let button, let clicks):
            guard layer.frame.contains(event.position) else { return false }
            if button == .primary, clicks == 1 { press = Press(start: event.position, offset: geometry.offset) }
            return true
        case .moved:
            guard var press else { return false }
            let distance = press.start.x - event.position.x
            press.isDrag = press.isDrag || abs(distance) > Self.slop
            if press.isDrag { scroll(by: press.offset + distance - geometry.offset) }
            self.press = press
            return true
        case .up(.primary, _):
            guard let press else { return false }
            self.press = nil
            if !press.isDrag, let item = item(at: press.start) { context.goToFile(at: item) }
            return true
        case .up, .exited: return false
        }
    }

    func cancelInput() {
        press = nil
    }

    func cursor(at point: Point) -> Cursor? {
        guard isShown, layer.frame.contains(point) else { return nil }
        return item(at: point) == nil ? .arrow : .pointingHand
    }

    /// The file whose thumbnail is at a point of the window; nil for none.
    func item(at point: Point) -> Int? { isShown ? geometry.item(at: point - layer.frame.origin) : nil }

    private func scroll(by distance: Double) {
        geometry.scroll(by: distance.rounded())
        context.scene.setNeedsFrame()
    }

    // MARK: Display

    /// The cells of the thumbnails that are seen, by the index of the file.
    var cells: [Int: ThumbnailCell] {
        geometry.visibleItems.reduce(into: [:]) { all, item in all[item] = pool.layer(for: item) as? ThumbnailCell }
    }

    var displayedImages: [any DisplayedImage] { Array(cells.values) }

    /// The frame of the strip in the window; nil while it is not shown.
    var frame: Rect? { isShown ? layer.frame : nil }

    private var isOn: Bool {
        context.features.contains(.filmstrip) && context.document != nil && !context.files.paths.isEmpty
    }

    private static let id = OverlayID("filmstrip")
    /// The least width with which the strip is of use: three thumbnails.
    private static let leastWidth = FilmstripGeometry(count: 3, width: 0).contentWidth

    func addOverlays(to list: inout OverlayList) {
        guard isOn else { return }
        let content = FilmstripGeometry(count: context.files.paths.count, width: 0).contentWidth
        let width = min(content, list.layout.area.size.width)
        var request = OverlayRequest(
            Self.id, .panel, at: .bottom, sizes: [Size(width: width, height: FilmstripGeometry.height)],
            minimum: Size(width: min(width, Self.leastWidth), height: FilmstripGeometry.height))
        request.precedesPanels = true
        list.add(request)
    }

    func placeOverlays(_ arrangement: OverlayArrangement) {
        let frame = isOn ? arrangement.frames[Self.id] : nil
        context.overlays.show(layer, if: frame != nil)
        guard let frame else { return close() }
        let isResized = frame.size.width != geometry.width
        Transaction.run(disablesActions: true) {
            layer.place(frame, in: context.environment)
            row.frame = Rect(origin: .zero, size: layer.bounds.size)
        }
        geometry.width = frame.size.width
        layOut(isResized: isResized)
    }

    func closeOverlay(_ id: OverlayID) {
        guard id == Self.id else { return }
        hide()
        context.close(.filmstrip)
    }

    func update() {
        guard isShown else { return }
        guard isOn else { return hide() }
        layOut(isResized: false)
    }

    func documentDidClose() {
        hide()
    }

    private func hide() {
        context.overlays.show(layer, if: false)
        close()
    }

    /// Shows the thumbnails of the files as they are now.
    private func layOut(isResized: Bool) {
        let hasChanged = paths != context.files.paths
        let needsCheck = lastCheck != context.thumbnails.checks
        lastCheck = context.thumbnails.checks
        paths = context.files.paths
        geometry.count = paths.count
        let shown = context.shownFilePosition
        if hasChanged || isResized || current != shown {
            if let shown, press == nil { geometry.center(on: shown) } else { geometry.scroll(by: 0) }
        }
        showCells(reloading: hasChanged)
        current = shown
        for (item, cell) in cells {
            cell.isCurrent = context.isShown(at: item)
            if needsCheck { cell.showAgain(of: context.thumbnails) }
            cell.update()
        }
    }

    /// Shows the cells that are seen where they are now.
    private func showCells(reloading: Bool) {
        let isMoved = places.value != geometry
        places.value = geometry
        if reloading { pool.show(EmptyCollection<Int>()) }
        guard reloading || isMoved else { return }
        pool.show(geometry.visibleItems)
        Transaction.run(disablesActions: true) {
            for (item, cell) in cells { cell.frame = geometry.frame(of: item) }
        }
    }

    /// Gives up the cells while the strip is not shown.
    func close() {
        press = nil
        guard !paths.isEmpty else { return }
        paths = []
        current = nil
        geometry = FilmstripGeometry(count: 0, width: 0)
        places.value = geometry
        pool.show(EmptyCollection<Int>())
    }
}
