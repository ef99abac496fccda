/// The color of a pixel, not multiplied by its alpha.
struct StraightPixel: Hashable, Sendable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    /// The color of a premultiplied pixel 0xAARRGGBB; nil if it is transparent.
    @inline(__always)
    init?(premultiplied pixel: UInt32) {
        let alpha = pixel >> 24
        guard alpha > 0 else { return nil }
        func channel(_ shift: UInt32) -> UInt8 {
            let value = pixel >> shift & 255
            return UInt8(truncatingIfNeeded: alpha == 255 ? value : min(255, (value * 255 + alpha / 2) / alpha))
        }
        red = channel(16)
        green = channel(8)
        blue = channel(0)
    }

    /// The value of a channel: 0 for red, 1 for green, 2 for blue.
    subscript(channel: Int) -> UInt8 { channel == 0 ? red : channel == 1 ? green : blue }

    /// Whether the color is a gray.
    var isGray: Bool { red == green && green == blue }
}
