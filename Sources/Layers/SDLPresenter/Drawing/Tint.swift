internal import CSDL2

/// What samples are multiplied by: a premultiplied color, less at corners that are seen in part only.
struct Tint {
    /// How much of alpha there is at a corner.
    enum AlphaShare {
        /// All, whatever the corner's weight.
        case full
        /// As much as of the color.
        case weighted
        /// None: nothing of what is below is covered.
        case none
    }

    private let pixel: UInt32
    /// How much of alpha there is.
    var alpha = AlphaShare.full

    /// A premultiplied color, 0xAARRGGBB.
    init(pixel: UInt32) {
        self.pixel = pixel
    }

    /// An opacity in 255ths, of all samples alike.
    init(_ opacity: UInt8) {
        pixel = UInt32(opacity) * 0x0101_0101
    }

    /// Whether nothing is seen of what is below, wherever samples are opaque.
    var isOpaque: Bool { pixel >> 24 == 255 }

    /// The color of a corner.
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
