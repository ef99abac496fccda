internal import FilePyramids
internal import ImageMetadata
internal import Concurrency
internal import TileContainers
internal import TileCutting
internal import TilePyramid

/// Copies the tiles of one pyramid into the store of another, on several threads, and counts them.
final class TileCopier: Sendable {
    private struct State {
        var conversion = ConversionSummary()
        var progress: CutProgress
        /// The finished tiles; nil if no tiles are cut afterwards.
        var done: FinishedTiles?
    }

    private let plan: ConversionPlan
    private let store: any TileStore
    private let onProgress: (@Sendable (CutProgress) -> Void)?
    /// The levels of the new pyramid that each level of the source is copied to.
    private let targets: [Int: [Int]]
    private let state: Locked<State>

    init(
        _ plan: ConversionPlan, into store: any TileStore, total: Int,
        onProgress: (@Sendable (CutProgress) -> Void)?
    ) {
        self.plan = plan
        self.store = store
        self.onProgress = onProgress
        targets = Dictionary(grouping: plan.sourceLevels.keys) { plan.sourceLevels[$0] ?? 0 }
        let progress = CutProgress(finishedTiles: 0, totalTiles: total, encodedPixels: 0, storedBytes: 0)
        state = Locked(State(progress: progress, done: plan.cut == nil ? nil : FinishedTiles(of: plan.pyramid)))
    }

    /// The formats that may stand side by side.
    private static let mixable: Set<TileFormat> = [.jpeg, .png]

    /// The counts so far.
    var conversion: ConversionSummary { state.withLock { $0.conversion } }
    var progress: CutProgress { state.withLock { $0.progress } }

    /// Returns whether a tile of the new pyramid has been stored, by this run or an earlier one.
    func isDone(_ index: TileIndex) -> Bool {
        store.isFinished(index) || state.withLock { $0.done?.contains(index) ?? false }
    }

    /// Returns whether tiles of a level of the source are copied.
    func isCopied(_ level: Int) -> Bool { targets[level] != nil }

    /// Copies a tile of the source to each level of the new pyramid that needs it.
    ///
    /// - Throws: Errors of reading and writing; `CodecError` about a damaged tile whose padding changes.
    func copy(_ index: TileIndex, with repadder: TileRepadder) throws {
        for level in targets[index.level] ?? [] {
            let target = TileIndex(level: level, column: index.column, row: index.row)
            if store.isFinished(target) {
                count(target, bytes: 0) { $0.resumedTiles += 1 }
            } else {
                try copy(index, to: target, repadder)
            }
        }
    }

    private func copy(_ index: TileIndex, to target: TileIndex, _ repadder: TileRepadder) throws {
        guard let tile = try plan.opened.source.read(index) else {
            // Of a pyramid that lists its tiles, they were counted before.
            guard !plan.opened.source.listsTiles, !plan.opened.source.isSparse else { return }
            throw StoreError(
                .malformed, path: plan.opened.source.location(of: index),
                "this tile is missing. List missing tiles with tilecut verify.")
        }
        guard !tile.bytes.isEmpty else {
            throw CodecError(
                .damaged, file: "\(plan.opened.path): \(plan.opened.source.location(of: index))",
                "this tile is empty. List such tiles with tilecut verify.")
        }
        let old = plan.opened.source.pyramid
        let new = plan.pyramid
        let from = TileRepadder.Canvas(size: old.storedSize(of: index), contentOffset: old.offsetInTile(of: index))
        let to = TileRepadder.Canvas(size: new.storedSize(of: target), contentOffset: new.offsetInTile(of: target))
        let isKept = tile.format == plan.format || plan.target.mixesFormats && Self.mixable.contains(tile.format)
        if isKept, from.size == to.size, from.contentOffset == to.contentOffset {
            let format = plan.target.mixesFormats ? tile.format : plan.format
            try store.write(tile.bytes.span.bytes, format: format, at: target)
            count(target, bytes: tile.bytes.count) { $0.copiedTiles += 1 }
            return
        }
        var bytes = 0
        let isRepadded = try repadder.repad(
            tile, name: "\(plan.opened.path): tile \(index)", showing: new.rect(of: target).size, from: from, to: to
        ) { span in
            try store.write(span, format: plan.format, at: target)
            bytes = span.byteCount
        }
        guard isRepadded || plan.cut != nil else {
            throw StoreError(
                .malformed, path: plan.opened.source.location(of: index),
                "this tile has 16 bits per sample, which \(plan.format.rawValue) tiles cannot keep. Choose the format png."
            )
        }
        if isRepadded {
            count(target, bytes: bytes) { $0.repaddedTiles += 1 }
        }
    }

    private func count(_ target: TileIndex, bytes: Int, _ change: (inout ConversionSummary) -> Void) {
        let pixels = plan.pyramid.rect(of: target).size.area
        let progress = state.withLock { state in
            change(&state.conversion)
            _ = state.done?.insert(target)
            state.progress.finishedTiles += 1
            state.progress.encodedPixels += pixels
            state.progress.storedBytes += bytes
            return state.progress
        }
        onProgress?(progress)
    }
}
