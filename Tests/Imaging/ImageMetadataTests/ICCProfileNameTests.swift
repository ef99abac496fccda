import TestLimits
import TestSupport
import Testing

@testable import ImageMetadata

/// The name that a color profile has for people.
@Suite(.timeLimited) struct ICCProfileNameTests {
    private func name(_ bytes: [UInt8]) -> String? { ICCProfile(bytes)?.name }

    @Test func `version 2 has one name, version 4 one for each language, of which English counts`() throws {
        #expect(name(ProfileFixture.adobeRGB.bytes) == "made")
        #expect(name(ProfileFixture.named(" Adobe RGB (1998) ")) == "Adobe RGB (1998)")
        #expect(name(ProfileFixture.named("Café")) == "Café")
        var latin = ProfileFixture.named("Caf?")
        latin[try #require(latin.lastIndex(of: UInt8(ascii: "?")))] = 0xE9
        #expect(name(latin) == "Café")
        #expect(name(ProfileFixture.named(localized: [("de", "Anzeige"), ("en", "Display P3")])) == "Display P3")
        #expect(name(ProfileFixture.named(localized: [("ja", "表示 😀"), ("de", "Anzeige")])) == "表示 😀")
    }

    @Test func `an empty name is none, and a long one is cut`() {
        #expect(name(ProfileFixture.named("")) == nil)
        #expect(name(ProfileFixture.named("  ")) == nil)
        #expect(name(ProfileFixture.named(localized: [])) == nil)
        #expect(name(ProfileFixture.named(String(repeating: "a", count: 5000))) == String(repeating: "a", count: 200))
        #expect(
            name(ProfileFixture.named(localized: [("en", String(repeating: "é", count: 5000))]))
                == String(repeating: "é", count: 200))
    }

    @Test func `a profile that ends early, or has any byte changed, has a name or none`() {
        for profile in [ProfileFixture.named("made"), ProfileFixture.named(localized: [("en", "made")])] {
            for count in profile.indices { _ = name(Array(profile[..<count])) }
            for index in 128..<profile.count {
                for value in [0, 0x7F, 0x80, 0xFF] as [UInt8] {
                    var changed = profile
                    changed[index] = value
                    _ = name(changed)
                }
            }
            #expect(name(profile) == "made")
        }
    }
}
