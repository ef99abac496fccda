internal import LayerTree
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// A small version of a whole image, for a pyramid whose coarsest level has several tiles.
struct OverviewThumbnail {
    /// The most pixels of a level that is drawn: 16 megapixels; of a larger one there is no overview.
    static let levelPixelLimit = 1 << 24
    /// The most tiles of a level that are read.
    static let tileLimit = 1024
    /// The most pixels of the thumbnail, which takes 4 bytes for each.
    static let pixelLimit = 1 << 20

    private let document: Document
    private let cache: TileCache
    private let level: Level

    /// Creates the thumbnail of a document; nil if a level has the whole image in one tile, or the coarsest has too many.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - cache: the tiles that are decoded already.
    init?(of document: Document, cache: TileCache) {
        let pyramid = document.image.pyramid
        guard !pyramid.presentLevels.isEmpty,
            !pyramid.presentLevels.contains(where: { pyramid.levels[$0].grid.count == 1 })
        else { return nil }
        let level = pyramid.levels[pyramid.presentLevels.lowerBound]
        guard level.size.area <= Self.levelPixelLimit, level.grid.count <= Self.tileLimit else { return nil }
        self.document = document
        self.cache = cache
        self.level = level
    }

    /// The factor by which the level is scaled down.
    private var factor: Int {
        (1...level.size.area).first { level.size.area <= Self.pixelLimit * $0 * $0 } ?? 1
    }

    /// Draws the thumbnail.
    ///
    /// Blocks while tiles are read. Tiles that cannot be read are transparent.
    ///
    /// - Returns: the thumbnail; nil if the document was closed meanwhile.
    func draw() -> PixelBuffer? {
        let factor = factor
        let pyramid = document.image.pyramid
        let size = PixelSize(
            width: max(1, level.size.width / factor), height: max(1, level.size.height / factor))
        let x = Double(size.width) / Double(level.size.width)
        let y = Double(size.height) / Double(level.size.height)
        let buffer = PixelBuffer.drawn(size: size) { context in
            for index in (0..<level.grid.count).lazy.map({ number in
                TileIndex(level: level.index, column: number % level.grid.columns, row: number / level.grid.columns)
            }) where !document.isClosed {
                guard let tile = tile(index) else { continue }
                let rect = pyramid.rect(of: index)
                context.draw(
                    tile,
                    in: Rect(
                        x: Double(rect.x) * x, y: Double(rect.y) * y, width: Double(rect.size.width) * x,
                        height: Double(rect.size.height) * y))
            }
        }
        return document.isClosed ? nil : buffer
    }

    private func tile(_ index: TileIndex) -> PixelBuffer? {
        cache.tile(TileKey(image: document.image.id, index: index))?.buffer
            ?? (try? document.decodedTile(index))
    }
}
