import ChannelImages
import TestLimits
import Testing
import TilePyramid

@Suite(.timeLimited) struct RangeRuleTests {
    @Test(
        arguments: [
            ("auto", .automatic), ("FULL", .full), (" file ", .file), ("p2,p98", .percentiles(2, 98)),
            ("P0.1, P99.9", .percentiles(0.1, 99.9)), ("100,4000", .values(100, 4000)),
            ("-10.5,3e2", .values(-10.5, 300)), ("5,5", .values(5, 5)), ("p0,p100", .percentiles(0, 100)),
            ("0..4000", .values(0, 4000)), (" p2 .. p98 ", .percentiles(2, 98)), ("-1.5..-.5", .values(-1.5, -0.5)),
        ] as [(String, RangeRule)])
    func `a rule is read from its text, and written so that it can be read`(text: String, rule: RangeRule) {
        #expect(RangeRule(text) == rule)
        #expect(RangeRule(rule.description) == rule)
    }

    @Test(
        arguments: [
            "", ",", "p2", "2", "p2,98", "2,p98", "p98,p2", "p-1,p50", "p2,p101", "9,1", "1,2,3", "nan,1", "0,inf",
            "0x1,2", "1 0,20", "auto,full", "p,p", "1,", "..", "0..", "..1", "0...5", "0..1..2", "0..1,2", "p2..98",
            "4..3", "auto..full",
        ])
    func `other texts are not rules`(text: String) {
        #expect(RangeRule(text) == nil)
    }

    @Test(
        arguments: [
            ("auto", .automatic), ("0..4000", .values(0, 4000)), ("p0.1..p99.9", .percentiles(0.1, 99.9)),
            ("-1e20..1e-07", .values(-1e20, 1e-7)), ("full", .full),
        ] as [(String, RangeRule)])
    func `an address has dots between numbers, and no plus signs`(text: String, rule: RangeRule) {
        #expect(rule.addressText == text)
        #expect(RangeRule(text) == rule)
    }

    @Test func `a list has a rule for each channel`() {
        #expect(RangeRule.list("p2,p98;0,4095") == [.percentiles(2, 98), .values(0, 4095)])
        #expect(RangeRule.list("auto") == [.automatic])
        #expect(RangeRule.list("0..1,auto,p2..p98") == [.values(0, 1), .automatic, .percentiles(2, 98)])
        #expect(RangeRule.list("file,full;1,2") == [.file, .full, .values(1, 2)])
        #expect(["1,2,3,4", "0..1,", ",0..1", "0..1,2,3", "auto,1"].allSatisfy { RangeRule.list($0) == nil })
        #expect(RangeRule.list("auto;") == nil)
        #expect(RangeRule.list("") == nil)
        #expect(RangeRule.list(String(repeating: "auto;", count: 5000)) == nil)
        #expect(RangeRule.list(String(repeating: "auto,", count: 5000) + "auto") == nil)
        #expect(RangeRule.list(String(repeating: "auto,full;", count: 1000) + "auto") == nil)
    }

    @Test func `a range is that of the file, of the bits, or of the samples`() {
        var stated = ChannelDescription()
        stated.displayRange = 10...90
        var description = ChannelImageDescription(
            levels: [PixelSize(width: 1, height: 1)], sampleType: .uint16, channels: [stated, ChannelDescription()])
        description.significantBits = 12
        let statistics = SampledStatistics(values: (0...1000).map { Double($0) })
        func ranges(_ rule: RangeRule) -> [ClosedRange<Double>] {
            [0, 1].map { rule.range(of: $0, in: description, statistics: statistics) }
        }
        #expect(ranges(.automatic) == [10...90, 1...999])
        #expect(ranges(.file) == [10...90, 0...4095])
        #expect(ranges(.full) == [0...4095, 0...4095])
        #expect(ranges(.percentiles(10, 20)) == [100...200, 100...200])
        #expect(ranges(.values(-1, 7)) == [-1...7, -1...7])
        #expect([0, 1].map { RangeRule.automatic.needsStatistics(of: $0, in: description) } == [false, true])
        #expect(RangeRule.percentiles(0, 1).range(of: 1, in: description, statistics: nil) == 0...4095)
        description.sampleType = .uint8
        #expect(RangeRule.automatic.range(of: 1, in: description, statistics: nil) == 0...255)
        #expect(!RangeRule.automatic.needsStatistics(of: 1, in: description))
    }
}
