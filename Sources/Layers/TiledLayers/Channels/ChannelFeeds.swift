internal import ChannelImages
internal import TilePyramid
internal import VectorDrawing

/// The feeds of the channels that a layer shows, one for each, and of the neighboring sections and times.
///
/// Each channel, section and time is an image of its own for the loader. So a channel that is switched on is loaded without the
/// others, and the cache knows the cost of each.
@MainActor
final class ChannelFeeds {
    /// The image.
    let image: TiledImage
    /// The planes of the channels that are shown, each once.
    private var channelPlanes: [ChannelPlane] = []
    /// Whether the layer shows channels, be it none of them.
    private(set) var isOn = false

    private let loader: TileLoader
    private let onArrival: @Sendable () -> Void
    private var shown: [ChannelPlane: TileFeed] = [:]
    private var neighbors: [ChannelPlane: TileFeed] = [:]
    private var plan = TilePlan(level: 0, sharpLevel: 0, requests: [])

    /// Creates feeds of no channels; nil for images of pixels.
    init?(of image: TiledImage, from loader: TileLoader, onArrival: @escaping @Sendable () -> Void) {
        guard image.channelSource != nil else { return nil }
        self.image = image
        self.loader = loader
        self.onArrival = onArrival
    }

    /// Replaces the planes; those that are new are requested at once.
    ///
    /// - Parameter planes: the planes, each once; nil if the layer shows no channels.
    func show(_ planes: [ChannelPlane]?) {
        isOn = planes != nil
        guard channelPlanes != planes ?? [] else { return }
        channelPlanes = planes ?? []
        setDemand(plan)
    }

    /// The planes that are shown, each once: those of channels, and that of the alpha as soon as it is known to exist.
    var planes: [ChannelPlane] {
        guard image.channelSource?.hasAlpha == true, var alpha = channelPlanes.first else { return channelPlanes }
        alpha.channel = ChannelTileSource.alphaChannel
        return channelPlanes + [alpha]
    }

    private func feed(of plane: ChannelPlane, onArrival: @escaping @Sendable () -> Void = {}) -> TileFeed? {
        image.image(of: plane).map { TileFeed(of: $0, from: loader, onArrival: onArrival) }
    }

    /// The planes of the same channels in the sections and at the times beside those that are shown.
    private var neighborPlanes: [ChannelPlane] {
        guard let description = image.channelSource?.description else { return [] }
        return planes.flatMap { plane in
            [(1, 0), (-1, 0), (0, 1), (0, -1)].compactMap { section, time in
                var neighbor = plane
                neighbor.section += section
                neighbor.time += time
                let exists =
                    (0..<description.sectionCount).contains(neighbor.section)
                    && (0..<description.timeCount).contains(neighbor.time)
                return exists ? neighbor : nil
            }
        }
    }
}

extension ChannelFeeds: LayerFeed {
    /// Replaces the demand for all channels; the neighboring planes are requested for views at rest.
    ///
    /// The demand of feeds without a plane is withdrawn at the same time, so that common requests go on.
    func setDemand(_ plan: TilePlan) {
        self.plan = plan
        let formerShown = shown
        shown = [:]
        for plane in planes { shown[plane] = formerShown[plane] ?? feed(of: plane, onArrival: onArrival) }
        var later = TilePlan(level: plan.level, sharpLevel: plan.sharpLevel, requests: [])
        if !plan.isMoving, !plan.isTruncated {
            later.requests = plan.requests.filter(\.reason.isVisible).map { TileRequest($0.index, .adjacentPlane) }
        }
        let former = neighbors
        neighbors = [:]
        for plane in neighborPlanes { neighbors[plane] = former[plane] ?? feed(of: plane) }
        let nothing = TilePlan(level: 0, sharpLevel: 0, requests: [])
        let gone =
            formerShown.filter { shown[$0.key] == nil }.map(\.value)
            + former.filter { neighbors[$0.key] == nil }.map(\.value)
        loader.setDemands(
            shown.values.map { ($0, plan) } + neighbors.values.map { ($0, later) } + gone.map { ($0, nothing) })
    }

    /// The state of the channel that is least advanced; that of one that failed for good if there is one.
    func state(of index: TileIndex) -> TileState {
        guard isOn else { return .absent }
        var result = TileState.loaded
        for feed in shown.values {
            let state = feed.state(of: index)
            if state.rank < result.rank { result = state }
        }
        return result
    }

    /// Whether a channel of a tile has failed, and is not retried before it has been out of view.
    func hasFailedForGood(_ index: TileIndex, _ plane: ChannelPlane) -> Bool {
        if case .failed(_, _, retryTime: nil)? = shown[plane]?.state(of: index) { true } else { false }
    }

    /// Returns the samples of a channel, and the number of their arrival; nil if they are not cached.
    func arrivedSamples(_ index: TileIndex, of plane: ChannelPlane) -> ArrivedSamples? {
        guard let feed = shown[plane],
            let found = loader.cache.arrivedTile(TileKey(image: feed.image.id, index: index)),
            let samples = found.tile.samples
        else { return nil }
        return ArrivedSamples(samples: samples, isOutdated: found.tile.isOutdated, arrival: found.arrival)
    }

    func isCached(_ index: TileIndex) -> Bool { isOn && shown.values.allSatisfy { $0.isCached(index) } }

    func isFresh(_ index: TileIndex) -> Bool { isOn && shown.values.allSatisfy { $0.isFresh(index) } }

    func cost(of index: TileIndex) -> Int { planes.reduce(0) { $0 + (image.channelSource?.cost(of: index, $1) ?? 0) } }

    func hasTiles(ofLevel level: Int) -> Bool {
        isOn && (shown.isEmpty || shown.values.contains { $0.hasTiles(ofLevel: level) })
    }

    /// Reloads tiles of all planes that are shown or beside them.
    func invalidate(_ rect: Rect?) {
        for feed in shown.values { feed.invalidate(rect) }
        for feed in neighbors.values { feed.invalidate(rect) }
    }

    /// Does nothing: stored samples have no stamps.
    func revalidate() {}
}

/// The samples of a channel in a tile that is cached.
struct ArrivedSamples {
    let samples: SampleTile
    let isOutdated: Bool
    /// The number of the arrival, counted by the cache.
    let arrival: Int
}

extension TileState {
    /// The order in which the states of channels say the state of their tile: the first one does.
    fileprivate var rank: Int {
        switch self {
        case .failed(_, _, retryTime: nil): 0
        case .idle: 1
        case .failed: 2
        case .queued: 3
        case .reading: 4
        case .read: 5
        case .decoding: 6
        case .absent: 7
        case .loaded: 8
        }
    }
}
