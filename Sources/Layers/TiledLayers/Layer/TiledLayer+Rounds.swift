internal import LayerTree
internal import TilePyramid

/// Rounds of requests, for views of more tiles than a plan names.
extension TiledLayer {
    /// How far the tiles are that the last frame has requested for its view.
    enum Round {
        /// Some are being loaded.
        case loading
        /// All have arrived, or will not arrive.
        case arrived
        /// Some have no room in the cache, so that more would have none either.
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

    /// Has the planner name further tiles of a view at rest once those that it has named are there.
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
    /// Whether two views show the same part of an image, however they move.
    fileprivate func showsSame(as other: Viewport) -> Bool {
        projection == other.projection && screen == other.screen && contentsScale == other.contentsScale
    }
}
