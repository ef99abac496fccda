public import LayerTree
internal import VectorDrawing

/// A grid of many items, such as thumbnails, icons or search results; only the visible items have layers.
///
/// Cells are recycled: a cell that leaves the view next shows another item. So memory depends on the size of the view, and a
/// frame takes O(visible cells), whatever the number of items. The grid scrolls vertically, by wheel, drag and keyboard. A
/// frame around a cell shows the keyboard's focus.
///
/// ```swift
/// let grid = GridController(layout: GridLayout(itemCount: paths.count, minimumCellWidth: 180)) {
///     ImageLayer()
/// } configure: { cell, item in
///     cell.image = LazyImage(file: paths[item])
/// }
/// grid.onOpen = { item in show(paths[item]) }
/// window.add(grid)
/// ```
@MainActor
public final class GridController<Cell: Layer>: LayerController {
    /// The controller that scrolls the grid: its position, momentum and rubber band.
    public let scrolling: ScrollController
    /// The frame around the item that has the keyboard's focus; its border can be changed.
    ///
    /// It is hidden until a key moves the focus, and when the pointer is used.
    public let focusLayer = Layer()
    /// Whether input is handled; the default is true.
    ///
    /// Set it to false while something else is in front.
    public var isEnabled = true
    /// Called when an item is clicked, or when Enter is pressed on the focused item; the default is nil.
    ///
    /// A click that stops a motion opens nothing.
    public var onOpen: (@MainActor (Int) -> Void)?
    /// The number of rows before and after the view that also have cells, so that their content can be prepared.
    ///
    /// The default is 1.
    public var extraRows = 1
    /// The item that has the keyboard's focus; the default is the first one.
    ///
    /// If the focused item is removed from the end, the focus moves to the last remaining item.
    public private(set) var focusedItem = 0
    /// The counters of cell updates since the grid was made.
    public private(set) var statistics = GridStatistics()

    private let pool: LayerPool<Int>
    private var shownLayout: GridLayout?
    private var shownItems = 0..<0
    var wantedLayout: GridLayout
    /// The item to make visible as soon as the view has a size.
    private var wantedItem: Int?
    /// Whether the grid moved when the latest press began.
    var wasMoving = false

    /// Creates a grid, whose layer fills the `LayerWindow` that it is added to.
    ///
    /// - Parameters:
    ///   - layout: the number of items and the size of cells; the width follows the layer.
    ///   - clock: the source of times; it must be the clock of the events' times.
    ///   - makeCell: creates a cell.
    ///   - configure: makes a cell show an item; the cell may have shown another item before. Its frame is set already.
    public init(
        layout: GridLayout, clock: any LayerClock = SystemClock(), makeCell: @escaping @MainActor () -> Cell,
        configure: @escaping @MainActor (Cell, Int) -> Void
    ) {
        wantedLayout = layout
        let content = Layer()
        content.name = "grid"
        var settings = ScrollSettings()
        settings.wheel = .pan
        settings.keys = KeyMap()
        settings.bouncesZoom = false
        settings.doubleClickOctaves = 0
        settings.rotatesByTouch = false
        let scrollLayer = ScrollLayer()
        scrollLayer.scrollMode = .vertically
        scrolling = ScrollController(
            scrollLayer: scrollLayer, contentLayer: content, contentSize: Size(width: 1, height: 1), settings: settings,
            clock: clock)
        let frames = FrameSource()
        pool = LayerPool(in: content, makeLayer: makeCell) { layer, item in
            guard let cell = layer as? Cell else { return }
            // In the scene it knows the scale, which prefetching needs.
            if cell.superlayer !== content { content.addSublayer(cell) }
            cell.frame = frames.layout?.frame(of: item) ?? .zero
            configure(cell, item)
        }
        focusLayer.isHidden = true
        focusLayer.isHitTestable = false
        focusLayer.zPosition = 1
        focusLayer.borderWidth = 3
        focusLayer.borderColor = Color(red: 0.35, green: 0.6, blue: 1)
        focusLayer.cornerRadius = 6
        content.addSublayer(focusLayer)
        self.frames = frames
        let tap = TapRecognizer { [unowned self] tap in
            guard isEnabled, !stopsMotion, let point = tap.location(in: content),
                let item = self.layout.item(at: point)
            else { return }
            focus(on: item, isShown: false)
            onOpen?(item)
        }
        // A press stops a fling at once.
        tap.delaysScrolling = false
        scrollLayer.addGesture(tap)
    }

    /// The layout for placing cells, which the pool's closure reads.
    private final class FrameSource { var layout: GridLayout? }
    private let frames: FrameSource

    /// The layer in which the grid scrolls.
    public var layer: Layer { scrolling.scrollLayer }

