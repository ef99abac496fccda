import ImageCodecs
import JSONDocuments
import TestLimits
import Testing

@testable import CutCommand
@testable import ToolSupport

@Suite(.timeLimited) struct `Colors in CSS notation` {
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

@Suite(.timeLimited) struct `JSON text` {
    @Test func `Characters that control a terminal or the direction of text are escaped, too`() {
        #expect(
            JSONText.string("\u{1B}[2J\u{9B}31m\u{7F}\u{202E}\u{2028}")
                == #""\u001b[2J\u009b31m\u007f\u202e\u2028""#)
    }

    @Test func `Strings are escaped as in RFC 8259`() {
        #expect(JSONText.string("a\"b\\c\n\r\t\u{1}\u{1F}ü🙂/") == #""a\"b\\c\n\r\t\u0001\u001fü🙂/""#)
    }
}

@Suite(.timeLimited) struct `The progress line` {
    @Test(arguments: [
        (40, "big.jpg: 42 %, 10 MP/s"), (22, "big.jpg: 42 %, 10 MP/s"), (21, "…g.jpg: 42 %, 10 MP/s"),
        (18, "42 %, 10 MP/s"), (5, "42 %,"), (0, ""),
    ])
    func `It fits the terminal by shortening the name`(width: Int, line: String) {
        #expect(ProgressMeter.fit("big.jpg", "42 %, 10 MP/s", width: width) == line)
    }
}
