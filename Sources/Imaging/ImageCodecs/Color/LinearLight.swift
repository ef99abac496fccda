internal import CLittleCMS
internal import Glibc

/// The colors of a profile of tone curves and a matrix in the linear light of sRGB, as Little CMS computes them.
///
/// Linear light is additive: the light of any color is the sum of the light of its samples.
struct LinearLight {
    /// The linear light of black: red, green and blue.
    let black: SIMD3<Double>
    /// The linear light of colors that are black except for one sample: all values of red, then of green, then of blue.
    let colors: [SIMD3<Double>]

    /// The largest accepted linear light, where 1 is white.
    private static let limit = 8.0

    /// Converts colors of a profile; nil if the library cannot, or if colors are far beyond the displayable ones.
    ///
    /// - Parameters:
    ///   - profile: an RGB profile.
    ///   - levels: the number of values of a sample.
    ///   - functions: the library's functions.
    init?(of profile: cmsHPROFILE, levels: Int, _ functions: UnsafePointer<tk_cms_functions>) {
        guard let transform = tk_cms_linear_transform(functions, profile) else { return nil }
        defer { functions.pointee.DeleteTransform(transform) }
        let pixels = 3 * levels
        var samples = [Float](repeating: 0, count: 3 * pixels)
        for sample in 0..<3 {
            for level in 0..<levels {
                samples[3 * (sample * levels + level) + sample] = Float(level) / Float(levels - 1)
            }
        }
        var light = [Float](repeating: 0, count: 3 * pixels)
        functions.pointee.DoTransform(transform, samples, &light, cmsUInt32Number(truncatingIfNeeded: pixels))
        guard light.allSatisfy({ abs(Double($0)) <= Self.limit }) else { return nil }
        colors = (0..<pixels).map { pixel in
            let color = SIMD3<Float>(light[3 * pixel], light[3 * pixel + 1], light[3 * pixel + 2])
            return SIMD3<Double>(color)
        }
        black = colors[0]
    }

    /// The sample of sRGB for a linear light, both from 0 to 1 (IEC 61966-2-1).
    static func encoded(_ light: Double) -> Double {
        light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    }
}
