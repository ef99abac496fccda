internal import Concurrency
internal import Controls
internal import ImageCodecs
internal import LayerTree
internal import Numbers
internal import ScrollLayers
internal import TileContainers
internal import TilePyramid

/// The export of the selection, or else of the visible region, at full resolution.
@MainActor
final class ExportPart: ViewerPart {
    private let context: ViewerContext
    /// The export for which a file is being chosen; nil if there is none.
    private var waiting: ExportOrder?
    /// The export that is running, as all threads see it.
    private nonisolated let runningExport = Locked<RunningExport?>(nil)
    /// The message about the export that is running.
    private var message: Int?

    init(_ context: ViewerContext) {
        self.context = context
        context.onExport = { [weak self] in self?.export(drawing: $0) }
    }

    /// The export that is running; nil if none is.
    private(set) var running: RunningExport? {
        get { runningExport.withLock { $0 } }
        set { runningExport.withLock { $0 = newValue } }
    }

    /// Cancels the running export and removes its output, without waiting for tiles; can be called on any thread.
    nonisolated func abandon() {
        runningExport.withLock { $0 }?.abandon()
    }

    // MARK: Commands

    func perform(_ command: ViewerCommand) -> Bool {
        switch command {
        case .export: export(drawing: [])
        case .cancel:
            guard let running else { return false }
            running.cancel()
        default: return false
        }
        return true
    }

    func state(of command: ViewerCommand) -> CommandState? {
        guard command == .export, context.document != nil else { return nil }
        return CommandState(title: context.selection.rect == nil ? "Export the view" : "Export the selection")
    }

    /// Asks whether to export the region, with annotations drawn over it, and to which file.
    private func export(drawing annotations: [Annotation]) {
        guard running == nil else { return context.post("An export is already running; Esc cancels it.", .error) }
        guard let document = context.document else {
            return context.postNoFile("to export from")
        }
        let seen = PixelRect(touchedBy: context.controller.model.visibleRect, in: document.size)
        guard let region = context.selection.rect ?? seen else {
            return context.post("No part of the image is in view.", .error)
        }
        var order = ExportOrder(document: document, region: region)
        if !annotations.isEmpty {
            // Lines and letters are as large as in the view, or a pixel for a point in views that are magnified.
            order.annotations = annotations
            order.measures = context.metadata.map { AnnotationScale(of: $0) } ?? .pixels
            order.annotationScale = context.imageLength(1)
        }
        ask(about: order, canChoose: context.settings.asksWhereToExport && context.onRequest != nil)
    }

    /// Asks whether to export to a new file beside the image; if `canChoose` is set, the user can choose another file.
    ///
    /// Enter cancels: an `e` and a Return that are typed by mistake write nothing.
    private func ask(about order: ExportOrder, canChoose: Bool) {
        let path = order.standardPath
        var choices = [
            ConfirmationSheet.Choice("Cancel") {},
            ConfirmationSheet.Choice("Export") { [weak self] in
                // A file of this name may have appeared while the question was open.
                self?.export(order, to: order.standardPath)
            },
        ]
        if canChoose {
            choices.append(
                ConfirmationSheet.Choice("Choose another file…") { [weak self] in
                    self?.waiting = order
                    self?.context.onRequest?(
                        .chooseExportFile(folder: FilePath.parent(of: path), name: FilePath.name(of: path)))
                })
        }
        let annotated = order.annotations.isEmpty ? "" : " with annotations"
        context.confirm(
            ConfirmationSheet.Question(
                title: "Export \(order.region.size) pixels\(annotated)?",
                text: "They are written to \(ShownPath.text(path)).\n"
                    + "To export them, press Right and Enter; Enter or Esc cancels.",
                choices: choices))
    }

    /// Exports to the file that the user has chosen.
    func export(to path: String) {
        guard let order = waiting.take() else { return }
        guard running == nil else { return context.post("An export is already running; Esc cancels it.", .error) }
        // A dialog has asked about the name that was chosen, and about no other.
        let isNamed = ImageFileFormat(path: path) != nil
        export(order, to: isNamed ? path : UniqueFileName.path(path, order.standardExtension))
    }

    /// Asks whether to export to a new file beside the open one, because no file can be chosen.
    func exportBesideImage() {
        guard let order = waiting.take(), running == nil else { return }
        ask(about: order, canChoose: false)
    }

    var runningWork: String? {
        running.map { export in
            "An export is running (\(Int(export.fractionCompleted * 100)) %). It would be canceled, and leave no file."
        }
    }

    // MARK: Work

    private func export(_ order: ExportOrder, to path: String) {
        let running = RunningExport(to: path)
        self.running = running
        let region = order.region
        message = context.announce(
            Message(.information, "Exporting \(region.size) pixels to \(ShownPath.text(path)). Esc cancels it."))
        let mailbox = context.mailbox
        context.settings.inBackground {
            let outcome = order.run(
                to: path, willCreate: { running.beginWriting() }, isCanceled: { running.isCanceled },
                onProgress: { fractionCompleted in
                    mailbox.post(.work { [weak self] in self?.context.scene.setNeedsFrame() })
                    return running.advance(to: fractionCompleted)
                })
            running.end()
            mailbox.post(.work { [weak self] in self?.finish(running, isCanceled: outcome == nil) })
            if let outcome { mailbox.post(outcome) }
        }
    }

    private func finish(_ export: RunningExport, isCanceled: Bool) {
        guard export === running else { return }
        running = nil
        context.dismiss(message)
        message = nil
        if isCanceled {
            context.post(Message(.information, "The export was canceled and left no file.", duration: 4))
        }
        context.scene.setNeedsFrame()
    }

    /// Cancels the export and removes its output; tiles that are being read are not waited for, which may take minutes.
    func close() {
        abandon()
    }
}
