import Foundation

/// ICC profiles built from their definition, with a conversion to sRGB that is independent of any library.
public struct ProfileFixture: Sendable {
    /// The primaries as XYZ columns relative to D50, red, green and blue; nil for gray.
    let primaries: [[Double]]?
    /// The exponent of the tone curve; nil for the curve of sRGB.
    let gamma: Double?

    /// sRGB's primaries, adapted to D50 (IEC 61966-2-1, Bradford).
    private static let sRGBPrimaries = [
        [0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410],
    ]

    /// sRGB under another name, with the exact curve.
    public static let sRGB = ProfileFixture(primaries: sRGBPrimaries, gamma: nil)
    /// sRGB as libjxl writes it, with differently rounded primaries.
    public static let roundedSRGB = ProfileFixture(
        primaries: [[0.43602, 0.22249, 0.01392], [0.3851, 0.7169, 0.09709], [0.1431, 0.06062, 0.7142]], gamma: nil)
    /// sRGB with red and green exchanged, as a display whose cables are.
    public static let exchangedSRGB = ProfileFixture(
        primaries: [sRGBPrimaries[1], sRGBPrimaries[0], sRGBPrimaries[2]], gamma: nil)
    /// Adobe RGB (1998), adapted to D50.
    public static let adobeRGB = ProfileFixture(
        primaries: [[0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457]],
        gamma: 563.0 / 256)
    /// Display P3, adapted to D50, with the curve of sRGB.
    public static let displayP3 = ProfileFixture(
        primaries: [[0.51512, 0.2412, -0.00105], [0.29198, 0.69225, 0.04189], [0.1571, 0.06657, 0.78407]], gamma: nil)
    /// ProPhoto RGB.
    public static let proPhoto = ProfileFixture(
        primaries: [[0.79767, 0.28804, 0], [0.13519, 0.71188, 0], [0.03134, 0.00009, 0.82491]], gamma: 461.0 / 256)
    /// Gray with the exponent 2.2.
    public static let gray22 = ProfileFixture(primaries: nil, gamma: 563.0 / 256)
    /// Gray with the exponent 1.8.
    public static let gray = ProfileFixture(primaries: nil, gamma: 461.0 / 256)

    /// The bytes of the profile, version 2.
    public var bytes: [UInt8] {
        var tags: [(String, [UInt8])] = [
            ("desc", text), ("wtpt", Self.xyz([0.9642, 1, 0.8249])), ("cprt", Array("text\0\0\0\0none\0".utf8)),
        ]
        if let primaries {
            tags += zip(["rXYZ", "gXYZ", "bXYZ"], primaries).map { ($0, Self.xyz($1)) }
            tags += ["rTRC", "gTRC", "bTRC"].map { ($0, curve) }
        } else {
            tags.append(("kTRC", curve))
        }
        return Self.profile(space: primaries == nil ? "GRAY" : "RGB ", connection: "XYZ ", tags)
    }

    /// An RGB profile with one lookup table, for the perceptual intent: a color is a gray with its red as lightness.
    ///
    /// Red 0, 0.5 and 1 are L* = 0, 50 and 100, which are the sRGB grays 0, 119 and 255.
    public static var perceptualOnly: [UInt8] {
        // lut16Type (ICC.1, 10.10): channels, grid points, an identity matrix, curves of two entries, and the corners.
        var table = Array("mft2\0\0\0\0".utf8) + [3, 3, 2, 0]
        table += (0..<9).flatMap { number($0 % 4 == 0 ? 65536 : 0, 4) } + number(2, 2) + number(2, 2)
        let curves = (0..<3).flatMap { _ in number(0, 2) + number(65535, 2) }
        let corners = (0..<8).flatMap { number($0 < 4 ? 0 : 0xFF00, 2) + number(0x8000, 2) + number(0x8000, 2) }
        return profile(
            space: "RGB ", connection: "Lab ",
            [("wtpt", xyz([0.9642, 1, 0.8249])), ("A2B0", table + curves + corners + curves)])
    }

