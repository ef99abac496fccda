import TestLimits
import Testing

@testable import Numbers

@Suite(.timeLimited) struct CheckedNumberTests {
    @Test(
        arguments: [
            (0, 0), (1, 1), (-1, nil), (100, 100), (101, nil), (0.5, nil), (0x1p31, nil), (0x1p53, nil), (0x1p63, nil),
            (-0x1p63, nil), (1e300, nil), (.nan, nil), (.infinity, nil), (-.infinity, nil),
        ] as [(Double, Int?)])
    func `a number is converted exactly or not at all`(number: Double, expected: Int?) {
        #expect(CheckedNumber.integer(number, in: 0...100) == expected)
    }

    @Test(
        arguments: [
            ("7", 7), ("-7", nil), ("+7", 7), ("", nil), (" 7", nil), ("7.0", nil), ("1e3", nil), ("NaN", nil),
            ("0x10", nil), ("9223372036854775808", nil), ("99999999999999999999999999", nil),
        ] as [(String, Int?)])
    func `text is a decimal number within the range or nothing`(text: String, expected: Int?) {
        #expect(CheckedNumber.integer(text, in: 0...100) == expected)
    }

    @Test func `the whole range of integers is accepted if no other is given`() {
        #expect(CheckedNumber.integer("9223372036854775807") == .max)
        #expect(CheckedNumber.integer("-9223372036854775808") == .min)
        #expect(CheckedNumber.integer(UInt64.max) == nil)
        #expect(CheckedNumber.integer(UInt64(1) << 62) == 1 << 62)
    }

    @Test(
        arguments: [
            (2.5, 2), (-1, 0), (1e300, 10), (-1e300, 0), (.nan, 0), (.infinity, 10), (9.99, 9), (10, 10),
        ] as [(Double, Int)])
    func `a rounded number is clamped to the range`(number: Double, expected: Int) {
        #expect(CheckedNumber.integer(number, rounded: .down, clampedTo: 0...10) == expected)
    }

    @Test func `numbers are clamped to the widest range as well`() {
        #expect(CheckedNumber.integer(0x1p63, rounded: .up, clampedTo: .min ... .max) == .max)
        #expect(CheckedNumber.integer(-0x1p63, rounded: .up, clampedTo: .min ... .max) == .min)
    }

    @Test func `products and sums that overflow are nil`() {
        #expect(CheckedNumber.product(3, 4, 5) == 60)
        #expect(CheckedNumber.product(1 << 32, 1 << 31) == nil)
        #expect(CheckedNumber.product(.max, 2, 0) == nil)
        #expect(CheckedNumber.product(.min, -1) == nil)
        #expect(CheckedNumber.sum(3, 4, 5) == 12)
        #expect(CheckedNumber.sum(.max, 1) == nil)
        #expect(CheckedNumber.sum(.min, -1) == nil)
    }

    @Test func `ranges that would be reversed or overflow are nil`() {
        #expect(CheckedNumber.range(from: 3, through: 3) == 3...3)
        #expect(CheckedNumber.range(from: 4, through: 3) == nil)
        #expect(CheckedNumber.range(from: 4, count: 3) == 4..<7)
        #expect(CheckedNumber.range(from: 4, count: -1) == nil)
        #expect(CheckedNumber.range(from: .max, count: 1) == nil)
    }
}
