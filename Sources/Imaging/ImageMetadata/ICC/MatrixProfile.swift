internal import Glibc
internal import Numbers

/// An ICC profile of three tone curves and a matrix, as cameras and monitors have (ICC.1:2022, 8.3.3 and F.3).
///
/// It is simple enough to compare with sRGB without a color management library.
package struct MatrixProfile {
    /// The curves from a sample to linear light, both 0 to 1, for red, green and blue.
    private let curves: [Curve]
    /// The XYZ values of red, green and blue.
    private let primaries: [[Double]]

    /// Reads a matrix profile; nil for a damaged profile or one of another kind.
    package init?(_ profile: ICCProfile) {
        let fields = BigEndianReader(profile.bytes[...])
        guard profile.space == .rgb, let tags = fields.tags, ["mntr", "scnr", "spac"].contains(fields.text(at: 12)),
            fields.text(at: 20) == "XYZ ",
            // Lookup tables take precedence over the matrix.
            !tags.keys.contains(where: { $0.hasPrefix("A2B") || $0.hasPrefix("D2B") })
        else { return nil }
        let curves = ["rTRC", "gTRC", "bTRC"].compactMap { tags[$0].flatMap(Curve.init) }
        let primaries = ["rXYZ", "gXYZ", "bXYZ"].compactMap { tags[$0]?.xyz }
        guard curves.count == 3, primaries.count == 3 else { return nil }
        self.curves = curves
        self.primaries = primaries
    }

    /// True when all colors of a 9 × 9 × 9 grid differ from sRGB by at most `tolerance`, on a scale of 0 to 1.
    package func isSRGB(within tolerance: Double) -> Bool {
        let steps = (0..<9).map { Double($0) / 8 }
        let light = curves.map { curve in steps.map(curve.light) }
        // Each primary in sRGB's linear light.
        let weights = primaries.map { primary in
            Self.fromXYZ.map { row in zip(row, primary).reduce(0) { $0 + $1.0 * $1.1 } }
        }
        return steps.indices.allSatisfy { red in
            steps.indices.allSatisfy { green in
                steps.indices.allSatisfy { blue in
                    let own = [steps[red], steps[green], steps[blue]]
                    return (0..<3).allSatisfy { channel in
                        let sum =
                            // Checked: floating-point numbers.
                            light[0][red] * weights[0][channel] + light[1][green] * weights[1][channel]
                            // Checked: floating-point numbers.
                            + light[2][blue] * weights[2][channel]
                        return abs(Self.sample(min(1, max(0, sum))) - own[channel]) <= tolerance
                    }
                }
            }
        }
    }

    /// XYZ to linear sRGB: the inverse of the primaries of libvips' sRGB profile.
    ///
    /// With the primaries of other sRGB profiles, colors move by up to two thirds of an 8-bit step.
    private static let fromXYZ = [
        [3.1359360, -1.6187167, -0.4908983], [-0.9786602, 1.9160115, 0.0334424], [0.0720400, -0.2291706, 1.4058998],
    ]

    /// The sRGB sample for a linear light value.
    private static func sample(_ light: Double) -> Double {
        light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    }
}

extension MatrixProfile {
    /// A tone curve from a sample to linear light.
    private enum Curve {
        /// Light at evenly spaced samples: curveType (10.6).
        case table([Double])
        /// The parameters g, a, b, c, d, e, f of (a·x + b)^g + e for x ≥ d, else c·x + f: parametricCurveType (10.18).
        case parametric([Double])

        init?(_ tag: BigEndianReader) {
            switch tag.text(at: 0) {
            case "curv":
                guard let count = tag.number(at: 8), 12 + 2 * count <= tag.bytes.count else { return nil }
                let values = (0..<count).compactMap { tag.number(at: 12 + 2 * $0, size: 2) }
                switch count {
                case 0: self = .parametric([1, 1, 0, 0, 0, 0, 0])
                case 1: self = .parametric([Double(values[0]) / 256, 1, 0, 0, 0, 0, 0])
                default: self = .table(values.map { Double($0) / 65535 })
                }
            case "para":
                let counts = [1, 3, 4, 5, 7]
                guard let type = tag.number(at: 8, size: 2), type < counts.count else { return nil }
                var numbers = (0..<counts[type]).compactMap { tag.fixed(at: 12 + 4 * $0) }
                guard numbers.count == counts[type] else { return nil }
                // Shorter types omit parameters of the longest one; types 1 and 2 define d as −b/a.
                switch type {
                case 0: numbers += [1, 0, 0, 0, 0, 0]
                case 1, 2:
                    guard numbers[1] != 0 else { return nil }
                    let level = type == 2 ? numbers[3] : 0
                    numbers = numbers[..<3] + [0, -numbers[2] / numbers[1], level, level]
                case 3: numbers += [0, 0]
                default: break
                }
                self = .parametric(numbers)
            default: return nil
            }
        }

        /// The linear light of a sample, both 0 to 1.
        func light(_ sample: Double) -> Double {
            switch self {
            case .table(let values):
                let position = sample * Double(values.count - 1)
                let first = CheckedNumber.integer(position, rounded: .down, clampedTo: 0...values.count - 2)
                // Checked: floating-point numbers.
                return values[first] + (values[first + 1] - values[first]) * (position - Double(first))
            case .parametric(let numbers):
                let g = numbers[0]
                let a = numbers[1]
                let b = numbers[2]
                let c = numbers[3]
                let d = numbers[4]
                // Checked: floating-point numbers.
                return sample >= d ? pow(max(0, a * sample + b), g) + numbers[5] : c * sample + numbers[6]
            }
        }
    }
}

/// The fields of a profile, or of one of its tags.
extension BigEndianReader {
    /// The tags by signature; nil when one is missing from the bytes or occurs twice.
    var tags: [String: BigEndianReader]? {
        guard let size = number(at: 0), size <= bytes.count, let count = number(at: 128), count <= 100
        else { return nil }
        var tags: [String: BigEndianReader] = [:]
        for entry in 0..<count {
            let position = 132 + 12 * entry
            guard let name = text(at: position), let start = number(at: position + 4),
                let length = number(at: position + 8),
                start + length <= size,
                tags.updateValue(BigEndianReader(bytes[start..<start + length]), forKey: name) == nil
            else { return nil }
        }
        return tags
    }

    /// The three numbers of an XYZType tag; nil for another type.
    var xyz: [Double]? {
        guard text(at: 0) == "XYZ " else { return nil }
        let values = (0..<3).compactMap { fixed(at: 8 + 4 * $0) }
        return values.count == 3 ? values : nil
    }

    func text(at offset: Int) -> String? {
        part(at: offset, size: 4).map { String(decoding: $0, as: UTF8.self) }
    }

    /// An s15Fixed16Number.
    fileprivate func fixed(at offset: Int) -> Double? {
        number(at: offset).map { Double(Int32(truncatingIfNeeded: $0)) / 65536 }
    }
}
