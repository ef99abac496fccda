internal import Glibc

/// The transfer function of BT.2100 PQ (SMPTE ST 2084): samples for absolute luminance.
package enum PerceptualQuantizer {
    /// The luminance of the largest sample, in cd/m².
    package static let peak = 10_000.0

    private static let m1 = 2610.0 / 16384
    private static let m2 = 2523.0 / 4096 * 128
    private static let c1 = 3424.0 / 4096
    private static let c2 = 2413.0 / 4096 * 32
    private static let c3 = 2392.0 / 4096 * 32

    /// The luminance of a sample from 0 to 1, in cd/m².
    package static func nits(_ sample: Double) -> Double {
        let power = pow(max(0, sample), 1 / m2)
        // Checked: floating-point numbers.
        return peak * pow(max(0, power - c1) / (c2 - c3 * power), 1 / m1)
    }

    /// The sample, from 0 to 1, for a luminance in cd/m².
    package static func sample(_ nits: Double) -> Double {
        let power = pow(max(0, nits) / peak, m1)
        // Checked: floating-point numbers.
        return pow((c1 + c2 * power) / (1 + c3 * power), m2)
    }
}

/// The transfer function of BT.2100 HLG (ARIB STD-B67): samples for the light of a scene.
package enum HybridLogGamma {
    /// The luminance of white on the reference display, in cd/m².
    package static let displayPeak = 1000.0
    /// The exponent from the scene's light to the display's, at ``displayPeak``.
    package static let systemGamma = 1.2
    /// The shares of red, green and blue in luminance.
    package static let luminance = SIMD3(0.2627, 0.6780, 0.0593)

    private static let a = 0.17883277
    private static let b = 0.28466892
    private static let c = 0.55991073

    /// The scene's light, from 0 to 1, for a sample from 0 to 1.
    package static func sceneLight(_ sample: Double) -> Double {
        // Checked: floating-point numbers.
        sample <= 0.5 ? max(0, sample) * max(0, sample) / 3 : (exp((sample - c) / a) + b) / 12
    }

    /// The display's light for a gray of the scene, both from 0 to 1 (BT.2100-2, table 5).
    package static func overall(_ light: Double) -> Double { pow(light, systemGamma) }
}

/// The mapping from luminances of an HDR image to an SDR display.
///
/// It is the electrical-electrical transfer function of BT.2390-11, 5.4, with black at 0.
package struct ToneCurve: Hashable, Sendable {
    /// The luminance in an HDR image of SDR white, in cd/m² (BT.2408-7, 2.1).
    package static let white = 203.0

    /// The luminance that becomes white, in cd/m²; everything above it is white.
    package let peak: Double

    private let peakSample: Double
    private let largest: Double
    private let kneeStart: Double

    /// Creates the curve for an image with a peak luminance, in cd/m².
    ///
    /// A peak below ``white`` compresses nothing, and peaks are limited to 10,000 cd/m².
    package init(peak: Double) {
        self.peak = min(max(peak, Self.white), PerceptualQuantizer.peak)
        peakSample = PerceptualQuantizer.sample(self.peak)
        largest = PerceptualQuantizer.sample(Self.white) / peakSample
        // Checked: floating-point numbers.
        kneeStart = 1.5 * largest - 0.5
    }

    /// Returns the luminance in the SDR image, where 1 is ``white``, for a luminance of the HDR image in cd/m².
    package func light(_ nits: Double) -> Double {
        let sample = min(1, PerceptualQuantizer.sample(nits) / peakSample)
        guard sample > kneeStart, kneeStart < 1 else { return min(1, nits / Self.white) }
        // Checked: floating-point numbers.
        let t = (sample - kneeStart) / (1 - kneeStart)
        // Checked: floating-point numbers.
        let square = t * t
        // Checked: floating-point numbers.
        let cube = t * t * t
        // A Hermite spline from the knee, with slope 1, to the largest sample, with slope 0.
        // Checked: floating-point numbers.
        let start = (2 * cube - 3 * square + 1) * kneeStart
        // Checked: floating-point numbers.
        let slope = (cube - 2 * square + t) * (1 - kneeStart)
        // Checked: floating-point numbers.
        let mapped = start + slope + (3 * square - 2 * cube) * largest
        // Checked: floating-point numbers.
        return min(1, PerceptualQuantizer.nits(mapped * peakSample) / Self.white)
    }
}
