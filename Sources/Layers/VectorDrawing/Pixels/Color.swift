internal import PixelKernels

/// An sRGB color with alpha; components from 0 to 1, not premultiplied.
public struct Color: Hashable, Sendable {
    /// The components, from 0 to 1.
    public var red: Double, green: Double, blue: Double, alpha: Double

    /// Creates a color from its components; opaque by default.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Opaque white.
    public static let white = Color(red: 1, green: 1, blue: 1)
    /// Opaque black.
    public static let black = Color(red: 0, green: 0, blue: 0)
    /// Transparent black.
    public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

    /// The premultiplied 8-bit pixel of the color, multiplied by an opacity.
    package func pixel(opacity: Double = 1) -> UInt32 {
        func step(_ component: Double) -> UInt32 { UInt32((component.clamped * 255).rounded()) }
        let opaque = 0xFF00_0000 | step(red) << 16 | step(green) << 8 | step(blue)
        return Blending.scaled(opaque, by: UInt8(sourceOverOpacity: alpha.clamped * opacity.clamped))
    }
}

extension UInt8 {
    /// Quantizes an opacity to 255ths, halves rounded down: an opacity of 0.5 lets 128/255 of the pixels below through.
    package init(sourceOverOpacity opacity: Double) {
        self = UInt8((opacity.clamped * 255 - 0.5 - Self.roundingError).rounded(.up))
    }

    /// Quantizes an opacity to 255ths, halves rounded up: for an item that is added to an item drawn with source over.
    package init(additiveOpacity opacity: Double) {
        self = UInt8((opacity.clamped * 255 + 0.5 + Self.roundingError).rounded(.down))
    }

    /// Tolerance for halves: 255 · 0.9 is slightly more than 229.5 in floating point.
    private static let roundingError = 1e-9
}

extension Double {
    /// The number limited to 0...1; 0 for NaN.
    fileprivate var clamped: Double { self > 0 ? Swift.min(self, 1) : 0 }
}