    /// The layout of the cells; its width is the layer's width.
    ///
    /// When the layout changes, the item in the upper left corner stays in view.
    public var layout: GridLayout {
        get {
            var layout = wantedLayout
            layout.width = layer.bounds.size.width
            return layout
        }
        set {
            wantedLayout = newValue
            focusedItem = focusedItem.clamped(to: itemRange)
            if newValue.itemCount == 0 { Transaction.run(disablesActions: true) { focusLayer.isHidden = true } }
            updateCells()
        }
    }

    private var itemRange: ClosedRange<Int> { 0...max(0, wantedLayout.itemCount - 1) }

    /// The items whose cells exist.
    public var items: Range<Int> { shownItems }

    /// The cell of an item; nil if the item is not near the view.
    public func cell(of item: Int) -> Cell? { pool.layer(for: item) as? Cell }

    /// Configures all existing cells again, for example after files have changed; the grid does not scroll.
    public func reload() {
        pool.show(EmptyCollection<Int>())
        shownItems = 0..<0
        updateCells()
    }

    /// Moves the keyboard's focus to an item, which is scrolled into view.
    ///
    /// - Parameters:
    ///   - item: the item; a number without an item stands for the nearest item.
    ///   - isShown: whether the focus frame is shown; the default is true.
    ///   - animated: whether the grid scrolls to the item with an animation; the default is false.
    public func focus(on item: Int, isShown: Bool = true, animated: Bool = false) {
        focusedItem = item.clamped(to: itemRange)
        Transaction.run(disablesActions: true) {
            focusLayer.isHidden = !isShown || wantedLayout.itemCount == 0
            focusLayer.frame = frameOfFocus
        }
        scroll(to: focusedItem, animated: animated)
    }

    private var frameOfFocus: Rect {
        let margin = -min(4, wantedLayout.spacing / 2)
        return layout.frame(of: focusedItem).inset(by: margin)
    }

    /// Scrolls by the least amount that makes an item's cell visible.
    public func scroll(to item: Int, animated: Bool = true) {
        guard !layer.bounds.isEmpty else { return wantedItem = item }
        let layout = layout
        let frame = layout.frame(of: item)
        let height = layer.bounds.size.height
        let margin = max(layout.spacing, layout.insets.top)
        // Where a motion ends counts, so that a held key is not slowed down.
        let top = scrolling.model.goalOffset.y
        let target = max(min(top, frame.minY - margin), frame.maxY + margin - height)
        guard target != top else { return }
        scrolling.change { $0.scroll(toOffset: Point(x: 0, y: target), animated: animated, at: $1) }
        updateCells()
    }

    // MARK: Cells

    /// Assigns cells to the items in and near the view.
    func updateCells() {
        let bounds = layer.bounds
        guard !bounds.isEmpty else { return }
        let layout = layout
        if layout != shownLayout { lay(out: layout, in: bounds.size) }
        let top = scrolling.scrollLayer.bounds.minY
        let items = layout.items(in: top...(top + bounds.size.height), extraRows: extraRows)
        guard items != shownItems else { return }
        shownItems = items
        let update = pool.show(items)
        statistics.created += update.created
        statistics.configured += update.created + update.recycled
        statistics.greatestCellCount = max(statistics.greatestCellCount, update.shown)
    }

    /// Places all cells for another layout; the first visible item stays visible.
    private func lay(out layout: GridLayout, in size: Size) {
        let former = shownLayout
        let first = former.map { $0.items(in: layer.bounds.minY...layer.bounds.minY).lowerBound }
        let inset = former.map { layer.bounds.minY - $0.frame(of: first ?? 0).minY } ?? 0
        shownLayout = layout
        frames.layout = layout
        scrolling.geometry = ScrollGeometry(
            contentSize: Size(width: size.width, height: max(size.height, layout.height)), viewportSize: size,
            minimumScale: 1, maximumScale: 1)
        if let first, former?.columns != layout.columns || former?.cellSize != layout.cellSize {
            let top = first == 0 ? min(0, inset) : layout.frame(of: first).minY + inset
            scrolling.change { $0.scroll(toOffset: Point(x: 0, y: top), animated: false, at: $1) }
        } else if former == nil {
            scrolling.change { $0.scroll(toOffset: .zero, animated: false, at: $1) }
        }
        Transaction.run(disablesActions: true) {
            for item in shownItems { pool.layer(for: item)?.frame = layout.frame(of: item) }
            focusLayer.frame = frameOfFocus
        }
        if let item = wantedItem.take() { scroll(to: item, animated: false) }
    }
}

/// Counters of a grid since it was made.
public struct GridStatistics: Hashable, Sendable {
    /// The number of cells that were created.
    public var created = 0
    /// The number of times that a cell was configured to show an item.
    public var configured = 0
    /// The maximum number of cells that existed at once.
    public var greatestCellCount = 0
}
