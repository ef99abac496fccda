import ImageMetadata
import TestSupport
import TestLimits
import Testing

@testable import ImageCodecs

@Suite(.timeLimited) struct MatrixProfileTests {
    private static let step = 1.0 / 255

    private static func matrix(_ bytes: [UInt8]) -> MatrixProfile? { ICCProfile(bytes).flatMap(MatrixProfile.init) }

    @Test func `sRGB is recognized by its effect on colors, however its numbers are rounded`() throws {
        for profile in [ProfileFixture.sRGB.bytes, ProfileFixture.roundedSRGB.bytes, try TestMetadata.profile("srgb")] {
            let matrix = try #require(Self.matrix(profile))
            #expect(matrix.isSRGB(within: 0.9 * Self.step))
            #expect(!matrix.isSRGB(within: 0))
        }
    }

    @Test func `wider colors are not sRGB`() throws {
        for profile in [ProfileFixture.adobeRGB.bytes, try TestMetadata.profile("p3")] {
            #expect(try !#require(Self.matrix(profile)).isSRGB(within: 5 * Self.step))
        }
    }

    @Test func `its answer is that of Little CMS`() throws {
        for profile in [ProfileFixture.sRGB, .roundedSRGB, .adobeRGB].map(\.bytes) {
            let answer = try ICCProfile(profile)?.isSRGB(file: "profile")
            #expect(Self.matrix(profile)?.isSRGB(within: 0.9 * Self.step) == answer)
        }
    }

    @Test func `profiles of other kinds are not read`() throws {
        let sRGB = ProfileFixture.sRGB.bytes
        func changed(_ place: Int, _ text: String) -> [UInt8] {
            sRGB[..<place] + Array(text.utf8) + sRGB[(place + 4)...]
        }
        #expect(Self.matrix(ProfileFixture.gray.bytes) == nil)
        #expect(Self.matrix(try TestMetadata.profile("cmyk")) == nil)
        #expect(Self.matrix(changed(12, "link")) == nil)
        #expect(Self.matrix(changed(20, "Lab ")) == nil)
        #expect(Self.matrix(changed(132, "A2B0")) == nil, "a lookup table beside the matrix")
        #expect(Self.matrix(changed(132, "rTRC")) == nil, "a duplicate tag")
        #expect(Self.matrix(changed(132, "what")) != nil)
    }

    @Test func `a truncated profile is refused, and damaged numbers do no harm`() {
        let sRGB = ProfileFixture.sRGB.bytes
        for count in 0..<sRGB.count {
            #expect(Self.matrix(Array(sRGB.prefix(count))) == nil)
        }
        for place in 0..<460 {
            var damaged = sRGB
            damaged[place] ^= 0xFF
            _ = Self.matrix(damaged)?.isSRGB(within: Self.step)
        }
    }

    /// sRGB with another tone curve for all channels.
    private static func profile(_ curve: [UInt8]) -> [UInt8] {
        var profile = ProfileFixture.sRGB.bytes
        for entry in 0..<Int(profile[131]) {
            let place = 132 + 12 * entry
            guard profile[(place + 1)..<(place + 4)].elementsEqual("TRC".utf8) else { continue }
            profile.replaceSubrange((place + 4)..<(place + 12), with: number(profile.count) + number(curve.count))
        }
        profile.replaceSubrange(..<4, with: number(profile.count + curve.count))
        return profile + curve
    }

    private static func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }

    private static func formula(_ type: UInt8, _ numbers: [Double]) -> [UInt8] {
        Array("para".utf8) + [0, 0, 0, 0, 0, type, 0, 0]
            + numbers.flatMap { number(Int(($0 * 65536).rounded()) & 0xFFFF_FFFF) }
    }

    private static func powers(_ values: [UInt8]) -> [UInt8] {
        Array("curv".utf8) + [0, 0, 0, 0] + number(values.count / 2) + values
    }

    private static let a = 1 / 1.055
    private static let b = 0.055 / 1.055

    /// Tone curves, and bounds in 8-bit steps for the largest deviation from sRGB; up to half a step of that comes from
    /// different rounding of the primaries.
    private static let curves: [(curve: [UInt8], least: Double, most: Double)] = [
        (formula(3, [2.4, a, b, 1 / 12.92, 0.04045]), 0, 0.5),
        (formula(4, [2.4, a, b, 1 / 12.92, 0.04045, 0, 0]), 0, 0.5),
        // Black is as light as 0.00083 here, which is 2.7 steps.
        (formula(1, [2.4, a, b]), 2.5, 3.2),
        // It is black again, and an eighth is lower by 1.1 steps.
        (formula(2, [2.4, a, b, -0.00083]), 1, 1.6),
        // An eighth to the power of 2.2 is lower by 5.9 steps.
        (formula(0, [2.2]), 5.7, 6.4),
        (powers([2, 51]), 5.7, 6.4),
        // Three eighths of linear light are higher by 73 steps.
        (powers([]), 72, 74),
        (powers([0, 0, 255, 255]), 72, 74),
    ]

    @Test func `invalid curves are refused`() {
        let curves = [
            Self.formula(5, [2.2]), Self.formula(3, [2.4, Self.a]), Self.formula(1, [2.4, 0, 0]),
            Array("text".utf8) + Self.powers([2, 51])[4...],
        ]
        for curve in curves {
            #expect(Self.matrix(Self.profile(curve)) == nil)
        }
        // A count that exceeds the tag.
        var long = Self.powers([0, 0, 255, 255])
        long.replaceSubrange(8..<12, with: [255, 255, 255, 255])
        #expect(Self.matrix(Self.profile(long)) == nil)
    }

    @Test(arguments: curves) func `every type of curve is read`(curve: [UInt8], least: Double, most: Double) throws {
        let matrix = try #require(Self.matrix(Self.profile(curve)))
        #expect(matrix.isSRGB(within: most * Self.step))
        #expect(least == 0 || !matrix.isSRGB(within: least * Self.step))
    }
}
