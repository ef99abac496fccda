internal import Controls
internal import LayerTree
internal import Numbers
internal import ScrollLayers
internal import VectorDrawing

/// The message about tiles that could not be loaded, and the sheet with the reasons.
@MainActor
final class FailuresPart: ViewerPart {
    /// The sheet with the reasons.
    let sheet: Sheet
    private let context: ViewerContext
    /// The message on the screen; nil if there is none.
    private var message: Int?
    /// The failures that the message is about.
    private var announced = TileFailures()
    /// Whether the failures since the last retry were logged.
    private var isLogged = false

    init(_ context: ViewerContext) {
        self.context = context
        sheet = Sheet([], in: context.environment)
        sheet.layer.name = "failures"
        context.overlays.add(sheet.layer, at: .sheet)
    }

    // MARK: Input

    var isModal: Bool { sheet.isOpen }
    var liesOverImage: Bool { true }

    func handle(_ event: InputEvent) -> Bool {
        guard case .pointer = event else { return sheet.handle(event) }
        guard sheet.isOpen else {
            sheet.cancelInput()
            return false
        }
        sheet.handle(event)
        context.scene.setNeedsFrame()
        return true
    }

    func cancelInput() {
        sheet.cancelInput()
    }

    func cursor(at point: Point) -> Cursor? { sheet.cursor(at: point) }

    func perform(_ command: ViewerCommand) -> Bool {
        guard command == .cancel, sheet.isOpen else { return false }
        sheet.isOpen = false
        context.scene.setNeedsFrame()
        return true
    }

    /// Opens the sheet with the reasons.
    private func showReasons() {
        sheet.groups = Self.groups(context.tileFailures)
        sheet.isOpen = true
        context.scene.setNeedsFrame()
    }

    // MARK: Document

    func documentDidOpen(_ document: Document) {
        forget()
    }

    func documentDidClose() {
        forget()
    }

    /// Drops the failures, and what is shown of them.
    private func forget() {
        context.tileFailures = TileFailures()
        sheet.isOpen = false
        sheet.groups = []
        announce()
    }

    func close() {
        log()
    }

    // MARK: Message

    func update() {
        if let tiles = context.tiles, let document = context.document { context.noteFailures(of: tiles, in: document) }
        announce()
        if context.status.loadingTiles == 0 { log() }
    }

    /// Shows how many tiles have failed; removes the message once they are retried.
    private func announce() {
        let failures = context.tileFailures
        guard failures != announced else { return }
        let isFirst = announced.count == 0
        announced = failures
        guard failures.count > 0 else {
            context.dismiss(message)
            message = nil
            isLogged = false
            return
        }
        context.scene.setNeedsFrame()
        let text = Message(.error, failures.message)
        if isFirst {
            message = context.messages.post(text, button: "Details", at: context.now) { [weak self] in
                self?.showReasons()
            }
        } else if let message, !context.messages.replace(message, with: text) {
            // The user has dismissed it.
            self.message = nil
        }
    }

    /// Logs the failures in one line, once no more tiles of the view are being loaded.
    private func log() {
        guard !isLogged, announced.count > 0 else { return }
        isLogged = true
        context.onMessage?(Message(.error, announced.logLine(context.advise)).escaped)
    }

    // MARK: Display

    func show(_ status: ViewerStatus, isNew: Bool, in layout: OverlayLayout) {
        if sheet.isOpen || isNew { sheet.layOut(in: layout.size) }
    }

    /// The rows of the sheet: for each document, the reasons with the number of tiles and the first of them.
    static func groups(_ failures: TileFailures) -> [Sheet.Group] {
        var names: [String] = []
        for reason in failures.reasons where !names.contains(reason.document) { names.append(reason.document) }
        return names.map { name in
            let rows = failures.reasons.filter { $0.document == name }.flatMap { reason in
                lines(of: "\(reason.tilesText): \(reason.text.onOneLine)").map {
                    Sheet.Row([], VisibleText.escaped($0))
                }
            }
            return Sheet.Group(VisibleText.escaped(name), rows: rows)
        }
    }

    /// Breaks a text into lines, each of at most ``lineLength`` characters where words allow.
    static func lines(of text: String) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if last.count + 1 + word.count <= lineLength {
                lines[lines.count - 1] = "\(last) \(word)"
            } else if lines.count < lineLimit {
                lines.append("  \(word)")
            } else {
                lines[lines.count - 1] += " …"
                break
            }
        }
        return lines
    }

    /// The length of the lines of a reason, in characters.
    private static let lineLength = 72
    /// The most lines of a reason.
    private static let lineLimit = 6
}
