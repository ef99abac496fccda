public import LayerTree
internal import VectorDrawing

/// Shows zoomable pages side by side, such as the photos of an album or the pages of a book.
///
/// A swipe, a horizontal wheel or an arrow key goes to the next page. Only the shown page, other visible pages, and the
/// neighbors of the shown page exist; their scroll layers are reused. A zoomed page is panned first; at its edge, the same drag
/// or key goes on to the next page. Two fingers, the wheel and double clicks zoom.
///
/// ```swift
/// let pages = PagingController(pageCount: paths.count) { index in
///     await makeLayer(for: paths[index])
/// }
/// pages.onPageChange = { index in caption.text = paths[index] }
/// window.add(pages)
/// ```
@MainActor
public final class PagingController: LayerController {
    /// The layer that contains the pages.
    public let scrollLayer = ScrollLayer()
    /// The clock for calls without an event time.
    public let clock: any LayerClock
    /// The model of the pages' offset and its motion.
    public private(set) var model: PagingModel
    /// The settings of each page's scrolling and zooming; changes affect only pages that are made later.
    public var settings: ScrollSettings
    /// Whether input is handled and pages exist; the default is true.
    ///
    /// Set it to false while the pages are hidden, to release them.
    public var isEnabled = true {
        didSet {
            guard isEnabled != oldValue else { return }
            // The end of a press that goes on would not be seen.
            cancelInput()
        }
    }
    /// Called when the ``page`` changes, which may be before the motion ends; the default is nil.
    public var onPageChange: (@MainActor (Int) -> Void)?

    /// Makes a replacement for content that could not be made or is damaged.
    ///
    /// It is called with the page and the error. The default is nil: the page is empty.
    public var errorContent: (@MainActor (_ page: Int, _ error: any Error) -> Layer)?

    private let makeContent: @MainActor (Int) async throws -> Layer
    var pages: [Page] = []
    private var spare: [Page] = []
    /// The pages that exist.
    private var existing = 0..<0
    private var knownPage: Int
    var gesture: PageGesture?
    /// The fingers in contact.
    var fingers: Set<Int> = []
    var wheel = PageWheel()

    /// The maximum number of page layers that are kept for reuse.
    private static let spareLimit = 4

    /// Creates a controller, whose layer fills the `LayerWindow` that it is added to.
    ///
    /// - Parameters:
    ///   - pageCount: the number of pages, which may be 0.
    ///   - page: the initial page, counted from 0; the default is 0.
    ///   - gap: the space between two pages in points; the default is 20.
    ///   - settings: the settings for a page's response to input. By default a page fits its content, zooms with the wheel, and
    ///     does not rotate.
    ///   - clock: the source of times; it must be the clock of the events' times.
    ///   - content: makes the content of a page: a layer whose bounds have the content's size, for an image in pixels. The task
    ///     is cancelled when the page is no longer needed; its result or error is then ignored. For any other error,
    ///     ``errorContent`` is shown.
    public init(
        pageCount: Int, page: Int = 0, gap: Double = 20, settings: ScrollSettings = .page,
        clock: any LayerClock = SystemClock(), content: @escaping @MainActor (Int) async throws -> Layer
    ) {
        model = PagingModel(pageCount: pageCount, page: page, pageWidth: 0, gap: gap)
        knownPage = model.page
        self.settings = settings
        self.clock = clock
        makeContent = content
        scrollLayer.name = "pages"
        scrollLayer.scrollMode = .none
    }

    /// The layer that contains the pages.
    public var layer: Layer { scrollLayer }

    /// The page that is shown, or will be shown when the motion ends, counted from 0.
    public var page: Int { model.page }

    /// The number of pages; a change keeps the layers of existing pages.
    public var pageCount: Int {
        get { model.pageCount }
        set { change { $0.setPages(count: newValue, width: $0.pageWidth, at: $1) } }
    }

    /// The content layers of the shown page and its neighbors, by page; pages without content yet are missing.
    public var contentLayers: [Int: Layer] {
        Dictionary(
            uniqueKeysWithValues: pages.compactMap { page in page.controller.map { (page.index, $0.contentLayer) } })
    }

    /// Shows another page.
    ///
    /// - Parameters:
    ///   - page: the page, counted from 0; a number without a page stands for the nearest page.
    ///   - animated: whether the pages slide to a neighbor; other pages always show at once. The default is `true`.
    ///   - transition: a transition that replaces the slide, as in a slide show. The default is nil: none.
    public func show(_ page: Int, animated: Bool = true, transition: Transition? = nil) {
        if let transition, page != self.page {
            scrollLayer.addAnimation(transition, forKey: Transition.key)
        }
        let slides = animated && transition == nil && abs(page - self.page) == 1
        change { $0.show(page, animated: slides, at: $1) }
    }

    /// Makes a page's content again, for example after its file has changed.
    public func reload(_ page: Int) {
        guard let shown = pages.first(where: { $0.index == page }) else { return }
        shown.clear()
        load(shown)
    }

    /// Shows ``errorContent`` instead of damaged content, such as a photo that cannot be decoded.
    ///
    /// - Parameters:
    ///   - error: the fault of the content.
    ///   - content: the content; if no page shows it any more, nothing happens.
    public func showError(_ error: any Error, insteadOf content: Layer) {
        guard let page = pages.first(where: { $0.controller?.contentLayer === content }) else { return }
        page.clear()
        show(makeErrorContent(page.index, error), on: page)
    }

    /// Fits the content of every page in the view again, without animation.
    public func resetZoom() {
        for page in pages { page.fit() }
    }

