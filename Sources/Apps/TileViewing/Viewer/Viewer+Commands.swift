internal import LayerTree
internal import ScrollLayers

extension Viewer {
    /// Does what a command asks for.
    public func perform(_ command: ViewerCommand) {
        switch command {
        case .scroll(let command): controller.change { $0.perform(command, at: $1) }
        case .toggle(let feature): features.formSymmetricDifference([feature])
        case .toggleFullScreen: setFullScreen(!isFullScreen)
        case .openNext: go(by: 1)
        case .openPrevious: go(by: -1)
        case .saveView: saveView()
        case .export: exportRegion()
        case .copyLink: copyLink()
        case .cancel: cancel()
        case .close: onRequest?(.close)
        }
    }

    /// Leaves what was begun last.
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
        } else {
            onRequest?(.close)
        }
    }

    private func setFullScreen(_ isFullScreen: Bool) {
        self.isFullScreen = isFullScreen
        onRequest?(.setFullScreen(isFullScreen))
    }

    private func copyLink() {
        guard let document else { return post("Nothing is open to link to.", .error) }
        let link = "tileview \(document.path.shellQuoted) --view \(currentView.link)"
        onRequest?(.copy(link))
        post("Copied: \(link)")
    }

    /// Shows what is to be shown beside the image, and hides the rest.
    func applyFeatures() {
        gridSelectionLayer.showsGrid = features.contains(.pixelGrid)
        applyFeaturesToTiles()
    }

    /// Says something to the user, for some seconds.
    func post(_ text: String, _ severity: Message.Severity = .information) {
        post(Message(severity, text, duration: severity == .information ? 4 : 8))
    }

    /// Says something to the user.
    func post(_ message: Message) {
        overlays.messages.post(message, at: settings.clock.now)
        onMessage?(message)
        scene.setNeedsFrame()
    }
}

extension String {
    /// As a word of a shell's command line (POSIX shells), with quotes only where they are needed.
    var shellQuoted: String {
        let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+,@%:="
        guard !isEmpty, allSatisfy(plain.contains) else {
            return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
        }
        return self
    }
}
