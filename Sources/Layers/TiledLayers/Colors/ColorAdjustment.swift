internal import Glibc
internal import PixelKernels

/// An adjustment of the colors of an image for display: stretch, brightness, contrast, inversion or false colors.
///
/// The stored pixels do not change. Each channel goes through the same steps, in this order: the values from ``blackPoint`` to
/// ``whitePoint`` are stretched to the full range of the screen; then ``gamma``, ``contrast``, ``brightness`` and
/// ``isInverted`` apply. Finally ``channel`` selects one number for each pixel, and ``palette`` gives that number a color.
public struct ColorAdjustment: Hashable, Sendable {
    /// The channels that are shown.
    public enum Channel: Hashable, Sendable, CaseIterable {
        /// All channels, in color.
        case all
        /// One channel, as shades of gray or in the colors of the palette.
        case red, green, blue
        /// The luma of BT.709, as shades of gray or in the colors of the palette.
        case luma
    }

    /// A palette: the colors for numbers.
    public enum Palette: Hashable, Sendable, CaseIterable {
        /// The image's own colors, or shades of gray for one channel.
        case none
        /// Black, red, yellow, white.
        case heat
        /// A spiral through all hues with evenly increasing brightness (D. A. Green, 2011, Bull. Astr. Soc. India 39, 289).
        case cubehelix
        /// The hues from blue to red, all bright.
        case spectrum
    }

    /// The value that becomes black, from 0 to 1; the default is 0.
    public var blackPoint = 0.0
    /// The value that becomes white, from 0 to 1; the default is 1.
    public var whitePoint = 1.0
    /// The gamma, from 0.1 to 10; the default is 1.
    ///
    /// The exponent is 1 / gamma, so a gamma above 1 makes the middle brighter.
    public var gamma = 1.0
    /// The slope around the middle, from 0 to 10; the default is 1.
    public var contrast = 1.0
    /// The value to add, from -1 to 1; the default is 0.
    public var brightness = 0.0
    /// Whether black and white are exchanged; the default is false.
    public var isInverted = false
    /// The channels that are shown; the default is all.
    public var channel = Channel.all
    /// The colors for numbers; the default is none.
    public var palette = Palette.none

    /// Creates an adjustment that changes nothing.
    public init() {}

    /// Whether the adjustment changes nothing.
    public var isNeutral: Bool { self == ColorAdjustment() }

    /// Returns the adjusted value, before ``channel`` and ``palette`` apply; both values are from 0 to 1.
    ///
    /// If the white point is not above the black point, there are only two results.
    public func tone(_ value: Double) -> Double {
        let width = whitePoint - blackPoint
        var tone = width > 0 ? (value - blackPoint) / width : value > blackPoint ? 1 : 0
        tone = pow(min(max(tone, 0), 1), 1 / min(max(gamma, 0.1), 10))
        tone = (tone - 0.5) * min(max(contrast, 0), 10) + 0.5 + brightness
        tone = min(max(tone, 0), 1)
        return isInverted ? 1 - tone : tone
    }

    /// The adjustment as tables; nil if it changes nothing.
    var table: ColorTable? {
        guard !isNeutral else { return nil }
        let curve = (0..<256).map { UInt8((tone(Double($0) / 255) * 255).rounded()) }
        let colors = palette.colors ?? (channel == .all ? nil : (0..<256).map { $0 * 0x01_0101 })
        return ColorTable(red: curve, green: curve, blue: curve, palette: colors, weights: channel.weights)
    }
}

extension ColorAdjustment.Channel {
    fileprivate var weights: ColorTable.Weights {
        switch self {
        case .all, .luma: .luma
        case .red: ColorTable.Weights(red: 256, green: 0, blue: 0)
        case .green: ColorTable.Weights(red: 0, green: 256, blue: 0)
        case .blue: ColorTable.Weights(red: 0, green: 0, blue: 256)
        }
    }
}

extension ColorAdjustment.Palette {
    /// The 256 colors, 0xRRGGBB; nil for none.
    fileprivate var colors: [UInt32]? {
        switch self {
        case .none: nil
        case .heat: (0..<256).map { Self.color(Self.heat(Double($0) / 255)) }
        case .cubehelix: (0..<256).map { Self.color(Self.cubehelix(Double($0) / 255)) }
        case .spectrum: (0..<256).map { Self.color(Self.spectrum(Double($0) / 255)) }
        }
    }

    private typealias RGB = (red: Double, green: Double, blue: Double)

    private static func color(_ color: RGB) -> UInt32 {
        func byte(_ value: Double) -> UInt32 { UInt32((min(max(value, 0), 1) * 255).rounded()) }
        return byte(color.red) << 16 | byte(color.green) << 8 | byte(color.blue)
    }

    private static func heat(_ value: Double) -> RGB { (value * 3, value * 3 - 1, value * 3 - 2) }

    /// The scheme's usual parameters: a start of 0.5, one and a half turns backward, and a hue of 1.
    private static func cubehelix(_ value: Double) -> RGB {
        let angle = 2 * Double.pi * (0.5 / 3 + 1 - 1.5 * value)
        let amplitude = value * (1 - value) / 2
        let cosine = cos(angle)
        let sine = sin(angle)
        return (
            value + amplitude * (-0.14861 * cosine + 1.78277 * sine),
            value + amplitude * (-0.29227 * cosine - 0.90649 * sine), value + amplitude * 1.97294 * cosine
        )
    }

    /// The hues from 240° down to 0°, at full saturation.
    private static func spectrum(_ value: Double) -> RGB {
        let hue = 4 * (1 - value)
        return (min(1, 2 - hue), min(hue, 4 - hue), hue - 2)
    }
}
