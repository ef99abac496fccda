import Testing

@testable import ImageCodecs

/// Profiles are built here byte by byte, so that each test says what makes the difference.
@Suite struct ICCProfileTests {
    @Test func `sRGB primaries with the parametric sRGB curve are sRGB`() {
        #expect(ICCProfile.isSRGB(ProfileBuilder.rgb(curve: ProfileBuilder.sRGBParametric)))
    }

    @Test(arguments: [256, 1024, 4096])
    func `sRGB primaries with a sampled sRGB curve are sRGB`(entries: Int) {
        #expect(ICCProfile.isSRGB(ProfileBuilder.rgb(curve: ProfileBuilder.sampledSRGB(entries))))
    }

    @Test func `primaries that differ in the fourth decimal are still sRGB`() {
        var primaries = ProfileBuilder.sRGBPrimaries
        primaries[0][0] += 0.0004
        primaries[2][2] -= 0.0004
        #expect(ICCProfile.isSRGB(ProfileBuilder.rgb(primaries: primaries, curve: ProfileBuilder.sRGBParametric)))
    }

    @Test(arguments: [0.0, 1.0, 1.8, 2.2, 2.4])
    func `a pure power is not the sRGB curve`(gamma: Double) {
        #expect(!ICCProfile.isSRGB(ProfileBuilder.rgb(curve: ProfileBuilder.curv(gamma == 0 ? [] : [gamma]))))
        #expect(!ICCProfile.isSRGB(ProfileBuilder.rgb(curve: ProfileBuilder.para(0, [gamma]))))
    }

    @Test func `a sampled power of 2 point 2 is not the sRGB curve`() {
        let table = (0..<1024).map { UInt16((power(Double($0) / 1023, 2.2) * 65535).rounded()) }
        #expect(!ICCProfile.isSRGB(ProfileBuilder.rgb(curve: ProfileBuilder.curvTable(table))))
    }

    @Test func `a curve that differs in dark tones only is not sRGB`() {
        let table = (0..<1024).map { index in
            index < 16 ? 0 : UInt16((ProfileBuilder.sRGBLight(Double(index) / 1023) * 65535).rounded())
        }
        #expect(!ICCProfile.isSRGB(ProfileBuilder.rgb(curve: ProfileBuilder.curvTable(table))))
    }

    @Test func `the wider primaries of Display P3 and Adobe RGB are not sRGB`() {
        let displayP3 = [[0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407]]
        let adobeRGB = [[0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457]]
        for primaries in [displayP3, adobeRGB] {
            #expect(!ICCProfile.isSRGB(ProfileBuilder.rgb(primaries: primaries, curve: ProfileBuilder.sRGBParametric)))
        }
    }

    @Test func `one channel with another curve is not sRGB`() {
        let tags =
            ProfileBuilder.primaryTags(ProfileBuilder.sRGBPrimaries) + [
                ("rTRC", ProfileBuilder.sRGBParametric), ("gTRC", ProfileBuilder.sRGBParametric),
                ("bTRC", ProfileBuilder.curv([2.2])),
            ]
        #expect(!ICCProfile.isSRGB(ProfileBuilder.profile(space: "RGB ", tags: tags)))
    }

    @Test func `a grey profile is judged by its curve`() {
        func grey(_ curve: [UInt8]) -> [UInt8] { ProfileBuilder.profile(space: "GRAY", tags: [("kTRC", curve)]) }
        #expect(ICCProfile.isSRGB(grey(ProfileBuilder.sRGBParametric)))
        #expect(ICCProfile.isSRGB(grey(ProfileBuilder.sampledSRGB(1024))))
        #expect(!ICCProfile.isSRGB(grey(ProfileBuilder.curv([2.2]))))
    }

    @Test func `a profile with conversion tables is not taken for its primaries`() {
        let curve = ProfileBuilder.sRGBParametric
        let tags =
            ProfileBuilder.primaryTags(ProfileBuilder.sRGBPrimaries)
            + ["rTRC", "gTRC", "bTRC"].map { ($0, curve) } + [("A2B0", Array("mAB ".utf8) + [0, 0, 0, 0])]
        #expect(!ICCProfile.isSRGB(ProfileBuilder.profile(space: "RGB ", tags: tags)))
    }

