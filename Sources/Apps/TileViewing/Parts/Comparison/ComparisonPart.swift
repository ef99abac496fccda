internal import Controls
internal import LayerTree
internal import ScrollLayers
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// The comparison of the document, which is the first image, with other files.
///
/// Everything but the comparison acts on the first image.
@MainActor
final class ComparisonPart: ViewerPart {
    /// The object that a drag moves.
    private enum Drag: Hashable {
        /// The curtain, which was taken hold of this far left of its line, in points.
        case curtain(offset: Double)
        /// The second image, from the last position of the pointer.
        case second(from: Point)
    }

    /// The layers of the other images.
    let view: ComparisonView
    /// The comparison that is shown; nil if there is none.
    var current: Comparison? {
        didSet { files.isUsed = current != nil }
    }
    /// Whether it is the second image's turn to blink.
    private(set) var showsSecond = false

    /// The marking of points that show the same in both images; nil while none are marked.
    var marking: Marking? {
        // What it asked for is asked no more.
        didSet { if marking == nil, oldValue != nil { retractMessage() } }
    }

    let context: ViewerContext
    let files: ComparedFiles
    /// The settings of the last comparison, which the next one begins with.
    var settings = Comparison()
    /// The comparison that begins once the files are known; nil if none is waiting.
    private(set) var awaited: Comparison?
    /// The corrections of images that were compared, by path.
    var corrections: [String: RegistrationCorrection] = [:]
    /// The placements by points of images that were compared with the document, by path.
    var placements: [String: ImagePlacement] = [:]
    /// The time at which the other image is shown next; nil while the images do not alternate automatically.
    private var blinkTime: Double?
    /// The message that names the mode; nil if none was shown.
    private var message: Int?
    private var drag: Drag?
    /// The images for which the view's geometry has been set; nil while it is that of the first one.
    var fittedImages: FittedImages?

    init(_ context: ViewerContext) {
        self.context = context
        files = ComparedFiles(context)
        view = ComparisonView(context.controller, background: context.settings.background, in: context.environment)
        awaited = context.settings.comparison
        files.onOpen = { [weak self] in self?.fileDidOpen($0, $1) }
        context.onSeenImage = { [weak self] in self?.seenImage(at: $0) }
    }

    // MARK: Comparing

    /// Compares the open file with the next files, or changes the mode of the comparison; nil ends it.
    func compare(_ comparison: Comparison?) {
        guard let comparison else {
            awaited = nil
            return end()
        }
        guard context.document != nil else { return context.postNoFile("to compare") }
        guard !context.files.isListing || files.areFixed else {
            awaited = comparison
            return
        }
        awaited = nil
        guard let second = files.likelySecond else {
            return context.post("There is no other file to compare with. Open or drop one.", .error)
        }
        let mode = current?.mode
        current = comparison
        settings = comparison
        place(second, at: comparison.placement, comparison.correction)
        choose(second)
        guard comparison.mode != mode else { return }
        drag = nil
        marking = nil
        showsSecond = false
        // What flashes by itself is motion, which the user may not want.
        let blinks = comparison.mode == .blink && !context.settings.reducesMotion
        blinkTime = blinks ? context.now + Comparison.blinkInterval : nil
        placePanes()
    }

    /// Compares with documents that are open already.
    func compare(with documents: [Document], _ comparison: Comparison) {
        files.fix(documents)
        compare(comparison)
    }

    /// Begins the comparison that was asked for when the viewer was started, with all files that were named.
    func filesDidChange() {
        guard let awaited else { return }
        let named = context.files
        if !named.isListing, current == nil, named.paths.count > 1, !named.followsFolder {
            files.paneCount = min(named.paths.count, Comparison.imageLimit)
            if named.paths.count > Comparison.imageLimit {
                context.post(
                    "\(named.paths.count) images are open, and up to \(Comparison.imageLimit) are compared: the first ones."
                )
            }
        }
        compare(awaited)
    }

    func documentWillChange(to new: Document) {
        // What was asked for at the start awaits the first file.
        if context.document != nil { awaited = nil }
        end()
        // Points of the former image say nothing about another one.
        if context.document?.path != new.path { placements = [:] }
    }

    func documentWillClose() {
        awaited = nil
        end()
    }

