internal import PixelKernels

extension Color {
    /// The premultiplied pixel of the color with its components in 255ths, seen through an opacity.
    package func pixel(opacity: Double = 1) -> UInt32 {
        func step(_ component: Double) -> UInt32 { UInt32((component.clamped * 255).rounded()) }
        let opaque = 0xFF00_0000 | step(red) << 16 | step(green) << 8 | step(blue)
        return Blending.scaled(opaque, by: UInt8(sourceOverOpacity: alpha.clamped * opacity.clamped))
    }
}

extension UInt8 {
    /// An opacity in 255ths, half a step rounded down, so that half an opacity lets 128 of 255 through.
    package init(sourceOverOpacity opacity: Double) {
        self = UInt8((opacity.clamped * 255 - 0.5 - Self.roundingError).rounded(.up))
    }

    /// An opacity in 255ths, half a step rounded up, for what is added to something that is covering.
    package init(additiveOpacity opacity: Double) {
        self = UInt8((opacity.clamped * 255 + 0.5 + Self.roundingError).rounded(.down))
    }

    /// What is so near to half a step is half a step: 255 times 0.9 is a little more than 229.5.
    private static let roundingError = 1e-9
}

extension Double {
    /// From 0 to 1; 0 for what is not a number.
    fileprivate var clamped: Double { self > 0 ? Swift.min(self, 1) : 0 }
}
