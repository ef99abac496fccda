package import JSONDocuments
internal import Numbers
internal import TileContainers
package import TilePyramid

/// The tiles that an `info.json` lists: scale factors, each with the size of its tiles.
package struct IIIFTiles: Hashable {
    /// The tiles of one scale.
    package struct Level: Hashable {
        /// The full-size pixels that a pixel stands for in each direction.
        var scaleFactor: Int
        /// The size of a tile in its own pixels.
        package var tileSize: PixelSize
    }

    /// The levels, the finest first; at least one.
    package private(set) var levels: [Level]
    /// Whether the file names the scale factors, as it has to; if not, the full size is the only level that is certain.
    package let namesScaleFactors: Bool

    /// The most scale factors that are accepted, and the largest.
    private static let levelLimit = 64
    private static let largestScaleFactor = 1 << 24
    /// The most lists of tiles, one for each size, that are read.
    private static let listLimit = 16

    /// Creates the tiles of the full size alone.
    package init(fullSize tileSize: PixelSize) {
        levels = [Level(scaleFactor: 1, tileSize: tileSize)]
        namesScaleFactors = false
    }

    /// Reads the tiles of an object; `nil` if it lists none.
    ///
    /// Where tiles of several sizes are listed for one scale factor, the first counts. Without any scale factors the tiles are
    /// those of the full size.
    ///
    /// - Throws: ``StoreError`` or `JSONError` for tiles that are invalid.
    package init?(_ information: JSONObject, path: String) throws {
        guard let lists = try? information.objects("tiles"), !lists.isEmpty else { return nil }
        let sides = 1...DeepZoomDescriptor.longestSide
        var found: [Int: PixelSize] = [:]
        var fullSize: PixelSize?
        for list in lists.prefix(Self.listLimit) {
            let width = try list.integer("width", in: sides)
            let size = PixelSize(width: width, height: (try? list.integer("height", in: sides)) ?? width)
            fullSize = fullSize ?? size
            guard let value = list.value("scaleFactors"), value != .null, value != .array([]) else { continue }
            let scaleFactors = try list.integers("scaleFactors", in: 1...Self.largestScaleFactor)
            guard Set(scaleFactors).count == scaleFactors.count, scaleFactors.count <= Self.levelLimit else {
                throw StoreError(
                    .malformed, path: path,
                    "the scaleFactors of the tiles are invalid: there are too many, or one occurs twice.")
            }
            found.merge(scaleFactors.map { ($0, size) }) { first, _ in first }
        }
        guard let fullSize else { return nil }
        namesScaleFactors = !found.isEmpty
        if found.isEmpty { found[1] = fullSize }
        levels = found.sorted { $0.key < $1.key }.prefix(Self.levelLimit)
            .map { Level(scaleFactor: $0.key, tileSize: $0.value) }
    }

    /// Throws unless there are tiles of the full size.
    package func checkFullSize(path: String) throws {
        guard levels.first?.scaleFactor == 1 else {
            throw StoreError(
                .malformed, path: path,
                "the scaleFactors do not contain 1, so there are no full-size tiles. The image cannot be read as a "
                    + "pyramid.")
        }
    }

    /// Adds the full size if it is missing, in tiles of the finest size that is listed.
    package mutating func addFullSize() {
        guard let first = levels.first, first.scaleFactor != 1 else { return }
        levels.insert(Level(scaleFactor: 1, tileSize: first.tileSize), at: 0)
    }

    /// Adds the next coarser level, unless the coarsest one shows the image in one tile.
    ///
    /// - Returns: whether a level was added.
    package mutating func addCoarserLevel(of size: PixelSize) -> Bool {
        func isCovered(_ side: Int, by tile: Int, _ scaleFactor: Int) -> Bool {
            CheckedNumber.product(tile, scaleFactor).map { side <= $0 } ?? true
        }
        guard let last = levels.last, last.scaleFactor < Self.largestScaleFactor, levels.count < Self.levelLimit,
            !isCovered(size.width, by: last.tileSize.width, last.scaleFactor)
                || !isCovered(size.height, by: last.tileSize.height, last.scaleFactor)
        else { return false }
        levels.append(Level(scaleFactor: 2 * last.scaleFactor, tileSize: last.tileSize))
        return true
    }

    /// The geometry of an image: each level is the full size divided by an integer, rounded up.
    package func pyramid(of size: PixelSize) -> Pyramid {
        Pyramid(
            levels: levels.reversed().map { level in
                let factor = level.scaleFactor
                return LevelShape(
                    size: PixelSize(
                        width: (size.width + factor - 1) / factor, height: (size.height + factor - 1) / factor),
                    tileSize: level.tileSize, downsample: Double(factor))
            })
    }
}
