import Numbers
import TestLimits
import Testing

@Suite(.timeLimited) struct VisibleTextTests {
    @Test(arguments: [
        ("", ""), ("Größe 3×4 – 日本語 👩‍👩‍👧 e\u{301}", "Größe 3×4 – 日本語 👩‍👩‍👧 e\u{301}"),
        ("\u{1B}]0;title\u{7}", "\\u{1B}]0;title\\u{7}"), ("a\nb\r\nc\td", "a\\nb\\r\\nc\\td"),
        ("\u{9B}31m\u{85}\u{7F}\0", "\\u{9B}31m\\u{85}\\u{7F}\\u{0}"),
        ("abc\u{202E}gpj.exe", "abc\\u{202E}gpj.exe"), ("\u{2066}x\u{2069}\u{200F}", "\\u{2066}x\\u{2069}\\u{200F}"),
        ("\u{2028}\u{2029}\u{61C}", "\\u{2028}\\u{2029}\\u{61C}"), ("C:\\new", "C:\\new"),
        // The bytes of a path that are not part of UTF-8.
        ("a\u{10FEFF}b\u{10FE80}", "a\\xFFb\\x80"), ("\u{10FFFF}", "\u{10FFFF}"),
    ])
    func `control and direction characters become visible, and nothing else changes`(text: String, expected: String) {
        #expect(VisibleText.escaped(text) == expected)
    }
}
