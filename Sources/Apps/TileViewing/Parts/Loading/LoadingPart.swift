internal import Controls
internal import Files
internal import Glibc
internal import LayerTree
internal import Numbers
internal import TilePyramid
internal import TiledLayers

/// The loading of the image's tiles: how many are missing, which have failed, and whether the file still exists.
@MainActor
final class LoadingPart: ViewerPart {
    private let context: ViewerContext
    /// The number of missing tiles when it was last checked that the file exists.
    private var knownMissingCount = 0
    /// Whether the document's file no longer exists.
    private var isFileMissing = false

    init(_ context: ViewerContext) {
        self.context = context
    }

    func documentDidClose() {
        context.tileFailures = TileFailures()
        knownMissingCount = 0
        isFileMissing = false
    }

    func documentDidOpen(_ document: Document) {
        knownMissingCount = 0
        isFileMissing = false
    }

    // MARK: Commands

    func perform(_ command: ViewerCommand) -> Bool {
        guard command == .retryFailures else { return false }
        context.retryFailures()
        context.thumbnails.reload()
        context.scene.setNeedsFrame()
        return true
    }

    func state(of command: ViewerCommand) -> CommandState? {
        command == .retryFailures && !context.status.failedTiles.isEmpty ? CommandState() : nil
    }

    // MARK: Status

    var runningWork: String? {
        guard let document = context.document, case .cutting(let progress) = document.state.stage else { return nil }
        return "\(VisibleText.escaped(document.name)) is being cut into tiles (\(Int(progress * 100)) %). What is done "
            + "is kept, and the rest follows when the file is opened again."
    }

    func update() {
        checkFileExists()
    }

    func describe(in status: inout ViewerStatus) {
        if let document = context.document {
            status.stage = document.state.stage
            status.isOffline = document.isOffline
        }
        if let tiles = context.tiles {
            status.count(tiles)
            status.failedTiles = tiles.missingTiles.compactMap { tile in
                if case .failed(_, _, retryTime: nil) = tile.state { tile.index } else { nil }
            }
        }
    }

    /// Checks whether the file still exists, if more tiles are missing than at the last check; stops once it is missing.
    private func checkFileExists() {
        let statistics = context.settings.loader.statistics
        let missing = statistics.absent + statistics.failures
        guard let document = context.document, !document.isRemote, missing > knownMissingCount, !isFileMissing else {
            return
        }
        knownMissingCount = missing
        let mailbox = context.mailbox
        context.settings.inBackground {
            guard access(document.path, F_OK) != 0 else { return }
            mailbox.post(.work { [weak self] in self?.reportMissing(document) })
        }
    }

    private func reportMissing(_ document: Document) {
        guard document === context.document, !isFileMissing else { return }
        isFileMissing = true
        context.post(
            "\(document.name): the file is missing. What was loaded of it can still be seen.", .error,
            isAboutDocument: true)
    }
}

extension ViewerStatus {
    /// Adds the visible tiles of a layer that are not loaded yet.
    @MainActor
    mutating func count(_ tiles: TiledLayer) {
        for tile in tiles.missingTiles {
            switch tile.state {
            case .absent, .loaded, .failed(_, _, retryTime: nil): break
            case .idle: waitingTiles += tiles.lastFrame?.plan.isSwapped == true ? 0 : 1
            case .queued, .reading, .read, .decoding, .failed: loadingTiles += 1
            }
        }
    }
}