    /// Changes the model at the clock's current time, and updates the layers.
    func change(_ body: (inout PagingModel, _ time: Double) -> Void) {
        let now = clock.now
        let size = scrollLayer.bounds.size
        model.physics = settings.physics
        model.reducesMotion = settings.reducesMotion
        if size.width != model.pageWidth {
            model.setPages(count: model.pageCount, width: size.width, at: now)
        }
        body(&model, now)
        updateLayers(in: size)
        guard model.page != knownPage else { return }
        knownPage = model.page
        onPageChange?(knownPage)
    }

    /// Moves the pages to their positions in the model, and makes missing pages.
    private func updateLayers(in size: Size) {
        guard isEnabled, size.width > 0, size.height > 0 else {
            return Transaction.run(disablesActions: true) { setPages(0..<0) }
        }
        let visible = model.visiblePages
        let page = model.page
        let count = model.pageCount
        let first = min(visible.lowerBound, max(0, page - 1))
        let needed = first..<max(first, max(visible.upperBound, min(count, page + 2)))
        Transaction.run(disablesActions: true) {
            setPages(needed)
            for page in pages {
                let frame = Rect(origin: Point(x: Double(page.index) * model.stride, y: 0), size: size)
                if page.scrollLayer.frame != frame { page.scrollLayer.frame = frame }
            }
            let origin = Point(x: model.offset, y: 0)
            if scrollLayer.bounds.origin != origin { scrollLayer.bounds.origin = origin }
        }
        if !model.isMoving, !model.isTracking {
            // What was zoomed is fitted when it comes back.
            for page in pages where page.index != model.page { page.fit() }
        }
    }

    private func setPages(_ needed: Range<Int>) {
        guard needed != existing else { return }
        existing = needed
        let gone = pages.filter { !needed.contains($0.index) }
        pages.removeAll { !needed.contains($0.index) }
        for page in gone {
            page.clear()
            page.scrollLayer.removeFromSuperlayer()
        }
        spare += gone
        // The shown page is loaded first.
        let missing = needed.filter { index in !pages.contains { $0.index == index } }
        for index in missing.sorted(by: { abs($0 - model.page) < abs($1 - model.page) }) {
            let page = spare.popLast() ?? Page(index: index, scrollLayer: ScrollLayer())
            page.index = index
            pages.append(page)
            scrollLayer.addSublayer(page.scrollLayer)
            load(page)
        }
        spare.removeLast(max(0, spare.count - Self.spareLimit))
    }

    private func load(_ page: Page) {
        let index = page.index
        page.task = Task { [weak self, weak page, makeContent] in
            // A page that is passed at once needs no content.
            guard !Task.isCancelled else { return }
            let content = await Self.result { try await makeContent(index) }
            guard !Task.isCancelled, let self, let page else { return }
            page.task = nil
            switch content {
            case .success(let content): show(content, on: page)
            case .failure(let error): show(makeErrorContent(index, error), on: page)
            }
        }
    }

    private static func result(of body: @MainActor () async throws -> Layer) async -> Result<Layer, any Error> {
        do { return .success(try await body()) } catch { return .failure(error) }
    }

    private func show(_ content: Layer, on page: Page) {
        Transaction.run(disablesActions: true) { page.show(content, settings, clock) }
    }

    private func makeErrorContent(_ page: Int, _ error: any Error) -> Layer {
        if let errorContent { return errorContent(page, error) }
        let empty = Layer()
        empty.bounds.size = scrollLayer.bounds.size
        return empty
    }

    /// Waits until the content of all existing pages has been made.
    public func waitForContent() async {
        while let task = pages.lazy.compactMap(\.task).first { await task.value }
    }
}

extension PagingController {
    /// Advances the pages to the clock's current time and updates the layers.
    public func update() {
        endTrackpadDrag()
        change { $0.update(at: $1) }
        for page in pages { page.controller?.update() }
    }

    /// The time on the clock at which ``update()`` is needed next; nil if not until the next event.
    public var nextFrameTime: Double? {
        ([model.nextFrameTime, wheel.endTime] + pages.map { $0.controller?.nextFrameTime }).compactMap { $0 }.min()
    }

    /// Ends all input, and shows the nearest page.
    public func cancelInput() {
        gesture = nil
        fingers = []
        wheel = PageWheel()
        change { $0.endDrag(isFlick: false, at: $1) }
        for page in pages { page.controller?.cancelInput() }
    }

    /// The controller of the page that is shown; nil until its content has been made.
    public var pageController: ScrollController? { pages.first { $0.index == model.page }?.controller }
}

extension Page {
    /// Shows content in a new controller.
    func show(_ content: Layer, _ settings: ScrollSettings, _ clock: any LayerClock) {
        let controller = ScrollController(
            scrollLayer: scrollLayer, contentLayer: content, contentSize: content.bounds.size, settings: settings,
            clock: clock)
        controller.followsSceneScale = true
        self.controller = controller
        controller.update()
    }

    /// Fits the content in the view.
    func fit() {
        guard let controller, !controller.model.geometry.isFitting(controller.model.view) else { return }
        controller.change { model, time in
            model.zoom(to: model.geometry.contentRect, animated: false, at: time)
        }
    }
}

extension ScrollSettings {
    /// The settings of a page of a ``PagingController``: arrow keys pan only where it is zoomed in, and two fingers
    /// do not rotate it.
    public static var page: ScrollSettings {
        var settings = ScrollSettings()
        settings.rotatesByTouch = false
        settings.doubleClickOctaves = 1.5
        return settings
    }
}
