import TestLimits
import Testing

@testable import MapLayers

@Suite(.timeLimited) struct AttributionTextTests {
    @Test(arguments: [
        ("", ""), ("© OpenStreetMap contributors", "© OpenStreetMap contributors"),
        (
            #"<a href="https://www.openstreetmap.org/copyright">&copy; OpenStreetMap</a> contributors"#,
            "© OpenStreetMap contributors"
        ),
        ("a &amp; b &lt;c&gt; &#169; &#xA9; &middot;&nbsp;d", "a & b <c> © © · d"),
        ("3 < 4 & 5 &unknown; &#xD800; &#99999999999;", "3 < 4 & 5 &unknown; &#xD800; &#99999999999;"),
        ("  one\n\ttwo <br/> three", "one two three"), ("cut <a href=", "cut"),
    ])
    func `HTML is reduced to its text`(html: String, text: String) {
        #expect(AttributionText(html: html).plainText == text)
    }

    @Test func `a text of any length ends after 500 characters`() {
        #expect(AttributionText(html: String(repeating: "x", count: 100_000)).plainText.count == 500)
    }

    @Test func `the texts of several maps are joined, each once`() {
        #expect(AttributionText.joined(["© A", "", "© B", "© A"]) == "© A | © B")
    }
}
