/// An opaque sRGB color with 8 bits per channel.
public struct RGBColor: Hashable, Sendable {
    /// The red, green and blue samples, 0 to 255.
    public var red: UInt8, green: UInt8, blue: UInt8

    /// Creates a color from its samples.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// White, the default background.
    public static let white = RGBColor(red: 255, green: 255, blue: 255)
}
