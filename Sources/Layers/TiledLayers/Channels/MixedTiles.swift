internal import ChannelImages
internal import Concurrency
internal import TilePyramid
internal import VectorDrawing

/// The tiles of an image of many channels, mixed for the screen.
///
/// It keeps the samples and pixels of the tiles that the last frame requested: at most those in view. So a change of ranges,
/// colors or gammas mixes these again and reads nothing. Where samples of another section or time are missing, tiles stay as
/// the last frame had them. Of the same section and time, those channels are shown that have arrived, or the last ones until
/// then.
@MainActor
final class MixedTiles {
    private struct Entry {
        /// The samples by their channels, ``ChannelTileSource/alphaChannel`` among them.
        var samples: [Int: SampleTile]
        /// The samples around the tile, where pixels depend on them.
        var neighbors: NeighborTiles
        /// The section and time of the samples.
        var place: Place
        /// The number of the rendering in which ``pixels`` are.
        var version: Int
        var pixels: PixelBuffer
        var isUsed = true
    }

    private struct Place: Hashable {
        var section: Int
        var time: Int
    }

    /// The samples that a frame can draw in a tile.
    private struct Selection {
        var samples: [Int: SampleTile]
        var neighbors = NeighborTiles()
        var place: Place
        var isOutdated: Bool

        /// Whether there are samples of channels, and not just alpha.
        var hasChannels: Bool { samples.keys.contains { $0 != ChannelTileSource.alphaChannel } }
    }

    /// The steps after mixing.
    var steps = ColorSteps() {
        didSet { version += 1 }
    }

    /// Whether samples have arrived since the frame began, so that another frame is due.
    private(set) var hasNewArrivals = false

    private let feeds: ChannelFeeds
    private let description: ChannelImageDescription
    private var mixing: ChannelMixing?
    private var version = 0
    private var entries: [TileIndex: Entry] = [:]

    /// Prepares tiles without channels; nil for images of pixels.
    init?(_ feeds: ChannelFeeds?) {
        guard let feeds, let source = feeds.image.channelSource else { return nil }
        self.feeds = feeds
        description = source.description
    }

    /// Creates tiles with the same samples that have other steps after mixing.
    func copy(_ steps: ColorSteps) -> MixedTiles? {
        let copy = MixedTiles(feeds)
        copy?.mixing = mixing
        copy?.entries = entries
        copy?.version = version
        copy?.steps = steps
        return copy
    }

    /// The number of tiles that are kept.
    var count: Int { entries.count }

    /// Replaces the rendering; nil shows nothing.
    func show(_ rendering: ChannelRendering?) {
        let last = mixing
        mixing = rendering.map { ChannelMixing($0, of: description, after: last) }
        if mixing?.rendering.mode != last?.rendering.mode { version += 1 }
        if mixing == nil { entries = [:] }
        feeds.show(mixing?.planes)
    }

    /// Mixes tiles that a frame will request, several at a time.
    ///
    /// - Parameters:
    ///   - indices: the tiles, each once.
    ///   - lastArrival: the number of the last arrival that the frame draws.
    func prepare(_ indices: [TileIndex], lastArrival: Int) {
        hasNewArrivals = false
        var new: [(index: TileIndex, selection: Selection, work: TileMixing)] = []
        for index in indices {
            guard let selection = selection(index, lastArrival), !isMixed(index, selection),
                let work = work(index, selection)
            else { continue }
            new.append((index, selection, work))
        }
        guard new.count > 1 else { return }
        let results = Locked([PixelBuffer?](repeating: nil, count: new.count))
        let steps = steps
        let works = new.map(\.work)
        parallelFor(works.count, workers: min(works.count, Processors.count), makeContext: {}) { index, _ in
            let mixed = works[index].mixed(steps)
            results.withLock { $0[index] = mixed }
        }
        for (tile, pixels) in zip(new, results.withLock { $0 }) {
            guard let pixels else { continue }
            store(pixels, tile.index, tile.selection)
        }
    }

