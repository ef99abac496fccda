/// Tells from an ICC profile's bytes whether its colours are sRGB already.
///
/// An image whose profile is sRGB need not be converted, which is most images that have a profile at all. The answer
/// errs on the side of no: such an image is then converted, which costs time and not colours.
/// The format is ICC.1:2022, sections 7.2 (header), 7.3 (tag table), 10.6 (`curv`), 10.18 (`para`) and 10.31 (`XYZ `).
package enum ICCProfile {
    /// Whether converting from this profile to sRGB would leave 8-bit samples as they are.
    ///
    /// True for RGB profiles made of the sRGB primaries, adapted to D50, and the sRGB tone curve (a parametric one or
    /// a table), and for grey profiles with that curve. A pure power of 2.2 is not sRGB.
    ///
    /// - Parameter profile: the profile's bytes; damaged ones are not sRGB.
    /// - Returns: whether the pixels can be taken as sRGB, or as plain grey.
    package static func isSRGB(_ profile: [UInt8]) -> Bool {
        guard let reader = ICCProfileReader(profile), reader.connectionSpace == ICCProfileReader.Signature("XYZ ")
        else { return false }
        // Tables take precedence over primaries and curves in a profile that has both.
        guard !reader.hasTag("A2B0"), !reader.hasTag("A2B1") else { return false }
        switch reader.colorSpace {
        case ICCProfileReader.Signature("RGB "):
            return zip(["rXYZ", "gXYZ", "bXYZ"], primaries).allSatisfy { tag, expected in
                guard let found = reader.xyz(tag) else { return false }
                return zip(found, expected).allSatisfy { abs($0 - $1) <= primaryTolerance }
            } && ["rTRC", "gTRC", "bTRC"].allSatisfy { isSRGBCurve(reader.curve($0)) }
        case ICCProfileReader.Signature("GRAY"):
            return isSRGBCurve(reader.curve("kTRC"))
        default:
            return false
        }
    }

    /// The sRGB primaries adapted from D65 to D50 by the Bradford transform, as the ICC's own sRGB profile has them.
    private static let primaries = [
        [0.43607, 0.22249, 0.01392],
        [0.38515, 0.71687, 0.09708],
        [0.14307, 0.06061, 0.71410],
    ]

    /// Profiles in use differ in the fourth decimal; those of other colour spaces in the second.
    private static let primaryTolerance = 0.002

    /// Whether a curve takes every 8-bit sample to the light that sRGB takes it to.
    ///
    /// The difference is measured in encoded samples, half a step of which is allowed, because a difference of light
    /// that is nothing in bright tones is several steps in dark ones.
    private static func isSRGBCurve(_ curve: ICCCurve?) -> Bool {
        guard let curve else { return false }
        return (0...255).allSatisfy { sample in
            let encoded = Double(sample) / 255
            return abs(sRGBEncoded(curve(encoded)) - encoded) <= 0.5 / 255
        }
    }

    /// The sample, 0 to 1, that stands for an amount of light, 0 to 1 (IEC 61966-2-1, section 5.2).
    private static func sRGBEncoded(_ light: Double) -> Double {
        light <= 0.0031308 ? 12.92 * light : 1.055 * power(light, 1 / 2.4) - 0.055
    }
}
