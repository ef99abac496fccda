internal import Numbers
package import TilePyramid

/// A HEIF or AVIF image that is stored as a grid of tiles, as phones write it (ISO/IEC 23008-12, 6.6.2.3).
///
/// Each tile is an image of its own.
package struct HEIFGrid {
    /// The size of the stored image in pixels.
    package let size: PixelSize
    /// The size of every tile; tiles at the right and the lower edge may extend beyond the image.
    package let tileSize: PixelSize
    /// The number of tiles in a row.
    package let columns: Int
    /// The number of rows of tiles.
    package let rows: Int
    /// The rotation and mirroring that make the image upright.
    package let orientation: Orientation
    /// The EXIF metadata, a TIFF-structured block; nil if there is none.
    package let exif: [UInt8]?

    private let items: HEIFItems
    private let tiles: [Int]
    private let tileType: String
    /// The properties of the image beside its size, rotation and mirroring.
    private let properties: [HEIFItems.Property]

    /// The most bytes of the tiles of a part, and of EXIF metadata.
    private static let dataLimit = 512 << 20

    /// Reads the description of the primary image.
    ///
    /// - Returns: nil if the image is not a grid of several tiles, or is unusual: transparency, cropping, transformed tiles, or
    ///   tiles in the item data box.
    package init?(_ bytes: ImageBytes) {
        guard bytes.read(at: 4, count: 4).elementsEqual("ftyp".utf8), let items = HEIFItems(bytes),
            let primary = items.primary, items.types[primary] == "grid",
            let numbers = Self.numbers(items.data(of: primary, limit: 100))
        else { return nil }
        let tiles = items.references("dimg", from: primary)
        let auxiliaries = items.referrers("auxl", to: primary)
        let premultiplied = items.references("prem", from: primary)
        // Checked: at most 256 rows and columns.
        guard tiles.count > 1, tiles.count == numbers.rows * numbers.columns, premultiplied.isEmpty,
            !auxiliaries.contains(where: { Self.isAlpha(items.property("auxC", of: $0)) }),
            let orientation = Self.orientation(items.properties[primary] ?? []),
            let tileType = items.types[tiles[0]], ["hvc1", "av01"].contains(tileType),
            let tileSize = Self.size(items.property("ispe", of: tiles[0]))
        else { return nil }
        for tile in tiles {
            guard items.types[tile] == tileType, Self.size(items.property("ispe", of: tile)) == tileSize,
                items.locations[tile]?.method == 0, items.size(of: tile) ?? .max <= Self.dataLimit,
                items.properties[tile]?.allSatisfy({ !Self.transformations.contains($0.box.type) }) ?? false
            else { return nil }
        }
        // The last row and column of tiles begin within the image, and end at or beyond its edge.
        let size = numbers.size
        guard let width = CheckedNumber.product(numbers.columns, tileSize.width),
            let height = CheckedNumber.product(numbers.rows, tileSize.height),
            size.width <= width, size.height <= height, size.width > 0, size.height > 0,
            // Checked: not more than the width or height.
            size.width > width - tileSize.width, size.height > height - tileSize.height
        else { return nil }
        self.size = size
        self.tileSize = tileSize
        self.orientation = orientation
        self.tileType = tileType
        columns = numbers.columns
        rows = numbers.rows
        self.items = items
        self.tiles = tiles
        properties = (items.properties[primary] ?? []).filter { !["ispe", "irot", "imir"].contains($0.box.type) }
        exif = Self.exif(items, of: primary)
    }

    /// Some neighboring tiles of a grid.
    package struct Part {
        package var columns: Range<Int>
        package var rows: Range<Int>

        package init(columns: Range<Int>, rows: Range<Int>) {
            self.columns = columns
            self.rows = rows
        }
    }

    /// Returns the size of a part in pixels, without areas beyond the image.
    package func size(of part: Part) -> PixelSize {
        // Checked: the tiles lie in the grid, whose size in pixels has been checked.
        let left = part.columns.lowerBound * tileSize.width
        // Checked: as above.
        let right = part.columns.upperBound * tileSize.width
        // Checked: as the columns.
        let top = part.rows.lowerBound * tileSize.height
        // Checked: as above.
        let bottom = part.rows.upperBound * tileSize.height
        return PixelSize(width: min(right, size.width) - left, height: min(bottom, size.height) - top)
    }

    /// Returns the bytes of a file whose whole image is a part, not rotated.
    ///
    /// - Returns: the file; nil if the grid's file ends before the part does.
    package func file(of part: Part) -> [UInt8]? {
        var file = HEIFPartFile(
            tileType: tileType, tiles: [], columns: part.columns.count, size: size(of: part), properties: properties)
        var byteCount = 0
        for row in part.rows {
            for column in part.columns {
                // Checked: the tile is one of the grid.
                let tile = tiles[row * columns + column]
                let limit = Self.dataLimit - byteCount
                guard let data = items.data(of: tile, limit: limit), data.count == items.size(of: tile) else {
                    return nil
                }
                byteCount += data.count
                file.tiles.append(HEIFPartFile.Tile(properties: items.properties[tile] ?? [], data: data))
            }
        }
        return file.bytes()
    }
}

