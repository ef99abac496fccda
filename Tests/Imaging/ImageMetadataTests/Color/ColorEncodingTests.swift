import TestLimits
import Testing

@testable import ImageMetadata

@Suite(.timeLimited) struct `Colors stated without a profile` {
    @Test func `The profile of sRGB is sRGB, and that of Display P3 is not`() throws {
        let sRGB = try #require(ColorEncoding.sRGB.profile(gray: false).flatMap(ICCProfile.init))
        #expect(try #require(MatrixProfile(sRGB)).isSRGB(within: 0.9 / 255))
        let p3 = CodePoints(primaries: 12, transfer: 13).encoding
        let profile = try #require(p3.profile(gray: false).flatMap(ICCProfile.init))
        #expect(try !#require(MatrixProfile(profile)).isSRGB(within: 1 / 255))
        #expect(profile.name == "Display P3" && profile.space == .rgb)
        #expect(HDRSignal(profile) == nil)
    }

    @Test(arguments: [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 22])
    func `White of all primaries is the white of profiles`(number: Int) throws {
        let columns = try #require(ColorPrimaries(codePoint: number)?.colorants).columns
        let white = columns.0 + columns.1 + columns.2
        #expect((0..<3).allSatisfy { abs(white[$0] - ColorMatrix.d50[$0]) < 1e-9 })
    }

    @Test(arguments: [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18])
    func `Transfer functions rise from black to white`(number: Int) throws {
        let encoding = CodePoints(primaries: 1, transfer: number).encoding
        let light = (0...255).map { encoding.light(Double($0) / 255) }
        #expect(light[0] == 0 && abs(light[255] - 1) < 1e-4)
        #expect(zip(light, light.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test func `Samples of narrow range are black at 16 and white at 235`() {
        var encoding = ColorEncoding.sRGB
        encoding.isFullRange = false
        #expect(encoding.light(16.0 / 255) == 0 && abs(encoding.light(235.0 / 255) - 1) < 1e-9)
        #expect(encoding.light(5.0 / 255) == 0 && abs(encoding.light(1) - 1) < 1e-9)
        #expect(!encoding.isSRGB(gray: true))
    }

    @Test func `Unspecified code points are sRGB without a word, and reserved ones with a warning`() {
        #expect(CodePoints(primaries: 2, transfer: 2).encoding == .sRGB)
        #expect(CodePoints(primaries: 2, transfer: 2).warning == nil)
        let reserved = CodePoints(primaries: 13, transfer: 200)
        #expect(reserved.encoding == .sRGB)
        #expect(
            reserved.warning
                == "its colors have code points without a meaning (primaries 13, transfer characteristics 200); sRGB is "
                + "assumed.")
    }

    @Test func `A profile keeps PQ, HLG and the peak`() throws {
        for (number, gray) in [(16, false), (16, true), (18, false), (18, true)] {
            var encoding = CodePoints(primaries: 9, transfer: number).encoding
            encoding.peak = 640
            let profile = try #require(encoding.profile(gray: gray).flatMap(ICCProfile.init))
            let signal = try #require(HDRSignal(profile))
            #expect(signal.encoding.transfer == encoding.transfer && signal.encoding.peak == 640)
            #expect(signal.encoding.isFullRange && signal.colorants == ColorPrimaries.bt2020.colorants)
        }
    }

    @Test func `Primaries of their own are kept beside PQ`() throws {
        let encoding = ColorEncoding(primaries: .adobeRGB, transfer: .pq)
        let signal = try #require(encoding.profile(gray: false).flatMap(ICCProfile.init).flatMap(HDRSignal.init))
        let own = signal.colorants.columns
        let expected = try #require(ColorPrimaries.adobeRGB.colorants).columns
        #expect((0..<3).allSatisfy { abs(own.0[$0] - expected.0[$0]) < 1e-4 })
        #expect((0..<3).allSatisfy { abs(own.2[$0] - expected.2[$0]) < 1e-4 })
        #expect(signal.encoding.peak == nil && signal.encoding.toneCurve.peak == 1000)
    }

    @Test func `Chromaticities on a line or without luminance are not primaries`() {
        var primaries = ColorPrimaries.sRGB
        primaries.green = primaries.red
        #expect(primaries.colorants == nil)
        primaries = .sRGB
        primaries.white = .init(0, 0)
        #expect(primaries.colorants == nil)
        primaries.white = .init(.nan, 0.3)
        #expect(primaries.colorants == nil)
    }
}

@Suite(.timeLimited) struct `Curves of HDR` {
    @Test func `PQ is that of SMPTE ST 2084`() {
        // Table 4 of BT.2408 has 58 % for 203 cd/m² and 51 % for 100.
        #expect(abs(PerceptualQuantizer.sample(203) - 0.5807) < 1e-4)
        #expect(abs(PerceptualQuantizer.sample(100) - 0.50808) < 1e-5)
        #expect(abs(PerceptualQuantizer.nits(0.5) - 92.2457) < 1e-4)
        #expect(PerceptualQuantizer.nits(0) == 0 && abs(PerceptualQuantizer.nits(1) - 10_000) < 1e-6)
    }

    @Test func `HLG of 75 % is white of 203 cd per square meter`() {
        let light = HybridLogGamma.sceneLight(0.75)
        #expect(abs(light - 0.264963) < 1e-6)
        #expect(abs(1000 * HybridLogGamma.overall(light) - 203) < 0.5)
        #expect(abs(HybridLogGamma.sceneLight(1) - 1) < 1e-6)
    }

    /// Peaks, and the light of 10, 90, 203, 500 and 1000 cd/m² from the formula of BT.2390-11 in NumPy.
    private static let tones: [(Double, [Double])] = [
        (1000, [0.04926, 0.44325, 0.78346, 0.97959, 1]), (10_000, [0.04926, 0.34862, 0.54669, 0.75989, 0.88374]),
    ]

    @Test(arguments: tones)
    func `Tones above the knee are compressed, and those below are not`(peak: Double, light: [Double]) {
        let curve = ToneCurve(peak: peak)
        for (nits, light) in zip([10, 90, 203, 500, 1000.0], light) {
            #expect(abs(curve.light(nits) - light) < 1e-5, "\(nits)")
        }
    }

    @Test func `A peak below white compresses nothing`() {
        let curve = ToneCurve(peak: 5)
        #expect(curve.light(101.5) == 0.5 && curve.light(203) == 1 && curve.light(2000) == 1)
    }
}
