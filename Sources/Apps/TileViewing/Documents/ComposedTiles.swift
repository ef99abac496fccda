internal import Concurrency
internal import TilePyramid
internal import TiledLayers

/// The tiles of a pyramid over the network that has no coarse levels, with coarse levels that are composed of its tiles.
///
/// A map with the zooms 12 to 14 alone has thousands of tiles in a view of all of it. Each tile of a composed level is
/// made of those that it shows, of which some are requested at a time, and takes the memory of one. So a view is covered
/// however many tiles that takes, and only what is in view is requested.
final class ComposedTiles: AsynchronousTileSource, ChangingTileSource, ComposedTileSource {
    let pyramid: Pyramid
    let composedLevelCount: Int
    private let source: any AsynchronousTileSource
    private let name: String
    private let onFailure: @Sendable (String) -> Void
    private let state = Locked(State())

    /// The compositions: each has its pixels in memory while it runs.
    private struct State {
        var running = 0
        var waiting: [TileComposition] = []
    }

    /// The most tiles in the coarsest level of a pyramid that needs no composed levels.
    static let tileLimit = 16
    /// The most levels that are composed: a tile of the coarsest one is made of up to 1024 tiles.
    static let levelLimit = 5
    /// The most tiles that are composed at the same time.
    private static let runningLimit = 4

    /// The beginning of the warnings about tiles that are missing in a composed one.
    static let failureLead = "a part of the view is missing: "
    /// The most tiles of the coarsest stored level that are requested for the first view.
    static let firstViewLimit = 2048

    /// Whether a pyramid's coarsest level has too many tiles for showing the whole image.
    static func areNeeded(for pyramid: Pyramid) -> Bool {
        pyramid.levels[pyramid.presentLevels.lowerBound].grid.count > tileLimit
    }

    /// Creates the tiles of a source.
    ///
    /// - Parameters:
    ///   - source: the tiles.
    ///   - name: the name in messages.
    ///   - onFailure: called on any thread with the reason for each tile that is missing in a composed one.
    init(_ source: any AsynchronousTileSource, name: String, onFailure: @escaping @Sendable (String) -> Void) {
        let own = source.pyramid.levels[source.pyramid.presentLevels]
        guard let coarsest = own.first else { preconditionFailure("a pyramid has levels") }
        func shape(_ level: Level, halvings: Int) -> LevelShape {
            let size = level.size
            let origin = level.origin
            let scale = 1 << halvings
            // Tiles that begin where the tiles below begin are made of the fewest.
            let isAligned = origin.x.isMultiple(of: scale) && origin.y.isMultiple(of: scale)
            return LevelShape(
                size: PixelSize(
                    width: (size.width + scale - 1) / scale, height: (size.height + scale - 1) / scale),
                tileSize: level.tileSize, downsample: level.downsample * Double(scale),
                origin: isAligned ? PixelOffset(x: origin.x / scale, y: origin.y / scale) : .zero)
        }
        var composed: [LevelShape] = []
        while composed.count < Self.levelLimit {
            let last = composed.last ?? shape(coarsest, halvings: 0)
            guard last.size.width > last.tileSize.width || last.size.height > last.tileSize.height else { break }
            composed.append(shape(coarsest, halvings: composed.count + 1))
        }
        pyramid = Pyramid(
            levels: composed.reversed() + own.map { shape($0, halvings: 0) }, overlap: source.pyramid.overlap,
            padsTiles: source.pyramid.padsTiles)
        composedLevelCount = composed.count
        self.source = source
        self.name = name
        self.onFailure = onFailure
    }

    // MARK: Tiles

    func beginReading(
        _ index: TileIndex, urgency: TileUrgency,
        completion: @escaping @Sendable (Result<EncodedTile?, any Error>) -> Void
    ) -> any TileReading {
        if let own = ownIndex(of: index) {
            return source.beginReading(own, urgency: urgency, completion: completion)
        }
        let plan = CompositionPlan(
            of: index, in: pyramid, halvings: composedLevelCount - index.level, source: source.pyramid)
        let composition = TileComposition(plan, of: source, name: name, urgency, onFailure: onFailure) {
            [weak self] result in
            completion(result)
            self?.startNext(afterOne: true)
        }
        state.withLock { $0.waiting.append(composition) }
        startNext(afterOne: false)
        return composition
    }

    /// Reads a tile, and waits for it; may be called from any thread that may block.
    func read(_ index: TileIndex) throws -> EncodedTile? {
        if let own = ownIndex(of: index) { return try source.read(own) }
        let result = Locked<Result<EncodedTile?, any Error>?>(nil)
        _ = beginReading(index, urgency: .visible) { tile in result.withLockAndNotify { $0 = tile } }
        return try result.wait { $0 }.get()
    }

    func anyTile(of level: Int) throws -> TileIndex? {
        guard let own = ownIndex(of: TileIndex(level: level, column: 0, row: 0)) else { return nil }
        return try source.anyTile(of: own.level).map { TileIndex(level: level, column: $0.column, row: $0.row) }
    }

    func stamp(of index: TileIndex) throws -> TileStamp? {
        try ownIndex(of: index).flatMap { try source.stamp(of: $0) }
    }

    /// Starts the most urgent compositions that wait.
    private func startNext(afterOne hasEnded: Bool) {
        let next = state.withLock { state in
            state.running -= hasEnded ? 1 : 0
            var next: [TileComposition] = []
            while state.running < Self.runningLimit, !state.waiting.isEmpty {
                let first = state.waiting.firstIndex { $0.urgency == .visible } ?? 0
                next.append(state.waiting.remove(at: first))
                state.running += 1
            }
            return next
        }
        for composition in next { composition.start() }
    }

    /// The index of a tile in the source's pyramid; nil for tiles of composed levels.
    private func ownIndex(of index: TileIndex) -> TileIndex? {
        guard index.level >= composedLevelCount else { return nil }
        var own = index
        own.level += source.pyramid.presentLevels.lowerBound - composedLevelCount
        return own
    }

    // MARK: Changes

    /// Calls a closure with each tile that has changed, and those that are composed of it.
    func observeChanges(_ observer: @escaping @Sendable (TileIndex) -> Void) {
        let pyramid = pyramid
        let count = composedLevelCount
        let first = source.pyramid.presentLevels.lowerBound
        (source as? any ChangingTileSource)?.observeChanges { own in
            let index = TileIndex(level: own.level - first + count, column: own.column, row: own.row)
            observer(index)
            guard index.level == count else { return }
            let part = pyramid.interior(of: index)
            for level in pyramid.levels[..<count] {
                let shift = count - level.index
                for row in level.tileRows(showing: part.rows.shifted(right: shift, level.size.height)) {
                    for column in level.tileColumns(showing: part.columns.shifted(right: shift, level.size.width)) {
                        observer(TileIndex(level: level.index, column: column, row: row))
                    }
                }
            }
        }
    }

    var isOffline: Bool { (source as? any ChangingTileSource)?.isOffline ?? false }
}

extension Range<Int> {
    /// The pixels of a level, `length` pixels long, in which pixels of a finer one are shown.
    fileprivate func shifted(right shift: Int, _ length: Int) -> Range<Int> {
        Swift.min(lowerBound >> shift, length - 1)..<Swift.min((upperBound - 1) >> shift, length - 1) + 1
    }
}
