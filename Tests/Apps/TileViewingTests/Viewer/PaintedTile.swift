import Concurrency
import TestSupport
import TilePyramid

/// A tile of ``PaintedSource``: red grows with the columns, green with the rows, and blue is the same everywhere.
struct PaintedTile: Hashable {
    /// The samples at the left and the top.
    var red, green: Int
    /// The sample of all pixels.
    var blue: Int
    var size: PixelSize

    /// The tiles of all tests, most of which are equal.
    private static let made = Locked<[PaintedTile: [UInt8]]>([:])

    /// The PNG file, which is made once.
    var png: [UInt8] {
        if let bytes = Self.made.withLock({ $0[self] }) { return bytes }
        let bytes = PNGFixture(width: size.width, height: size.height) { x, y, channel in
            switch channel {
            case 0: (red + x) & 255
            case 1: (green + y) & 255
            default: blue
            }
        }
        .encoded()
        Self.made.withLock { $0[self] = bytes }
        return bytes
    }
}
