internal import Compositing
internal import Controls
internal import LayerTree
internal import ScrollLayers

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
        case .saveView: save()
        case .copyLink: copyLink()
        default: return false
        }
        return true
    }

    func state(of command: ViewerCommand) -> CommandState? {
        [.saveView, .copyLink].contains(command) && context.document != nil ? CommandState() : nil
    }

    /// Saves the view as a PNG file beside the open file, after those that are being saved.
    private func save() {
        guard let document = context.document else { return context.post("No file is open to save a view of.", .error) }
        guard files.waitingCount < Self.waitingLimit else {
            return context.post("\(Self.waitingLimit) views are being saved. Wait for them.", .error)
        }
        let tree = context.makePicture()
        let mailbox = context.mailbox
        let stem = "\(document.stem)-view"
        files.add(context.settings.inBackground) {
            // Only now the names of the views before this one are taken.
            let path = UniqueFileName.path(stem, "png")
            do {
                try PNGExport.write(Compositor().draw(tree), to: path)
                mailbox.post(.message(Message(.information, "View saved: \(ShownPath.text(path))", duration: 4)))
            } catch {
                mailbox.post(.message(Message(.error, "The view was not saved: \(error)", duration: 8)))
            }
        }
    }

    private func copyLink() {
        guard let document = context.document else { return context.post("No file is open to link to.", .error) }
        var link = ViewLink()
        link.files = [document.path.shellQuoted]
        if document.page != 1 { link.options.append("--page \(document.page)") }
        link.options.append("--view \(context.currentView.link)")
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
