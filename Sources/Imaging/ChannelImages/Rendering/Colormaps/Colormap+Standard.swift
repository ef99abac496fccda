extension Colormap {
    /// The scales that commands and menus offer: gray first.
    public static let standard: [Colormap] = [
        gray, viridis, magma, inferno, plasma, cividis, turbo, terrain, coolwarm,
    ]

    /// Returns the standard scale of a name, in capital or small letters; nil for other names.
    public static func named(_ name: String) -> Colormap? {
        let name = name.lowercased()
        return standard.first { $0.name == name }
    }

    /// Shades from black to white.
    public static let gray = Colormap(
        name: "gray",
        colors: (0...255).map { value in
            let level = UInt8(value)
            return ChannelColor(red: level, green: level, blue: level)
        })
    /// From dark blue over green to yellow; perceptually uniform.
    public static let viridis = Colormap(name: "viridis", digits: viridisDigits)
    /// From black over purple to pale yellow; perceptually uniform.
    public static let magma = Colormap(name: "magma", digits: magmaDigits)
    /// From black over red to pale yellow; perceptually uniform.
    public static let inferno = Colormap(name: "inferno", digits: infernoDigits)
    /// From blue over red to yellow; perceptually uniform.
    public static let plasma = Colormap(name: "plasma", digits: plasmaDigits)
    /// From blue over gray to yellow, the same for people who do not see red or green.
    public static let cividis = Colormap(name: "cividis", digits: cividisDigits)
    /// From dark blue over all hues to dark red.
    public static let turbo = Colormap(name: "turbo", digits: turboDigits)
    /// From blue over pale gray to red, for values around a middle.
    public static let coolwarm = Colormap(name: "coolwarm", digits: coolwarmDigits)
    /// The colors of land on maps: green valleys, brown slopes, gray and white peaks.
    public static let terrain = Colormap(
        name: "terrain",
        stops: [
            (0, ChannelColor(red: 26, green: 102, blue: 77)), (48, ChannelColor(red: 86, green: 148, blue: 84)),
            (96, ChannelColor(red: 196, green: 201, blue: 126)), (144, ChannelColor(red: 190, green: 150, blue: 92)),
            (192, ChannelColor(red: 130, green: 98, blue: 82)), (228, ChannelColor(red: 184, green: 178, blue: 176)),
            (255, ChannelColor(red: 255, green: 255, blue: 255)),
        ])

    /// Reads 256 colors of six hexadecimal digits; line breaks between digits are left out.
    private init(name: String, digits: String) {
        let digits = digits.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        precondition(digits.count == 6 * 256, "a colormap has 256 colors")
        let colors = (0..<256).map { index in
            let color = digits[6 * index..<6 * index + 6].reduce(0 as UInt32) { $0 << 4 | UInt32($1) }
            return ChannelColor(
                red: UInt8(truncatingIfNeeded: color >> 16), green: UInt8(truncatingIfNeeded: color >> 8),
                blue: UInt8(truncatingIfNeeded: color))
        }
        self.init(name: name, colors: colors)
    }

    /// Makes 256 colors between stops, the first of which is at 0 and the last at 255.
    private init(name: String, stops: [(index: Int, color: ChannelColor)]) {
        let colors = zip(stops, stops.dropFirst()).flatMap { first, second in
            (first.index..<second.index).map { index in
                let step = index - first.index
                let length = second.index - first.index
                func mixed(_ sample: (ChannelColor) -> UInt8) -> UInt8 {
                    let sum = Int(sample(first.color)) * (length - step) + Int(sample(second.color)) * step
                    return UInt8((sum + length / 2) / length)
                }
                return ChannelColor(red: mixed(\.red), green: mixed(\.green), blue: mixed(\.blue))
            }
        }
        self.init(name: name, colors: colors + stops.suffix(1).map(\.color))
    }
}
