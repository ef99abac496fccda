internal import Controls
internal import LayerTree
internal import Numbers

extension ViewerContext {
    /// Shows a message for some seconds.
    func post(_ text: String, _ severity: Message.Severity = .information) {
        post(Message(severity, VisibleText.escaped(text), duration: severity == .information ? 4 : 8))
    }

    /// Shows a message and passes it to ``onMessage``; ``Message/text`` is shown as it is.
    func post(_ message: Message) {
        var message = message
        message.text = advise(message.text)
        messages.post(message, at: now)
        onMessage?(message)
        scene.setNeedsFrame()
    }

    /// Shows a message about a state for some seconds, in place of the one about its former state.
    ///
    /// - Returns: the message, for the next call.
    func post(_ text: String, insteadOf former: Int?) -> Int {
        let message = Message(.information, VisibleText.escaped(text), duration: 4)
        onMessage?(message)
        return announce(message, insteadOf: former)
    }

    /// Shows a message in place of another one; it is no news for logs.
    ///
    /// - Returns: the message, which ``dismiss(_:)`` or the next call removes.
    func announce(_ message: Message, insteadOf former: Int? = nil) -> Int {
        dismiss(former)
        scene.setNeedsFrame()
        return messages.post(message, at: now)
    }

    /// Removes a message.
    func dismiss(_ message: Int?) {
        if let message { messages.dismiss(message, at: now) }
    }

    /// Copies a text to the clipboard, and says so.
    func copy(_ text: String) {
        onRequest?(.copy(text))
        copyMessage = post("Copied: \(text)", insteadOf: copyMessage)
    }

    /// Posts the warnings about a document that is shown or compared, each once.
    func announceWarnings(of document: Document) {
        let state = document.state
        for warning in state.warnings where announcedMessages.insert(warning).inserted {
            post("\(document.name): \(warning)", .warning)
        }
        if case .coarse(let reason) = state.stage, announcedMessages.insert(reason).inserted {
            post("\(document.name): only a preview can be shown. \(reason)", .warning)
        }
        scene.setNeedsFrame()
    }
}
