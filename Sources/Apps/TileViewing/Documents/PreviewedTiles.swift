internal import FilePyramids
internal import ImageCodecs
internal import ImageSources
internal import LayerTree
internal import Numbers
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// The tiles of a pyramid without coarse levels, such as flat tiles, with a preview that stands in for those.
///
/// The pyramid's own levels keep their geometry; the preview's levels precede them. Levels in between may be missing.
final class PreviewedTiles: TileDrawing, TileSource {
    let pyramid: Pyramid
    let preview: PreviewImage
    private let source: any TileSource
    /// Lists the tiles that exist; nil if they are not known beforehand.
    private let list: (any PyramidSource)?
    /// Whether the preview is made from the tiles that exist, rather than row by row.
    private let isSparse: Bool
    private let name: String

    /// The most tiles in the coarsest level of a pyramid that needs no preview.
    static let tileLimit = 16
    /// The most tiles of the preview's finest level.
    private static let previewTileLimit = 1 << 10

    /// Whether a pyramid's coarsest level has too many tiles for showing the whole image.
    static func areNeeded(for pyramid: Pyramid) -> Bool {
        pyramid.levels[pyramid.presentLevels.lowerBound].grid.count > tileLimit
    }

    /// Creates the tiles of a source, with an empty preview of at most `pixelLimit` pixels.
    ///
    /// - Parameters:
    ///   - source: the tiles.
    ///   - list: lists the tiles that exist; the default is nil: every tile may.
    ///   - name: the name in messages.
    ///   - pixelLimit: the most pixels of the preview.
    /// - Throws: `OutOfMemory` when the system refuses the memory of the preview.
    init(
        _ source: any TileSource, listedBy list: (any PyramidSource)? = nil, name: String, pixelLimit: Int
    ) throws(OutOfMemory) {
        let own = source.pyramid.levels[source.pyramid.presentLevels]
        guard let coarsest = own.first else { preconditionFailure("a pyramid has levels") }
        isSparse = list.map { Self.isSparse(coarsest, listedBy: $0) } ?? false
        let pixelLimit = isSparse ? min(pixelLimit, Self.sparsePixelLimit) : pixelLimit
        var sizes = [coarsest.size.halved]
        while let last = sizes.last, last.area > pixelLimit {
            sizes = [last.halved]
        }
        let finest = sizes[0]
        // Where tiles are tiny, those of the preview are larger.
        var tileSize = coarsest.tileSize
        while TileGrid(covering: finest, tileSize: tileSize).count > Self.previewTileLimit {
            tileSize = PixelSize(width: tileSize.width * 2, height: tileSize.height * 2)
        }
        while let last = sizes.last, last.width > tileSize.width || last.height > tileSize.height {
            sizes.append(last.halved)
        }
        func shape(_ level: Level) -> LevelShape {
            let first = level.firstTile
            let inset = level.inset
            return LevelShape(
                size: level.size, tileSize: level.tileSize, downsample: level.downsample,
                origin: PixelOffset(
                    x: first.x * level.tileSize.width + inset.x, y: first.y * level.tileSize.height + inset.y))
        }
        // The factor between the preview and the level that it is made from is a power of two.
        var size = coarsest.size
        var factor = 1.0
        while size != finest {
            size = size.halved
            factor = factor * 2
        }
        let coarse = sizes.enumerated().map { index, size in
            LevelShape(
                size: size, tileSize: tileSize,
                downsample: coarsest.downsample * factor * Double(1 << index))
        }
        pyramid = Pyramid(
            levels: coarse.reversed() + own.map(shape), overlap: source.pyramid.overlap,
            padsTiles: source.pyramid.padsTiles)
        preview = try PreviewImage(level: coarse.count - 1, of: pyramid)
        self.source = source
        self.list = list
        self.name = name
    }

    func draw(_ index: TileIndex) throws -> PixelBuffer? {
        guard let own = ownIndex(of: index) else { return try preview.tile(index) }
        return try source.read(own).map {
            try PooledTileDecoder.shared.decode($0, at: own, of: source.pyramid, name: name)
        }
    }

    /// The stored tile; nil for tiles of the preview.
    func read(_ index: TileIndex) throws -> EncodedTile? { try ownIndex(of: index).flatMap { try source.read($0) } }