    func documentDidClose() {
        corrections = [:]
        placements = [:]
        files.forget()
    }

    /// Ends the comparison, and closes the files that were opened for it.
    func end() {
        guard current != nil else { return }
        keepCorrections()
        current = nil
        blinkTime = nil
        drag = nil
        marking = nil
        context.paneImages = []
        context.comparedPaths = []
        view.remove(from: context.tiles)
        files.close()
        placePanes()
        fitAll()
        context.scene.setNeedsFrame()
    }

    func close() {
        files.closeAll()
    }

    // MARK: Messages

    /// Shows a message in place of the one before.
    func announce(_ text: String) {
        message = context.announce(
            Message(.information, text, duration: 4), insteadOf: message, isAboutDocument: true)
    }

    /// Removes the message.
    private func retractMessage() {
        context.dismiss(message)
        message = nil
    }

    // MARK: Input

    var isTracking: Bool { drag != nil }

    /// Drags the curtain, or with Alt the second image.
    func handle(_ event: InputEvent) -> Bool {
        if handleMarking(event) { return true }
        guard case .pointer(let event) = event, let comparison = current, let pane = view.second else {
            return false
        }
        switch (event.phase, drag) {
        case (.down(.primary, _), _):
            if comparison.mode == .curtain, view.handle.isHit(at: event.position) {
                drag = .curtain(offset: event.position.x - view.handle.layer.position.x)
            } else if event.modifiers.contains(.alt) {
                drag = .second(from: event.position)
            } else {
                return false
            }
        case (.moved, .curtain(let offset)):
            let curtain = (event.position.x - offset) / max(1, context.windowSize.width)
            current?.curtain = curtain
            settings.curtain = current?.curtain ?? comparison.curtain
        case (.moved, .second(let last)):
            pane.registration.drag(by: context.controller.model.view.contentVector(event.position - last))
            current?.correction = pane.registration.correction
            drag = .second(from: event.position)
        case (.up(.primary, _), .some): drag = nil
        default: return drag != nil
        }
        context.scene.setNeedsFrame()
        return true
    }

    func cancelInput() {
        drag = nil
        marking?.press = nil
    }

    // MARK: Display

    var tiledLayers: [TiledLayer] { view.tiles }

    func windowDidResize() {
        placePanes()
    }

    /// Gives the first image its part of the window.
    func placePanes() {
        let isBeside = current?.mode == .sideBySide
        let count = isBeside ? min(files.paneCount, files.paneLimit) : 1
        context.imagesAtPoint = current?.mode.overlays ?? false ? 2 : 1
        context.setPanes(count)
        Transaction.run(disablesActions: true) {
            view.layer.bounds.size = context.windowSize
            for layer in [view.marks.layer, view.names.layer, view.placementMarks.layer] {
                layer.bounds.size = context.windowSize
            }
        }
    }

    func update() {
        guard let current, let tiles = context.tiles else { return }
        view.background = context.background
        advanceBlinking()
        for pane in view.panes { pane.follow(tiles) }
        Transaction.run(disablesActions: true) {
            if view.layer.superlayer == nil {
                context.scene.root.insertSublayer(view.layer, above: context.view)
            }
            view.show(
                ComparisonView.State(
                    comparison: marked(current), geometry: context.panes, showsSecond: showsSecond, names: shownNames,
                    marks: shownMarks),
                over: tiles)
            showPointerMarks()
        }
        context.paneImages = paneImages
        context.comparedPaths = Set(comparedPanes.map(\.document.path))
        for pane in view.panes { context.noteFailures(of: pane.tiles, in: pane.document) }
        fitAll()
    }

    var nextUpdateTime: Double? { blinkTime }

    /// Shows the other image, and stops the automatic alternation.
    func blinkByHand() {
        blinkTime = nil
        showsSecond.toggle()
    }

    private func advanceBlinking() {
        guard let time = blinkTime, time <= context.now else { return }
        let interval = Comparison.blinkInterval
        // There is nothing to take turns with until the second image is open.
        if view.second != nil, Int((context.now - time) / interval).isMultiple(of: 2) { showsSecond.toggle() }
        let missed = ((context.now - time) / interval).rounded(.down)
        blinkTime = time + (missed + 1) * interval
    }
}
