import TestLimits
import TestSupport
import Testing

@testable import ImageCodecs

@Suite(.timeLimited) struct DisplayProfileTests {
    @Test func `colors of the grid are those of sRGB in the display's own numbers`() throws {
        let profile = try #require(DisplayProfile(ProfileFixture.adobeRGB.bytes))
        #expect(try profile.name == "made" && !profile.isSRGB())
        let colors = try #require(try profile.colors(gridPoints: 5))
        #expect(colors.count == 3 * 125)
        for index in 0..<125 {
            let own = (0..<3).map { Double(colors[3 * index + $0]) / 65535 }
            let expected = [index / 25, index / 5 % 5, index % 5].map { Double($0) / 4 }
            let difference = zip(ProfileFixture.adobeRGB.toSRGB(own), expected).map { abs($0 - $1) }.max() ?? 1
            #expect(difference < 0.01, "\(expected)")
        }
    }

    @Test func `exchanged primaries exchange the channels, and blue changes fastest`() throws {
        let profile = try #require(DisplayProfile(ProfileFixture.exchangedSRGB.bytes))
        let colors = try #require(try profile.colors(gridPoints: 2)).map { Int($0) }
        func color(_ index: Int) -> [Bool] { (0..<3).map { colors[3 * index + $0] > 65000 } }
        #expect(color(1) == [false, false, true])
        #expect(color(2) == [true, false, false])
        #expect(color(4) == [false, true, false])
        #expect(colors[..<3].allSatisfy { $0 < 500 } && color(7) == [true, true, true])
    }

    @Test func `a profile of sRGB needs no conversion`() throws {
        #expect(try DisplayProfile(ProfileFixture.sRGB.bytes)?.isSRGB() == true)
        #expect(try DisplayProfile(ProfileFixture.roundedSRGB.bytes)?.isSRGB() == true)
    }

    @Test func `what is damaged or no profile of a display is refused`() throws {
        #expect(DisplayProfile([1, 2, 3]) == nil && DisplayProfile(ProfileFixture.gray.bytes) == nil)
        let cut = try #require(DisplayProfile(Array(ProfileFixture.adobeRGB.bytes.prefix(200))))
        #expect(try cut.colors(gridPoints: 2) == nil)
        let large = ProfileFixture.adobeRGB.bytes + [UInt8](repeating: 0, count: DisplayProfile.byteLimit)
        #expect(DisplayProfile(large) == nil)
    }
}
