package import ImageCodecs
package import TilePyramid

/// Forwards tiles that a source passes through to the queue, and its half-scale pixels to the next coarser level.
///
/// Confined to the decoding thread.
final class PassthroughForwarder: PassthroughReceiver {
    private let pyramid: Pyramid
    /// The builders of the next coarser level, one per plane; empty where there is no such level.
    private let builders: [LevelBuilder]
    private let queue: TileQueue
    private let isFinished: (TileIndex) -> Bool

    var wantsHalfScale: Bool { !builders.isEmpty }

    init(
        pyramid: Pyramid, builders: [LevelBuilder], queue: TileQueue,
        isFinished: @escaping (TileIndex) -> Bool
    ) {
        self.pyramid = pyramid
        self.builders = builders
        self.queue = queue
        self.isFinished = isFinished
    }

    func receive(_ row: any PassthroughRow) throws {
        try queue.checkForFailure()
        let level = pyramid.finestLevel
        var tiles: [PendingTile] = []
        for column in 0..<level.grid.columns {
            let index = TileIndex(level: level.index, column: column, row: row.number)
            if isFinished(index) {
                row.releaseTile()
            } else {
                let (size, part) = (pyramid.storedSize(of: index), pyramid.rect(of: index).size)
                tiles.append(size == part ? .passthrough(index, size, row) : .paddedPassthrough(index, part, size, row))
            }
        }
        queue.add(tiles)
    }

    func receiveHalfScale(_ band: PixelBand) throws {
        try queue.checkForFailure()
        try builders.first?.add(band)
    }

    func receiveHalfScale(_ band: PlanarBand) throws {
        try queue.checkForFailure()
        for (builder, plane) in zip(builders, band.planes) {
            try builder.add(plane)
        }
    }

    func awaitProgress() throws {
        try queue.awaitProgress()
    }
}

extension CutEngine {
    /// Why some passed-through tiles have to be re-encoded, as a clause; nil when none have to.
    package var fullPassthroughBlocker: String? {
        let level = pyramid.finestLevel
        let isWhole =
            level.size.width.isMultiple(of: level.tileSize.width)
            && level.size.height.isMultiple(of: level.tileSize.height)
        return pyramid.padsTiles && !isWhole ? "tiles at the edges have to be padded" : nil
    }

    /// Returns why the tiles of a level cannot be passed through.
    ///
    /// - Parameters:
    ///   - source: delivers the level.
    ///   - store: receives the tiles.
    ///   - level: the level's index; nil for the full size.
    /// - Returns: A clause that completes "the tiles were re-encoded, because …"; nil when they can be passed through.
    package func passthroughBlocker(
        of source: any ImageSource, into store: any TileStore, level: Int? = nil
    ) -> String? {
        let pyramid = pyramid.prefix(through: level ?? pyramid.finestLevel.index)
        guard let passthrough = source as? any PassthroughTileSource else {
            return "an image of this kind, or one whose colors are converted, has to be decoded"
        }
        if let passthroughBlocker = passthrough.passthroughBlocker(for: pyramid, encoding: encoding) {
            return passthroughBlocker
        }
        if store.requiresUniformEncoding, !passthrough.matchesSubsampling(of: encoding) {
            return "all tiles of the output must have the same chroma subsampling, and the image's is another"
        }
        if blankTolerance != nil { return "blank tiles can only be found in decoded pixels" }
        if (store as? any LevelImageStore)?.wholeLevels.contains(pyramid.finestLevel.index) == true {
            return "the output also stores the full size as a single image"
        }
        let coarser = pyramid.finestLevel.index - 1
        if pyramid.presentLevels.contains(coarser), pyramid.levels[coarser].size != pyramid.size.halved {
            return "the size of the next coarser level is rounded down"
        }
        return nil
    }
}
