internal import LayerTree
internal import TilePyramid

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
