import TestSupport
import TestLimits
import Testing
import XMLDocuments

@testable import TileContainers
@testable import TileStores

@Suite(.timeLimited)
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
            <!DOCTYPE a SYSTEM "a.dtd">
            <!-- a <comment> - of sorts -->
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

    @Test func `text belongs to the open element`() throws {
        let root = try parse("<a>x<b>1 &lt; 2 &amp; &#51;</b>y</a>")
        #expect(root.text == "xy")
        #expect(root.children.map(\.text) == ["1 < 2 & 3"])
    }

    @Test(arguments: [
        "<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>", "<!DOCTYPE a []><a/>",
        "<!DOCTYPE a [<!ENTITY x SYSTEM \"/etc/passwd\">]><a>&x;</a>",
        "<!DOCTYPE a SYSTEM \"file:///etc/passwd\" [<!ELEMENT a ANY>]><a/>",
    ])
    func `declarations are refused, so that no entity grows or reads a file`(text: String) {
        let error = #expect(throws: XMLElement.SyntaxError.self) { try parse(text) }
        #expect(error?.reason == "declarations in the document type" && error?.isRefusal == true)
    }

    @Test(arguments: ["<a>&nbsp;</a>", "<!DOCTYPE a SYSTEM \"a.dtd\"><a>&nbsp;</a>"])
    func `an entity that XML does not define throws an error`(text: String) {
        let error = #expect(throws: XMLElement.SyntaxError.self) { try parse(text) }
        #expect(error?.reason == "undefined entity" && error?.line == 1)
    }

    @Test func `prefixes of elements are dropped`() throws {
        let text = "<dz:Image xmlns:dz='urn:x' dz:a='1'><dz:Size/></dz:Image>"
        #expect(try parse(text) == element("Image", ["xmlns:dz": "urn:x", "dz:a": "1"], [element("Size")]))
    }

    @Test func `references to characters are resolved`() throws {
        #expect(try parse("<a b='&lt;&gt;&amp;&quot;&apos;&#65;&#x20AC;'/>").attributes["b"] == "<>&\"'A€")
    }

    @Test func `every encoding that XML requires is read`() throws {
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
        ("", "no element found", 1),
        ("text\n\n", "syntax error", 1),
        ("<a>\n", "no element found", 2),
        ("<a></b>", "mismatched tag", 1),
        ("</a>", "not well-formed (invalid token)", 1),
        ("<a/>\n<b/>", "junk after document element", 2),
        ("<a b/>", "not well-formed (invalid token)", 1),
        ("<a\nb=c/>", "not well-formed (invalid token)", 2),
        ("<a b='c/>", "unclosed token", 1),
        ("<a b='<'/>", "not well-formed (invalid token)", 1),
        ("<a b='&x;'/>", "undefined entity", 1),
        ("<a b='&#xD800;'/>", "reference to invalid character number", 1),
        ("<a b='&ampersands;'/>", "undefined entity", 1),
        ("<a b='1' b='2'/>", "duplicate attribute", 1),
        ("<a", "unclosed token", 1),
        ("<>", "not well-formed (invalid token)", 1),
        ("<!-- a", "unclosed token", 1),
        ("<? a", "not well-formed (invalid token)", 1),
        ("<![CDATA[ a", "syntax error", 1),
        ("<!DOCTYPE a [", "declarations in the document type", 1),
    ])
    func `invalid XML throws an error that says what and where`(text: String, reason: String, line: Int) {
        let error = #expect(throws: XMLElement.SyntaxError.self) { try parse(text) }
        #expect(error?.reason == reason && error?.line == line)
    }

    @Test(arguments: [
        ("<a>", "not XML."), ("<!DOCTYPE a>\n<!-- -->\n<a>", "not XML."),
        (
            "<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY x 'y'>]><a/>",
            "this XML is not read: declarations in the document type in line 2. Leave that out of it."
        ),
    ])
    func `a descriptor that is refused is not said to be no XML`(text: String, message: String) {
        let error = #expect(throws: StoreError.self) {
            try XMLElement(descriptor: Array(text.utf8), path: "x") { _ in "not XML." }
        }
        #expect(error?.message == message)
    }

    @Test func `the nesting of elements is limited`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        #expect(try parse(nested(100)).name == "a")
        #expect(throws: XMLElement.SyntaxError.self) { try parse(nested(101)) }
        #expect(throws: XMLElement.SyntaxError.self) { try parse(String(repeating: "<a>", count: 1_000_000)) }
    }

    @Test func `changing a few bytes causes at most an error`() {
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
