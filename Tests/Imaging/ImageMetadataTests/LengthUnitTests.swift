import TestLimits
import Testing

@testable import ImageMetadata

@Suite(.timeLimited) struct LengthUnitTests {
    private static let lengths: [(String, Double)] = [
        ("µm", 0.65), ("μm", 0.65), ("um", 0.65), ("micron", 0.65), ("Microns", 0.65), ("micrometer", 0.65),
        ("mm", 650),
        ("nm", 0.00065), ("Nanometers", 0.00065), ("m", 650_000), ("inches", 16_510), ("Å", 0.65 / 10_000),
    ]

    @Test(arguments: lengths)
    func `a length is converted to micrometers`(name: String, expected: Double) throws {
        #expect(try #require(LengthUnit(name)).converted(0.65, to: .micrometer) == expected)
    }

    @Test func `a unit is converted to itself without rounding, and wavelengths are whole`() throws {
        for name in ["µm", "nm", "pt", "li", "fm"] {
            let unit = try #require(LengthUnit(name))
            #expect(unit.converted(0.1, to: unit) == 0.1)
        }
        #expect(LengthUnit.micrometer.converted(0.4905, to: .nanometer) == 490.5)
    }

    @Test func `pixels, waves and other words are not lengths`() {
        let names = [
            "pixel", "", "s", "Wavenumber", "GHz", "reference frame", "NM", String(repeating: "m", count: 1000),
        ]
        #expect(names.allSatisfy { LengthUnit($0) == nil })
    }
}
