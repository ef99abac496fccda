internal import LayerTree
internal import ScrollLayers

extension Viewer {
    /// Pastes text from the clipboard into the open text entry, in answer to ``ViewerRequest/paste``.
    public func paste(_ text: String) {
        entry.insert(text)
        scene.setNeedsFrame()
    }

    /// Lets the user type something.
    func ask(_ question: TextEntry.Question) {
        controller.change { $0.cancelInput(at: $1) }
        entry.open(question)
        if entry.layer.superlayer == nil {
            overlays.layer.addSublayer(entry.layer)
        }
        scene.setNeedsFrame()
    }

    /// Handles a key while something is typed; returns whether it means something there.
    func handleEntryKey(_ event: KeyEvent) -> Bool {
        // The text of the key that opens the entry follows until the key is released, or another one pressed.
        if !event.isDown || !event.isRepeat { openingText = nil }
        guard entry.isOpen, event.isDown else { return false }
        let outcome = entry.handle(event)
        scene.setNeedsFrame()
        switch outcome {
        case .unused: return false
        case .used: break
        case .copy(let text): onRequest?(.copy(text))
        case .paste: onRequest?(.paste)
        }
        return true
    }

    /// Handles text that is typed; returns whether it belongs to the entry.
    func handleEntryText(_ text: String) -> Bool {
        guard entry.isOpen else { return false }
        if openingText != text.lowercased() {
            entry.insert(text)
            scene.setNeedsFrame()
        }
        return true
    }

    /// Places the entry, and removes its layer when it is closed.
    func updateEntry() {
        guard entry.layer.superlayer != nil else { return }
        if entry.isOpen {
            entry.update(in: OverlayLayout(size: windowSize, theme: overlays.environment.theme))
        } else {
            entry.layer.removeFromSuperlayer()
        }
    }
}
