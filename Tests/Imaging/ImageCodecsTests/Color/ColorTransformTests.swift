import Concurrency
import ImageMetadata
import PixelKernels
import TestLimits
import TestSupport
import Testing

@testable import ImageCodecs

@Suite(.timeLimited) struct ColorTransformTests {
    private static let color: [UInt8] = [200, 80, 60]

    private static func transform(
        _ profile: [UInt8] = ProfileFixture.adobeRGB.bytes, channels: Int = 3, hasAlpha: Bool = false,
        depth: PixelLayout.Depth = .eight, to output: PixelLayout.Depth = .eight
    ) throws -> ColorTransform? {
        try ColorTransform(
            profile: profile,
            ColorTransform.Samples(channels: channels, hasAlpha: hasAlpha, depth: depth, output: output), file: "image")
    }

    /// The color of Adobe RGB in sRGB, from the definition of both.
    private static func expected(maximum: Double) -> [Int] {
        ProfileFixture.adobeRGB.toSRGB(color.map { Double($0) / 255 }).map { Int(($0 * maximum).rounded()) }
    }

    @Test func `colors of 8 and 16 bits are converted to both depths`() throws {
        let deep = Self.color.map { UInt16($0) * 257 }
        var bytes = [UInt8](repeating: 0, count: 3)
        var words = [UInt16](repeating: 0, count: 3)
        try #require(try Self.transform()).convert(Self.color, to: &bytes, count: 1)
        #expect(difference([bytes.map(Int.init)], [Self.expected(maximum: 255)]) <= 1)
        try #require(try Self.transform(depth: .sixteen, to: .eight)).convert(deep, to: &bytes, count: 1)
        #expect(difference([bytes.map(Int.init)], [Self.expected(maximum: 255)]) <= 1)
        try #require(try Self.transform(depth: .sixteen, to: .sixteen)).convert(deep, to: &words, count: 1)
        #expect(difference([words.map(Int.init)], [Self.expected(maximum: 65535)]) <= 60)
    }

    @Test func `alpha is copied, and its depth converted`() throws {
        let source: [UInt16] = [0, 0, 0, 65535, 65535, 65535, 65535, 257 * 99]
        var target = [UInt8](repeating: 1, count: 8)
        try #require(try Self.transform(hasAlpha: true, depth: .sixteen, to: .eight)).convert(
            source, to: &target, count: 2)
        #expect(target == [0, 0, 0, 255, 255, 255, 255, 99])
    }

    @Test func `a profile with tables for the perceptual intent only is converted with them`() throws {
        var target = [UInt8](repeating: 1, count: 9)
        let transform = try #require(try Self.transform(ProfileFixture.perceptualOnly, depth: .sixteen, to: .eight))
        let source: [UInt16] = [0, 9999, 65535, 32768, 65535, 0, 65535, 1, 2]
        transform.convert(source, to: &target, count: 3)
        #expect(target == [0, 0, 0, 119, 119, 119, 255, 255, 255])
    }

    @Test func `several threads use one transform`() throws {
        let transform = try #require(try Self.transform())
        let colors = (0..<3 * 4096).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        @Sendable func converted() -> [UInt8] {
            var target = [UInt8](repeating: 0, count: colors.count)
            transform.convert(colors, to: &target, count: 4096)
            return target
        }
        let alone = converted()
        let agreed = Locked(0)
        parallelFor(8, workers: 4, makeContext: {}) { _, _ in
            if converted() == alone { agreed.withLock { $0 += 1 } }
        }
        let count = agreed.withLock { $0 }
        #expect(count == 8)
    }

    @Test func `a damaged profile, or one with another number of channels, makes no transform`() throws {
        var damaged = ProfileFixture.adobeRGB.bytes
        damaged.replaceSubrange(128..., with: Array(repeating: 0xAB, count: damaged.count - 128))
        #expect(try Self.transform(damaged) == nil)
        #expect(try Self.transform([]) == nil)
        #expect(try Self.transform(channels: 4) == nil)
        #expect(try Self.transform(ProfileFixture.gray.bytes) == nil)
        #expect(try Self.transform(ProfileFixture.gray.bytes, channels: 1) != nil)
    }

    @Test func `a missing library is named, and what to install`() throws {
        guard case .failure(let failure) = LittleCMSLibrary.load("liblcms2-of-another-planet.so") else {
            Issue.record("the library was found")
            return
        }
        #expect(failure.reason.hasPrefix("liblcms2-of-another-planet.so: "))
        let error = LittleCMSLibrary.cannotLoad("liblcms2.so.2: no such file", file: "photo.jpg")
        #expect(
            "\(error)" == """
                photo.jpg: the color management library Little CMS, which its color profile needs, cannot be loaded \
                (liblcms2.so.2: no such file). Install it: liblcms2-2.
                """)
    }
}
