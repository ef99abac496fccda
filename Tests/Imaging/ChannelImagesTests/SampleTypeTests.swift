import ChannelImages
import TestLimits
import Testing

@Suite(.timeLimited) struct SampleTypeTests {
    @Test func `a type has the bytes and the range that its name says`() {
        #expect(SampleType.allCases.map(\.byteCount) == [1, 2, 4, 8, 1, 2, 4, 8, 4, 8])
        #expect(SampleType.int16.fullRange == -32768...32767)
        #expect(SampleType.float32.fullRange == 0...1)
        #expect(SampleType.uint32.fullRange.upperBound == 4_294_967_295)
    }

    @Test func `a color is read from six hexadecimal digits`() {
        #expect(ChannelColor(hexadecimal: "00FF7f") == ChannelColor(red: 0, green: 255, blue: 127))
        #expect(ChannelColor(hexadecimal: "#010203") == ChannelColor(red: 1, green: 2, blue: 3))
        #expect(["", "FFF", "GG0000", "+10000", "#FFFFFFF"].allSatisfy { ChannelColor(hexadecimal: $0) == nil })
    }
}
