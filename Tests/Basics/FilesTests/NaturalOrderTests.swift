import Files
import TestLimits
import Testing

@Suite(.timeLimited) struct NaturalOrderTests {
    @Test func `numbers are ordered by their value, and letters without their case`() {
        let ordered = [
            "1.png", "2.png", "10.png", "a", "A1", "a2.png", "a002.png", "A10.png", "b", "scan 9 b", "scan 9 C",
            "scan 10 a", "scan 99999999999999999999998", "scan 99999999999999999999999", "ä", "Ä1",
        ]
        // Numbers with leading zeros come after those of the same value without, whose bytes are greater.
        let expected = ordered.map { $0 == "a2.png" ? "a002.png" : $0 == "a002.png" ? "a2.png" : $0 }
        #expect(ordered.reversed().map(NaturalOrder.init).sorted().map(\.name) == expected)
    }

    @Test func `the order is strict for all pairs of names`() {
        let names = ["", "0", "00", "1", "01", "a", "A", "a0", "a00", "a1", "a01b", "a1B", "a1b", "aa", "a-1"]
        for (i, first) in names.enumerated() {
            for (j, second) in names.enumerated() {
                let a = NaturalOrder(first)
                let b = NaturalOrder(second)
                #expect([a < b, b < a, i == j].filter(\.self).count == 1, "\(first), \(second)")
            }
        }
    }
}
