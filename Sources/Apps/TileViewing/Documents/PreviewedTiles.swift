internal import ImageCodecs
internal import LayerTree
internal import TilePyramid
internal import TiledLayers

/// The tiles of a pyramid without coarse levels, such as flat tiles, with a preview that stands in for those.
///
/// The pyramid's own levels keep their geometry; the preview's levels precede them. Levels in between may be missing.
final class PreviewedTiles: TileDrawing, TileSource {
    let pyramid: Pyramid
    let preview: PreviewImage
    private let source: any TileSource
    private let name: String

    /// The most tiles in the coarsest level of a pyramid that needs no preview.
    static let tileLimit = 16

    /// Whether a pyramid's coarsest level has too many tiles for showing the whole image.
    static func areNeeded(for pyramid: Pyramid) -> Bool {
        pyramid.levels[pyramid.presentLevels.lowerBound].grid.count > tileLimit
    }

    /// Creates the tiles of a source, with an empty preview of at most `pixelLimit` pixels.
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
        // The factor between the preview and the level that it is made from is a power of two.
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

    /// The stored tile; nil for tiles of the preview.
    func read(_ index: TileIndex) throws -> EncodedTile? { try ownIndex(of: index).flatMap { try source.read($0) } }

    /// The index of a tile in the source's pyramid; nil for tiles of the preview.
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
    /// Makes the preview from all tiles of the coarsest level, one row of tiles at a time; blocks meanwhile.
    ///
    /// Tiles that are missing or cannot be decoded stay transparent. Memory: one row of tiles.
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
                // The preview accepts every row.
                try? halving.add(rows + y * width)
            }
            try onRow()
        }
    }

    /// Copies the part of a tile that it does not share with its neighbors.
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
