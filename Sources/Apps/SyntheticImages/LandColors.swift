/// The colors of the ground by height and moisture, as in the atlases of the Swiss school: deep blue basins, green
/// plains, ochre and umber uplands, pale summits.
struct LandColors: Sendable {
    /// A color with channels of 0…255; the fourth number is not used.
    typealias Color = SIMD4<Float>

    /// Steps of height in the table, half of them below the sea.
    static let heights = 1024
    /// Steps of moisture in the table.
    static let moistures = 24

    private let colors: [Color]

    /// Colors at relative depths; 0 is the shore, 1 the deepest.
    private static let sea: [(Float, Color)] = [
        (0.00, hex(0x9FD3CB)), (0.035, hex(0x74BDC0)), (0.11, hex(0x4A9DB0)), (0.26, hex(0x2F7D9C)),
        (0.48, hex(0x205F84)), (0.72, hex(0x17466B)), (1.00, hex(0x0F3052)),
    ]
    /// Colors at relative heights; 0 is the shore.
    private static let wet: [(Float, Color)] = [
        (0.00, hex(0xC9CFA0)), (0.012, hex(0x9DB57C)), (0.08, hex(0x6F9A5E)), (0.20, hex(0x5F8A55)),
        (0.34, hex(0x7F9660)), (0.50, hex(0xA59D78)), (0.68, hex(0xA8927C)), (0.84, hex(0xC4B8AC)),
        (1.00, hex(0xEFECE8)),
    ]
    private static let dry: [(Float, Color)] = [
        (0.00, hex(0xEFE0B4)), (0.012, hex(0xE8D4A0)), (0.08, hex(0xDCC18A)), (0.20, hex(0xCDA873)),
        (0.34, hex(0xBC8C5F)), (0.50, hex(0xA87455)), (0.68, hex(0x9A7563)), (0.84, hex(0xB9A294)),
        (1.00, hex(0xE9E0DA)),
    ]

    init() {
        var colors: [Color] = []
        for moisture in 0..<Self.moistures {
            let share = smoothStep(0.15, 0.85, Float(moisture) / Float(Self.moistures - 1))
            for height in 0..<Self.heights {
                let level = Float(height - Self.heights / 2) / Float(Self.heights / 2)
                if level < 0 {
                    colors.append(Self.color(in: Self.sea, at: -level))
                } else {
                    let dry = Self.color(in: Self.dry, at: level)
                    let wet = Self.color(in: Self.wet, at: level)
                    colors.append(dry + (wet - dry) * share)
                }
            }
        }
        self.colors = colors
    }

    /// Calls `body` with the table: `heights` colors for each moisture.
    func withColors<Result>(_ body: (UnsafePointer<Color>) -> Result) -> Result {
        colors.withUnsafeBufferPointer { table in
            guard let base = table.baseAddress else { preconditionFailure("the table is never empty") }
            return body(base)
        }
    }

    private static func color(in stops: [(Float, Color)], at position: Float) -> Color {
        var previous = stops[0]
        for stop in stops {
            if position <= stop.0 {
                let span = stop.0 - previous.0
                return span > 0 ? previous.1 + (stop.1 - previous.1) * ((position - previous.0) / span) : stop.1
            }
            previous = stop
        }
        return previous.1
    }

    private static func hex(_ code: UInt32) -> Color { Color(rgb: code) }
}

extension SIMD4<Float> {
    /// Creates a color from `0xRRGGBB`.
    init(rgb code: UInt32) {
        self.init(Float(code >> 16 & 255), Float(code >> 8 & 255), Float(code & 255), 0)
    }
}
