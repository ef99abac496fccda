public import LayerTree
internal import Concurrency
internal import TextLayers
internal import TiledLayers

/// A fully sharp view of an image, made without a window.
public struct Screenshot: Sendable {
    /// The frame, to be drawn by a compositor.
    public var frame: RenderTree
    /// The reason that an image could not be decoded to its end, and the tiles that could not be loaded, with theirs; they
    /// are missing or coarser in the frame.
    public var failures: [String]
    /// Why only a preview of the image is in the frame; nil if it is all there, or tiles alone are missing.
    public var error: (any Error)?

    /// Opens a file, waits until everything in view is loaded, and makes a frame.
    ///
    /// Blocks until then; opens no window.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - settings: the view, the size and the overlays.
    /// - Returns: the frame, and what is missing in it.
    /// - Throws: what opening the file throws.
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
            if let tiles = viewer.tiles, tiles.isSettled, !document.state.stage.isBusy, !viewer.annotations.isReading {
                // Tiles that arrived during the last frame appear in this one.
                tiles.setNeedsFrame()
                return Screenshot(
                    frame: viewer.frame(), failures: document.failures + tiles.failures + viewer.annotationFailures,
                    error: document.failure)
            }
            hasFrameRequest.wait { $0 ? () : nil }
        }
    }

    /// Raises the loader's cost limit to hold all visible tiles and the coarser ones below, so that a screenshot of any
    /// size is sharp.
    @MainActor
    private static func raiseCostLimit(for tiles: TiledLayer?, in loader: TileLoader) {
        let needed = 2 * (tiles?.visibleCost ?? 0)
        guard loader.costLimit < needed else { return }
        loader.costLimit = needed
        tiles?.setNeedsFrame()
    }
}

extension Document {
    /// The reason that only a preview can be shown, without the file's name.
    fileprivate var failures: [String] {
        guard case .coarse(let reason) = state.stage else { return [] }
        let prefix = "\(path): "
        return [reason.hasPrefix(prefix) ? String(reason.dropFirst(prefix.count)) : reason]
    }
}

extension TiledLayer {
    /// One line for each visible tile that could not be loaded.
    var failures: [String] {
        missingTiles.compactMap { tile in
            guard case .failed(let reason, _, _) = tile.state else { return nil }
            return "tile \(tile.index): \(reason)"
        }
    }
}
