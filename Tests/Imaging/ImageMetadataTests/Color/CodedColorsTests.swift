import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import ImageMetadata

/// Colors that are stated in the coded image alone: in the headers of HEVC and AV1.
@Suite(.timeLimited) struct `Colors in coded images` {
    // MARK: HEVC

    @Test(arguments: [[12, 13, 6], [9, 16, 9], [1, 1, 1]], [false, true])
    func `The usability information of HEVC has code points`(colors: [Int], full: Bool) {
        for subLayers in [0, 1] {
            let bytes = HEVCFixture.configuration(HEVCFixture.parameterSet(colors, full: full, subLayers: subLayers))
            #expect(
                HEVCColorDescription.codePoints(inConfiguration: bytes[...])
                    == CodePoints(primaries: colors[0], transfer: colors[1], matrix: colors[2]))
        }
    }

    @Test func `HEVC without code points states nothing, nor does a part of them`() {
        let none = HEVCFixture.configuration(HEVCFixture.parameterSet(nil, full: true))
        #expect(HEVCColorDescription.codePoints(inConfiguration: none[...]) == nil)
        let bytes = HEVCFixture.configuration(HEVCFixture.parameterSet([12, 13, 6], full: true))
        let end = bytes.count - 9
        for count in 0..<end {
            #expect(HEVCColorDescription.codePoints(inConfiguration: bytes.prefix(count)) == nil, "\(count)")
        }
        let unit = HEVCFixture.parameterSet([12, 13, 6], full: true)
        for count in 0..<(unit.count - 2) {
            #expect(HEVCColorDescription.codePoints(inParameterSet: unit.prefix(count)) == nil, "\(count)")
        }
    }

    // MARK: AV1

    @Test(arguments: [[12, 13, 6], [9, 16, 9], [1, 13, 0]], [false, true])
    func `The sequence header of AV1 has code points`(colors: [Int], reduced: Bool) {
        let expected = CodePoints(primaries: colors[0], transfer: colors[1], matrix: colors[2])
        let header = AV1Fixture.sequenceHeader(colors, reduced: reduced)
        // A temporal delimiter may precede it, and a unit may have no size, and more in its head.
        let units = [header, [0x12, 0] + header, [0x0C, 0] + header.dropFirst(2)]
        for unit in units { #expect(AV1ColorDescription.codePoints(inUnits: unit[...]) == expected) }
        #expect(AV1ColorDescription.codePoints(inConfiguration: [0x81, 0, 0, 0] + header[...]) == expected)
        let gray = AV1Fixture.sequenceHeader(colors, reduced: reduced, gray: true)
        if colors[2] != 0 { #expect(AV1ColorDescription.codePoints(inUnits: gray[...]) == expected) }
    }

    @Test func `AV1 without code points states nothing, nor does a part of them`() {
        let none = AV1Fixture.sequenceHeader(nil, reduced: false)
        #expect(AV1ColorDescription.codePoints(inUnits: none[...]) == nil)
        #expect(AV1ColorDescription.codePoints(inUnits: [0x12, 0, 0x32, 1, 1]) == nil)
        let bytes = AV1Fixture.sequenceHeader([12, 13, 6], reduced: false)
        for count in 0..<(bytes.count - 2) {
            #expect(AV1ColorDescription.codePoints(inUnits: bytes.prefix(count)) == nil, "\(count)")
        }
    }
}
