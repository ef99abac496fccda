/// Four premultiplied pixels, 0xAARRGGBB, with room to calculate: each sample has 16 bits.
///
/// The split into every other byte needs no shuffling, so it is fast with the vector units of all common processors.
struct FourPixels {
    typealias Packed = SIMD4<UInt32>
    typealias Lanes = SIMD8<UInt16>

    /// Blue and red of each pixel.
    var blueRed: Lanes
    /// Green and alpha of each pixel.
    var greenAlpha: Lanes

    @inline(__always)
    init(blueRed: Lanes, greenAlpha: Lanes) {
        self.blueRed = blueRed
        self.greenAlpha = greenAlpha
    }

    @inline(__always)
    init(_ pixels: Packed) {
        let low = Packed(repeating: 0x00FF_00FF)
        blueRed = unsafeBitCast(pixels & low, to: Lanes.self)
        greenAlpha = unsafeBitCast((pixels &>> 8) & low, to: Lanes.self)
    }

    /// The pixels; no sample may be above 255.
    @inline(__always)
    var packed: Packed {
        unsafeBitCast(blueRed, to: Packed.self) | (unsafeBitCast(greenAlpha, to: Packed.self) &<< 8)
    }

    /// Each sample times its factor of 255ths, rounded to nearest.
    ///
    /// The division is the usual exact one: with t = x · y + 128, (t + ⌊t ÷ 256⌋) ÷ 256.
    @inline(__always)
    func scaled(by factor: Lanes) -> FourPixels {
        multiplied(by: FourPixels(blueRed: factor, greenAlpha: factor))
    }

    /// Each sample times the sample of other pixels, as a factor of 255ths, rounded to nearest.
    @inline(__always)
    func multiplied(by other: FourPixels) -> FourPixels {
        @inline(__always) func product(_ samples: Lanes, _ factor: Lanes) -> Lanes {
            let sum = samples &* factor &+ 128
            return (sum &+ (sum &>> 8)) &>> 8
        }
        return FourPixels(
            blueRed: product(blueRed, other.blueRed), greenAlpha: product(greenAlpha, other.greenAlpha))
    }

    /// 255 less alpha of each of four pixels, once for each of the two lanes it has.
    @inline(__always)
    static func transparency(of pixels: Packed) -> Lanes {
        let one = 255 &- (pixels &>> 24)
        return unsafeBitCast(one | (one &<< 16), to: Lanes.self)
    }
}
