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
    ///   - others: the files that it is compared with, as ``ViewerSettings/comparison`` says; none by default.
    ///   - settings: the view, the size and the overlays.
    /// - Returns: the frame, and what is missing in it.
    /// - Throws: what opening the file throws.
    @MainActor
    public static func take(
        of path: String, comparedWith others: [String] = [], _ settings: ViewerSettings
    ) throws -> Screenshot {
        var documents: [Document] = []
        defer { documents.forEach { $0.close() } }
        for path in [path] + others { documents.append(try settings.open(path)) }
        let document = documents[0]
        var settings = settings
        settings.textDrawing = .immediate
        settings.reducesMotion = true
        let viewer = Viewer(settings)
        let hasFrameRequest = Locked(true)
        viewer.scene.requests.onRequest = { hasFrameRequest.withLockAndNotify { $0 = true } }
        viewer.show(document)
        viewer.tiles?.fadeDuration = 0
        if !others.isEmpty {
            viewer.compare(with: Array(documents.dropFirst()), settings.comparison ?? Comparison())
        }
        while true {
            hasFrameRequest.withLock { $0 = false }
            _ = viewer.frame()
            raiseCostLimit(for: viewer.allTiles, in: settings.loader)
            guard viewer.scene.nextFrameTime == nil else { continue }
            let shown = viewer.allTiles.filter { $0.scene != nil }
            if shown.allSatisfy(\.isSettled), !documents.contains(where: \.state.stage.isBusy),
                !viewer.annotations.isReading
            {
                // Tiles that arrived during the last frame appear in this one.
                shown.first?.setNeedsFrame()
                let frame = viewer.frame()
                let failures = zip([viewer.tiles] + viewer.comparisonView.panes.map(\.tiles), documents).flatMap {
                    $1.failures + ($0?.failures ?? [])
                }
                return Screenshot(
                    frame: frame, failures: failures + viewer.annotationFailures,
                    error: documents.lazy.compactMap(\.failure).first)
            }
            hasFrameRequest.wait { $0 ? () : nil }
        }
    }

    /// Raises the loader's cost limit to hold all visible tiles and the coarser ones below, so that a screenshot of any
    /// size is sharp.
    @MainActor
    private static func raiseCostLimit(for tiles: [TiledLayer], in loader: TileLoader) {
        let needed = 2 * tiles.reduce(0) { $0 + $1.visibleCost }
        guard loader.costLimit < needed else { return }
        loader.costLimit = needed
        tiles.forEach { $0.setNeedsFrame() }
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
