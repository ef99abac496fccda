/// A lookup table of 256 colors, from that of the least value to that of the greatest.
public struct Colormap: Hashable, Sendable {
    /// The name that commands use, such as "viridis".
    public let name: String
    /// The colors, 256 of them.
    public let colors: [ChannelColor]

    /// Creates a colormap from 256 colors.
    public init(name: String, colors: [ChannelColor]) {
        precondition(colors.count == 256, "a colormap has 256 colors")
        self.name = name
        self.colors = colors
    }

    /// Shades from white to black, for samples whose 0 is white.
    package static let invertedGray = Colormap(
        name: "gray_r",
        colors: (0..<256).map { index in
            let value = UInt8(255 - index)
            return ChannelColor(red: value, green: value, blue: value)
        })
}
