internal import ImageCodecs
public import LayerTree
internal import NumberFormatting
internal import ScrollLayers
internal import TextLayers
internal import TilePyramid
internal import TiledLayers

extension Viewer {
    /// Records the duration of a frame, for the HUD.
    ///
    /// - Parameters:
    ///   - milliseconds: the time from the frame's start until it was handed to the screen.
    ///   - textures: the textures that the window holds; nil if it holds none.
    ///   - presented: the presenter's part of the frame's cost, if ``collectsStatistics`` is set; nil if it has not been
    ///     measured.
    public func recordFrame(
        milliseconds: Double, textures: MemoryUsage? = nil, presented: FrameStatistics? = nil
    ) {
        frameTimes.add(milliseconds: milliseconds)
        frameRate.add(at: settings.clock.now)
        self.textures = textures
        if let presented, scene.collectsStatistics {
            scene.statistics += presented
        }
    }

    /// Whether the HUD needs the cost of frames, which takes a little time to measure.
    public var collectsStatistics: Bool { scene.collectsStatistics }

    /// Updates ``status``, and the overlays that show it.
    func updateStatus() {
        let new = currentStatus
        // The image is shown before any text about it.
        let showedOverlays = showsOverlays
        showsOverlays =
            showedOverlays || settings.textDrawing == .immediate || !(tiles?.drawnTiles.isEmpty ?? true)
            || overlays.messages.count > 0 || new.recentFiles != nil
        let hasChanged = new != status
        if new.failedTiles != status.failedTiles {
            announceFailures()
        }
        status = new
        guard showsOverlays else { return }
        if hasChanged || !showedOverlays || overlays.messages.count > 0 {
            overlays.update(new)
        }
        updateControls()
        updateMapThumbnail()
        updateAdjustmentPanel()
        if features.contains(.hud) {
            let layout = OverlayLayout(size: new.size, theme: overlays.environment.theme)
            overlays.hud.update(hudValues, at: settings.clock.now, in: layout)
        }
        reportTextFailure()
    }

    private var currentStatus: ViewerStatus {
        var new = ViewerStatus()
        if let document {
            let state = document.state
            new.name = VisibleText.escaped(document.name)
            new.imageSize = document.size
            new.stage = state.stage
            new.metadata = state.metadata
            new.isOffline = document.isOffline
        }
        new.recentFiles = document == nil ? recentFiles : nil
        new.filePosition = shownPosition
        new.fileCount = files.paths.count
        new.view = currentView
        new.size = windowSize
        new.scale = scene.scale
        new.selection = selection.rect
        new.pointer = pointer.flatMap(pointerStatus)
        for tile in tiles?.missingTiles ?? [] {
            switch tile.state {
            case .absent, .loaded: break
            case .idle: new.waitingTiles += tiles?.lastFrame?.plan.isSwapped == true ? 0 : 1
            case .failed(_, _, retryTime: nil): new.failedTiles.append(tile.index)
            case .queued, .reading, .read, .decoding, .failed: new.loadingTiles += 1
            }
        }
        new.features = features
        addComparison(to: &new)
        return new
    }

    /// The image point and the color under a point of the view.
    func pointerStatus(at point: Point) -> ViewerStatus.Pointer? {
        guard let document, let imagePoint = content.convert(point, from: nil) else { return nil }
        var pointer = ViewerStatus.Pointer(
            imagePoint: imagePoint, color: settings.loader.color(at: imagePoint, of: document.image))
        addValues(to: &pointer, of: document)
        return pointer
    }

    /// Gives the overview map its thumbnail once the tile that shows the whole image is loaded.
    private func updateMapThumbnail() {
        guard overlays.mapThumbnail == nil, let image = document?.image,
            let level = image.pyramid.presentLevels.last(where: { image.pyramid.levels[$0].grid.count == 1 })
        else { return }
        let key = TileKey(image: image.id, index: TileIndex(level: level, column: 0, row: 0))
        overlays.mapThumbnail = settings.loader.cache.tile(key)?.buffer
    }

    /// Reports that there is no font, which cannot be said on the screen.
    private func reportTextFailure() {
        guard let failure = overlays.environment.textDrawing.failure,
            announcedMessages.insert(failure.message).inserted
        else { return }
        onMessage?(Message(.error, failure.message))
    }
}

// MARK: HUD

extension Viewer {
    /// The values that the HUD shows.
    var hudValues: HUDValues {
        var values = HUDValues()
        values.frameTimes = frameTimes
        values.framesPerSecond = frameRate.framesPerSecond(at: settings.clock.now)
        values.textures = textures
        let cache = settings.loader.cache.statistics
        values.cache = MemoryUsage(cache.bytes, of: cache.costLimit)
        values.frame = scene.collectsStatistics ? scene.statistics : nil
        guard let tiles else { return values }
        var counts: [TileSummary: Int] = [:]
        for tile in tiles.visibleTiles {
            counts[TileSummary(tile.state), default: 0] += 1
        }
        values.tiles = TileSummary.allCases.compactMap { summary in
            counts[summary].map { HUDValues.TileCount(state: summary.rawValue, count: $0) }
        }
        if let frame = viewedFrame(at: settings.clock.now) {
            let quality = ViewedQuality(of: frame)
            let pixels = Double(scene.size.area)
            values.blankPixels = Int((quality.blank * pixels).rounded())
            values.blurredPixels = Int((quality.coarse * pixels).rounded())
        }
        return values
    }
}

/// The state of a tile, in a word.
private enum TileSummary: String, CaseIterable {
    case loaded, reading, decoding, queued, failed, absent

    init(_ state: TileState) {
        self =
            switch state {
            case .loaded: .loaded
            case .reading, .read: .reading
            case .decoding: .decoding
            case .idle, .queued: .queued
            case .failed: .failed
            case .absent: .absent
            }
    }
}
