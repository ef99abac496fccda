internal import ImageMetadata
internal import Testing
internal import TilePyramid

@testable internal import ImageMetadata

/// A HEIF or AVIF file in which an image is stored as a grid of tiles that libvips has encoded.
struct HEIFGridFixture {
    var size: PixelSize
    /// A side of a tile: a multiple of 64, because libheif makes a grid of every other HEVC image.
    var tileSide = 64
    var compression = "hevc"
    var profile: [UInt8]?
    /// Boxes of further properties of the grid, all essential.
    var properties: [[UInt8]] = []
    /// Boxes of further properties of the tiles.
    var tileProperties: [[UInt8]] = []
    var quality = 70

    var columns: Int { (size.width + tileSide - 1) / tileSide }
    var rows: Int { (size.height + tileSide - 1) / tileSide }

    static func sample(_ x: Int, _ y: Int, _ channel: Int) -> Int {
        (x * 3 + y * 2 + (x * y / 16) % 40 + 70 * channel) % 256
    }

    /// A property: irot, quarter turns counterclockwise; imir, 0 exchanging top and bottom.
    static func property(_ type: String, _ value: UInt8) -> [UInt8] { [0, 0, 0, 9] + Array(type.utf8) + [value] }

    private static func boxes(_ bytes: [[UInt8]]) -> [HEIFItems.Property] {
        bytes.flatMap { ISOBox.boxes(in: $0[...]) }.map { HEIFItems.Property(box: $0, isEssential: true) }
    }

    func encoded() throws -> [UInt8] {
        var tiles: [HEIFPartFile.Tile] = []
        for row in 0..<rows {
            for column in 0..<columns {
                var fixture = VipsFixture(tileSide, tileSide, bands: 3) {
                    Self.sample(column * tileSide + $0, row * tileSide + $1, $2)
                }
                fixture.profile = profile
                let file = try fixture.encoded(
                    "heifsave_buffer", ["compression": compression, "Q": "\(quality)", "effort": "0"])
                let items = try #require(HEIFItems(ImageBytes(.bytes(file, name: "tile"))))
                let item = try #require(items.primary)
                try #require(items.types[item] == (compression == "av1" ? "av01" : "hvc1"))
                tiles.append(
                    HEIFPartFile.Tile(
                        properties: (items.properties[item] ?? []) + Self.boxes(tileProperties),
                        data: try #require(items.data(of: item, limit: 1 << 20))))
            }
        }
        let colors = tiles[0].properties.filter { $0.box.type == "colr" }
        let grid = HEIFPartFile(
            tileType: compression == "av1" ? "av01" : "hvc1", tiles: tiles, columns: columns, size: size,
            properties: colors + Self.boxes(properties))
        return try #require(grid.bytes())
    }
}
