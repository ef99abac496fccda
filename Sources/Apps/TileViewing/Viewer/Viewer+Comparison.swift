internal import LayerTree
internal import ScrollLayers
internal import TileStores
internal import TiledLayers

// What the commands of comparisons do. The first image is the viewer's document; everything but the comparison acts on it.

extension Viewer {
    /// The comparison of the open file with others; nil if there is none.
    public var comparison: Comparison? { compared.current }

    /// Compares the open file with the next files, or changes the mode of the comparison; nil ends it.
    ///
    /// The other files are opened in the background, and closed when the comparison ends.
    public func compare(_ comparison: Comparison?) {
        guard let comparison else {
            compared.awaited = nil
            return endComparison()
        }
        guard document != nil else { return post("No file is open to compare.", .error) }
        guard listedPath == nil || compared.paths != nil else {
            compared.awaited = comparison
            return
        }
        compared.awaited = nil
        guard let second = likelySecond else {
            return post("There is no other file to compare with. Open or drop one.", .error)
        }
        let mode = compared.current?.mode
        compared.current = comparison
        compared.settings = comparison
        compared.corrections[second] = comparison.correction
        pane(of: second)?.registration.correction = comparison.correction
        chooseSecond(second)
        guard comparison.mode != mode else { return }
        compared.drag = nil
        compared.pane = 0
        compared.showsSecond = false
        // What flashes by itself is motion, which the user may not want.
        compared.blinkTime =
            comparison.mode == .blink && !settings.reducesMotion
            ? settings.clock.now + Comparison.blinkInterval : nil
        raiseCostLimit()
        placeComparison()
    }

    /// Performs a command that compares images.
    func perform(_ command: ComparisonCommand) {
        switch command {
        case .next: stepComparison(forward: true)
        case .previous: stepComparison(forward: false)
        case .move(let direction, let pixels):
            correctSecond { $0.move(by: imageVector(direction, pixels: pixels, of: $0)) }
        case .scale(let thousandths):
            let middle = controller.model.view.center
            correctSecond { $0.setScale($0.correction.scale + Double(thousandths) / 1000, about: middle) }
        case .reset: correctSecond { $0.correction = RegistrationCorrection() }
        case .nextGain:
            guard var comparison, comparison.mode == .difference else {
                return post("Only differences are enlarged; w chooses the way of comparing.", .error)
            }
            comparison.gain = comparison.nextGain
            compare(comparison)
        case .blink:
            guard comparison?.mode == .blink else {
                return post("The images do not blink; w chooses the way of comparing.", .error)
            }
            compared.blinkTime = nil
            compared.showsSecond.toggle()
        }
        scene.setNeedsFrame()
    }

    private func stepComparison(forward: Bool) {
        let mode = (compared.current ?? compared.awaited)?.mode
        guard let next = Comparison.Mode.step(forward, from: mode) else {
            compare(nil)
            return announce("The comparison has ended.")
        }
        var comparison = compared.settings
        comparison.mode = next
        comparison.correction =
            likelySecond.flatMap { pane(of: $0)?.registration.correction ?? compared.corrections[$0] }
            ?? RegistrationCorrection()
        compare(comparison)
        if compared.current != nil {
            announce("Compared: \(next.title)\(next == .curtain ? "; drag the line" : "")")
        }
    }

    /// Shows a message in place of the one before; it is no news for logs.
    private func announce(_ text: String) {
        if let id = compared.messageID { overlays.messages.dismiss(id, at: settings.clock.now) }
        compared.messageID = overlays.messages.post(
            Message(.information, text, duration: 4), at: settings.clock.now)
        scene.setNeedsFrame()
    }

    /// Shows another file as the second image; the list wraps around at both ends.
    func changeSecond(by step: Int) {
        let all = comparisonCandidates
        guard all.count > 1, let index = all.firstIndex(where: { $0 == compared.second }) else {
            return post("There is no other file to compare with.")
        }
        chooseSecond(all[((index + step) % all.count + all.count) % all.count])
    }

    /// Ends the comparison, and closes the files that were opened for it.
    func endComparison() {
        guard compared.current != nil else { return }
        keepCorrections()
        compared.current = nil
        compared.blinkTime = nil
        compared.drag = nil
        compared.pane = 0
        comparisonView.remove(from: tiles)
        if compared.paths == nil {
            compared.documents.values.forEach { $0.close() }
            compared.documents = [:]
        }
        placeComparison()
        scene.setNeedsFrame()
    }

    /// Ends the comparison because another file is about to be shown.
    func leaveComparison() {
        // What was asked for at the start awaits the first file.
        if document != nil { compared.awaited = nil }
        endComparison()
    }

    /// Changes the place of the second image over the first one.
    private func correctSecond(_ change: (inout ImageRegistration) -> Void) {
        guard comparison != nil, let pane = comparisonView.panes.first else {
            return post("Nothing is compared; w compares with the next file.", .error)
        }
        change(&pane.registration)
        compared.current?.correction = pane.registration.correction
        scene.setNeedsFrame()
    }

