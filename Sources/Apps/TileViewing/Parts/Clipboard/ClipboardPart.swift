internal import Compositing
internal import Controls
internal import Files
internal import ImageCodecs
internal import LayerTree
internal import ScrollLayers
internal import TileContainers
internal import TilePyramid

/// The clipboard: copying a picture to it, and opening what is on it.
@MainActor
final class ClipboardPart: ViewerPart {
    private let context: ViewerContext
    /// Whether a picture is being made.
    private var isMaking = false

    /// The most pixels of a picture that is copied: 64 megapixels, which other programs can still paste.
    static let pixelLimit = 1 << 26

    init(_ context: ViewerContext) {
        self.context = context
    }

    // MARK: Commands

    func perform(_ command: ViewerCommand) -> Bool {
        switch command {
        case .copyPicture: copyPicture()
        case .openClipboard: context.onRequest?(.openClipboard)
        default: return false
        }
        return true
    }

    func state(of command: ViewerCommand) -> CommandState? {
        guard command == .copyPicture, context.document != nil else { return nil }
        return CommandState(title: context.selection.rect == nil ? nil : "Copy the picture of the selection")
    }

    /// Makes a picture of the selection at full resolution, or of the view, in the background, and asks the window to copy it.
    private func copyPicture() {
        guard let document = context.document else { return context.post("No file is open to copy from.", .error) }
        guard !isMaking else { return context.post("A picture is being copied.") }
        let writer: @Sendable (String) throws -> Void
        if let region = context.selection.rect {
            guard region.size.area <= Self.pixelLimit else {
                return context.post(
                    "The selection has \(region.size) pixels, and up to \(Self.pixelLimit) are copied. Export it with e.",
                    .error)
            }
            let source = document.source
            writer = { path in
                _ = try RegionExport(source: source, region: region, path: path, format: .png).run()
            }
        } else {
            let tree = context.makePicture()
            writer = { path in try PNGExport.write(Compositor().draw(tree), to: path) }
        }
        isMaking = true
        context.inBackground {
            Result { try Self.makeFile(writer) }
        } then: { [weak self] result in
            self?.receive(result)
        }
    }

    private func receive(_ result: Result<String, any Error>) {
        isMaking = false
        switch result {
        case .success(let path):
            if let onRequest = context.onRequest { onRequest(.copyPicture(path: path)) } else { Self.removeFile(path) }
        case .failure(let error): context.post("The picture was not copied: \(error)", .error)
        }
    }

    /// Writes a picture to a file in a new folder of its own, which the owner of the window removes.
    nonisolated private static func makeFile(_ write: (String) throws -> Void) throws -> String {
        let folder: String
        do throws(FileError) {
            folder = try TemporaryFiles.makeFolder()
        } catch {
            throw StateFileError(error)
        }
        let path = "\(folder)/picture.png"
        do {
            try write(path)
        } catch {
            removeFile(path)
            throw error
        }
        return path
    }

    nonisolated private static func removeFile(_ path: String) {
        try? FolderRemoval.remove(FilePath.parent(of: path))
    }

    // MARK: Opening

    /// Opens the files and addresses that a text from the clipboard names.
    func open(_ text: String) {
        guard let files = PastedText.files(in: text, home: PathText.variable("HOME")) else {
            return context.post(
                text.isEmpty
                    ? "There is nothing on the clipboard to open."
                    : "The clipboard has no picture, path or address. Copy a picture, an absolute path or an address.")
        }
        context.open(files)
    }
}
