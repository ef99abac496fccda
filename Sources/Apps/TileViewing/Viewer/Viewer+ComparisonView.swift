internal import LayerTree
internal import NumberFormatting
internal import ScrollLayers
internal import TilePyramid
internal import TiledLayers

// How comparisons are laid out, moved by the pointer, and updated in each frame.

extension Viewer {
    /// The size of the window in points; ``view`` takes a part of it while images are side by side.
    var windowSize: Size { overlays.layer.bounds.size }

    /// All layers of tiles, those of the first image first.
    var allTiles: [TiledLayer] { (tiles.map { [$0] } ?? []) + comparisonView.tiles }

    /// The panes of the window, of which there is one unless images are side by side.
    var comparisonGeometry: ComparisonGeometry {
        let isBeside = compared.current?.mode == .sideBySide
        let count = isBeside ? min(compared.paneCount, Comparison.imageLimit, comparisonCandidates.count + 1) : 1
        return ComparisonGeometry(scene.size, scale: scene.scale, paneCount: count)
    }

    /// Gives the first image its part of the window.
    func placeComparison() {
        let frames = comparisonGeometry.frames
        guard let first = frames.first else { return }
        Transaction.run(disablesActions: true) {
            for layer in [view, annotationView.layer, selectionMarks.layer] where layer.bounds.size != first.size {
                layer.bounds.size = first.size
            }
            annotationView.layer.masksToBounds = frames.count > 1
            comparisonView.layer.bounds.size = windowSize
            comparisonView.marks.layer.bounds.size = windowSize
        }
        controller.change { _, _ in [] }
    }

    /// The bytes that the loader may need for each pixel of the window.
    var costPerPixel: Int { Self.costPerPixel * (compared.current?.mode.overlays ?? false ? 2 : 1) }

    /// Raises the loader's cost limit to what the window needs, if ``ViewerSettings/raisesCostLimit`` is set.
    func raiseCostLimit() {
        guard settings.raisesCostLimit else { return }
        settings.loader.costLimit = max(settings.loader.costLimit, costPerPixel * scene.size.area)
    }

    /// Updates the layers of the comparison to the clock's time.
    func updateComparison() {
        guard let comparison = compared.current, let tiles else { return }
        advanceBlinking()
        for pane in comparisonView.panes {
            for layer in [pane.tiles, pane.hidden] {
                layer.pointOfInterest = tiles.pointOfInterest
                layer.isTracking = tiles.isTracking
                layer.colorAdjustment = tiles.colorAdjustment
                layer.pixelGridScale = tiles.pixelGridScale
                layer.fadeDuration = tiles.fadeDuration
            }
            // An assignment draws the tiles again.
            if pane.tiles.debugOptions.showsBorders != tiles.debugOptions.showsBorders {
                pane.tiles.debugOptions = tiles.debugOptions
            }
        }
        let geometry = comparisonGeometry
        Transaction.run(disablesActions: true) {
            if comparisonView.layer.superlayer == nil {
                scene.root.insertSublayer(comparisonView.layer, above: view)
            }
            let state = ComparisonView.State(
                comparison: comparison, geometry: geometry, showsSecond: compared.showsSecond)
            comparisonView.show(state, over: tiles)
            showPointerMarks(in: geometry)
        }
        announceComparedFailures()
    }

    private func advanceBlinking() {
        guard let time = compared.blinkTime, time <= settings.clock.now else { return }
        let interval = Comparison.blinkInterval
        // There is nothing to take turns with until the second image is open.
        if !comparisonView.panes.isEmpty, Int((settings.clock.now - time) / interval).isMultiple(of: 2) {
            compared.showsSecond.toggle()
        }
        let missed = ((settings.clock.now - time) / interval).rounded(.down)
        compared.blinkTime = time + (missed + 1) * interval
    }

    private func showPointerMarks(in geometry: ComparisonGeometry) {
        guard let pointer, geometry.panes.count > 1 else { return comparisonView.marks.show([], pixel: 1) }
        let marks = geometry.frames.enumerated().compactMap { index, frame in
            index == compared.pane ? nil : (point: pointer + frame.origin, frame: frame)
        }
        comparisonView.marks.show(marks, pixel: 1 / scene.scale)
    }

    /// Posts which visible tiles of the other images could not be loaded, each once.
    private func announceComparedFailures() {
        for pane in comparisonView.panes {
            for tile in pane.tiles.missingTiles {
                guard case .failed(let reason, _, retryTime: nil) = tile.state,
                    compared.announcedFailures.count < Self.failureAnnouncementLimit,
                    compared.announcedFailures.insert(TileKey(image: pane.document.image.id, index: tile.index))
                        .inserted
                else { continue }
                post("\(pane.document.name): tile \(tile.index): \(reason)", .error)
            }
        }
    }

