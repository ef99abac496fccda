internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

extension TiledLayer {
    /// Requests the tiles in view and returns quads for the best ones that the frame can draw.
    func tilePieces(in view: LayerRenderContext) -> [ContentsQuad] {
        let pyramid = image.pyramid
        guard !view.properties.bounds.isEmpty else { return [] }
        let arrivals = loader.cache.arrivals(before: SceneFrame(scene))
        let mapping = ImageMapping(pyramid.size, to: view.properties.bounds)
        let viewport = viewport(in: view, mapping)
        updateRounds(for: viewport)
        let plan = currentPlanner.plan(
            viewport, of: pyramid, composedLevelCount: image.composedLevelCount, rounds: rounds,
            tileRate: loader.tileRate)
        feed.setDemand(plan)
        if viewport.hasVelocity {
            // The view is known to be at rest only when a later frame shows the same. One that is held and stands still is.
            setNeedsFrame()
        }
        guard let region = viewport.visibleRegion(of: pyramid.size) else {
            lastFrame = TiledLayerFrame(
                time: view.time, viewport: viewport, plan: plan, drawnTiles: [], blanks: [],
                drawsTransparency: false, tiles: [])
            formerTiles = [:]
            return []
        }
        let uploader = scene?.presenterLink.uploader
        // Without a fade, a tile is shown as soon as it is there.
        let drawable = DrawableTiles(
            of: image, feed, in: loader.cache, uploader, formerTiles: formerTiles,
            lastArrival: fadeDuration > 0 ? arrivals : .max, colors: adjustedTiles, mixed: mixedTiles)
        let cover = drawable.cover(of: region, plan)
        adjustedTiles?.endFrame()
        mixedTiles?.endFrame()
        formerTiles = [:]
        if uploader != nil {
            for part in cover.parts { formerTiles[part.index] = FormerTile(part.tile) }
        }
        let opacities = fades.opacities(of: cover, duration: fadeDuration, at: view.time)
        if fades.isRunning || drawable.isWaiting || drawable.hasNewArrivals {
            setNeedsFrame()
        }
        let drawn = zip(cover.parts, opacities).map { part, opacity in
            DrawnTile(index: part.index, imageRect: part.imageRect, opacity: opacity, isOutdated: part.tile.isOutdated)
        }
        lastFrame = TiledLayerFrame(
            time: view.time, viewport: viewport, plan: plan, drawnTiles: drawn, blanks: cover.blanks,
            drawsTransparency: cover.parts.contains { !$0.tile.buffer.isOpaque }, tiles: cover.tiles)
        let scale = viewport.scale(at: region.middle)
        let isAxisAligned = viewport.projection.isAxisAligned
        let border =
            smoothsOutline && !viewport.projection.isTurnedByRightAngles
            ? ImageBorder(of: pyramid.size, scale: scale, mapping) : nil
        let sampling = sampling(in: view, viewport, scale: scale)
        var pieces = zip(cover.parts, opacities).map { part, opacity in
            piece(of: part, mapping, filter: sampling.filter(of: part, in: pyramid), opacity: opacity, border)
        }
        let whole = zip(cover.parts, opacities).filter { $0.1 == 1 }.map(\.0)
        if !isAxisAligned {
            pieces = underlay(of: whole, mapping, pixel: 1 / scale, border) + pieces
        }
        if sampling.crossesTiles, !(sampling.magnified == .sharp && uploader != nil) {
            let style = SeamStrips.Style(
                scale: scale, filter: sampling.magnified, isCubic: sampling.isCubic, border: border)
            let strips = seamStrips.pieces(between: whole, of: pyramid, style, mapping)
            strips.forEach { uploader?.require($0.buffer) }
            pieces += strips
        }
        if debugOptions.isOn {
            pieces += debugPieces(mapping, scale: scale)
        }
        return pieces
    }

    /// The viewport of this frame, with the velocity measured over the last frames.
    private func viewport(in view: LayerRenderContext, _ mapping: ImageMapping) -> Viewport {
        let clip = view.clip
        let pixelsPerPoint = scene?.scale ?? 1
        let viewport = Viewport(
            projection: mapping.projection.followed(by: view.projection),
            screen: Rect(
                x: Double(clip.x), y: Double(clip.y), width: Double(clip.size.width), height: Double(clip.size.height)),
            pointOfInterest: pointOfInterest.map { Point(x: $0.x * pixelsPerPoint, y: $0.y * pixelsPerPoint) },
            isMoving: isTracking)
        let size = image.pyramid.size
        return velocityTracker.measured(viewport, of: size, at: view.time, jumps: jumps(to: viewport))
    }