    @Test func `other colour spaces and a Lab connection space are not sRGB`() {
        let tags =
            ProfileBuilder.primaryTags(ProfileBuilder.sRGBPrimaries)
            + ["rTRC", "gTRC", "bTRC", "kTRC"].map { ($0, ProfileBuilder.sRGBParametric) }
        #expect(!ICCProfile.isSRGB(ProfileBuilder.profile(space: "CMYK", tags: tags)))
        #expect(!ICCProfile.isSRGB(ProfileBuilder.profile(space: "RGB ", connection: "Lab ", tags: tags)))
        #expect(ICCProfile.isSRGB(ProfileBuilder.profile(space: "RGB ", tags: tags)))
    }

    @Test func `a profile cut short anywhere is not sRGB`() {
        let whole = ProfileBuilder.rgb(curve: ProfileBuilder.sRGBParametric)
        for length in 0..<whole.count {
            let verdict = ICCProfile.isSRGB(Array(whole[..<length]))
            #expect(!verdict, "\(length) bytes")
        }
    }

    @Test func `hostile counts, offsets and sizes are not sRGB`() {
        let whole = ProfileBuilder.rgb(curve: ProfileBuilder.sampledSRGB(256))
        let tableEnd = 132 + 6 * 12
        let curveCount = tableEnd + 3 * 20 + 8
        for offset in Array(stride(from: 128, to: tableEnd, by: 4)) + [curveCount] {
            var damaged = whole
            damaged.replaceSubrange(offset..<offset + 4, with: [255, 255, 255, 255])
            let verdict = ICCProfile.isSRGB(damaged)
            #expect(!verdict, "the word at \(offset)")
        }
    }
}

/// Builds ICC profiles of a header, a tag table and tags.
enum ProfileBuilder {
    static let sRGBPrimaries = [
        [0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410],
    ]
    static let sRGBParametric = para(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])

    static func rgb(primaries: [[Double]] = sRGBPrimaries, curve: [UInt8]) -> [UInt8] {
        profile(space: "RGB ", tags: primaryTags(primaries) + ["rTRC", "gTRC", "bTRC"].map { ($0, curve) })
    }

    static func primaryTags(_ primaries: [[Double]]) -> [(String, [UInt8])] {
        zip(["rXYZ", "gXYZ", "bXYZ"], primaries).map { ($0, Array("XYZ ".utf8) + word(0) + $1.flatMap(fixed)) }
    }

    static func profile(space: String, connection: String = "XYZ ", tags: [(String, [UInt8])]) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: 128)
        header.replaceSubrange(8..<12, with: [4, 0x20, 0, 0])
        header.replaceSubrange(12..<16, with: Array("mntr".utf8))
        header.replaceSubrange(16..<20, with: Array(space.utf8))
        header.replaceSubrange(20..<24, with: Array(connection.utf8))
        header.replaceSubrange(36..<40, with: Array("acsp".utf8))
        var table = word(tags.count)
        var data: [UInt8] = []
        let start = 128 + 4 + 12 * tags.count
        for (name, bytes) in tags {
            table += Array(name.utf8) + word(start + data.count) + word(bytes.count)
            data += bytes
        }
        let profile = header + table + data
        return word(profile.count) + profile[4...]
    }

    static func para(_ kind: Int, _ values: [Double]) -> [UInt8] {
        Array("para".utf8) + word(0) + [0, UInt8(kind), 0, 0] + values.flatMap(fixed)
    }

    /// Nothing for identity, one number for a power.
    static func curv(_ gamma: [Double]) -> [UInt8] { curvTable(gamma.map { UInt16(($0 * 256).rounded()) }) }

    static func curvTable(_ table: [UInt16]) -> [UInt8] {
        Array("curv".utf8) + word(0) + word(table.count) + table.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    }

    static func sampledSRGB(_ entries: Int) -> [UInt8] {
        curvTable((0..<entries).map { UInt16((sRGBLight(Double($0) / Double(entries - 1)) * 65535).rounded()) })
    }

    static func sRGBLight(_ sample: Double) -> Double {
        sample <= 0.04045 ? sample / 12.92 : power((sample + 0.055) / 1.055, 2.4)
    }

    private static func word(_ value: Int) -> [UInt8] {
        let bits = UInt32(truncatingIfNeeded: value)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bits >> $0) }
    }

    private static func fixed(_ value: Double) -> [UInt8] { word(Int((value * 65536).rounded())) }
}
