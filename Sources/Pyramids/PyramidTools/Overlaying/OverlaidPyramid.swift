internal import Concurrency
package import FilePyramids
package import Georeferencing
package import TileContainers
package import TilePyramid

/// A pyramid with another one on it: tiles of both, and tiles that were made of both, which are in an unnamed file.
package final class OverlaidPyramid: PyramidSource {
    package let pyramid: Pyramid
    package let georeference: Georeference?
    package var format: TileFormat { plan.base.source.format }

    private struct State {
        /// The tiles that are the overlay's, byte for byte.
        var overlaid: Set<TileIndex> = []
        /// The tiles that were made.
        var made: Set<TileIndex> = []
        /// The changed tiles that the base lacks.
        var extra: [TileIndex] = []
    }

    private let plan: OverlayPlan
    private let spool: ShardStore
    private let state = Locked(State())

    /// Creates the pyramid without any tile of the overlay.
    ///
    /// - Parameters:
    ///   - plan: how the overlay lies.
    ///   - path: a path in the folder of the unnamed file.
    /// - Throws: `StoreError` when the file cannot be created.
    init(_ plan: OverlayPlan, beside path: String) throws {
        self.plan = plan
        pyramid = plan.pyramid
        georeference = plan.georeference
        spool = try ShardStore(unnamedBeside: path, pyramid: plan.pyramid, format: plan.base.source.format)
    }

    /// This pyramid as an opened one, with the name of the base.
    package var opened: OpenedPyramid {
        OpenedPyramid(source: self, format: plan.base.format, path: plan.base.path, name: plan.base.name)
    }

    package var rasterGeoreference: RasterGeoreference? { get throws { try plan.base.source.rasterGeoreference } }

    package var properties: [PyramidProperty] { plan.base.source.properties }

    package var mayHaveAlpha: Bool { plan.base.source.mayHaveAlpha }

    /// Maps of several regions have gaps between these.
    package var isSparse: Bool {
        plan.base.source.isSparse || georeference != nil
    }

    package var attribution: String? {
        let names = [plan.base, plan.overlay].compactMap(\.source.attribution)
        guard names.count == 2, names[0] != names[1] else { return names.first }
        return names.joined(separator: ", ")
    }

    /// Makes a tile that of the overlay.
    func useOverlay(at index: TileIndex, baseHasTile: Bool) {
        state.withLock { state in
            state.overlaid.insert(index)
            if !baseHasTile { state.extra.append(index) }
        }
    }

    /// Stores a tile that was made.
    func write(_ bytes: RawSpan, at index: TileIndex, baseHasTile: Bool) throws {
        try spool.write(bytes, format: format, at: index)
        state.withLock { state in
            state.made.insert(index)
            if !baseHasTile { state.extra.append(index) }
        }
    }

    /// Returns whether a tile is the overlay's.
    func isOverlaid(_ index: TileIndex) -> Bool { state.withLock { $0.overlaid.contains(index) } }

    /// Returns a tile of the base; nil if that has none.
    func readBase(_ index: TileIndex) throws -> EncodedTile? {
        guard let own = plan.alignment.base[index.level]?.index(of: index), plan.base.source.pyramid.contains(own)
        else {
            return nil
        }
        return try plan.base.source.read(own)
    }

    /// Returns a tile of the overlay; nil if that has none.
    func readOverlay(_ index: TileIndex) throws -> EncodedTile? {
        guard let own = plan.alignment.overlay[index.level]?.index(of: index),
            plan.overlay.source.pyramid.contains(own)
        else { return nil }
        return try plan.overlay.source.read(own)
    }

    package func read(_ index: TileIndex) throws -> EncodedTile? {
        let (isOverlaid, isMade) = state.withLock { ($0.overlaid.contains(index), $0.made.contains(index)) }
        if isMade { return try spool.read(index) }
        return try isOverlaid ? readOverlay(index) : readBase(index)
    }

    package func fileName(of index: TileIndex) -> String? {
        plan.alignment.base[index.level].flatMap { plan.base.source.fileName(of: $0.index(of: index)) }
    }

    package func storedTile(_ index: TileIndex) throws -> StoredTile? {
        let (isOverlaid, isMade) = state.withLock { ($0.overlaid.contains(index), $0.made.contains(index)) }
        if isMade { return try spool.read(index).map { StoredTile(byteCount: $0.bytes.count) } }
        if isOverlaid {
            // Blob IDs of the overlay could be those of the base.
            return try plan.alignment.overlay[index.level]
                .flatMap { try plan.overlay.source.storedTile($0.index(of: index)) }
                .map { StoredTile(byteCount: $0.byteCount) }
        }
        guard let own = plan.alignment.base[index.level]?.index(of: index) else { return nil }
        return try plan.base.source.storedTile(own)
    }

    /// Visits the tiles in the order of the base, then those that it lacks.
    package func forEachStoredTile(_ body: (TileIndex, StoredTile) throws -> Void) throws {
        let levels = Dictionary(uniqueKeysWithValues: plan.alignment.base.map { ($1.level, $0) })
        try plan.base.source.forEachStoredTile { own, tile in
            guard let level = levels[own.level], let alignment = plan.alignment.base[level] else { return }
            let index = alignment.mergedIndex(of: own, level: level)
            let isChanged = state.withLock { $0.overlaid.contains(index) || $0.made.contains(index) }
            try body(index, isChanged ? storedTile(index) ?? tile : tile)
        }
        let extra = state.withLock { state in
            state.extra.sorted { ($0.level, $0.row, $0.column) < ($1.level, $1.row, $1.column) }
        }
        for index in extra {
            if let tile = try storedTile(index) { try body(index, tile) }
        }
    }

    /// Reports nothing: the files are those of the base and the overlay.
    package func inspectFiles(_ report: (ValidationIssue) throws -> Void) {}
}
