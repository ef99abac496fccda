/// The colors of samples whose file states them without an ICC profile.
///
/// ``profile`` is the equivalent profile, which is converted and kept like an embedded one.
package struct ColorEncoding: Hashable, Sendable {
    package var primaries: ColorPrimaries
    package var transfer: TransferFunction
    /// False when black and white are at 16 and 235 of 255.
    package var isFullRange: Bool
    /// The luminance of the brightest pixel of PQ or HLG in cd/m²; nil if the file does not state it.
    package var peak: Double?
    /// The name of the profile.
    package var name: String

    /// Creates an encoding; by default full-range, without a stated peak.
    package init(
        primaries: ColorPrimaries, transfer: TransferFunction, isFullRange: Bool = true, peak: Double? = nil,
        name: String? = nil
    ) {
        self.primaries = primaries
        self.transfer = transfer
        self.isFullRange = isFullRange
        self.peak = peak
        self.name = name ?? Self.name(primaries, transfer)
    }

    /// sRGB.
    package static let sRGB = ColorEncoding(primaries: .sRGB, transfer: .sRGB)

    /// Adobe RGB (1998), with its exponent of 2 51/256.
    package static let adobeRGB = ColorEncoding(
        primaries: .adobeRGB, transfer: .gamma(2 + 51.0 / 256), name: "Adobe RGB (1998)")

    /// True when samples are in sRGB or, in a gray image, in its gray.
    package func isSRGB(gray: Bool) -> Bool {
        isFullRange && transfer == .sRGB && (gray || primaries.isNear(.sRGB))
    }

    /// True when the image has a higher dynamic range than a display of ``ToneCurve/white``.
    package var isHDR: Bool { transfer == .pq || transfer == .hlg }

    private static func name(_ primaries: ColorPrimaries, _ transfer: TransferFunction) -> String {
        if primaries == ColorPrimaries(codePoint: 12), transfer == .sRGB { return "Display P3" }
        let space =
            primaries.isNear(.sRGB)
            ? "BT.709"
            : primaries.isNear(.bt2020) ? "BT.2020" : primaries == ColorPrimaries(codePoint: 12) ? "P3" : "RGB"
        let curve: String
        switch transfer {
        case .sRGB: curve = "the curve of sRGB"
        case .bt709: curve = "the curve of BT.709"
        case .pq: curve = "PQ"
        case .hlg: curve = "HLG"
        case .parametric(1, 1, 0, 0, 0): curve = "linear light"
        default: curve = "a curve of its own"
        }
        return "\(space) with \(curve)"
    }
}

extension ColorEncoding {
    /// The assumed peak if a file states none, in cd/m².
    package static let assumedPeak = 1000.0

    /// The tone curve to SDR.
    package var toneCurve: ToneCurve { ToneCurve(peak: peak ?? Self.assumedPeak) }

    /// Returns a sample converted to full range.
    package func fullRange(_ sample: Double) -> Double {
        // Checked: floating-point numbers.
        isFullRange ? sample : min(1, max(0, (sample * 255 - 16) / 219))
    }

    /// Returns the light of equal samples in an SDR image, for a stored sample, both from 0 to 1; tone maps PQ and HLG.
    package func light(_ sample: Double) -> Double {
        let full = fullRange(sample)
        switch transfer {
        case .pq: return toneCurve.light(PerceptualQuantizer.nits(full))
        case .hlg:
            // Checked: floating-point numbers.
            return toneCurve.light(HybridLogGamma.displayPeak * HybridLogGamma.overall(HybridLogGamma.sceneLight(full)))
        default: return transfer.light(full)
        }
    }
}