    /// The vector in an image's own pixels that moves it in a direction of the screen.
    private func imageVector(_ direction: ScrollDirection, pixels: Int, of registration: ImageRegistration) -> Point {
        let unit =
            switch direction {
            case .left: Point(x: -1, y: 0)
            case .right: Point(x: 1, y: 0)
            case .up: Point(x: 0, y: -1)
            case .down: Point(x: 0, y: 1)
            }
        // Only the direction counts: one step is one pixel of the image, whatever the zoom.
        var view = ViewState(center: .zero, angle: controller.model.view.angle)
        view.isFlipped = controller.model.view.isFlipped
        let vector = view.contentVector(unit)
        return Point(x: vector.x * Double(pixels), y: vector.y * Double(pixels))
    }
}

// MARK: Files

extension Viewer {
    /// The files that can be compared with the one that is shown, beginning with the next one.
    var comparisonCandidates: [String] {
        guard let first = document?.path else { return [] }
        let all = compared.paths ?? files.paths
        let start = all.firstIndex(of: first).map { $0 + 1 } ?? 0
        return (all[start...] + all[..<start]).filter { $0 != first && !compared.failed.contains($0) }
    }

    /// The files that are compared with the first one, beginning with the second image.
    private var comparedPaths: [String] {
        let all = comparisonCandidates
        guard let start = all.firstIndex(where: { $0 == compared.second }) else { return [] }
        return Array((all[start...] + all[..<start]).prefix(min(compared.paneCount, Comparison.imageLimit) - 1))
    }

    /// Compares with documents that are open already.
    func compare(with documents: [Document], _ comparison: Comparison) {
        compared.paths = documents.map(\.path)
        for document in documents { compared.documents[document.path] = document }
        compared.paneCount = min(documents.count + 1, Comparison.imageLimit)
        compare(comparison)
    }

    /// Begins the comparison that was asked for when the viewer was started, with all files that were named.
    func beginAwaitedComparison() {
        guard let comparison = compared.awaited else { return }
        if listedPath == nil, compared.current == nil, files.paths.count > 1, !files.followsFolder {
            compared.paneCount = min(files.paths.count, Comparison.imageLimit)
        }
        compare(comparison)
    }

    /// The second image of the last comparison, or else the next file; nil if there is no other.
    private var likelySecond: String? {
        let all = comparisonCandidates
        return all.first { $0 == compared.second } ?? all.first
    }

    private func pane(of path: String) -> ComparisonPane? {
        comparisonView.panes.first { $0.document.path == path }
    }

    private func chooseSecond(_ path: String) {
        compared.second = path
        let mailbox = mailbox
        let settings = settings
        for path in comparedPaths where compared.documents[path] == nil && compared.opening.insert(path).inserted {
            settings.inBackground { mailbox.post(.compared(Result { try settings.open(path) }, path: path)) }
        }
        showPanes()
    }

    /// Takes a file that was opened for a comparison.
    func receiveCompared(_ result: Result<Document, any Error>, of path: String) {
        compared.opening.remove(path)
        switch result {
        case .success(let other):
            guard compared.current != nil, comparedPaths.contains(path), compared.documents[path] == nil else {
                return other.close()
            }
            compared.documents[path] = other
            let mailbox = mailbox
            other.observe { [weak other] in
                guard let other else { return }
                mailbox.post(.documentChanged(other))
            }
            showPanes()
        case .failure(let error):
            post("\(FilePath.name(of: path)): \(error.messageWithoutPath)", .error)
            compared.failed.insert(path)
            guard compared.current != nil else { return }
            let shown = comparisonView.panes.first?.document.path
            guard
                let next = comparisonCandidates.first(where: { $0 == compared.second ?? shown })
                    ?? comparisonCandidates.first(where: { $0 == shown }) ?? comparisonCandidates.first
            else { return endComparison() }
            chooseSecond(next)
        }
    }

    /// Shows the compared images once all are open; until then those that were compared before.
    private func showPanes() {
        let documents = comparedPaths.compactMap { compared.documents[$0] }
        guard let document, compared.current != nil, documents.count == comparedPaths.count else { return }
        keepCorrections()
        let loader = settings.loader
        comparisonView.setPanes(of: documents) { ComparisonPane(of: $0, over: document, loader: loader) }
        for pane in comparisonView.panes {
            pane.registration.correction = compared.corrections[pane.document.path] ?? RegistrationCorrection()
        }
        compared.current?.correction =
            comparisonView.panes.first?.registration.correction ?? RegistrationCorrection()
        if compared.paths == nil {
            for (path, other) in compared.documents where !documents.contains(where: { $0 === other }) {
                other.close()
                compared.documents[path] = nil
            }
        }
        for other in documents { announceWarnings(of: other) }
        placeComparison()
        updateComparison()
        scene.setNeedsFrame()
    }

    private func keepCorrections() {
        for pane in comparisonView.panes {
            compared.corrections[pane.document.path] = pane.registration.correction
        }
    }
}

// MARK: Links

extension Viewer {
    /// The compared files as arguments, each with a space before it; empty without a comparison.
    var comparedFilesLink: String {
        compared.current == nil ? "" : comparisonView.panes.map { " \($0.document.path.shellQuoted)" }.joined()
    }

    /// The options that compare files in the same way, with a space before them; empty without a comparison.
    var comparisonLink: String {
        guard let comparison = compared.current, !comparisonView.panes.isEmpty else { return "" }
        let way = comparison.mode == .sideBySide ? "" : " --compare-by \(comparison.link)"
        let correction = comparison.correction.isNeutral ? "" : " --correction \(comparison.correction.link)"
        return " --compare\(way)\(correction)"
    }
}
