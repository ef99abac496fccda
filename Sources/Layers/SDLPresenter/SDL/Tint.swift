internal import CSDL2

/// The factor of samples: a premultiplied color, scaled by the weight of each vertex.
struct Tint {
    /// The scaling of alpha by the weight of a vertex.
    enum AlphaShare {
        /// Alpha is not scaled.
        case full
        /// Alpha is scaled like the color.
        case weighted
        /// Alpha is 0: nothing below is covered.
        case none
    }

    private let pixel: UInt32
    /// The scaling of alpha.
    var alpha = AlphaShare.full

    /// Creates a tint of a premultiplied color, 0xAARRGGBB.
    init(pixel: UInt32) {
        self.pixel = pixel
    }

    /// Creates a tint that scales all samples by an opacity from 0 to 255.
    init(_ opacity: UInt8) {
        pixel = UInt32(opacity) * 0x0101_0101
    }

    /// Creates a tint of a premultiplied color, scaled by an opacity from 0 to 255.
    init(pixel: UInt32, opacity: UInt8) {
        let factor = UInt32(opacity)
        func part(_ shift: UInt32) -> UInt32 { (((pixel >> shift & 255) * factor + 127) / 255) << shift }
        self.pixel = part(24) | part(16) | part(8) | part(0)
    }

    /// Whether opaque samples stay opaque.
    var isOpaque: Bool { pixel >> 24 == 255 }

    /// Returns the color of a vertex.
    func color(weight: Double) -> SDL_Color {
        func part(_ shift: UInt32, _ weight: Double) -> UInt8 {
            let whole = UInt8(truncatingIfNeeded: pixel >> shift)
            return weight == 1 ? whole : UInt8((Double(whole) * weight).rounded())
        }
        let alphaWeight =
            switch alpha {
            case .full: 1.0
            case .weighted: weight
            case .none: 0.0
            }
        return SDL_Color(r: part(16, weight), g: part(8, weight), b: part(0, weight), a: part(24, alphaWeight))
    }
}
