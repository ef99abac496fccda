internal import Compositing
internal import ImageCodecs
internal import LayerTree
internal import LockedState
internal import ScrollLayers
internal import TilePyramid

/// An export that goes on in the background, and can be ended.
final class RunningExport: Sendable {
    private struct State {
        var isCancelled = false
        var hasEnded = false
    }

    /// The name of the file.
    let path: String
    private let state = Locked(State())

    init(path: String) {
        self.path = path
    }

    /// Ends the export soon; nothing is left of it.
    func cancel() {
        state.withLock { $0.isCancelled = true }
    }

    /// Whether it is to end.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Takes note that nothing more is done.
    func end() {
        state.withLockAndNotify { $0.hasEnded = true }
    }

    /// Waits until nothing more is done.
    func wait() {
        state.wait { $0.hasEnded ? () : nil }
    }
}

extension Viewer {
    /// Saves what is seen as a PNG file beside the file that is open.
    func saveView() {
        let path = FreeName.path("\(document?.stem ?? "tileview")-view", "png")
        let (tree, mailbox) = (scene.frame(), mailbox)
        settings.inBackground {
            do {
                try PictureFile.write(Compositor().draw(tree), to: path)
                mailbox.post(.message(ViewerMessage("View saved: \(path)")))
            } catch {
                mailbox.post(.message(ViewerMessage("The view was not saved: \(error)", .failure)))
            }
        }
    }

    /// Exports the selected part, or what is seen, at full resolution into a file beside the one that is open.
    func exportRegion() {
        guard export == nil else { return post("An export is going on already; Esc ends it.", .failure) }
        guard let document else { return post("Nothing is open to be exported.", .failure) }
        let seen = PixelRect(touchedBy: controller.model.visibleRect, in: document.size)
        guard let region = selection.rect ?? seen else { return post("Nothing of the image is seen.", .failure) }
        let format = RegionExport.standardFormat(for: region.size)
        let path = FreeName.path("\(document.stem)-part", format == .png ? "png" : "tif")
        let job = RegionExport(source: document.source, region: region, path: path, format: format)
        let running = RunningExport(path: path)
        export = running
        showProgress(0, of: running)
        let mailbox = mailbox
        settings.inBackground {
            let message: ViewerMessage?
            do {
                let outcome = try job.run { part in
                    mailbox.post(.progress(part, running))
                    return !running.isCancelled
                }
                message = outcome?.message(region: region, path: path)
            } catch {
                message = ViewerMessage("Nothing was exported: \(error)", .failure)
            }
            running.end()
            mailbox.post(.exported(message, running))
        }
    }

    /// Ends what goes on in the background and would leave something half done; waits for that.
    ///
    /// Call it before the process ends.
    public func close() {
        document?.close()
        export?.cancel()
        export?.wait()
    }

    func showProgress(_ part: Double, of export: RunningExport) {
        guard export === self.export else { return }
        let percent = Int(part * 100)
        board.progress = ViewerMessage("Exporting \(export.path): \(percent) %; Esc ends it", .progress(part))
        scene.setNeedsFrame()
    }

    func finish(_ export: RunningExport, saying message: ViewerMessage?) {
        guard export === self.export else { return }
        self.export = nil
        board.progress = nil
        post(message ?? ViewerMessage("The export was ended; nothing is left of it."))
    }
}

extension RegionExport.Outcome {
    /// What is said about a finished export.
    fileprivate func message(region: PixelRect, path: String) -> ViewerMessage {
        let text = "Exported \(region.size) pixels: \(path)"
        func tiles(_ count: Int) -> String { count == 1 ? "1 tile" : "\(count) tiles" }
        if failedTiles > 0 {
            let reason = failure.map { " (\($0))" } ?? ""
            return ViewerMessage(
                "\(text), but \(tiles(failedTiles)) could not be read and left empty\(reason)", .failure)
        }
        return ViewerMessage(absentTiles > 0 ? "\(text); the image lacks \(tiles(absentTiles)) of it" : text)
    }
}
