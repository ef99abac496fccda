import JSONDocuments
import TestSupport
import TestLimits
import Testing

@Suite(.timeLimited) struct JSONFuzzTests {
    @Test func `damaged JSON throws an error or gives a value, in bounded time and memory`() throws {
        let text =
            #"{"a": [null, true, false, -1.5e2, "x\u00e9\n"], "width": 1027, "tiles": [{"scaleFactors": [1, 2]}]}"#
        try Fuzzing("JSON", seed: 2024).run(
            prepare: { $1.damaged(text: Array(text.utf8)) }, isExpected: { $0 is JSONError },
            { _ = try JSONValue(parsing: $0) })
    }
}
