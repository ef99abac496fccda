internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

extension TiledLayer {
    /// The tiles that the last frame drew; their rectangles do not overlap.
    public var drawnTiles: [DrawnTile] { lastFrame?.drawnTiles ?? [] }

    /// The tiles of the sharp level that were in view in the last frame, with their current loading states.
    public var visibleTiles: [VisibleTile] {
        (lastFrame?.tiles ?? []).map {
            VisibleTile(index: $0.index, state: feed.state(of: $0.index), isFresh: $0.isFresh)
        }
    }

    /// The tiles of ``visibleTiles`` that the last frame did not draw with their newest pixels.
    public var missingTiles: [VisibleTile] {
        (lastFrame?.tiles ?? []).filter { !$0.isFresh }.map {
            VisibleTile(index: $0.index, state: feed.state(of: $0.index), isFresh: false)
        }
    }

    /// The bytes of all ``visibleTiles`` after they are loaded.
    public var visibleCost: Int {
        (lastFrame?.tiles ?? []).reduce(0) { $0 + feed.cost(of: $1.index) }
    }

    /// Whether the last frame drew the newest pixels of the sharp level wherever the image has pixels.
    public var isFullySharp: Bool {
        guard let lastFrame, !fades.isRunning, !lastFrame.plan.isTruncated else { return false }
        return lastFrame.tiles.allSatisfy { $0.isFresh || isPermanentlyMissing($0.index, afterFailures: false) }
    }

    /// Whether loading is complete: the layer is fully sharp except for tiles that failed for good or do not fit in the cache.
    public var isSettled: Bool {
        guard let lastFrame, !fades.isRunning, !lastFrame.viewport.isMoving else { return false }
        if lastFrame.plan.isTruncated, round != .crowded { return false }
        return lastFrame.tiles.allSatisfy { $0.isFresh || isPermanentlyMissing($0.index, afterFailures: true) }
    }

    /// Whether the tile that shows the whole image, if there is one, has been loaded or will not be loaded.
    package var isWholeImageTileSettled: Bool {
        let pyramid = image.pyramid
        guard pyramid.levels[pyramid.baseLevel].grid.count == 1 else { return true }
        let index = TileIndex(level: pyramid.baseLevel, column: 0, row: 0)
        return feed.isFresh(index) || isPermanentlyMissing(index, afterFailures: true)
    }

    /// Whether a tile will not arrive and its fallback tiles are cached.
    ///
    /// With `afterFailures`, tiles that failed for good count as absent, and tiles without room in the cache as loaded.
    /// A tile that arrived after the last frame is not missing: the next frame draws it.
    private func isPermanentlyMissing(_ index: TileIndex, afterFailures: Bool) -> Bool {
        switch feed.state(of: index) {
        case .absent: break
        case .failed(_, _, retryTime: nil): guard afterFailures else { return false }
        // All tiles in view are requested, or a further round follows, so an idle one has no room.
        case .idle: return afterFailures
        default: return false
        }
        guard index.level > image.pyramid.presentLevels.lowerBound else { return true }
        return image.pyramid.tiles(of: index.level - 1, in: image.pyramid.imageRect(of: index)).indices.allSatisfy {
            feed.isFresh($0) || isPermanentlyMissing($0, afterFailures: afterFailures)
        }
    }
}
