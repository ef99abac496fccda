internal import Compositing
internal import ImageCodecs
internal import LayerTree
internal import ScrollLayers
internal import TilePyramid

extension Viewer {
    /// The most views that wait until they are saved; each keeps the tiles that it shows in memory.
    static let waitingViewLimit = 8

    /// Saves the view as a PNG file beside the open file, after those that are being saved.
    func saveView() {
        guard savedViewFiles.waitingCount < Self.waitingViewLimit else {
            return post("\(Self.waitingViewLimit) views are being saved. Wait for them.", .error)
        }
        let tree = scene.frame()
        let mailbox = mailbox
        let stem = "\(document?.stem ?? "tileview")-view"
        savedViewFiles.add(settings.inBackground) {
            // Only now the names of the views before this one are taken.
            let path = UniqueFileName.path(stem, "png")
            do {
                try PNGExport.write(Compositor().draw(tree), to: path)
                mailbox.post(.message(Message(.information, "View saved: \(path)", duration: 4)))
            } catch {
                mailbox.post(.message(Message(.error, "The view was not saved: \(error)", duration: 8)))
            }
        }
    }

    /// Stops background work and waits until nothing is left half done; views that are being saved are completed.
    ///
    /// Call it before the process ends. Messages of background work are passed to ``onMessage``.
    public func close() {
        document?.close()
        compared.documents.values.forEach { $0.close() }
        export?.cancel()
        export?.wait()
        keepLastView()
        stateWork.wait()
        saveAnnotations()
        annotationStores.values.forEach { $0.wait() }
        savedViewFiles.wait()
        for event in mailbox.take() {
            switch event {
            case .message(let message), .exported(let message?, _): onMessage?(message)
            default: break
            }
        }
    }

    func finish(_ export: RunningExport, message: Message?) {
        guard export === self.export else { return }
        self.export = nil
        if let exportMessageID {
            overlays.messages.dismiss(exportMessageID, at: settings.clock.now)
        }
        post(message ?? Message(.information, "The export was canceled and left no file.", duration: 4))
    }
}

extension RegionExport.Outcome {
    /// The message about a finished export.
    func message(region: PixelRect, path: String) -> Message {
        let text = "Exported \(region.size) pixels: \(path)"
        func tiles(_ count: Int) -> String { count == 1 ? "1 tile" : "\(count) tiles" }
        if failedTiles > 0 {
            let reason = failure.map { " (\($0))" } ?? ""
            return Message(
                .warning, "\(text), but \(tiles(failedTiles)) could not be read and are empty\(reason)", duration: 8)
        }
        return Message(
            .information, absentTiles > 0 ? "\(text); the image lacks \(tiles(absentTiles)) of it" : text, duration: 4)
    }
}
