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

    /// The differences between tables of our own and another engine, over colors of a depth.
    private static func compare<Source: FixedWidthInteger, Target: FixedWidthInteger>(
        _ profile: [UInt8], _ colors: [Source], to _: Target.Type, with engine: ColorTransform.Engine, channels: Int = 3
    ) throws -> (largest: Int, mean: Double) {
        let samples = ColorTransform.Samples(
            channels: channels, depth: Source.bitWidth == 8 ? .eight : .sixteen,
            output: Target.bitWidth == 8 ? .eight : .sixteen)
        let own = try #require(try ColorTransform(profile: profile, samples, file: "image"))
        let other = try #require(try ColorTransform(profile: profile, samples, by: engine, file: "image"))
        #expect(!own.usesLibrary)
        #expect(other.usesLibrary)
        let count = colors.count / channels
        var first = [Target](repeating: 0, count: 3 * count)
        var second = first
        own.convert(colors, to: &first, count: count)
        other.convert(colors, to: &second, count: count)
        var largest = 0
        var sum = 0
        for (first, second) in zip(first, second) where first != second {
            let difference = abs(Int(first) - Int(second))
            largest = max(largest, difference)
            sum += difference
        }
        return (largest, Double(sum) / Double(max(1, 3 * count)))
    }

    private static func grid<Sample: FixedWidthInteger>(
        _ steps: Int, samples: Int = 3, _: Sample.Type = Sample.self
    ) -> [Sample] {
        let levels = (0...steps).map { Sample(truncatingIfNeeded: $0 * Int(Sample.max) / steps) }
        return (0..<samples).reduce([[]]) { colors, _ in colors.flatMap { color in levels.map { color + [$0] } } }
            .flatMap { $0 }
    }

    @Test(arguments: 0..<8)
    func `all 8-bit colors of Display P3 are those of the library, with at most one step`(part: Int) throws {
        var colors = [UInt8](repeating: 0, count: 3 << 21)
        for index in 0..<1 << 21 {
            colors[3 * index] = UInt8(truncatingIfNeeded: part << 5 | index >> 16)
            colors[3 * index + 1] = UInt8(truncatingIfNeeded: index >> 8)
            colors[3 * index + 2] = UInt8(truncatingIfNeeded: index)
        }
        let found = try Self.compare(ProfileFixture.displayP3.bytes, colors, to: UInt8.self, with: .library)
        #expect(found.largest <= 1)
        #expect(found.mean <= 0.05)
    }

    @Test(arguments: [
        ProfileFixture.displayP3, .adobeRGB, .proPhoto, .sRGB, .roundedSRGB,
    ])
    func `a grid of colors is that of the library, from 8 and 16 bits`(profile: ProfileFixture) throws {
        let bytes = try Self.compare(profile.bytes, Self.grid(64, UInt8.self), to: UInt8.self, with: .library)
        #expect(bytes.largest <= 1)
        #expect(bytes.mean <= 0.05)
        let deep = try Self.compare(profile.bytes, Self.grid(64, UInt16.self), to: UInt16.self, with: .exact)
        #expect(deep.largest <= 4)
        #expect(deep.mean <= 0.5)
        let narrow = try Self.compare(profile.bytes, Self.grid(64, UInt16.self), to: UInt8.self, with: .exact)
        #expect(narrow.largest <= 1)
        #expect(narrow.mean <= 0.01)
    }

    @Test func `a profile of lookup tables is converted by the library`() throws {
        let tables = try #require(try Self.transform(ProfileFixture.perceptualOnly))
        #expect(tables.usesLibrary)
        let gray = try #require(try Self.transform(ProfileFixture.gray.bytes, channels: 1))
        #expect(gray.usesLibrary)
    }

    @Test func `the cache returns the same transform, and forgets the oldest`() throws {
        func key(_ depth: PixelLayout.Depth, _ profile: ProfileFixture = .adobeRGB) -> ColorTransformCache.Key {
            let samples = ColorTransform.Samples(channels: 3, hasAlpha: true, depth: depth, output: depth)
            return ColorTransformCache.Key(profile: profile.bytes, samples: samples)
        }
        let first = try #require(try ColorTransformCache.transform(key(.eight), file: "image"))
        #expect(try ColorTransformCache.transform(key(.eight), file: "image") != nil)
        let deep = try #require(try ColorTransformCache.transform(key(.sixteen), file: "image"))
        #expect(deep !== first)
        #expect(try ColorTransformCache.transform(.init(profile: [1], samples: key(.eight).samples), file: "") == nil)
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