    /// Returns the mixed pixels of a tile; nil if there are none to draw.
    func tile(_ index: TileIndex, lastArrival: Int) -> CachedTile? {
        guard let selection = selection(index, lastArrival) else { return nil }
        if !isMixed(index, selection), let work = work(index, selection) {
            store(work.mixed(steps), index, selection)
        } else {
            entries[index]?.isUsed = true
        }
        return entries[index].map {
            CachedTile(buffer: $0.pixels, generation: 0, isOutdated: selection.isOutdated)
        }
    }

    /// The mixed pixels of a tile that the last frame requested; nil for other tiles.
    func pixels(of index: TileIndex) -> PixelBuffer? { entries[index]?.pixels }

    /// The tiles that the last frame requested.
    var indices: Set<TileIndex> { Set(entries.keys) }

    /// Ends a frame, and releases the tiles that it has not requested.
    func endFrame() {
        entries = entries.filter(\.value.isUsed).mapValues { entry in
            var entry = entry
            entry.isUsed = false
            return entry
        }
    }

    /// Chooses the samples of a tile; nil if there are none.
    private func selection(_ index: TileIndex, _ lastArrival: Int) -> Selection? {
        guard let rendering = mixing?.rendering else { return nil }
        let place = Place(section: rendering.section, time: rendering.time)
        var found = Selection(samples: [:], place: place, isOutdated: false)
        var isComplete = true
        for plane in feeds.planes {
            if let arrived = feeds.arrivedSamples(index, of: plane) {
                guard arrived.arrival <= lastArrival else {
                    hasNewArrivals = true
                    isComplete = false
                    continue
                }
                found.samples[plane.channel] = arrived.samples
                found.isOutdated = found.isOutdated || arrived.isOutdated
            } else if feeds.hasFailedForGood(index, plane) {
                // The others are shown without it.
                found.isOutdated = true
            } else {
                isComplete = false
            }
        }
        if isComplete {
            found.neighbors = neighbors(index, lastArrival)
            return found.hasChannels || feeds.planes.isEmpty ? found : nil
        }
        guard let last = entries[index] else { return nil }
        let channels = Set(feeds.planes.map(\.channel))
        var kept = last.samples.filter { channels.contains($0.key) }
        if last.place == place { kept.merge(found.samples) { $1 } }
        return Selection(samples: kept, neighbors: last.neighbors, place: last.place, isOutdated: true)
    }

    /// The samples around a tile that have arrived, where pixels depend on them.
    private func neighbors(_ index: TileIndex, _ lastArrival: Int) -> NeighborTiles {
        guard let mixing, mixing.needsNeighbors, let plane = mixing.planes.first else { return NeighborTiles() }
        let grid = feeds.image.pyramid.levels[index.level].grid
        return NeighborTiles { columns, rows in
            let neighbor = TileIndex(level: index.level, column: index.column + columns, row: index.row + rows)
            guard 0..<grid.columns ~= neighbor.column, 0..<grid.rows ~= neighbor.row,
                let arrived = feeds.arrivedSamples(neighbor, of: plane)
            else { return nil }
            guard arrived.arrival <= lastArrival else {
                hasNewArrivals = true
                return nil
            }
            return arrived.samples
        }
    }

    private func isMixed(_ index: TileIndex, _ selection: Selection) -> Bool {
        guard let entry = entries[index] else { return false }
        return entry.version == version && entry.samples == selection.samples
            && entry.neighbors == selection.neighbors
    }

    /// Prepares the mixing of a tile; nil if its pixels stay as they are, because none of its channels has arrived.
    private func work(_ index: TileIndex, _ selection: Selection) -> TileMixing? {
        guard feeds.planes.isEmpty || selection.hasChannels else { return nil }
        let pyramid = feeds.image.pyramid
        return mixing?.work(
            pyramid.rect(of: index).size, ofLevel: pyramid.levels[index.level].size, selection.samples,
            selection.neighbors)
    }

    private func store(_ pixels: PixelBuffer, _ index: TileIndex, _ selection: Selection) {
        entries[index] = Entry(
            samples: selection.samples, neighbors: selection.neighbors, place: selection.place, version: version,
            pixels: pixels)
    }
}
