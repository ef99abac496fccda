internal import Controls
internal import LayerTree
internal import ScrollLayers
internal import TiledLayers

/// The ways in which parts act on each other.
extension ViewerContext {
    /// Performs a command.
    func perform(_ command: ViewerCommand) {
        if !parts.perform(command), let feature = command.feature { features.formSymmetricDifference([feature]) }
    }

    /// The state of a command in menus; nil if it is of no use now.
    func state(of command: ViewerCommand) -> CommandState? {
        guard !isIrrelevant(command) else { return nil }
        return parts.state(of: command) ?? command.feature.map { CommandState(isChecked: features.contains($0)) }
    }

    /// Whether a command means nothing for the image that is shown.
    func isIrrelevant(_ command: ViewerCommand) -> Bool { parts.all.contains { $0.isIrrelevant(command) } }

    /// Whether a part other than scrolling is in the middle of a drag.
    var isCaptured: Bool { parts.all.dropLast().contains { $0.isTracking } }

    /// Whether something covers the view until it is closed.
    var isCovered: Bool { parts.all.contains { $0.isModal } }

    /// Whether the user types something.
    var isTyping: Bool { parts.all.contains { $0.isTyping } }

    /// Ends the typing of text in all parts but one, so that there is one line with a cursor.
    func endTyping(except part: (any ViewerPart)? = nil) {
        for other in parts.all where other !== part { other.endTyping() }
    }

    /// Opens files in the background, and shows the first one when it is open; asks first if input would be lost.
    func open(_ paths: [String]) {
        guard !paths.isEmpty else { return }
        leaveDocument { [weak self] in self?.onOpen?(paths) }
    }

    /// Opens the file at an index of the list of files, which the user has chosen, in the background.
    func goToFile(at index: Int) {
        parts.all.forEach { $0.userDidChooseFile() }
        onGoToFile?(index)
    }

    /// The index of the file that is shown, which is not the list's current one while that is opened or cannot be.
    var shownFilePosition: Int? {
        guard let document else { return nil }
        return files.current == document.path ? files.position : files.paths.firstIndex(of: document.path)
    }

    /// Whether the file at an index of the list is shown, or compared with the one that is.
    func isShown(at index: Int) -> Bool {
        index == shownFilePosition || files.paths.indices.contains(index) && comparedPaths.contains(files.paths[index])
    }

    /// Tells the parts that the files to step through are known.
    func filesDidChange() {
        parts.all.forEach { $0.filesDidChange() }
    }

    /// Lets the user type something; if it is about the document, only until another one opens.
    func ask(_ question: TextEntry.Question, isAboutDocument: Bool = true) {
        endTyping()
        controller.change { $0.cancelInput(at: $1) }
        onQuestion?(question, isAboutDocument)
        scene.setNeedsFrame()
    }

    /// Gives all overlays their places, because one of them has changed; nothing before overlays are shown.
    func arrangeOverlays() {
        if showsOverlays { arranger.arrange(parts.all, in: overlayLayout) }
    }

    /// Loads tiles again that have failed; those that fail again are counted again.
    func retryFailures() {
        settings.loader.retryFailures()
        tileFailures = TileFailures()
    }

    /// Closes a panel whose feature is on, because there is no room for it.
    func close(_ feature: ViewerFeature) {
        features.remove(feature)
        scene.setNeedsFrame()
    }
}
