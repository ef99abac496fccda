import ImageMetadata
import TestLimits
import Testing

/// Lists of the values of invalid pixels.
@Suite(.timeLimited) struct NodataValuesTests {
    @Test func `a list of equal numbers is the value of all channels`() throws {
        #expect(NodataValues(list: " 0  0 0 ") == NodataValues([NodataValue(0)]))
        #expect(NodataValues(list: "0 0 255")?.alternatives == [[NodataValue(0), NodataValue(0), NodataValue(255)]])
        #expect(NodataValues(list: "0 0 255")?.description == "0 0 255")
        #expect(NodataValues(list: "-9999")?.description == "-9999")
        // What is not compared in some channel is not compared in all.
        #expect(NodataValues(alternatives: [[NodataValue(5), nil]]).alternatives == [[NodataValue(5), nil]])
    }

    @Test(arguments: ["", "  ", "0 x", "0,0,0;"]) func `a list with something that is not a number is none`(
        text: String
    ) {
        #expect(NodataValues(list: text) == nil)
    }
}
