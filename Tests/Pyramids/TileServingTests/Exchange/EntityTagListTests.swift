import TestLimits
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct EntityTagListTests {
    @Test(arguments: [
        "\"a\"", "W/\"a\"", "\"b\", \"a\"", "\"b\",W/\"a\"", " , \"a\" ,", "*", "x, \"a\"", "\"b,\"\"a\"",
    ])
    func `a list names a tag, weak or not`(field: String) {
        #expect(EntityTagList(field).weaklyMatches("\"a\""))
    }

    @Test(arguments: ["", "\"b\"", "a", "\"a", "W/a", "w/\"a\"", "\"A\"", "\"a, b\""])
    func `a list does not name what is not in it`(field: String) {
        #expect(!EntityTagList(field).weaklyMatches("\"a\""))
        #expect(!EntityTagList(field).stronglyMatches("\"a\""))
    }

    @Test func `a weak tag does not match strongly`() {
        #expect(!EntityTagList("W/\"a\"").stronglyMatches("\"a\""))
        #expect(EntityTagList("W/\"a\", \"a\"").stronglyMatches("\"a\""))
    }

    @Test func `without a tag only an asterisk matches`() {
        #expect(EntityTagList("*").weaklyMatches(nil))
        #expect(!EntityTagList("\"a\"").weaklyMatches(nil))
    }
}
