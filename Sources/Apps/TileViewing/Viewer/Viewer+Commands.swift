internal import LayerTree
internal import NumberFormatting
internal import ScrollLayers
internal import TiledLayers

extension Viewer {
    /// Performs a command.
    public func perform(_ command: ViewerCommand) {
        switch command {
        case .scroll(let command): controller.change { $0.perform(command, at: $1) }
        case .toggle(let feature): features.formSymmetricDifference([feature])
        case .toggleFullScreen: setFullScreen(!isFullScreen)
        case .chooseFiles: chooseFiles()
        case .openNext: go(by: 1)
        case .openPrevious: go(by: -1)
        case .nextPage: goToPage(by: 1)
        case .previousPage: goToPage(by: -1)
        case .saveView: saveView()
        case .export: exportRegion(drawingAnnotations: false)
        case .exportAnnotated: exportRegion(drawingAnnotations: true)
        case .copyLink: copyLink()
        case .retryFailures: retryFailures()
        case .invertColors: colorAdjustment.isInverted.toggle()
        case .stretchContrast: stretchContrast()
        case .nextDebugOverlay: showNextDebugOverlay()
        case .annotate: toggleAnnotating()
        case .compare(let command): perform(command)
        case .goToPlace: askForPlace()
        case .typeSelection: askForSelection()
        case .addBookmark: addBookmark()
        case .listBookmarks: toggleBookmarkList()
        case .undo: undoAnnotation(redo: false)
        case .redo: undoAnnotation(redo: true)
        case .contextMenu: toggleContextMenu()
        case .cancel: cancel()
        case .close: onRequest?(.close)
        }
    }

    /// Leaves the help, an export, a selection or full screen; never the window, which a key too many would lose.
    private func cancel() {
        if features.contains(.help) {
            features.remove(.help)
        } else if let export {
            export.cancel()
        } else if selection.rect != nil {
            selection.clear()
            gridSelectionLayer.selection = nil
        } else if isFullScreen {
            setFullScreen(false)
        }
    }

    private func setFullScreen(_ isFullScreen: Bool) {
        self.isFullScreen = isFullScreen
        onRequest?(.setFullScreen(isFullScreen))
    }

    private func showNextDebugOverlay() {
        let all = DebugOverlays.named
        let next = all.firstIndex { $0.overlay == debugOverlays }.map { $0 + 1 } ?? 0
        debugOverlays = all.indices.contains(next) ? all[next].overlay : []
        post(all.indices.contains(next) ? "Debug overlay: \(all[next].name)" : "No debug overlay")
    }

    private func copyLink() {
        guard let document else { return post("No file is open to link to.", .error) }
        let files = document.path.shellQuoted + comparedFilesLink
        let page = document.page == 1 ? "" : " --page \(document.page)"
        let link = "tileview \(files)\(page) --view \(currentView.link)\(comparisonLink)"
        onRequest?(.copy(link))
        post("Copied: \(link)")
    }

    /// Applies ``features`` to the layers.
    func applyFeatures() {
        gridSelectionLayer.showsGrid = features.contains(.pixelGrid)
        scene.collectsStatistics = features.contains(.hud)
        applyFeaturesToTiles()
    }

    /// Shows a message for some seconds.
    func post(_ text: String, _ severity: Message.Severity = .information) {
        post(Message(severity, VisibleText.escaped(text), duration: severity == .information ? 4 : 8))
    }

    /// Shows a message and passes it to ``onMessage``; ``Message/text`` is shown as it is.
    public func post(_ message: Message) {
        var message = message
        message.text = advise(message.text)
        overlays.messages.post(message, at: settings.clock.now)
        onMessage?(message)
        scene.setNeedsFrame()
    }
}

extension String {
    /// The string as one word of a POSIX shell's command line, with quotes only if they are needed.
    var shellQuoted: String {
        let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+,@%:="
        guard !isEmpty, allSatisfy(plain.contains) else {
            return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
        }
        return self
    }
}
