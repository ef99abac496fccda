internal import Controls
internal import LayerTree
internal import ScrollLayers
internal import VectorDrawing

/// The overlay of the second image over the first one, and its placement by points.
extension ComparisonPart {
    /// The points that are being marked, and what the placement was before.
    struct Marking {
        var points = PointMarking()
        /// The path of the second image.
        let path: String
        /// The placement and the correction before, which come back if the marking is canceled.
        let formerPlacement: ImagePlacement?
        let formerCorrection: RegistrationCorrection
        /// The press of the primary button that may become a click; nil if there is none.
        var press: Point?
    }

    /// The distance that the pointer may move during a click, in points.
    private static let clickSlop = 4.0

    // MARK: Overlay

    /// Lays the second image over the first one, goes on to the next blend mode, or ends the overlay after the last one.
    func stepOverlay() {
        guard var comparison = current, comparison.mode == .overlay else {
            return leaveMarking { part in
                var comparison = part.comparison(in: .overlay)
                comparison.blend = .normal
                part.compare(comparison)
                part.announceOverlay()
            }
        }
        guard let next = comparison.blend.next else { return leaveMarking { $0.endByUser() } }
        comparison.blend = next
        compare(comparison)
        announceOverlay()
    }

    /// Makes the overlay fainter or stronger.
    func changeOpacity(byPercent change: Int) {
        guard var comparison = current, comparison.mode == .overlay else {
            return context.post(
                "Only an overlay has an opacity; Alt+o lays the second image over the first one.", .error,
                isAboutDocument: true)
        }
        comparison.opacity = (comparison.opacity * 100 + Double(change)).rounded() / 100
        compare(comparison)
        announceOverlay()
    }

    private func announceOverlay() {
        guard let current, current.mode == .overlay else { return }
        announce("Overlay: \(current.overlayText)")
    }

    // MARK: Placement by points

    /// Begins to mark points; while points are marked, ends that and keeps the placement.
    func toggleMarking() {
        guard marking == nil else { return endMarking() }
        guard let comparison = current, let pane = view.second else {
            return context.post(
                "Nothing is compared; w compares with the next file.", .error, isAboutDocument: true)
        }
        if comparison.mode != .sideBySide, comparison.mode != .overlay { compare(self.comparison(in: .overlay)) }
        marking = Marking(
            path: pane.document.path, formerPlacement: current?.placement,
            formerCorrection: pane.registration.correction)
        announceInstruction()
    }

    /// The points that are marked, as the subject of a sentence; nil if there are none.
    var unfinishedInput: String? {
        guard let count = marking?.points.pointCount, count > 0 else { return nil }
        return "The placement of the second image by points, of which \(count == 1 ? "one is" : "\(count) are") marked,"
    }

    /// Ends the marking of points by an action, if the user agrees where points would be lost; the second image is then where it
    /// was before.
    func leaveMarking(by action: @escaping @MainActor (ComparisonPart) -> Void) {
        context.drop([unfinishedInput].compactMap(\.self)) { [weak self] in
            guard let self else { return }
            if unfinishedInput != nil { putBack() }
            marking = nil
            action(self)
        }
    }

    private func endMarking() {
        guard let marking else { return }
        self.marking = nil
        let count = marking.points.pairs.count
        announce(
            count < 2 ? "The second image is where it was." : "The second image is placed by \(count) pairs of points.")
        context.scene.setNeedsFrame()
    }

    private func cancelMarking() {
        guard marking != nil else { return }
        putBack()
        marking = nil
        announce("The second image is where it was.")
        context.scene.setNeedsFrame()
    }

    /// Places the second image where it was before points were marked.
    private func putBack() {
        guard let marking else { return }
        place(marking.path, at: marking.formerPlacement, marking.formerCorrection)
    }

    private func announceInstruction() {
        guard let marking else { return }
        announce(marking.points.instruction)
    }

