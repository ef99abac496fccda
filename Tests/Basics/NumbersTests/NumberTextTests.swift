import Numbers
import TestLimits
import Testing

@Suite(.timeLimited) struct NumberTextTests {
    @Test func `groups of three digits are divided by commas`() {
        #expect([0, 999, 1000, 2_800_000].map(NumberText.grouped) == ["0", "999", "1,000", "2,800,000"])
        #expect(NumberText.grouped(-1234) == "−1,234" && NumberText.grouped(.min).hasPrefix("−9,223"))
    }

    @Test(arguments: [
        (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.00 kB"), (9_994, "9.99 kB"), (9_996, "10.0 kB"),
        (99_940, "99.9 kB"), (99_960, "100 kB"), (999_499, "999 kB"), (999_500, "1.00 MB"), (7_540_456, "7.54 MB"),
        (1_234_567_890, "1.23 GB"), (5_000_000_000_000, "5.00 TB"),
    ])
    func `bytes have three significant digits`(count: Int, text: String) {
        #expect(NumberText.bytes(count) == text)
    }

    @Test(
        arguments: [
            (0, "0 B"), (999, "999 B"), (1000, "1 kB"), (1234, "1.23 kB"), (64_000_000, "64 MB"),
            (999_499, "999 kB"), (999_500, "1 MB"), (1_210_000_000, "1.21 GB"), (9_996, "10 kB"),
        ])
    func `bytes on the screen have at most three significant digits`(count: Int, text: String) {
        #expect(NumberText.bytes(count, style: .display) == text)
    }

    @Test(arguments: [
        (0.0, 2, "0.00"), (1.005, 1, "1.0"), (2.675, 0, "3"), (-0.004, 2, "0.00"), (-1.5, 1, "-1.5"),
        (12.05, 3, "12.050"),
        (.infinity, 1, "?"), (.nan, 1, "?"), (1e30, 1, "?"),
    ])
    func `decimals are rounded to the nearest`(value: Double, digits: Int, text: String) {
        #expect(NumberText.decimal(value, digits: digits) == text)
    }

    @Test(arguments: [
        (0.0, 2, "0"), (1.005, 1, "1"), (-0.004, 2, "0"), (-1.5, 1, "−1.5"), (12.05, 3, "12.05"), (100, 0, "100"),
        (10.02, 1, "10"), (.infinity, 1, "inf"), (1e30, 1, "1e+30"),
    ])
    func `decimals on the screen have no zeros at the end`(value: Double, digits: Int, text: String) {
        #expect(NumberText.decimal(value, digits: digits, style: .display) == text)
    }

    @Test(arguments: [
        (0.2, "1 s"), (59.0, "59 s"), (59.1, "1 min 0 s"), (125, "2 min 5 s"), (3600, "1 h 0 min"),
        (7_320, "2 h 2 min"),
        (.infinity, "?"),
    ])
    func `durations are rounded up`(seconds: Double, text: String) {
        #expect(NumberText.duration(seconds) == text)
    }
}
