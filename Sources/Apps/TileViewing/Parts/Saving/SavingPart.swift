internal import Compositing
internal import Controls
internal import Files
internal import ImageCodecs
internal import LayerTree
internal import ScrollLayers
internal import TiledLayers

/// Saving the view as a PNG file, and copying a link to it.
@MainActor
final class SavingPart: ViewerPart {
    private let context: ViewerContext
    /// Writes the views that are saved as files.
    private let files = OrderedWork()

    /// The most views that wait until they are saved; each keeps the tiles that it shows in memory.
    static let waitingLimit = 8

    init(_ context: ViewerContext) {
        self.context = context
    }

    func perform(_ command: ViewerCommand) -> Bool {
        switch command {
        case .askToSaveView: prepare { $0.ask(about: $1, of: $2) }
        case .saveView: prepare { $0.save($1, of: $2) }
        case .copyLink: copyLink()
        default: return false
        }
        return true
    }

    func state(of command: ViewerCommand) -> CommandState? {
        [.saveView, .askToSaveView, .copyLink].contains(command) && context.document != nil ? CommandState() : nil
    }

    /// Makes a picture of the view and goes on with it, unless there is nothing to save or too much is being saved.
    private func prepare(_ body: (SavingPart, RenderTree, Document) -> Void) {
        guard let document = context.document else { return context.postNoFile("to save a view of") }
        guard files.waitingCount < Self.waitingLimit else {
            return context.post("\(Self.waitingLimit) views are being saved. Wait for them.", .error)
        }
        body(self, context.makePicture(), document)
    }

    /// Asks whether to save a picture beside the open file.
    ///
    /// Enter cancels: an `s` and a Return that are typed by mistake write nothing.
    private func ask(about picture: RenderTree, of document: Document) {
        let path = UniqueFileName.path(Self.stem(document), "png")
        context.confirm(
            ConfirmationSheet.Question(
                title: "Save the view as PNG?",
                text:
                    "It is written to \(ShownPath.text(path)).\nTo save it, press Right and Enter; Enter or Esc cancels.",
                choices: [
                    ConfirmationSheet.Choice("Cancel") {},
                    ConfirmationSheet.Choice("Save") { [weak self] in self?.save(picture, of: document) },
                ]))
    }

    /// Saves a picture as a PNG file beside the open file, after those that are being saved.
    private func save(_ picture: RenderTree, of document: Document) {
        let mailbox = context.mailbox
        let stem = Self.stem(document)
        files.add(context.settings.inBackground) {
            // Only now the names of the views before this one are taken.
            let path = UniqueFileName.path(stem, "png")
            do {
                try Compositor().draw(picture).write(to: path, as: .png)
                mailbox.post(.message(Message(.information, "View saved: \(ShownPath.text(path))", duration: 4)))
            } catch {
                mailbox.post(.failure("The view was not saved", error))
            }
        }
    }

    private static func stem(_ document: Document) -> String { "\(document.stem)-view" }

    private func copyLink() {
        guard let document = context.document else { return context.postNoFile("to link to") }
        var link = ViewLink()
        link.files = [document.path.shellQuoted]
        if document.page != 1 { link.options.append("--page \(document.page)") }
        link.options.append("--view \(context.currentView.link)")
        if let rendering = document.renderingLink { link.options.append("--rendering \(rendering.shellQuoted)") }
        context.parts.all.forEach { $0.describe(in: &link) }
        context.copy(link.text)
    }

    var runningWork: String? {
        files.isBusy ? "Views are being saved, which is completed before the window closes." : nil
    }

    func close() {
        files.wait()
    }
}
