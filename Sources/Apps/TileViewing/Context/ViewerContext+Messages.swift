internal import Controls
internal import FilePyramids
internal import LayerTree
internal import Numbers
internal import RemotePyramids
internal import TileContainers

extension ViewerContext {
    /// Shows a message for some seconds; one about the document at most until that is closed.
    func post(_ text: String, _ severity: Message.Severity = .information, isAboutDocument: Bool = false) {
        post(
            Message(severity, text, duration: severity == .information ? 4 : 8), isAboutDocument: isAboutDocument)
    }

    /// Shows a message about a file or another thing with a name, for some seconds.
    ///
    /// - Parameters:
    ///   - text: the message; what it advises is adapted to the program.
    ///   - name: what comes before the colon, which stays as it is, whatever words it has.
    ///   - severity: the importance.
    ///   - isAboutDocument: whether the message is removed when the document is closed or another one shown; `false` by default.
    func post(
        _ text: String, about name: String, _ severity: Message.Severity, isAboutDocument: Bool = false
    ) {
        post("\(name): \(advise(text))", severity, isAboutDocument: isAboutDocument)
    }

    /// The message of an error, in which names stay as they are and what it advises is adapted to the program.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - failure: what could not be done, which comes before a colon; nil, the default, for the error alone.
    /// - Returns: the message, which stays for some seconds.
    func message(of error: any Error, _ failure: String? = nil) -> Message {
        let (name, advice) = error.nameAndAdvice
        return Message(.error, (failure.map { "\($0): " } ?? "") + name + advise(advice), duration: 8)
    }

    /// Shows a message as it is and passes it to ``onMessage``, with its control characters visible.
    func post(_ message: Message, isAboutDocument: Bool = false) {
        let message = message.escaped
        let id = messages.post(message, at: now)
        if isAboutDocument { documentMessages.add(id) }
        onMessage?(message)
        scene.setNeedsFrame()
    }

    /// Shows for some seconds that no file is open, at most until one is.
    ///
    /// - Parameter purpose: the purpose for which one is needed, such as "to measure in"; empty for none.
    func postNoFile(_ purpose: String = "") {
        let text = purpose.isEmpty ? "No file is open." : "No file is open \(purpose)."
        post(Message(.error, text, duration: 8), isAboutDocument: true)
    }

    /// Shows a message about a state for some seconds, in place of the one about its former state.
    ///
    /// - Returns: the message, for the next call.
    func post(_ text: String, insteadOf former: Int?) -> Int {
        let message = Message(.information, text, duration: 4)
        onMessage?(message.escaped)
        return announce(message, insteadOf: former)
    }

    /// Shows a message in place of another one, with its control characters visible; it is no news for logs.
    ///
    /// - Parameters:
    ///   - message: the message.
    ///   - former: the message that it replaces; nil, the default, for none.
    ///   - isAboutDocument: whether the message is removed when the document is closed or another one shown; `false` by default.
    /// - Returns: the message, which ``dismiss(_:)`` or the next call removes.
    func announce(_ message: Message, insteadOf former: Int? = nil, isAboutDocument: Bool = false) -> Int {
        dismiss(former)
        scene.setNeedsFrame()
        let id = messages.post(message.escaped, at: now)
        if isAboutDocument { documentMessages.add(id) }
        return id
    }

    /// Removes the messages about the document that was shown, or about there being none, because that has changed.
    func dismissDocumentMessages() {
        documentMessages.ids.forEach { dismiss($0) }
        documentMessages = DocumentMessages()
    }

    /// The name of a file in messages about it, or its whole address without what may be secret: many addresses end alike.
    func messageName(of path: String) -> String {
        let location = PyramidLocation(path)
        return location.isRemote ? location.publicText : FilePath.name(of: path)
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
            post(warning, about: document.name, .warning, isAboutDocument: true)
        }
        if case .coarse(let reason) = state.stage, announcedMessages.insert(reason).inserted {
            post("only a preview can be shown. \(reason)", about: document.name, .warning, isAboutDocument: true)
        }
        scene.setNeedsFrame()
    }
}

extension Message {
    /// The message with its control characters visible, because names of files may have some.
    var escaped: Message {
        var message = self
        message.text = VisibleText.escaped(text)
        return message
    }
}

/// The messages about the document that is shown, or about there being none, which mean nothing once that changes.
struct DocumentMessages: Hashable, Sendable {
    /// The messages, the oldest first.
    private(set) var ids: [Int] = []

    /// The most messages that are remembered; no more are kept by the queue of messages.
    static let limit = MessageQueue.limit

    /// Adds a message.
    mutating func add(_ id: Int) {
        guard !ids.contains(id) else { return }
        ids.append(id)
        if ids.count > Self.limit { ids.removeFirst() }
    }
}

extension MessageBar {
    /// The name of the messages among the overlays.
    static let id = OverlayID("messages")
}