    func anyTile(of level: Int) throws -> TileIndex? {
        guard let own = ownIndex(of: TileIndex(level: level, column: 0, row: 0)) else { return nil }
        return try (list ?? source).anyTile(of: own.level).map {
            TileIndex(level: level, column: $0.column, row: $0.row)
        }
    }

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
    /// Makes the preview from the tiles of the coarsest level; blocks meanwhile.
    ///
    /// Tiles that are missing or cannot be decoded stay transparent. They are read row by row, and a row of tiles is in
    /// memory; but one by one in the order of the files where most of a large grid is empty.
    ///
    /// - Parameter onRow: called after each row of tiles, or now and then.
    /// - Throws: what `onRow` throws, or `OutOfMemory`.
    func makePreview(onRow: () throws -> Void) throws {
        let level = pyramid.levels[preview.level + 1]
        if let list, isSparse { return try makeSparsePreview(of: list, onRow) }
        let width = level.size.width
        let target = preview
        let halvings = halvings
        let halving = try RowHalving(of: level.size, halvings: halvings) { row, pixels in target.add(row: row, pixels) }
        let rows = try HeapMemory.allocate(width * level.tileSize.height, of: UInt32.self)
        defer { HeapMemory.free(rows) }
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

    /// The most pixels in a row of tiles that a preview is made from.
    private static let rowPixelLimit = 64 << 20
    /// The most tiles of a level in which every tile is looked for.
    private static let gridLimit = 1 << 20
    /// The most pixels of a preview that is mostly empty.
    private static let sparsePixelLimit = 1 << 20
    /// About the most tiles that a preview of a sparse level is made from.
    private static let sampleLimit = 1 << 14
    /// The number of tiles after which the progress is reported.
    private static let samplesPerReport = 256

    /// Whether a level is so large that most of it must be empty, or has few of its tiles.
    private static func isSparse(_ level: Level, listedBy list: any PyramidSource) -> Bool {
        let rowPixels = CheckedNumber.product(level.size.width, level.tileSize.height) ?? .max
        if rowPixels > rowPixelLimit || level.grid.count > gridLimit { return true }
        guard level.grid.count > sampleLimit else { return false }
        struct Enough: Error {}
        var count = 0
        do {
            try list.forEachStoredRun { index, _, _ in
                count += index.level == level.index ? 1 : 0
                if count > sampleLimit { throw Enough() }
            }
        } catch is Enough {
            return false
        } catch {
            // What can be listed is what the preview can be made from.
        }
        return true
    }

    /// The number of halvings from the coarsest level to the preview.
    private var halvings: Int {
        let ratio = pyramid.levels[preview.level].downsample / pyramid.levels[preview.level + 1].downsample
        return CheckedNumber.integer(ratio, rounded: .toNearestOrEven, clampedTo: 1...Int.max).trailingZeroBitCount
    }

    /// Makes the preview from tiles that exist, all or evenly many of them.
    ///
    /// A pixel of the preview is the mean of the pixels that exist there, so that a single tile remains visible.
    private func makeSparsePreview(of list: any PyramidSource, _ onSample: () throws -> Void) throws {
        let own = list.pyramid.presentLevels.lowerBound
        var total = 0
        try? list.forEachStoredRun { index, _, _ in total += index.level == own ? 1 : 0 }
        let step = total / Self.sampleLimit + 1
        var means = PreviewMeans(of: pyramid.levels[preview.level].size, halvings: halvings)
        var (number, failure): (Int, (any Error)?) = (0, nil)
        try? list.forEachStoredRun { index, _, _ in
            guard index.level == own else { return }
            defer { number += 1 }
            guard number.isMultiple(of: step) else { return }
            let index = TileIndex(level: preview.level + 1, column: index.column, row: index.row)
            if let tile = try? draw(index) {
                means.add(tile, pyramid.interior(of: index), at: pyramid.rect(of: index))
            }
            if number.isMultiple(of: Self.samplesPerReport * step) {
                do { try onSample() } catch {
                    failure = error
                    throw error
                }
            }
        }
        if let failure { throw failure }
        means.forEachRow { preview.add(row: $0, $1) }
        try onSample()
    }

    /// Copies the part of a tile that it does not share with its neighbors.
    private func copy(
        _ tile: PixelBuffer, of index: TileIndex, to rows: UnsafeMutablePointer<UInt32>, width: Int
    ) {
        let rect = pyramid.rect(of: index)
        let own = pyramid.interior(of: index)
        tile.withPixels { pixels in
            guard let base = pixels.baseAddress else { return }
            for y in own.rows {
                let source = base + (y - rect.y) * rect.size.width + own.x - rect.x
                (rows + (y - own.y) * width + own.x).update(from: source, count: own.size.width)
            }
        }
    }
}
