internal import Compositing
internal import Controls
internal import Files
internal import ImageCodecs
internal import LayerTree
internal import Numbers
internal import ScrollLayers
internal import TilePyramid
internal import TiledLayers

/// The clipboard: copying a picture to it, and opening what is on it.
@MainActor
final class ClipboardPart: ViewerPart {
    private let context: ViewerContext
    /// The picture that is being made; nil while none is.
    private(set) var picture: ClipboardPicture?

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
        if command == .openClipboard { return CommandState() }
        guard command == .copyPicture, context.document != nil else { return nil }
        return CommandState(title: context.selection.rect == nil ? nil : "Copy the picture of the selection")
    }

    /// Makes a picture of the selection at full resolution, or of the view, in the background, and asks the window to copy it.
    private func copyPicture() {
        guard let document = context.document else { return context.postNoFile("to copy from") }
        guard picture == nil else { return context.post("A picture is being copied.") }
        let picture = ClipboardPicture()
        // The number of tiles that could not be read is the result.
        let write: @Sendable (String) throws -> Int
        if let region = context.selection.rect {
            guard region.size.area <= Self.pixelLimit else {
                return context.post(
                    "The selection has \(region.size) pixels, and up to \(Self.pixelLimit) are copied. Export it with e.",
                    .error)
            }
            let source = document.source
            write = { path in
                var export = RegionExport(source: source, region: region, path: path, format: .png)
                export.isCanceled = { picture.isCanceled }
                return try export.run { _ in !picture.isCanceled }?.failedTiles ?? 0
            }
        } else {
            let tree = context.makePicture(hidesOverlays: true)
            write = { path in
                try Compositor().draw(tree).write(to: path, as: .png)
                return 0
            }
        }
        self.picture = picture
        context.inBackground {
            Result { try picture.make(write) }
        } then: { [weak self] result in
            self?.receive(result)
        }
    }

    private func receive(_ result: Result<Int, any Error>) {
        let made = picture.take()
        switch result {
        case .success(let failedTiles):
            guard let onRequest = context.onRequest else {
                made?.discard()
                return
            }
            guard let path = made?.take() else { return }
            if failedTiles > 0 {
                let tiles = NumberText.count(failedTiles, "tile")
                context.post("The picture is not complete: \(tiles) could not be read.", .warning)
            }
            onRequest(.copyPicture(path: path))
        case .failure(let error): context.post(context.message(of: error, "The picture was not copied"))
        }
    }

    var runningWork: String? {
        picture == nil ? nil : "A picture is being made for the clipboard. It would not be copied."
    }

    func close() {
        picture.take()?.discard()
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
