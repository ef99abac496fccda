public import LayerTree
internal import Concurrency
internal import FilePyramids
internal import ImageMetadata
internal import PyramidTools
internal import RemotePyramids
internal import ScrollLayers
internal import TextLayers
internal import TileContainers
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// A fully sharp view of an image, made without a window.
public struct Screenshot: Sendable {
    /// The frame, to be drawn by a compositor.
    public var frame: RenderTree
    /// The image that could not be decoded to its end, and the tiles that could not be loaded, each with the reason.
    ///
    /// These parts are missing or coarser in the frame.
    public var failures: [String]
    /// The faults of the files that the frame was made in spite of, such as a missing end, as sentences.
    public var warnings: [String]
    /// The reason that only a preview of the image is in the frame; nil if the image is complete, or only tiles are missing.
    public var error: (any Error)?

    /// The most lists that lead to an image.
    private static let listDepth = 8

    /// Returns the image that a path stands for: the first one of a list at an address, or else itself.
    ///
    /// Blocks while lists are read.
    ///
    /// - Parameters:
    ///   - path: a file, or the address of an image or a list, such as a manifest.
    ///   - settings: reads the lists by ``ViewerSettings/filesAtAddress``.
    /// - Returns: the path or address of the image.
    /// - Throws: the errors of reading a list, and `StoreError` if lists lead to nothing but lists.
    public static func image(of path: String, _ settings: ViewerSettings) throws -> String {
        var image = path
        for _ in 0..<listDepth {
            guard PyramidLocation(image).isRemote, !ValueImage.isZarr(image),
                let list = try settings.filesAtAddress(image)
            else { return image }
            guard let first = list.items.first else { break }
            image = first.address
            if !first.isList { return image }
        }
        throw StoreError(
            .malformed, path: PyramidLocation(path).publicText,
            "the lists at this address lead to no image. Open the address of an image.")
    }

    /// Opens a file, waits until everything in view is loaded, and makes a frame.
    ///
    /// Blocks until the frame is made; opens no window.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - others: the files to compare it with, as ``ViewerSettings/comparison`` says; none by default.
    ///   - settings: the view, the size and the overlays.
    /// - Returns: the frame, and the reasons for its missing parts.
    /// - Throws: the errors of opening the file, and those of a rendering that it does not have.
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
        let rendering = try settings.rendering.take().map { try document.askedRendering(link: $0) }
        try settings.view?.check(against: document, in: settings.size)
        let viewer = Viewer(settings)
        let hasFrameRequest = Locked(true)
        viewer.scene.requests.onRequest = { hasFrameRequest.withLockAndNotify { $0 = true } }
        viewer.show(document)
        if let rendering { viewer.context.channelRendering = rendering }
        viewer.context.tiles?.fadeDuration = 0
        if !others.isEmpty {
            viewer.compare(with: Array(documents.dropFirst()), settings.comparison ?? Comparison())
        }
        while true {
            hasFrameRequest.withLock { $0 = false }
            _ = viewer.frame()
            raiseCostLimit(for: viewer.tiledLayers, of: settings.size, in: settings.loader)
            guard viewer.scene.nextFrameTime == nil else { continue }
            let shown = viewer.tiledLayers.filter { $0.scene != nil }
            let showsMap = settings.features.contains(.overviewMap)
            if shown.allSatisfy({ $0.isSettled && (!showsMap || $0.isWholeImageTileSettled) }),
                !documents.contains(where: \.state.stage.isBusy),
                !viewer.isReadingAnnotations, !viewer.isComposingOverview
            {
                // Tiles that arrived during the last frame appear in this one.
                shown.first?.setNeedsFrame()
                let frame = viewer.frame()
                let failures = zip(viewer.comparedTiles, documents).flatMap {
                    $1.failures + $0.failures + $0.unloadedTiles
                }
                let warnings = documents.flatMap(\.state.warnings).filter { !failures.contains($0) }
                return Screenshot(
                    frame: frame, failures: failures + viewer.annotationFailures, warnings: warnings,
                    error: documents.lazy.compactMap(\.failure).first)
            }
            hasFrameRequest.wait { $0 ? () : nil }
        }
    }

    /// The most bytes that tiles of a pyramid without coarse levels may take, beside those of the view's own pixels.
    private static let costLimit = 1 << 30
    /// The most bytes that the tiles of a view take for each of its pixels, where there is a level for its scale.
    private static let costPerPixel = 64

    /// Raises the loader's cost limit to hold all visible tiles and the coarser ones below, so that a screenshot of any
    /// size is sharp.
    ///
    /// A view of many tiles for which there is no coarser level does not get more than ``costLimit``.
    @MainActor
    static func raiseCostLimit(for tiles: [TiledLayer], of size: PixelSize, in loader: TileLoader) {
        let own = max(1, tiles.count) * costPerPixel * size.area
        let needed = min(2 * tiles.reduce(0) { $0 + $1.visibleCost }, costLimit + own)
        guard loader.costLimit < needed else { return }
        loader.costLimit = needed
        tiles.forEach { $0.setNeedsFrame() }
    }
}

extension ViewState {
    /// Checks that a picture of this view has something of an image.
    ///
    /// - Throws: `CodecError` if it has not.
    fileprivate func check(against document: Document, in size: PixelSize) throws {
        // However the view is rotated.
        let reach =
            (Double(size.width) * Double(size.width) + Double(size.height) * Double(size.height)).squareRoot() / 2
            / scale
        let isNear =
            center.x > -reach && center.y > -reach && center.x < Double(document.size.width) + reach
            && center.y < Double(document.size.height) + reach
        guard !isNear else { return }
        throw CodecError(
            .invalidRequest, file: document.path,
            "the view has nothing of the image, which has \(document.size) pixels. Choose a center in it.")
    }
}

extension Document {
    /// The reason that only a preview can be shown, without the file's name.
    fileprivate var failures: [String] {
        let missing = state.warnings.filter { $0.hasPrefix(ComposedTiles.failureLead) }
        guard case .coarse(let reason) = state.stage else { return missing }
        let prefix = "\(path): "
        return [reason.hasPrefix(prefix) ? String(reason.dropFirst(prefix.count)) : reason] + missing
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

    /// A line about the visible tiles for which there was no room; none if all were loaded.
    var unloadedTiles: [String] {
        let count = missingTiles.lazy.filter { $0.state == .idle }.count
        return count == 0 ? [] : ["\(count) tiles in view were not loaded: there are too many. Zoom in."]
    }
}