extension HEIFGrid {
    private static let transformations: Set<String> = ["irot", "imir", "clap", "iscl"]

    /// The numbers of a grid's data.
    private static func numbers(_ data: [UInt8]?) -> (rows: Int, columns: Int, size: PixelSize)? {
        guard let data else { return nil }
        var cursor = BigEndianCursor(data[...])
        guard cursor.number(1) == 0, let flags = cursor.number(1), let rows = cursor.number(1),
            let columns = cursor.number(1)
        else { return nil }
        let bytes = flags & 1 == 1 ? 4 : 2
        guard let width = cursor.number(bytes), let height = cursor.number(bytes) else { return nil }
        return (rows + 1, columns + 1, PixelSize(width: width, height: height))
    }

    /// The size in an image spatial extents property.
    private static func size(_ box: ISOBox?) -> PixelSize? {
        guard let box else { return nil }
        var cursor = BigEndianCursor(box.fullContent)
        guard let width = cursor.number(4), let height = cursor.number(4), width > 0, height > 0 else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// Whether an auxiliary image has this type property for transparency.
    private static func isAlpha(_ box: ISOBox?) -> Bool {
        guard let box else { return true }
        let name = String(decoding: box.fullContent.prefix { $0 != 0 }, as: UTF8.self)
        return ["urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1"].contains(name)
    }

    /// The rotations and mirrorings among properties, in their order, as one; nil when there are other transformations.
    private static func orientation(_ properties: [HEIFItems.Property]) -> Orientation? {
        var orientation = Orientation.upright
        for property in properties {
            // Checked: a byte.
            let value = Int(property.box.content.first ?? 0)
            switch property.box.type {
            // Quarter turns counterclockwise.
            case "irot":
                orientation = orientation.followed(by: [.upright, .rotated270, .rotated180, .rotated90][value & 3])
            case "imir":
                orientation = orientation.followed(by: value & 1 == 0 ? .flippedVertically : .flippedHorizontally)
            case let type where transformations.contains(type): return nil
            default: break
            }
        }
        return orientation
    }

    private static func exif(_ items: HEIFItems, of primary: Int) -> [UInt8]? {
        let described = items.referrers("cdsc", to: primary).first { items.types[$0] == "Exif" }
        guard let described, let data = items.data(of: described, limit: dataLimit) else { return nil }
        var cursor = BigEndianCursor(data[...])
        // The bytes before the TIFF header.
        guard let offset = cursor.number(4), offset <= data.count - 4 else { return nil }
        return EXIFBlock.cleaned(Array(data.dropFirst(4 + offset)), upright: true)
    }
}
