import TestSupport
import Testing

@testable import TileStores

@Suite(.timeLimit(.minutes(60)))
struct XMLElementTests {
    private func parse(_ text: String) throws -> XMLElement { try XMLElement(parsing: Array(text.utf8)) }

    private func element(
        _ name: String, _ attributes: [String: String] = [:], _ children: [XMLElement] = []
    ) -> XMLElement {
        var element = XMLElement(name: name)
        element.attributes = attributes
        element.children = children
        return element
    }

    @Test func `elements, attributes and their order are read`() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8" standalone='yes'?>
            <!DOCTYPE a [<!ENTITY x "<y>]"> <!ELEMENT a ANY>]>
            <!-- a <comment> -- of sorts -->
            <a b = "1" c='two "2"'>text &amp; <![CDATA[<not an="element">]]> more
              <d/><e f="g"
                 h="i" ></e ><?pi <d>?><d x=""/>
            </a>
            <!-- end -->
            """
        var expected = element(
            "a", ["b": "1", "c": "two \"2\""],
            [element("d"), element("e", ["f": "g", "h": "i"]), element("d", ["x": ""])])
        expected.text = "text & <not an=\"element\"> more\n  \n"
        #expect(try parse(text) == expected)
    }

    @Test func `text belongs to the element that is open, and unknown references stand in it`() throws {
        let root = try parse("<a>x<b>1 &lt; 2 &amp; &nbsp; &</b>y</a>")
        #expect(root.text == "xy")
        #expect(root.children.map(\.text) == ["1 < 2 & &nbsp; &"])
    }

    @Test func `prefixes of elements are left out`() throws {
        let text = "<dz:Image xmlns:dz='urn:x' dz:a='1'><dz:Size/></dz:Image>"
        #expect(try parse(text) == element("Image", ["xmlns:dz": "urn:x", "dz:a": "1"], [element("Size")]))
    }

    @Test func `references to characters are resolved`() throws {
        #expect(try parse("<a b='&lt;&gt;&amp;&quot;&apos;&#65;&#x20AC;'/>").attributes["b"] == "<>&\"'A€")
    }

    @Test func `every encoding that XML asks for is read`() throws {
        let text = "<a b=\"ü€\u{1F5FA}\"><c/></a>"
        let expected = try parse(text)
        let units = Array(text.utf16)
        let little = units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        for bytes in [[0xEF, 0xBB, 0xBF] + Array(text.utf8), little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big] {
            #expect(try XMLElement(parsing: bytes) == expected)
        }
    }

    @Test(arguments: [
        ("", "no element", 1), ("text\n\n", "no element", 3), ("<a>\n", "an element without an end", 2),
        ("<a></b>", "the end of an element that has not begun", 1),
        ("</a>", "the end of an element that has not begun", 1),
        ("<a/>\n<b/>", "a second root", 2), ("<a b/>", "an attribute without a value", 1),
        ("<a\nb=c/>", "a value without quotes", 2), ("<a b='c/>", "a value without an end", 1),
        ("<a b='<'/>", "a value without an end", 1), ("<a b='&x;'/>", "an unknown reference", 1),
        ("<a b='&#xD800;'/>", "an unknown reference", 1), ("<a b='&ampersands;'/>", "a reference without an end", 1),
        ("<a b='1' b='2'/>", "an attribute twice", 1), ("<a", "a name is missing", 1), ("<>", "a name is missing", 1),
        ("<!-- a", "a comment without an end", 1), ("<? a", "an instruction without an end", 1),
        ("<![CDATA[ a", "a section without an end", 1), ("<!DOCTYPE a [", "a document type without an end", 1),
    ])
    func `what is not XML is an error that says what and where`(text: String, reason: String, line: Int) {
        let error = #expect(throws: XMLElement.SyntaxError.self) { try parse(text) }
        #expect(error == XMLElement.SyntaxError(reason: reason, line: line))
    }

    @Test func `elements within elements are bounded`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        #expect(try parse(nested(100)).name == "a")
        #expect(throws: XMLElement.SyntaxError.self) { try parse(nested(101)) }
        #expect(throws: XMLElement.SyntaxError.self) { try parse(String(repeating: "<a>", count: 1_000_000)) }
    }

    @Test func `no change of a few bytes does more than fail`() {
        let whole = Array(
            "<?xml version='1.0'?><!DOCTYPE a []><!-- c --><a b=\"1&amp;2\" c='&#x41;'><d/><![CDATA[x]]></a>".utf8)
        var random = SeededRandom(seed: 2)
        for count in whole.indices {
            _ = try? XMLElement(parsing: Array(whole[..<count]))
        }
        for _ in 0..<3000 {
            var bytes = whole
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                let position = Int.random(in: 0..<bytes.count, using: &random)
                bytes[position] = whole.randomElement(using: &random) ?? 0
            }
            _ = try? XMLElement(parsing: bytes)
        }
    }
}
