import ImageCodecs
import JSONDocuments
import Testing

@testable import CutCommand
@testable import ToolSupport

@Suite struct `Colors in CSS notation` {
    @Test(arguments: [
        ("#000", 0, 0, 0), ("#fff", 255, 255, 255), ("#1a2", 0x11, 0xaa, 0x22), ("#12aBfF", 0x12, 0xab, 0xff),
        ("white", 255, 255, 255), ("RebeccaPurple", 0x66, 0x33, 0x99), ("aliceblue", 0xf0, 0xf8, 0xff),
        ("yellowgreen", 0x9a, 0xcd, 0x32), ("darkslategrey", 0x2f, 0x4f, 0x4f),
    ])
    func `Hexadecimal digits and names are parsed`(text: String, red: UInt8, green: UInt8, blue: UInt8) {
        #expect(RGBColor(css: text) == RGBColor(red: red, green: green, blue: blue))
    }

    @Test(arguments: ["", "#", "#12", "#1234", "#12345", "#1234567", "#ggg", "#-12", "#+1f", "blu", "white ", "fff"])
    func `Other text is rejected`(text: String) {
        #expect(RGBColor(css: text) == nil)
    }

    @Test func `All CSS color names are known`() {
        #expect(RGBColor.namedColors.count == 148)
    }
}

@Suite struct `Numbers in reports` {
    @Test(arguments: [
        (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.00 kB"), (9_994, "9.99 kB"), (9_996, "10.0 kB"),
        (99_940, "99.9 kB"), (99_960, "100 kB"), (999_499, "999 kB"), (999_500, "1.00 MB"), (7_540_456, "7.54 MB"),
        (1_234_567_890, "1.23 GB"), (5_000_000_000_000, "5.00 TB"),
    ])
    func `Bytes have three significant digits`(count: Int, text: String) {
        #expect(NumberText.bytes(count) == text)
    }

    @Test(arguments: [
        (0.0, 2, "0.00"), (1.005, 1, "1.0"), (2.675, 0, "3"), (-0.004, 2, "0.00"), (-1.5, 1, "-1.5"),
        (12.05, 3, "12.050"),
        (.infinity, 1, "?"), (.nan, 1, "?"), (1e30, 1, "?"),
    ])
    func `Decimals are rounded to the nearest`(value: Double, digits: Int, text: String) {
        #expect(NumberText.decimal(value, digits: digits) == text)
    }

    @Test(arguments: [
        (0.2, "1 s"), (59.0, "59 s"), (59.1, "1 min 0 s"), (125, "2 min 5 s"), (3600, "1 h 0 min"),
        (7_320, "2 h 2 min"),
        (.infinity, "?"),
    ])
    func `Durations are rounded up`(seconds: Double, text: String) {
        #expect(NumberText.duration(seconds) == text)
    }
}

@Suite struct `JSON text` {
    @Test func `Strings are escaped as in RFC 8259`() {
        #expect(JSONText.string("a\"b\\c\n\r\t\u{1}\u{1F}ü🙂/") == #""a\"b\\c\n\r\t\u0001\u001fü🙂/""#)
    }
}

@Suite struct `The progress line` {
    @Test(arguments: [
        (40, "big.jpg: 42 %, 10 MP/s"), (22, "big.jpg: 42 %, 10 MP/s"), (21, "…g.jpg: 42 %, 10 MP/s"),
        (18, "42 %, 10 MP/s"), (5, "42 %,"), (0, ""),
    ])
    func `It fits the terminal by shortening the name`(width: Int, line: String) {
        #expect(ProgressMeter.fit("big.jpg", "42 %, 10 MP/s", width: width) == line)
    }
}