    /// A gray profile with only a name in several languages, in the form of version 4.
    public static func named(localized names: [(language: String, name: String)]) -> [UInt8] {
        var records = [UInt8]()
        var texts = [UInt8]()
        for (language, name) in names {
            let text = name.utf16.flatMap { number(Int($0), 2) }
            records += Array(language.utf8) + Array("US".utf8) + number(text.count, 4)
            records += number(16 + 12 * names.count + texts.count, 4)
            texts += text
        }
        let start = Array("mluc\0\0\0\0".utf8) + number(names.count, 4) + number(12, 4)
        return profile(space: "GRAY", connection: "XYZ ", [("desc", start + records + texts)])
    }

    /// A gray profile with only a name, in the form of version 2.
    public static func named(_ name: String) -> [UInt8] {
        let text = Array("desc\0\0\0\0".utf8) + number(name.utf8.count + 1, 4) + Array(name.utf8) + [0]
        return profile(space: "GRAY", connection: "XYZ ", [("desc", text + Array(repeating: 0, count: 78))])
    }

    private static func profile(space: String, connection: String, _ tags: [(String, [UInt8])]) -> [UInt8] {
        var table = number(tags.count, 4)
        var data: [UInt8] = []
        for (name, content) in tags {
            table += Array(name.utf8) + number(132 + tags.count * 12 + data.count, 4) + number(content.count, 4)
            data += content + Array(repeating: 0, count: (4 - content.count % 4) % 4)
        }
        var header = number(128 + table.count + data.count, 4) + Array("none".utf8) + number(0x0210_0000, 4)
        header += Array("mntr".utf8) + Array(space.utf8) + Array(connection.utf8)
        header += [7, 230, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] + Array("acsp".utf8) + Array(repeating: 0, count: 28)
        header += Array(xyz([0.9642, 1, 0.8249]).dropFirst(8))
        header += Array(repeating: 0, count: 128 - header.count)
        return header + table + data
    }

    /// Converts a color of this profile to sRGB, relative colorimetric and clipped; samples are 0…1.
    public func toSRGB(_ color: [Double]) -> [Double] {
        let light = color.map(linear)
        guard let primaries else { return light.map(Self.encoded) }
        let xyz = (0..<3).map { row in zip(light, primaries).reduce(0) { $0 + $1.0 * $1.1[row] } }
        return Self.solve(Self.sRGBPrimaries, xyz).map { Self.encoded(min(1, max(0, $0))) }
    }

    private func linear(_ value: Double) -> Double {
        if let gamma { return pow(value, gamma) }
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private static func encoded(_ light: Double) -> Double {
        light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    /// Returns the weights with which three columns add up to a vector (Cramer's rule).
    private static func solve(_ columns: [[Double]], _ target: [Double]) -> [Double] {
        func determinant(_ m: [[Double]]) -> Double {
            m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[1][0] * (m[0][1] * m[2][2] - m[0][2] * m[2][1])
                + m[2][0] * (m[0][1] * m[1][2] - m[0][2] * m[1][1])
        }
        let whole = determinant(columns)
        return (0..<3).map { index in
            var replaced = columns
            replaced[index] = target
            return determinant(replaced) / whole
        }
    }

    private var text: [UInt8] {
        Array("desc\0\0\0\0".utf8) + Self.number(5, 4) + Array("made\0".utf8) + Array(repeating: 0, count: 78)
    }

    private var curve: [UInt8] {
        let start = Array("curv\0\0\0\0".utf8)
        if let gamma { return start + Self.number(1, 4) + Self.number(Int((gamma * 256).rounded()), 2) }
        return start + Self.number(1024, 4)
            + (0..<1024).flatMap { Self.number(Int((linear(Double($0) / 1023) * 65535).rounded()), 2) }
    }

    private static func xyz(_ values: [Double]) -> [UInt8] {
        Array("XYZ \0\0\0\0".utf8) + values.flatMap { number(Int(($0 * 65536).rounded()), 4) }
    }

    private static func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
    }
}
