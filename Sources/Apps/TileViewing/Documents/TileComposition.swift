internal import Concurrency
internal import Dispatch
internal import LayerTree
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// The geometry of a composed tile: where its pixels come from.
struct CompositionPlan: Sendable {
    /// The tiles that it is made of, row by row, in the source's pyramid.
    let tiles: [TileIndex]
    /// The size of the composed tile as it is stored.
    let size: PixelSize
    /// The number of times that pixels of the tiles are halved.
    let halvings: Int
    /// The pixels of the source's coarsest level that it shows.
    private let region: PixelRect
    /// The position of its first pixel on that level.
    private let origin: PixelOffset
    private let source: Pyramid

    /// Plans a tile of a pyramid's composed levels.
    init(of index: TileIndex, in pyramid: Pyramid, halvings: Int, source: Pyramid) {
        let rect = pyramid.rect(of: index)
        let offset = pyramid.offsetInTile(of: index)
        let level = source.levels[source.presentLevels.lowerBound]
        func scaled(_ range: Range<Int>, _ length: Int) -> Range<Int> {
            min(range.lowerBound << halvings, length - 1)..<min(range.upperBound << halvings, length)
        }
        let columns = scaled(rect.columns, level.size.width)
        let rows = scaled(rect.rows, level.size.height)
        region = PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
        origin = PixelOffset(x: (rect.x - offset.x) << halvings, y: (rect.y - offset.y) << halvings)
        size = pyramid.storedSize(of: index)
        tiles = level.tileRows(showing: rows).flatMap { row in
            level.tileColumns(showing: columns).map { TileIndex(level: level.index, column: $0, row: row) }
        }
        self.halvings = halvings
        self.source = source
    }

    /// Adds the part of a tile that the composed one shows.
    func add(_ tile: PixelBuffer, at index: TileIndex, to means: inout PreviewMeans) {
        let rect = source.rect(of: index)
        let own = source.interior(of: index)
        let columns = own.columns.clamped(to: region.columns)
        let rows = own.rows.clamped(to: region.rows)
        guard !columns.isEmpty, !rows.isEmpty else { return }
        func moved(_ x: Int, _ y: Int, _ size: PixelSize) -> PixelRect {
            PixelRect(x: x - origin.x, y: y - origin.y, width: size.width, height: size.height)
        }
        means.add(
            tile, moved(columns.lowerBound, rows.lowerBound, PixelSize(width: columns.count, height: rows.count)),
            at: moved(rect.x, rect.y, rect.size))
    }

    /// Decodes one of the tiles.
    func decode(_ tile: EncodedTile, at index: TileIndex, name: String) throws -> PixelBuffer {
        try PooledTileDecoder.shared.decode(tile, at: index, of: source, name: name)
    }
}

/// A tile that is composed of others, some of which are requested at a time.
final class TileComposition: TileReading {
    private struct State {
        var urgency: TileUrgency
        /// The number of tiles that were requested, and that have arrived.
        var requested = 0, arrived = 0
        var readings: [Int: any TileReading] = [:]
        var isRunning = false
        var isEmpty = true
        var failure: (any Error)?
        var hasEnded = false
    }

    /// The most tiles that are requested at the same time for one that is composed.
    static let requestLimit = 64

    private let plan: CompositionPlan
    private let source: any AsynchronousTileSource
    private let name: String
    private let state: Locked<State>
    /// The pixels, apart from the state, because the main thread cancels; nil before it is started.
    private let pixels = Locked<PreviewMeans?>(nil)
    private let onFailure: @Sendable (String) -> Void
    private let completion: @Sendable (Result<EncodedTile?, any Error>) -> Void

    /// Creates a composition, which begins with ``start()``.
    init(
        _ plan: CompositionPlan, of source: any AsynchronousTileSource, name: String, _ urgency: TileUrgency,
        onFailure: @escaping @Sendable (String) -> Void,
        completion: @escaping @Sendable (Result<EncodedTile?, any Error>) -> Void
    ) {
        self.plan = plan
        self.source = source
        self.name = name
        self.onFailure = onFailure
        self.completion = completion
        state = Locked(State(urgency: urgency))
    }

    var urgency: TileUrgency { state.withLock { $0.urgency } }

    /// Requests the first tiles; ends at once if it was canceled meanwhile.
    func start() {
        let isCancelled = state.withLock { state in
            state.isRunning = !state.hasEnded
            return state.hasEnded
        }
        guard !isCancelled else { return completion(.success(nil)) }
        pixels.withLock { $0 = PreviewMeans(of: plan.size, halvings: plan.halvings) }
        for _ in 0..<Self.requestLimit { requestNext() }
    }

    func cancel() {
        let (readings, isRunning) = state.withLock { state in
            defer {
                state.hasEnded = true
                state.readings = [:]
            }
            return (Array(state.readings.values), !state.hasEnded && state.isRunning)
        }
        for reading in readings { reading.cancel() }
        if isRunning { completion(.success(nil)) }
    }

    func setUrgency(_ urgency: TileUrgency) {
        let readings = state.withLock { state in
            state.urgency = urgency
            return Array(state.readings.values)
        }
        for reading in readings { reading.setUrgency(urgency) }
    }

    private func requestNext() {
        let next = state.withLock { state -> (Int, TileUrgency)? in
            guard !state.hasEnded, state.requested < plan.tiles.count else { return nil }
            defer { state.requested += 1 }
            return (state.requested, state.urgency)
        }
        guard let (number, urgency) = next else { return }
        let reading = source.beginReading(plan.tiles[number], urgency: urgency) { result in
            // Neither the thread of the requests nor the one that asked is occupied with pixels.
            DispatchQueue.global(qos: .userInitiated).async { self.receive(result, number) }
        }
        let isLate = state.withLock { state in
            if !state.hasEnded { state.readings[number] = reading }
            return state.hasEnded
        }
        if isLate { reading.cancel() }
    }

    private func receive(_ result: Result<EncodedTile?, any Error>, _ number: Int) {
        let index = plan.tiles[number]
        let tile = Result { try result.get().map { try plan.decode($0, at: index, name: name) } }
        if case .success(let buffer?) = tile {
            pixels.withLock { means in
                guard var own = means.take() else { return }
                plan.add(buffer, at: index, to: &own)
                means = own
            }
        }
        // Reported before it is counted, so that no composition ends before its failures are known.
        if case .failure(let error) = tile { onFailure("\(error)") }
        let end = state.withLock { state -> State? in
            guard !state.hasEnded else { return nil }
            state.readings[number] = nil
            state.arrived += 1
            switch tile {
            case .success(let buffer): state.isEmpty = state.isEmpty && buffer == nil
            case .failure(let error): state.failure = state.failure ?? error
            }
            guard state.arrived == plan.tiles.count else { return nil }
            state.hasEnded = true
            return state
        }
        guard let end else { return requestNext() }
        completion(
            Result {
                // Tiles that are missing leave gaps, of which the reasons are reported.
                if end.isEmpty, let failure = end.failure { throw failure }
                guard !end.isEmpty, let means = pixels.withLock(\.self) else { return nil }
                return try EncodedTile(uncompressed: plan.size) { means.forEachRow($0) }
            })
    }
}
