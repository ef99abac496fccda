import TestLimits
import Testing

@testable import FilePyramids
@testable import TileStores

@Suite(.timeLimited) struct PlainTextTests {
    @Test(arguments: [
        (
            #"&copy; <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a> contributors"#,
            "© OpenStreetMap contributors"
        ),
        ("A&amp;B &#169; &#xA9; &unknown; & 1 < 2", "A&B © © &unknown; & 1 < 2"), ("a<br/>b\n\tc", "a b c"),
        ("<script>x</script>", "x"), ("\u{202E}a\u{1B}[31m", "a [31m"), ("<a", "<a"),
        ("&#xD800;&#x110000;", "&#xD800;&#x110000;"),
    ])
    func `tags are removed, and entities decoded`(html: String, text: String) {
        #expect(PlainText.text(ofHTML: html) == text)
    }

    @Test func `nothing is left of tags alone, and a long text ends`() {
        #expect(PlainText.text(ofHTML: "<p> </p>") == nil)
        let long = PlainText.text(ofHTML: String(repeating: "ab ", count: 100_000))
        #expect(long?.count == PlainText.characterLimit && long?.hasSuffix("…") == true)
    }

    @Test func `texts of tags that do not end are read once, and stay as they are`() {
        // With a search for each of them, this would take minutes.
        for tag in ["<a", "<"] {
            let html = String(repeating: tag, count: 32_000 / tag.count)
            for _ in 0..<10 {
                #expect(PlainText.text(ofHTML: html)?.prefix(4) == (tag + tag + tag + tag).prefix(4))
            }
            #expect(PlainText.text(ofHTML: html.dropLast(2) + ">")?.prefix(2) == (tag == "<" ? "<<" : nil))
        }
    }
}
