internal import Controls
internal import LayerTree
internal import TileContainers
internal import TilePyramid
internal import TiledLayers

/// The other images of a comparison: which files they are, and where they lie over the first image.
extension ComparisonPart {
    /// Shows another file as the second image; the list wraps around at both ends.
    func changeSecond(by step: Int) {
        let all = files.candidates
        guard all.count > 1, let index = all.firstIndex(where: { $0 == files.second }) else {
            return context.post("There is no other file to compare with.")
        }
        let next = all[((index + step) % all.count + all.count) % all.count]
        leaveMarking { $0.choose(next) }
    }

    /// Shows the first or the last file of the list that is not the first image as the second image.
    func goToEnd(isLast: Bool) {
        let all = files.listedCandidates
        guard all.count > 1, let end = isLast ? all.last : all.first else {
            return context.post("There is no other file to compare with.")
        }
        guard end != files.second else {
            return context.post("This is the \(isLast ? "last" : "first") file to compare with.")
        }
        leaveMarking { $0.choose(end) }
    }

    /// Shows a file as the second image, once it is open.
    func choose(_ path: String) {
        files.second = path
        files.open()
        showPanes()
    }

    /// Shows a file that was opened, or goes on with another one.
    func fileDidOpen(_ path: String, _ error: (any Error)?) {
        guard let error else { return showPanes() }
        context.post(error.messageWithoutPath, about: context.messageName(of: path), .error)
        guard current != nil else { return }
        let shown = view.second?.document.path
        let candidates = files.candidates
        let next =
            candidates.first { $0 == files.second ?? shown } ?? candidates.first { $0 == shown } ?? candidates.first
        guard let next else { return end() }
        choose(next)
    }

    /// The pane of a file; nil while it has none.
    func pane(of path: String) -> ComparisonPane? { view.panes.first { $0.document.path == path } }

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

    /// Shows each of the compared images that is open; until then what was compared in its place before.
    func showPanes() {
        guard let document = context.document, current != nil else { return }
        keepCorrections()
        let loader = context.settings.loader
        let documents = files.openDocuments
        view.setPanes(of: documents) { ComparisonPane(of: $0, over: document, loader: loader) }
        view.panes.forEach(register)
        let second = view.second?.document.path ?? files.second
        current?.correction =
            view.second?.registration.correction ?? second.flatMap { corrections[$0] } ?? RegistrationCorrection()
        current?.placement = second.flatMap { placements[$0] }
        if let marking, marking.path != second { self.marking = nil }
        files.close(except: view.panes.map(\.document) + documents.compactMap(\.self))
        for pane in view.panes { context.announceWarnings(of: pane.document) }
        placePanes()
        update()
        context.scene.setNeedsFrame()
    }

    /// Keeps the corrections of all images, for the next time that these are compared.
    func keepCorrections() {
        for pane in view.panes { corrections[pane.document.path] = pane.registration.correction }
    }
}