    /// Whether the view jumped to another part of the image instead of moving there.
    private func jumps(to viewport: Viewport) -> Bool {
        let size = image.pyramid.size
        guard let old = lastFrame?.viewport.visibleRegion(of: size), let new = viewport.visibleRegion(of: size)
        else { return true }
        guard let common = old.bounds.intersection(new.bounds) else { return true }
        let shared = common.size.width * common.size.height
        let larger = max(old.bounds.size.width * old.bounds.size.height, new.bounds.size.width * new.bounds.size.height)
        return shared < Self.leastSharedPart * larger
    }

    /// The minimum fraction of the larger view that two successive frames of one motion share.
    ///
    /// At 60 frames per second, 0.5 allows a fling over thirty screens or a zoom by thirty octaves in a second.
    private static let leastSharedPart = 0.5

    /// Enlarged copies of coarser tiles, drawn below all others when a rotated view shows several levels.
    ///
    /// Where two corners of finer tiles meet on the side of a coarser one, the rasterizer rounds the corners to its
    /// grid but not the side, so the center of a pixel may fall between them. Extending the coarser tiles by one screen
    /// pixel closes that gap.
    private func underlay(
        of parts: [TileCover.Part], _ mapping: ImageMapping, pixel: Double, _ border: ImageBorder?
    ) -> [ContentsQuad] {
        guard let finest = parts.lazy.map(\.index.level).max() else { return [] }
        let whole = Rect(image.pyramid.size)
        return parts.compactMap { part in
            guard part.index.level < finest, part.tile.buffer.isOpaque else { return nil }
            var larger = part
            larger.imageRect = part.imageRect.expanded(by: pixel, pixel).intersection(whole) ?? part.imageRect
            return piece(of: larger, mapping, filter: nil, opacity: 1, border)
        }
    }

    private func piece(
        of part: TileCover.Part, _ mapping: ImageMapping, filter: ContentsFilter?, opacity: Double,
        _ border: ImageBorder?
    ) -> ContentsQuad {
        let pyramid = image.pyramid
        let buffer = part.tile.buffer
        let level = pyramid.levels[part.index.level]
        let rect = pyramid.rect(of: part.index)
        let across = level.horizontalDownsample
        let down = level.verticalDownsample
        let extended = border?.extended(part.imageRect)
        let shown = extended ?? part.imageRect
        return ContentsQuad(
            buffer: buffer,
            source: Rect(
                x: shown.minX / across - Double(rect.x), y: shown.minY / down - Double(rect.y),
                width: shown.size.width / across, height: shown.size.height / down),
            frame: mapping.frame(of: shown), samplingBounds: Rect(buffer.size), filter: filter, opacity: opacity,
            softOutline: extended == nil ? nil : border?.outline)
    }
}

/// Rounds of requests, for views of more tiles than a plan names.
extension TiledLayer {
    /// The loading state of the tiles that the last frame requested for its view.
    enum Round {
        /// Some tiles are being loaded.
        case loading
        /// All tiles have arrived, or will not arrive.
        case arrived
        /// Some tiles have no room in the cache, so there is no room for more tiles.
        case crowded
    }

    /// The state of the round that the last frame has requested.
    ///
    /// - Complexity: O(n) for n requests.
    var round: Round {
        var round = Round.arrived
        for request in lastFrame?.plan.requests ?? [] where request.reason.isVisible {
            switch feed.state(of: request.index) {
            case .loaded, .absent, .failed(_, _, retryTime: nil): break
            case .idle: return .crowded
            case .queued, .reading, .read, .decoding, .failed: round = .loading
            }
        }
        return round
    }

    /// Starts the next round of requests of a view at rest when the tiles of the current round have arrived.
    func updateRounds(for viewport: Viewport) {
        guard let lastFrame, lastFrame.plan.isTruncated, lastFrame.viewport.showsSame(as: viewport) else {
            if lastFrame.map({ !$0.viewport.showsSame(as: viewport) }) ?? true { rounds = 1 }
            return
        }
        guard round == .arrived else { return }
        rounds += 1
        // Those that are cached already cause no further frame.
        setNeedsFrame()
    }
}

extension Viewport {
    /// Whether two views show the same part of an image, regardless of their motion.
    fileprivate func showsSame(as other: Viewport) -> Bool {
        projection == other.projection && screen == other.screen && contentsScale == other.contentsScale
    }
}
