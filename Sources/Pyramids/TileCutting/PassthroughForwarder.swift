package import ImageCodecs
package import TilePyramid

/// Takes the full-size tiles that a source has ready, and the pixels of the next coarser level.
///
/// Belongs to the decoding thread.
final class PassthroughForwarder: PassthroughReceiver {
    private let pyramid: Pyramid
    /// The next coarser level, plane by plane; none where there is no such level.
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
    /// Why some of the tiles that a source has ready have to be encoded anew, as a clause; nil when none have to.
    package var fullPassthroughBlocker: String? {
        let level = pyramid.finestLevel
        let isWhole =
            level.size.width.isMultiple(of: level.tileSize.width)
            && level.size.height.isMultiple(of: level.tileSize.height)
        return pyramid.padsTiles && !isWhole ? "the tiles at its edges are to be filled up" : nil
    }

    /// Why the tiles of a level have to be made from pixels.
    ///
    /// - Parameters:
    ///   - source: has the pixels of the level.
    ///   - store: is to get the tiles.
    ///   - level: which; nil for the full size.
    /// - Returns: a clause; nil when the source has the tiles ready.
    package func passthroughBlocker(
        of source: any ImageSource, into store: any TileStore, level: Int? = nil
    ) -> String? {
        let pyramid = pyramid.upTo(level ?? pyramid.finestLevel.index)
        guard let passthrough = source as? any PassthroughTileSource else {
            return "an image of this kind, or one that has to change its colors, is decoded"
        }
        if let passthroughBlocker = passthrough.passthroughBlocker(for: pyramid, encoding: encoding) {
            return passthroughBlocker
        }
        if store.requiresUniformEncoding, !passthrough.matchesSubsampling(of: encoding) {
            return "the file holds tiles of one kind, and those of the image are of another"
        }
        if blankTolerance != nil { return "blank tiles are to be left out" }
        if (store as? any LevelImageStore)?.wholeLevels.contains(pyramid.finestLevel.index) == true {
            return "the full size is wanted in one piece too"
        }
        let coarser = pyramid.finestLevel.index - 1
        if pyramid.presentLevels.contains(coarser), pyramid.levels[coarser].size != pyramid.size.halved {
            return "the next level is rounded down"
        }
        return nil
    }
}
