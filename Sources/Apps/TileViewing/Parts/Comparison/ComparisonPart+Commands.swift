internal import Controls
internal import Files
internal import LayerTree
internal import ScrollLayers
internal import VectorDrawing

/// The commands of comparisons.
extension ComparisonPart {
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
            if let path = view.second?.document.path { place(path, at: nil, RegistrationCorrection()) }
        case .nextGain:
            guard var comparison = current, comparison.mode == .difference else {
                return context.post(
                    "Only differences are enlarged; w chooses the way of comparing.", .error, isAboutDocument: true)
            }
            comparison.gain = comparison.nextGain
            compare(comparison)
        case .blink:
            guard current?.mode == .blink else {
                return context.post(
                    "The images do not blink; w chooses the way of comparing.", .error, isAboutDocument: true)
            }
            blinkByHand()
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

    /// Changes the place of the second image over the first one.
    private func correctSecond(_ change: (inout ImageRegistration) -> Void) {
        guard current != nil, let pane = view.second else {
            return context.post(
                "Nothing is compared; w compares with the next file.", .error, isAboutDocument: true)
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
}
