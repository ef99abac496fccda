internal import Glibc
internal import Numbers

/// The stated curve of a color space from a sample to linear light, both from 0 to 1.
package enum TransferFunction: Hashable, Sendable {
    /// The parameters g, a, b, c and d of (a·x + b)^g for x ≥ d, else c·x: the form in profiles.
    case parametric(g: Double, a: Double, b: Double, c: Double, d: Double)
    /// Light over a number of decades; 0 is black.
    case logarithmic(decades: Double)
    /// The light at evenly spaced samples, at least two; 65535 is white.
    case table([UInt16])
    /// SMPTE ST 428-1: a power of 2.6, with white below the largest sample.
    case cinema
    /// BT.2100 PQ (SMPTE ST 2084).
    case pq
    /// BT.2100 HLG (ARIB STD-B67).
    case hlg

    /// IEC 61966-2-1.
    package static let sRGB = parametric(g: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045)
    /// The inverse of the camera curve of BT.709 and BT.2020.
    package static let bt709 = camera(alpha: 1.099_296_826_809_442, beta: 0.018_053_968_510_807, slope: 4.5)

    /// A power of the sample.
    package static func gamma(_ exponent: Double) -> TransferFunction {
        parametric(g: exponent, a: 1, b: 0, c: 0, d: 0)
    }

    /// The inverse of α·x^0.45 − (α − 1) for x ≥ β, else slope·x.
    private static func camera(alpha: Double, beta: Double, slope: Double) -> TransferFunction {
        // Checked: floating-point numbers.
        parametric(g: 1 / 0.45, a: 1 / alpha, b: (alpha - 1) / alpha, c: 1 / slope, d: slope * beta)
    }

    /// Creates the function with a number of ITU-T H.273, table 3; nil for unspecified and reserved numbers.
    package init?(codePoint: Int) {
        switch codePoint {
        case 1, 6, 11, 12, 14, 15: self = .bt709
        case 4: self = .gamma(2.2)
        case 5: self = .gamma(2.8)
        case 7: self = .camera(alpha: 1.111_572_195_921_731, beta: 0.022_821_585_529_445, slope: 4)
        case 8: self = .gamma(1)
        case 9: self = .logarithmic(decades: 2)
        case 10: self = .logarithmic(decades: 2.5)
        case 13: self = .sRGB
        case CodePoints.pq: self = .pq
        case 17: self = .cinema
        case CodePoints.hlg: self = .hlg
        default: return nil
        }
    }

    /// Returns the linear light of a sample; PQ and HLG have their own scales: 1 is 10,000 nits, or a scene's white.
    package func light(_ sample: Double) -> Double {
        switch self {
        case .parametric(let g, let a, let b, let c, let d):
            // Checked: floating-point numbers.
            sample >= d ? pow(max(0, a * sample + b), g) : c * sample
        // Checked: floating-point numbers.
        case .logarithmic(let decades): sample <= 0 ? 0 : pow(10, decades * (sample - 1))
        case .table(let values): Self.interpolated(values, at: sample)
        case .cinema: min(1, 52.37 / 48 * pow(max(0, sample), 2.6))
        case .pq: PerceptualQuantizer.nits(sample) / PerceptualQuantizer.peak
        case .hlg: HybridLogGamma.sceneLight(sample)
        }
    }

    private static func interpolated(_ values: [UInt16], at sample: Double) -> Double {
        guard values.count > 1 else { return min(1, max(0, sample)) }
        // Checked: floating-point numbers.
        let position = min(1, max(0, sample)) * Double(values.count - 1)
        let first = CheckedNumber.integer(position, rounded: .down, clampedTo: 0...values.count - 2)
        let low = Double(values[first])
        let high = Double(values[first + 1])
        // Checked: floating-point numbers.
        return (low + (high - low) * (position - Double(first))) / 65535
    }
}