    /// Takes clicks, Enter and Esc while points are marked; returns whether the event goes to no further part.
    func handleMarking(_ event: InputEvent) -> Bool {
        guard marking != nil else { return false }
        switch context.localized(event) {
        case .key(let event):
            guard event.isDown, !event.isRepeat, event.modifiers.isEmpty else { return false }
            switch event.key {
            case .enter: endMarking()
            case .escape: cancelMarking()
            default: return false
            }
            return true
        case .pointer(let event): return handleMarking(event)
        case .touch, .wheel: return false
        }
    }

    /// Clicks mark points; drags go on to pan.
    private func handleMarking(_ event: PointerEvent) -> Bool {
        switch event.phase {
        case .down(.primary, _) where event.modifiers.isEmpty:
            marking?.press = event.position
            // A double click marks, and does not zoom.
            var single = event
            single.phase = .down(.primary, clicks: 1)
            return context.controller.handle(.pointer(single))
        case .moved:
            guard let press = marking?.press else { return false }
            if !press.isClose(to: event.position, within: Self.clickSlop) { marking?.press = nil }
        case .up(.primary, _):
            guard marking?.press != nil else { return false }
            marking?.press = nil
            mark(at: event.position)
        default: break
        }
        return false
    }

    /// Marks the point of an image at a point of its pane.
    private func mark(at point: Point) {
        guard var points = marking?.points, let first = context.imagePoint(at: point), let pane = view.second,
            let inverse = pane.registration.transform.inverse
        else { return }
        let isBeside = current?.mode == .sideBySide
        let isSecond = isBeside ? context.pane == 1 : points.awaitsSecond
        guard !isBeside || context.pane < 2 else {
            return announce("Click in the first image or in the second one.")
        }
        if isSecond {
            guard points.awaitsSecond else { return announceInstruction() }
            do {
                let placement = try points.markSecond(inverse.apply(to: first))
                if let placement { place(pane.document.path, at: placement, RegistrationCorrection()) }
            } catch {
                marking?.points = points
                context.scene.setNeedsFrame()
                return context.post(error.description, .warning, isAboutDocument: true)
            }
        } else {
            points.markFirst(first)
        }
        marking?.points = points
        announceInstruction()
        context.scene.setNeedsFrame()
    }

    // MARK: Display

    /// A comparison as it is shown while points are marked: an overlay shows only the image in which the next one is.
    func marked(_ comparison: Comparison) -> Comparison {
        guard let marking, comparison.mode == .overlay else { return comparison }
        var shown = comparison
        shown.blend = .normal
        shown.opacity = marking.points.awaitsSecond ? 1 : 0
        return shown
    }

    /// The marks of the points in the images that are seen.
    var shownMarks: [PlacementMarks.Mark] {
        guard let points = marking?.points, let pane = view.second else { return [] }
        let isBeside = current?.mode == .sideBySide
        let frames = context.panes.frames
        let transform = pane.registration.transform
        func marks(_ all: [Point], in frame: Rect?) -> [PlacementMarks.Mark] {
            all.enumerated().compactMap { index, point in
                let place = context.controller.model.viewPoint(of: point)
                guard let frame, frame.size.width > place.x, frame.size.height > place.y, place.x >= 0, place.y >= 0
                else { return nil }
                return PlacementMarks.Mark(point: place + frame.origin, number: index + 1)
            }
        }
        let firsts = points.pairs.map(\.first) + (points.pending.map { [$0] } ?? [])
        let seconds = points.pairs.map { transform.apply(to: $0.image) }
        if isBeside {
            return marks(firsts, in: frames.first) + marks(seconds, in: frames.count > 1 ? frames[1] : nil)
        }
        return points.awaitsSecond ? marks(seconds, in: frames.first) : marks(firsts, in: frames.first)
    }
}

extension Comparison {
    /// The blend mode and the opacity of an overlay for people: "multiply, 50 %".
    var overlayText: String { "\(blend.rawValue), \(Int((opacity * 100).rounded())) %" }
}
