public import LayerTree
internal import Concurrency
internal import TiledLayers

/// A picture of a view, fully sharp, made without a window.
public struct Screenshot: Sendable {
    /// The picture's pixels are in this frame, which a compositor draws.
    public var frame: RenderTree
    /// The tiles that could not be loaded, and why: they are missing or coarser in the picture.
    public var failures: [String]

    /// Opens a file, waits until all that is seen of it is there, and shows it.
    ///
    /// Blocks until then; nothing is shown on a screen.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - settings: the view, the size, what is shown beside the image.
    /// - Returns: the frame, and what is missing in it.
    /// - Throws: why the file could not be opened.
    @MainActor
    public static func take(of path: String, _ settings: ViewerSettings) throws -> Screenshot {
        let document = try settings.open(path)
        defer { document.close() }
        var settings = settings
        settings.textDrawing = .immediate
        settings.reducesMotion = true
        let viewer = Viewer(settings)
        let hasFrameRequest = Locked(true)
        viewer.scene.requests.onRequest = { hasFrameRequest.withLockAndNotify { $0 = true } }
        viewer.show(document)
        viewer.tiles?.fadeDuration = 0
        while true {
            hasFrameRequest.withLock { $0 = false }
            _ = viewer.frame()
            raiseCostLimit(for: viewer.tiles, in: settings.loader)
            guard viewer.scene.nextFrameTime == nil else { continue }
            if let tiles = viewer.tiles, tiles.isSettled, !document.state.stage.isBusy {
                // Tiles may have come while that frame was made: they are in this one.
                tiles.setNeedsFrame()
                return Screenshot(frame: viewer.frame(), failures: tiles.failures)
            }
            hasFrameRequest.wait { $0 ? () : nil }
        }
    }

    /// Lets the loader keep all that is seen, and the coarser tiles below: a picture has to be sharp, however large it is.
    @MainActor
    private static func raiseCostLimit(for tiles: TiledLayer?, in loader: TileLoader) {
        let needed = 2 * (tiles?.visibleCost ?? 0)
        guard loader.costLimit < needed else { return }
        loader.costLimit = needed
        tiles?.setNeedsFrame()
    }
}

extension TiledLayer {
    /// What could not be loaded of the tiles in view, a line for each.
    var failures: [String] {
        missingTiles.compactMap { tile in
            guard case .failed(let reason, _, _) = tile.state else { return nil }
            return "tile \(tile.index): \(reason)"
        }
    }
}
