internal import ImageCodecs
internal import LayerTree
internal import TilePyramid
internal import TiledLayers

/// The tiles of a pyramid that has no coarse levels, below which a picture of the whole is laid: flat tiles, for example.
///
/// Its own levels keep their geometry; the preview's are put before them. Between both, levels may be missing.
final class PreviewedTiles: TileDrawing, TileSource {
    let pyramid: Pyramid
    let preview: PreviewImage
    private let source: any TileSource
    private let name: String

    /// A pyramid may have that many tiles in its coarsest level and needs no preview.
    static let tileLimit = 16

    /// Whether seeing all of a pyramid would take too many tiles.
    static func areNeeded(for pyramid: Pyramid) -> Bool {
        pyramid.levels[pyramid.presentLevels.lowerBound].grid.count > tileLimit
    }

    /// The tiles of a source, with a preview that has no rows yet.
    ///
    /// - Parameters:
    ///   - source: the pyramid.
    ///   - name: its name, for messages.
    ///   - pixelLimit: the most pixels of the preview.
    init(_ source: any TileSource, name: String, pixelLimit: Int) {
        let own = source.pyramid.levels[source.pyramid.presentLevels]
        guard let coarsest = own.first else { preconditionFailure("a pyramid has levels") }
        var sizes = [coarsest.size.halved]
        while let last = sizes.last, last.area > pixelLimit {
            sizes = [last.halved]
        }
        let finest = sizes[0]
        while let last = sizes.last, last.width > coarsest.tileSize.width || last.height > coarsest.tileSize.height {
            sizes.append(last.halved)
        }
        func shape(_ level: Level) -> LevelShape {
            let (first, inset) = (level.firstTile, level.inset)
            return LevelShape(
                size: level.size, tileSize: level.tileSize, downsample: level.downsample,
                origin: PixelOffset(
                    x: first.x * level.tileSize.width + inset.x, y: first.y * level.tileSize.height + inset.y))
        }
        // The factor by which the preview is coarser than the level it is made of is a power of two.
        var (size, factor) = (coarsest.size, 1.0)
        while size != finest {
            (size, factor) = (size.halved, factor * 2)
        }
        let coarse = sizes.enumerated().map { index, size in
            LevelShape(
                size: size, tileSize: coarsest.tileSize,
                downsample: coarsest.downsample * factor * Double(1 << index))
        }
        pyramid = Pyramid(
            levels: coarse.reversed() + own.map(shape), overlap: source.pyramid.overlap,
            padsTiles: source.pyramid.padsTiles)
        preview = PreviewImage(level: coarse.count - 1, of: pyramid)
        self.source = source
        self.name = name
    }

    func draw(_ index: TileIndex) throws -> PixelBuffer? {
        guard let own = ownIndex(of: index) else { return preview.tile(index) }
        return try source.read(own).map {
            try PooledTileDecoder.shared.decode($0, at: own, of: source.pyramid, name: name)
        }
    }

    /// A tile as it is stored; nil for those of the preview.
    func read(_ index: TileIndex) throws -> EncodedTile? { try ownIndex(of: index).flatMap { try source.read($0) } }

    /// The address of a tile in the pyramid itself; nil for those of the preview.
    private func ownIndex(of index: TileIndex) -> TileIndex? {
        let first = preview.level + 1
        guard index.level >= first else { return nil }
        var own = index
        own.level += source.pyramid.presentLevels.lowerBound - first
        return own
    }
}

// MARK: The preview

extension PreviewedTiles {
    /// Makes the preview of all tiles of the coarsest level, a row of tiles at a time; blocks meanwhile.
    ///
    /// What is missing or cannot be decoded stays transparent. Memory: a row of tiles.
    ///
    /// - Parameter onRow: called after each row of tiles.
    /// - Throws: what `onRow` throws.
    func makePreview(onRow: () throws -> Void) rethrows {
        let level = pyramid.levels[preview.level + 1]
        let (width, target) = (level.size.width, preview)
        let halvings = Int((pyramid.levels[target.level].downsample / level.downsample).rounded()).trailingZeroBitCount
        let halving = RowHalving(of: level.size, halvings: halvings) { row, pixels in target.add(row: row, pixels) }
        let rows = UnsafeMutablePointer<UInt32>.allocate(capacity: width * level.tileSize.height)
        defer { rows.deallocate() }
        for row in 0..<level.grid.rows {
            let band = pyramid.interior(of: TileIndex(level: level.index, column: 0, row: row)).rows
            rows.update(repeating: 0, count: width * band.count)
            for column in 0..<level.grid.columns {
                let index = TileIndex(level: level.index, column: column, row: row)
                guard let tile = try? draw(index) else { continue }
                copy(tile, of: index, to: rows, width: width)
            }
            for y in 0..<band.count {
                // The preview takes every row.
                try? halving.add(rows + y * width)
            }
            try onRow()
        }
    }

    /// Copies what of a tile is its own, without what it shares with its neighbors.
    private func copy(
        _ tile: PixelBuffer, of index: TileIndex, to rows: UnsafeMutablePointer<UInt32>, width: Int
    ) {
        let (rect, own) = (pyramid.rect(of: index), pyramid.interior(of: index))
        tile.withPixels { pixels in
            guard let base = pixels.baseAddress else { return }
            for y in own.rows {
                let source = base + (y - rect.y) * rect.size.width + own.x - rect.x
                (rows + (y - own.y) * width + own.x).update(from: source, count: own.size.width)
            }
        }
    }
}