    // MARK: Status

    /// Adds the comparison to a status.
    func addComparison(to status: inout ViewerStatus) {
        status.viewportSize = view.bounds.size
        guard let comparison = compared.current else { return }
        let others = comparisonView.panes.prefix(comparison.mode == .sideBySide ? Comparison.imageLimit : 1)
        status.name = ([status.name] + others.map { VisibleText.escaped($0.document.name) }).joined(separator: " | ")
        let title = comparison.mode.title
        status.comparison =
            switch comparison.mode {
            case _ where others.isEmpty: "\(title): opening …"
            case .difference: "\(title) ×\(comparison.gain)"
            case .blink: "\(title): \(compared.showsSecond ? "B" : "A")"
            case .sideBySide, .curtain: title
            }
        status.correction = comparison.correction.isNeutral ? nil : "B: \(comparison.correction.text)"
        for pane in others {
            for tile in pane.tiles.missingTiles {
                switch tile.state {
                case .absent, .loaded, .failed(_, _, retryTime: nil): break
                case .idle: status.waitingTiles += pane.tiles.lastFrame?.plan.isSwapped == true ? 0 : 1
                case .queued, .reading, .read, .decoding, .failed: status.loadingTiles += 1
                }
            }
        }
    }
}

// MARK: Input

extension Viewer {
    /// The event at the place of the first image that its place in another pane shows too.
    func localized(_ event: InputEvent) -> InputEvent {
        guard compared.current?.mode == .sideBySide, let position = event.position else { return event }
        let geometry = comparisonGeometry
        if !controller.model.isTracking, !selection.isDrawing, !annotations.editor.isDragging, compared.drag == nil {
            compared.pane = geometry.pane(at: position)
        }
        let frames = geometry.frames
        guard frames.indices.contains(compared.pane) else { return event }
        return event.moved(to: position - frames[compared.pane].origin)
    }

    /// The pointer's event as ``localized(_:)-InputEvent`` has it.
    func localized(_ event: PointerEvent) -> PointerEvent {
        guard case .pointer(let moved) = localized(InputEvent.pointer(event)) else { return event }
        return moved
    }

    /// Handles a key that compares, of which some repeat while they are held down.
    ///
    /// - Returns: whether it is one.
    func handleComparisonKey(_ event: KeyEvent) -> Bool {
        guard event.isDown, case .compare(let command) = keyCommands[KeyMap.Stroke(event.key, event.modifiers)] else {
            return false
        }
        if !event.isRepeat || command.repeats { perform(command) }
        return true
    }

    /// Drags the curtain, or with Alt the second image.
    ///
    /// - Parameter event: the event, at its place in the window.
    /// - Returns: whether something of the comparison is dragged.
    func handleComparisonPointer(_ event: PointerEvent) -> Bool {
        guard let comparison = compared.current, let pane = comparisonView.panes.first else { return false }
        switch (event.phase, compared.drag) {
        case (.down(.primary, _), _):
            let handle = comparisonView.handle
            if comparison.mode == .curtain, handle.isHit(at: event.position) {
                compared.drag = .curtain(offset: event.position.x - handle.layer.position.x)
            } else if event.modifiers.contains(.alt) {
                compared.drag = .second(from: event.position)
            } else {
                return false
            }
        case (.moved, .curtain(let offset)):
            compared.current?.curtain = (event.position.x - offset) / max(1, windowSize.width)
            compared.settings.curtain = compared.current?.curtain ?? comparison.curtain
        case (.moved, .second(let last)):
            pane.registration.drag(by: controller.model.view.contentVector(event.position - last))
            compared.current?.correction = pane.registration.correction
            compared.drag = .second(from: event.position)
        case (.up(.primary, _), .some): compared.drag = nil
        default: return compared.drag != nil
        }
        scene.setNeedsFrame()
        return true
    }
}

// MARK: Measuring

extension Viewer {
    /// A frame for each image that is compared with the first one: its pieces in the last frame, shown at a time.
    ///
    /// Parts that a curtain covers count as shown, and so does an image that waits for its turn.
    package func comparedFrames(at time: Double) -> [ViewedFrame] {
        let pixels = comparisonGeometry.panes.first?.size ?? scene.size
        let size = Size(width: Double(pixels.width), height: Double(pixels.height))
        return comparisonView.panes.compactMap { pane in
            let layer = comparison?.mode == .curtain ? pane.hidden : pane.tiles
            guard layer.scene != nil else { return nil }
            let transform = pane.registration.transform.followed(by: currentView.transform(in: size))
            return ViewedFrame(of: layer, at: time, screen: pixels, transform: transform)
        }
    }
}
