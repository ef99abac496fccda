extension ChannelColor {
    /// Full red.
    public static let red = ChannelColor(red: 255, green: 0, blue: 0)
    /// Full green.
    public static let green = ChannelColor(red: 0, green: 255, blue: 0)
    /// Full blue.
    public static let blue = ChannelColor(red: 0, green: 0, blue: 255)
    /// Full green and blue.
    public static let cyan = ChannelColor(red: 0, green: 255, blue: 255)
    /// Full red and blue.
    public static let magenta = ChannelColor(red: 255, green: 0, blue: 255)
    /// Full red and green.
    public static let yellow = ChannelColor(red: 255, green: 255, blue: 0)
    /// Full red, green and blue: shades of it are gray.
    public static let white = ChannelColor(red: 255, green: 255, blue: 255)
    /// Red and half of green.
    public static let orange = ChannelColor(red: 255, green: 128, blue: 0)
    /// Blue and half of red.
    public static let violet = ChannelColor(red: 128, green: 0, blue: 255)

    /// Whether shades of the color are gray.
    var isGray: Bool { red == green && green == blue }

    /// The name of one of the colors above, "gray" for white, or six hexadecimal digits after "#".
    public var name: String {
        switch self {
        case .red: return "red"
        case .green: return "green"
        case .blue: return "blue"
        case .cyan: return "cyan"
        case .magenta: return "magenta"
        case .yellow: return "yellow"
        case .white: return "gray"
        case .orange: return "orange"
        case .violet: return "violet"
        default: return "#" + hexadecimal.lowercased()
        }
    }

    /// The colors of channels of which nothing is known.
    ///
    /// Magenta and green are different also to people who do not see red or green.
    ///
    /// - Parameter count: the number of channels that are shown.
    /// - Returns: gray for one channel, magenta and green for two, and red, green, blue, cyan, magenta, yellow, orange and
    ///   violet in turn for more.
    public static func usual(_ count: Int) -> [ChannelColor] {
        guard count > 2 else { return count == 2 ? [.magenta, .green] : [.white] }
        let colors: [ChannelColor] = [.red, .green, .blue, .cyan, .magenta, .yellow, .orange, .violet]
        return (0..<count).map { colors[$0 % colors.count] }
    }
}
