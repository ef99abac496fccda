internal import Compositing
internal import ImageCodecs
internal import LayerTree
internal import Concurrency
internal import ScrollLayers
internal import TilePyramid

/// An export that goes on in the background, and can be ended.
final class RunningExport: Sendable {
    private struct State {
        var fractionCompleted = 0.0
        var isCancelled = false
        var hasEnded = false
    }

    private let state = Locked(State())

    /// How much of it is done, from 0 to 1.
    var fractionCompleted: Double { state.withLock { $0.fractionCompleted } }

    /// Takes note of how much is done; false when no more is to be done.
    func advance(to fractionCompleted: Double) -> Bool {
        state.withLock { state in
            state.fractionCompleted = fractionCompleted
            return !state.isCancelled
        }
    }

    /// Ends the export soon; nothing is left of it.
    func cancel() {
        state.withLock { $0.isCancelled = true }
    }

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
        let path = UniqueFileName.path("\(document?.stem ?? "tileview")-view", "png")
        let (tree, mailbox) = (scene.frame(), mailbox)
        settings.inBackground {
            do {
                try PNGExport.write(Compositor().draw(tree), to: path)
                mailbox.post(.message(Message(.information, "View saved: \(path)", duration: 4)))
            } catch {
                mailbox.post(.message(Message(.error, "The view was not saved: \(error)", duration: 8)))
            }
        }
    }

    /// Exports the selected part, or what is seen, at full resolution into a file beside the one that is open.
    func exportRegion() {
        guard export == nil else { return post("An export is going on already; Esc ends it.", .error) }
        guard let document else { return post("Nothing is open to be exported.", .error) }
        let seen = PixelRect(touchedBy: controller.model.visibleRect, in: document.size)
        guard let region = selection.rect ?? seen else { return post("Nothing of the image is seen.", .error) }
        let format = RegionExport.standardFormat(for: region.size)
        let path = UniqueFileName.path("\(document.stem)-part", format == .png ? "png" : "tif")
        let job = RegionExport(source: document.source, region: region, path: path, format: format)
        let running = RunningExport()
        export = running
        let start = Message(.information, "Exporting \(region.size) pixels to \(path). Esc ends it.")
        exportMessageID = overlays.messages.post(start, at: settings.clock.now)
        let mailbox = mailbox
        settings.inBackground {
            let message: Message?
            do {
                let outcome = try job.run { fractionCompleted in
                    mailbox.post(.progress)
                    return running.advance(to: fractionCompleted)
                }
                message = outcome?.message(region: region, path: path)
            } catch {
                message = Message(.error, "Nothing was exported: \(error)", duration: 8)
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

    func finish(_ export: RunningExport, saying message: Message?) {
        guard export === self.export else { return }
        self.export = nil
        if let exportMessageID {
            overlays.messages.dismiss(exportMessageID, at: settings.clock.now)
        }
        post(message ?? Message(.information, "The export was ended; nothing is left of it.", duration: 4))
    }
}

extension RegionExport.Outcome {
    /// What is said about a finished export.
    fileprivate func message(region: PixelRect, path: String) -> Message {
        let text = "Exported \(region.size) pixels: \(path)"
        func tiles(_ count: Int) -> String { count == 1 ? "1 tile" : "\(count) tiles" }
        if failedTiles > 0 {
            let reason = failure.map { " (\($0))" } ?? ""
            return Message(
                .warning, "\(text), but \(tiles(failedTiles)) could not be read and left empty\(reason)", duration: 8)
        }
        return Message(
            .information, absentTiles > 0 ? "\(text); the image lacks \(tiles(absentTiles)) of it" : text, duration: 4)
    }
}
