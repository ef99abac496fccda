import JSONDocuments
import TestLimits
import Testing

@Suite(.timeLimited) struct JSONValueTests {
    private func parse(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

    private func errorMessage(in text: String) -> String? {
        do {
            _ = try parse(text)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func `every kind of value is parsed`() throws {
        let text = #" {"a": [null, true, false, -1.5e2, "x"], "b": {}, "c": []} "#
        let list = JSONValue.array([.null, .bool(true), .bool(false), .number(-150), .string("x")])
        #expect(try parse(text) == .object(["a": list, "b": .object([:]), "c": .array([])]))
        #expect(try JSONValue(parsing: [0xEF, 0xBB, 0xBF] + Array("1".utf8)) == .number(1))
    }

    @Test(arguments: [
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00fC""#, "ü"), (#""\uD83D\uDE42""#, "🙂"),
        (#""🙂""#, "🙂"),
    ])
    func `escape sequences become their characters`(text: String, string: String) throws {
        #expect(try parse(text) == .string(string))
        #expect(try parse(JSONText.string(string)) == .string(string))
    }

    @Test(arguments: [0, -0.5, 1e-7, 123_456_789.25, 1e300, 1e-300, 9e15, -60000])
    func `a number that is written is read back unchanged`(number: Double) throws {
        #expect(try parse(JSONText.number(number)) == .number(number))
    }

    @Test func `NaN and infinities are refused, unless they are accepted`() throws {
        for text in ["NaN", "[Infinity]", #"{"a":-Infinity}"#] {
            #expect(throws: JSONError.self) { try parse(text) }
        }
        let text = #"[NaN, Infinity, -Infinity, -1, {"a": NaN}]"#
        let values = try JSONValue(parsing: Array(text.utf8), acceptsNonFinite: true)
        let all: [JSONValue] = [
            .number(.nan), .number(.infinity), .number(-.infinity), .number(-1), .object(["a": .number(.nan)]),
        ]
        #expect(values == .array(all) && Set([values]).contains(.array(all)))
        for text in ["Nan", "-NaN", "Infinit", "-Inf"] {
            #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8), acceptsNonFinite: true) }
        }
    }

    @Test func `integers of 64 bits that a Double cannot hold are rounded, or kept as digits`() throws {
        let kept = [
            "9007199254740993", "-9007199254740993", "9223372036854775807", "-9223372036854775807",
            "18446744073709551615",
        ]
        for text in kept {
            let value = try JSONValue(parsing: Array(text.utf8), keepsIntegers: true)
            #expect(value == .integer(text))
            #expect(value.number == Double(text))
            #expect(try parse(text) == .number(Double(text) ?? 0))
        }
        let numbers = [
            "0", "-1", "9007199254740992", "9007199254740994", "-9223372036854775808", "18446744073709551616",
            "100000000000000000000001", "9007199254740993.0", "1e3", "9007199254740993e0",
        ]
        for text in numbers {
            #expect(
                try JSONValue(parsing: Array(text.utf8), keepsIntegers: true) == .number(Double(text) ?? 0), "\(text)")
        }
    }

    @Test func `integers are written without a decimal point, NaN and infinities as null`() {
        #expect(JSONText.number(60000) == "60000")
        #expect(JSONText.number(.nan) == "null")
        #expect(JSONText.number(-.infinity) == "null")
    }

    @Test(arguments: [
        ("", "line 1: a value is missing at the end"), ("{", "line 1: a name in quotes is missing"),
        ("{\n\"a\" 1}", "line 2: a colon is missing after \"a\""), ("[1 2]", "line 1: a comma or ] is missing"),
        ("[1,]", "line 1: a value is missing"), ("{\"a\":1,}", "line 1: a name in quotes is missing"),
        ("{\"a\":1,\n\"a\":2}", "line 2: \"a\" occurs twice"),
        ("1 2", "line 1: there is text after the end of the value"),
        ("01", "line 1: there is text after the end of the value"), ("-", "line 1: a digit is missing"),
        ("1.", "line 1: a digit is missing"), ("1e", "line 1: a digit is missing"),
        ("1e999", "line 1: a number is too large"), ("+1", "line 1: a value is missing"),
        ("'a'", "line 1: a value is missing"), ("\"a", "line 1: a string is not terminated"),
        ("\"a\nb\"", "line 1: a string is not terminated"),
        ("\"\\x\"", "line 1: an invalid escape sequence in a string"),
        ("\"\\u12g4\"", "line 1: an invalid escape sequence in a string"),
        ("\"\\uD83D\"", "line 1: an unpaired surrogate in a string"),
        ("\"\\uDE42\"", "line 1: an unpaired surrogate in a string"), ("// no\n1", "line 1: a value is missing"),
        ("NaN", "line 1: a value is missing"),
    ])
    func `invalid JSON is refused with the line of the fault`(text: String, message: String) {
        #expect(errorMessage(in: text) == message)
    }

    @Test func `a string that is not UTF-8 is refused`() {
        #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22, 0xFF, 0x22]) }
    }

    @Test func `arrays nested 100 levels deep are parsed, deeper ones are refused`() throws {
        let deep = { (count: Int) in String(repeating: "[", count: count) + String(repeating: "]", count: count) }
        _ = try parse(deep(100))
        #expect(errorMessage(in: deep(101)) == "line 1: arrays and objects are nested more than 100 levels deep")
        #expect(errorMessage(in: String(repeating: "[", count: 1_000_000)) != nil)
    }
}

@Suite(.timeLimited) struct JSONObjectTests {
    private let object: JSONObject

    init() throws {
        let text = #"{"n": 1.5, "s": "x", "f": true, "o": {"k": 0.5}, "l": [{"k": 1}, {"k": "?"}]}"#
        object = try JSONObject(JSONValue(parsing: Array(text.utf8)))
    }

    @Test func `members are read by name`() throws {
        #expect(try object.number("n") == 1.5)
        #expect(try object.string("s") == "x")
        #expect(try object.optionalString("t") == nil)
        #expect(try object.bool("f"))
        #expect(try !object.bool("g"))
        #expect(try object.object("o").number("k") == 0.5)
        #expect(try object.objects("l")[0].integer("k", in: 0...1) == 1)
    }

    @Test func `arrays of integers and strings are read, and scalar members as text`() throws {
        let text = "{\"b\":[3,1],\"a\":[\"x\",2],\"s\":\"t\",\"n\":1.5,\"f\":true,\"o\":{},\"z\":null}"
        let object = try JSONObject(JSONValue(parsing: Array(text.utf8)))
        #expect(try object.integers("b", in: 0...3) == [3, 1])
        #expect(try object.firstString("a") == "x")
        #expect(object.has("z") && !object.has("y"))
        #expect(object.plainMembers().map(\.name) == ["a", "b", "f", "n", "s"])
        #expect(object.plainMembers().map(\.value) == ["x,2", "3,1", "true", "1.5", "t"])
        let error = #expect(throws: JSONError.self) { try object.integers("b", in: 0...2) }
        #expect(error?.description == "b[0]: this is not a whole number within 0 to 2")
    }

    @Test func `a path that is not UTF-8 has its bytes beside it, and an exact string comes back`() throws {
        let path = "a\u{10FEFF}b"
        #expect(JSONText.string(path) == #""a\\xFFb""#)
        #expect(try JSONValue(parsing: Array(JSONText.exact(path).utf8)) == .string(path))
        let text = JSONText.object([JSONText.path("path", path), JSONText.path("output", "ä.dzi")])
        #expect(text == #"{"path":"a\\xFFb","pathBytes":"Yf9i","output":"ä.dzi"}"#)
        let read = JSONValue.object([
            "path": .string(#"a\xFFb"#), "pathBytes": .string("Yf9i"), "output": .string("ä.dzi"),
        ])
        #expect(try JSONValue(parsing: Array(text.utf8)) == read)
    }

    @Test(arguments: [
        ("\u{10FE80}", "gA=="), ("a\u{10FEFF}", "Yf8="), ("ab\u{10FEFF}", "YWL/"), ("abc\u{10FEFE}", "YWJj/g=="),
    ]) func `the bytes of a path are in Base64`(path: String, bytes: String) {
        #expect(JSONText.path("p", path).1.hasSuffix(#","pBytes":"\#(bytes)""#))
    }

    @Test func `an error names the member and the fault`() throws {
        func message(_ body: () throws -> Void) -> String {
            do {
                try body()
                return "none"
            } catch {
                return "\(error)"
            }
        }
        #expect(message { _ = try object.number("m") } == "\"m\" is missing")
        #expect(message { _ = try object.number("s") } == "s: this is a string, not a number")
        #expect(message { _ = try object.number("n", in: 2...3) } == "n: 1.5 is not within 2 to 3")
        #expect(message { _ = try object.integer("n", in: 0...3) } == "n: 1.5 is not a whole number")
        #expect(message { _ = try object.string("n") } == "n: this is a number, not a string")
        #expect(message { _ = try object.bool("n") } == "n: this is a number, not true or false")
        #expect(message { _ = try object.object("l") } == "l: this is an array, not an object")
        #expect(message { _ = try object.objects("o") } == "o: this is an object, not an array")
        #expect(message { _ = try object.objects("l")[1].number("k") } == "l[1].k: this is a string, not a number")
        #expect(message { try object.expectOnlyNames(["n", "s", "f", "o"]) } == "l: this name is not known")
    }
}
