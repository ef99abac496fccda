internal import Numbers
internal import TilePyramid

/// Writes a HEIF or AVIF file of some tiles of a grid, as a grid of its own (ISO/IEC 23008-12).
struct HEIFPartFile {
    /// A tile.
    struct Tile {
        /// The properties of the item: its size, the decoder's configuration, colors.
        var properties: [HEIFItems.Property]
        /// The coded image.
        var data: [UInt8]
    }

    /// The type of the tiles' items, "hvc1" or "av01".
    var tileType: String
    /// The tiles, row by row.
    var tiles: [Tile]
    /// The number of tiles in a row.
    var columns: Int
    /// The size of the image in pixels; it may end within the last row and column of tiles.
    var size: PixelSize
    /// The properties of the image beside its size.
    var properties: [HEIFItems.Property]

    /// The number of the grid's item; the tiles follow.
    private static let grid = 1
    /// The most properties of all items; equal ones count once.
    private static let propertyLimit = 127

    /// The bytes of the file; nil when there are too many different properties.
    func bytes() -> [UInt8]? {
        let brands = tileType == "av01" ? ["avif", "mif1", "miaf"] : ["heic", "mif1", "heic"]
        let start = box("ftyp", Array(brands[0].utf8) + number(0) + brands.flatMap { Array($0.utf8) })
        guard let properties = itemProperties() else { return nil }
        // The position of the data follows from the length of what is before it, which is the same for every position.
        let length = start.count + meta(properties, dataAt: 0).count + 8
        var file = start + meta(properties, dataAt: length)
        file += number(8 + tiles.reduce(0) { $0 + $1.data.count }) + Array("mdat".utf8)
        for tile in tiles {
            file += tile.data
        }
        return file
    }

    // Checked: a part has at most 65,536 tiles.
    private var items: ClosedRange<Int> { Self.grid...Self.grid + tiles.count }

    private func meta(_ properties: [UInt8], dataAt offset: Int) -> [UInt8] {
        let handler = fullBox("hdlr", number(0) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
        let primary = fullBox("pitm", number(Self.grid, 2))
        let entries = items.flatMap { item in
            // Tiles are hidden, so that they do not count as images.
            fullBox(
                "infe", version: 2, flags: item == Self.grid ? 0 : 1,
                number(item, 2) + number(0, 2) + Array((item == Self.grid ? "grid" : tileType).utf8) + [0])
        }
        let information = fullBox("iinf", number(items.count, 2) + entries)
        let tileNumbers = items.dropFirst().flatMap { number($0, 2) }
        let references = fullBox(
            "iref", box("dimg", number(Self.grid, 2) + number(tiles.count, 2) + tileNumbers))
        let rows = tiles.count / columns
        let grid =
            [0, 1, UInt8(truncatingIfNeeded: rows - 1), UInt8(truncatingIfNeeded: columns - 1)]
            + number(size.width) + number(size.height)
        return fullBox(
            "meta",
            handler + primary + locations(dataAt: offset, gridBytes: grid.count) + information + references + properties
                + box("idat", grid))
    }

    /// Returns the locations of the items' data: the grid in the item data box, the tiles from `offset` on in the file.
    private func locations(dataAt offset: Int, gridBytes: Int) -> [UInt8] {
        // Offsets and lengths of 4 bytes, no base offset; each item has one extent.
        var content = [0x44, 0] + number(items.count, 2)
        content += number(Self.grid, 2) + number(1, 2) + number(0, 2) + number(1, 2) + number(0) + number(gridBytes)
        var position = offset
        for (index, tile) in tiles.enumerated() {
            content += number(Self.grid + 1 + index, 2) + number(0, 2) + number(0, 2) + number(1, 2)
            content += number(position) + number(tile.data.count)
            position += tile.data.count
        }
        return fullBox("iloc", version: 1, content)
    }

    /// The properties of all items, and which item has which.
    private func itemProperties() -> [UInt8]? {
        var all: [[UInt8]] = []
        func index(of property: [UInt8], isEssential: Bool) -> UInt8 {
            let index = all.firstIndex(of: property) ?? all.count
            if index == all.count { all.append(property) }
            return UInt8(truncatingIfNeeded: index + 1) | (isEssential ? 0x80 : 0)
        }
        func associations(_ item: Int, _ indices: [UInt8]) -> [UInt8] {
            number(item, 2) + [UInt8(truncatingIfNeeded: indices.count)] + indices
        }
        let extents = fullBox("ispe", number(size.width) + number(size.height))
        var content = associations(
            Self.grid,
            [index(of: extents, isEssential: false)]
                + properties.map { index(of: $0.box.bytesWithSize, isEssential: $0.isEssential) })
        guard properties.count < Self.propertyLimit else { return nil }
        for (offset, tile) in tiles.enumerated() {
            guard tile.properties.count <= Self.propertyLimit else { return nil }
            content += associations(
                Self.grid + 1 + offset,
                tile.properties.map { index(of: $0.box.bytesWithSize, isEssential: $0.isEssential) })
            guard all.count <= Self.propertyLimit else { return nil }
        }
        return box("iprp", box("ipco", all.flatMap { $0 }) + fullBox("ipma", number(items.count) + content))
    }

    private func fullBox(_ type: String, version: UInt8 = 0, flags: UInt8 = 0, _ content: [UInt8]) -> [UInt8] {
        box(type, [version, 0, 0, flags] + content)
    }

    private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        number(8 + content.count) + Array(type.utf8) + content
    }

    private func number(_ value: Int, _ bytes: Int = 4) -> [UInt8] {
        (1...bytes).map { UInt8(truncatingIfNeeded: value >> (8 * (bytes - $0))) }
    }
}
