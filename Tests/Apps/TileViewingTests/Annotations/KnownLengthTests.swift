import LayerTree
import TestLimits
import Testing
import VectorDrawing

@testable import TileViewing

@Suite(.timeLimited) struct KnownLengthTests {
    @Test(
        arguments: [
            ("12.5 mm", 12.5), ("12,5mm", 12.5), (" 40 µm ", 0.04), ("40 μm", 0.04), ("40um", 0.04),
            ("250 nm", 0.00025),
            ("2 cm", 20), ("1.5 m", 1500), ("3 km", 3e6), ("1 in", 25.4), ("2\"", 50.8), ("1 ft", 304.8),
            ("2 Inches", 50.8),
            ("1e3 mm", 1000), ("1E3 MM", 1000), ("1 mi", 1_609_344),
        ] as [(String, Double)])
    func `a length is a number and a unit`(text: String, millimeters: Double) throws {
        let length = try #require(try KnownLength(text))
        #expect(abs(length.millimeters - millimeters) <= 1e-12 * millimeters)
    }

    @Test func `an empty text is not a length`() throws {
        #expect(try KnownLength("") == nil && KnownLength("  ") == nil)
    }

    @Test(
        arguments: [
            ("12", "Add the unit: nm, µm, mm, cm, m, km, in, ft, mi."),
            ("3 ells", "ells is none of the units nm, µm, mm, cm, m, km, in, ft, mi."),
            ("5 NM", "NM is none of the units nm, µm, mm, cm, m, km, in, ft, mi."),
            ("mm", "Type a positive number and a unit, such as 12.5 mm."),
            ("-2 mm", "Type a positive number and a unit, such as 12.5 mm."),
            ("0 mm", "Type a positive number and a unit, such as 12.5 mm."),
            ("1.2.3 mm", "Type a positive number and a unit, such as 12.5 mm."),
            ("1e999 mm", "Type a positive number and a unit, such as 12.5 mm."),
        ])
    func `anything else is refused with the reason`(text: String, reason: String) {
        #expect(throws: KnownLength.Fault(description: reason)) { try KnownLength(text) }
    }

    @Test func `the size of a pixel is the length by the pixels of the line`() throws {
        let length = try #require(try KnownLength("1 mm"))
        #expect(try length.millimetersPerPixel(of: [.zero, Point(x: 30, y: 40)]) == 0.02)
        #expect(throws: KnownLength.Fault.self) { try length.millimetersPerPixel(of: [.zero, .zero]) }
    }
}
