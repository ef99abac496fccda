internal import Controls
internal import LayerTree
internal import Numbers
internal import ScrollLayers
internal import TileContainers
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
    private var awaited: Comparison?
    /// The corrections of images that were compared, by path.
    private var corrections: [String: RegistrationCorrection] = [:]
    /// The placements by points of images that were compared with the document, by path.
    private var placements: [String: ImagePlacement] = [:]
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
        guard context.document != nil else { return context.post("No file is open to compare.", .error) }
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
    private func end() {
        guard current != nil else { return }
        keepCorrections()
        current = nil
        blinkTime = nil
        drag = nil
        marking = nil
        context.paneImages = []
        view.remove(from: context.tiles)
        files.close()
        placePanes()
        fitBoth()
        context.scene.setNeedsFrame()
    }

    func close() {
        files.closeAll()
    }

    // MARK: Files

    /// Shows another file as the second image; the list wraps around at both ends.
    private func changeSecond(by step: Int) {
        let all = files.candidates
        guard all.count > 1, let index = all.firstIndex(where: { $0 == files.second }) else {
            return context.post("There is no other file to compare with.")
        }
        let next = all[((index + step) % all.count + all.count) % all.count]
        leaveMarking { $0.choose(next) }
    }

    /// Shows the first or the last file of the list that is not the first image as the second image.
    private func goToEnd(isLast: Bool) {
        let all = files.listedCandidates
        guard all.count > 1, let end = isLast ? all.last : all.first else {
            return context.post("There is no other file to compare with.")
        }
        guard end != files.second else {
            return context.post("This is the \(isLast ? "last" : "first") file to compare with.")
        }
        leaveMarking { $0.choose(end) }
    }

    private func choose(_ path: String) {
        files.second = path
        files.open()
        showPanes()
    }

    private func fileDidOpen(_ path: String, _ error: (any Error)?) {
        guard let error else { return showPanes() }
        context.post("\(FilePath.name(of: path)): \(error.messageWithoutPath)", .error)
        guard current != nil else { return }
        let shown = view.panes.first?.document.path
        let candidates = files.candidates
        let next =
            candidates.first { $0 == files.second ?? shown } ?? candidates.first { $0 == shown } ?? candidates.first
        guard let next else { return end() }
        choose(next)
    }

    private func pane(of path: String) -> ComparisonPane? { view.panes.first { $0.document.path == path } }

    /// Places an image by points, or else by its coordinates or its width, and corrects that.
    func place(_ path: String, at placement: ImagePlacement?, _ correction: RegistrationCorrection) {
        placements[path] = placement
        corrections[path] = correction
        if let pane = pane(of: path) { register(pane) }
        guard path == files.second ?? path else { return }
        current?.placement = placement
        current?.correction = correction
    }

    private func register(_ pane: ComparisonPane) {
        guard let document = context.document else { return }
        let path = pane.document.path
        var registration =
            placements[path].map { ImageRegistration($0, size: pane.document.size) }
            ?? ImageRegistration(of: pane.document, over: document)
        registration.correction = corrections[path] ?? RegistrationCorrection()
        pane.registration = registration
    }

    /// Shows the compared images once all are open; until then those that were compared before.
    func showPanes() {
        guard let document = context.document, current != nil, let documents = files.openDocuments else { return }
        keepCorrections()
        let loader = context.settings.loader
        view.setPanes(of: documents) { ComparisonPane(of: $0, over: document, loader: loader) }
        view.panes.forEach(register)
        current?.correction = view.panes.first?.registration.correction ?? RegistrationCorrection()
        current?.placement = view.panes.first.flatMap { placements[$0.document.path] }
        if let marking, marking.path != view.panes.first?.document.path { self.marking = nil }
        files.close(except: documents)
        for other in documents { context.announceWarnings(of: other) }
        placePanes()
        update()
        context.scene.setNeedsFrame()
    }

    private func keepCorrections() {
        for pane in view.panes { corrections[pane.document.path] = pane.registration.correction }
    }

    // MARK: Commands

    func perform(_ command: ViewerCommand) -> Bool {
        if let command = command.comparison {
            perform(command)
            context.scene.setNeedsFrame()
            return true
        }
        guard current != nil, !context.files.isListing else { return false }
        switch command {
        case .openNext: changeSecond(by: 1)
        case .openPrevious: changeSecond(by: -1)
        case .openFirst: goToEnd(isLast: false)
        case .openLast: goToEnd(isLast: true)
        default: return false
        }
        return true
    }

    private func perform(_ command: ComparisonCommand) {
        switch command {
        case .next: step(forward: true)
        case .previous: step(forward: false)
        // With nothing to move, Alt and an arrow lead to another file.
        case .move(.left, pixels: 1) where current == nil: context.perform(.openPrevious)
        case .move(.right, pixels: 1) where current == nil: context.perform(.openNext)
        case .move(let direction, let pixels):
            correctSecond { [view = context.controller.model.view] in $0.move(direction, pixels: pixels, in: view) }
        case .scale(let thousandths):
            let middle = context.controller.model.view.center
            correctSecond { $0.setScale($0.correction.scale + Double(thousandths) / 1000, about: middle) }
        case .reset:
            correctSecond { $0.correction = RegistrationCorrection() }
            if let path = view.panes.first?.document.path { place(path, at: nil, RegistrationCorrection()) }
        case .nextGain:
            guard var comparison = current, comparison.mode == .difference else {
                return context.post("Only differences are enlarged; w chooses the way of comparing.", .error)
            }
            comparison.gain = comparison.nextGain
            compare(comparison)
        case .blink:
            guard current?.mode == .blink else {
                return context.post("The images do not blink; w chooses the way of comparing.", .error)
            }
            blinkTime = nil
            showsSecond.toggle()
        case .overlay: stepOverlay()
        case .opacity(let percent): changeOpacity(byPercent: percent)
        case .markPoints: toggleMarking()
        case .addPane: changePaneCount(by: 1)
        case .removePane: changePaneCount(by: -1)
        }
    }

    func state(of command: ViewerCommand) -> CommandState? {
        guard context.document != nil, current != nil || context.files.paths.count > 1 else { return nil }
        let isOverlay = current?.mode == .overlay
        return switch command.comparison {
        case .next: CommandState(title: current == nil ? "Compare with the next file" : "Compare in the next way")
        case .overlay:
            CommandState(
                isChecked: isOverlay, title: isOverlay ? "Blend in the next way" : "Lay the second image over this one")
        default: nil
        }
    }

    private func step(forward: Bool) {
        let mode = (current ?? awaited)?.mode
        guard let next = Comparison.Mode.step(forward, from: mode) else { return leaveMarking { $0.endByUser() } }
        leaveMarking { part in
            part.compare(part.comparison(in: next))
            guard part.current != nil else { return }
            part.announce("Compared: \(next.title)\(next == .curtain ? "; drag the line" : "")")
        }
    }

    /// Ends the comparison, and says so.
    func endByUser() {
        compare(nil)
        announce("The comparison has ended.")
    }

    /// The comparison in a mode, with the settings of the last one and the place that the second image has.
    func comparison(in mode: Comparison.Mode) -> Comparison {
        var comparison = settings
        comparison.mode = mode
        let second = files.likelySecond
        comparison.placement = second.flatMap { placements[$0] }
        comparison.correction =
            second.flatMap { pane(of: $0)?.registration.correction ?? corrections[$0] } ?? RegistrationCorrection()
        return comparison
    }

    /// Shows a message in place of the one before.
    func announce(_ text: String) {
        message = context.announce(Message(.information, text, duration: 4), insteadOf: message)
    }

    /// Removes the message.
    private func retractMessage() {
        context.dismiss(message)
        message = nil
    }

    /// Changes the place of the second image over the first one.
    private func correctSecond(_ change: (inout ImageRegistration) -> Void) {
        guard current != nil, let pane = view.panes.first else {
            return context.post("Nothing is compared; w compares with the next file.", .error)
        }
        change(&pane.registration)
        current?.correction = pane.registration.correction
        context.scene.setNeedsFrame()
    }

    func describe(in link: inout ViewLink) {
        guard let current else { return }
        link.files += view.panes.map { $0.document.path.shellQuoted }
        if !view.panes.isEmpty { link.options += current.linkOptions }
    }

    // MARK: Input

    var isTracking: Bool { drag != nil }

    /// Drags the curtain, or with Alt the second image.
    func handle(_ event: InputEvent) -> Bool {
        if handleMarking(event) { return true }
        guard case .pointer(let event) = event, let comparison = current, let pane = view.panes.first else {
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
        for pane in view.panes { context.noteFailures(of: pane.tiles, in: pane.document) }
        fitBoth()
    }

    var nextUpdateTime: Double? { blinkTime }

    private func advanceBlinking() {
        guard let time = blinkTime, time <= context.now else { return }
        let interval = Comparison.blinkInterval
        // There is nothing to take turns with until the second image is open.
        if !view.panes.isEmpty, Int((context.now - time) / interval).isMultiple(of: 2) { showsSecond.toggle() }
        let missed = ((context.now - time) / interval).rounded(.down)
        blinkTime = time + (missed + 1) * interval
    }
}
