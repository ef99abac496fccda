public import TilePyramid

/// The color of a tile of ``SyntheticTileSource``, which encodes the tile's address.
///
/// The upper four bits of red, green and blue are the level's hue. The lower four are the column in red, the row in green
/// and the level in blue, each modulo 16.
public struct TileColor: Hashable, Sendable {
    /// The red sample, 0 to 255.
    public let red: UInt8
    /// The green sample, 0 to 255.
    public let green: UInt8
    /// The blue sample, 0 to 255.
    public let blue: UInt8

    /// Creates the color of a tile.
    public init(of index: TileIndex) {
        let hue = Self.hues[index.level & 15]
        func sample(_ shift: UInt16, _ number: Int) -> UInt8 {
            UInt8(truncatingIfNeeded: hue >> shift) << 4 | UInt8(truncatingIfNeeded: number & 15)
        }
        red = sample(8, index.column)
        green = sample(4, index.row)
        blue = sample(0, index.level)
    }

    /// Returns the address that a pixel encodes.
    ///
    /// - Parameter pixel: 0xAARRGGBB, opaque and not blended with another pixel.
    /// - Returns: the address, each number modulo 16; nil if the pixel is not the color of a tile.
    public static func index(of pixel: UInt32) -> TileIndex? {
        func low(_ shift: UInt32) -> Int { Int(pixel >> shift & 15) }
        let index = TileIndex(level: low(0), column: low(16), row: low(8))
        return TileColor(of: index).pixel == pixel ? index : nil
    }

    /// The color as a pixel, 0xFFRRGGBB.
    public var pixel: UInt32 { 0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

    /// The upper four bits of red, green and blue; adjacent levels differ most, and all are darker than labels.
    private static let hues: [UInt16] = [
        0x922, 0x149, 0x273, 0x851, 0x528, 0x166, 0x941, 0x338, 0x462, 0x825, 0x257, 0x731, 0x444, 0x63A, 0x184, 0xA33,
    ]
}
