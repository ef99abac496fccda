internal import PixelKernels

extension Color {
    /// The premultiplied 8-bit pixel of the color, multiplied by an opacity.
    package func pixel(opacity: Double = 1) -> UInt32 {
        func step(_ component: Double) -> UInt32 { UInt32((component.clamped * 255).rounded()) }
        let opaque = 0xFF00_0000 | step(red) << 16 | step(green) << 8 | step(blue)
        return Blending.scaled(opaque, by: UInt8(sourceOverOpacity: alpha.clamped * opacity.clamped))
    }
}

extension UInt8 {
    /// Quantizes an opacity to 255ths, halves rounded down: an opacity of 0.5 lets 128/255 of what is below through.
    package init(sourceOverOpacity opacity: Double) {
        self = UInt8((opacity.clamped * 255 - 0.5 - Self.roundingError).rounded(.up))
    }

    /// Quantizes an opacity to 255ths, halves rounded up: for what is added to something drawn with source over.
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
