internal import Controls
internal import LayerTree
internal import ScrollLayers
internal import VectorDrawing

extension ViewerContext {
    /// Asks the user a question with answers to choose from.
    func confirm(_ question: ConfirmationSheet.Question) {
        controller.change { $0.cancelInput(at: $1) }
        onConfirmation?(question)
        scene.setNeedsFrame()
    }

    /// Leaves the document, by an action; if unfinished input would be lost, the user is asked first.
    ///
    /// Enter and Esc go back to the input, because Enter is the key that may have been meant to finish it.
    func leaveDocument(by action: @escaping @MainActor () -> Void) {
        drop(unfinishedInputs, by: action)
    }

    /// The inputs that would be lost if another document was shown, each as the subject of a sentence.
    var unfinishedInputs: [String] { parts.all.compactMap(\.unfinishedInput) }

    /// Drops unfinished input, by an action, if the user agrees; does so at once if there is none.
    ///
    /// - Parameters:
    ///   - inputs: the inputs, each as the subject of a sentence.
    ///   - action: drops them.
    func drop(_ inputs: [String], by action: @escaping @MainActor () -> Void) {
        guard !inputs.isEmpty, onConfirmation != nil else { return action() }
        confirm(
            ConfirmationSheet.Question(
                title: "Drop what is unfinished?",
                text: inputs.map { "\($0) would be lost." }.joined(separator: "\n")
                    + "\nEnter and Esc go back. There, Enter finishes it, and Esc drops it.",
                choices: [ConfirmationSheet.Choice("Go back") {}, ConfirmationSheet.Choice("Drop it", action: action)]))
    }

    /// Closes the window; if unfinished input would be lost, or something is running, the user is asked first.
    ///
    /// Enter goes on, and letters answer nothing: text that is typed by mistake does not quit.
    func quit() {
        let losses = unfinishedInputs.map { "\($0) would be lost." }
        let running = parts.all.compactMap(\.runningWork)
        guard !(losses + running).isEmpty, onConfirmation != nil else { return requestClosing() }
        confirm(
            ConfirmationSheet.Question(
                title: Self.quitTitle, text: (losses + running + [quitAdvice]).joined(separator: "\n"),
                choices: [
                    ConfirmationSheet.Choice("Go on") {},
                    ConfirmationSheet.Choice("Quit") { [weak self] in self?.requestClosing() },
                ]))
    }

    /// The question before the window is closed.
    static let quitTitle = "Quit?"

    /// The keys that close the window, without those that type text or answer questions: function keys, and all with Ctrl or Alt.
    var closingStrokes: [KeyMap.Stroke] {
        settings.keys.viewing.filter { stroke, command in
            guard command == .close else { return false }
            if case .function = stroke.key { return true }
            return !stroke.modifiers.subtracting(.shift).isEmpty
        }.map(\.key)
    }

    /// The keys that answer the question before the window is closed, as a sentence.
    private var quitAdvice: String {
        let name = closingStrokes.compactMap { KeyName.name(of: .key($0)) }.min()
        return name.map { "Enter goes on, and \($0) quits." } ?? "Enter goes on."
    }

    private func requestClosing() {
        onRequest?(.close)
    }
}
