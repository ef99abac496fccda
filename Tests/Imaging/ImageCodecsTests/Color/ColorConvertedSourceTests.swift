import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import ImageCodecs

@Suite(.timeLimited) struct ColorConvertedSourceTests {
    private typealias Numbered = `Turning images upright`.Numbered

    private struct Stop: Error {}

    /// A source that fails before a row.
    private final class Failing: ImageSource {
        let base: any ImageSource
        let row: Int

        init(_ base: any ImageSource, before row: Int) {
            self.base = base
            self.row = row
        }

        var info: ImageInfo { base.info }
        var warnings: [String] { base.warnings }

        func readBands(_ body: (PixelBand) throws -> Void) throws {
            try base.readBands { band in
                guard band.rows.upperBound <= row else { throw Stop() }
                try body(band)
            }
        }
    }

    private static func conversion(
        _ layout: PixelLayout, _ change: (inout DecodeOptions) -> Void = { _ in }
    ) throws -> ColorConversion {
        var options = DecodeOptions()
        options.depth = .sixteen
        change(&options)
        let profile = layout.channels.opaque == .gray ? ProfileFixture.gray : .adobeRGB
        return try ColorConversion(
            ColorConversion.Stored(layout), profile: profile.bytes, options: options, file: "image")
    }

    private static func source(
        _ size: PixelSize, _ layout: PixelLayout = PixelLayout(.rgb), bandRows: Int = 7, threads: Int?,
        _ change: (inout DecodeOptions) -> Void = { _ in }
    ) throws -> ColorConvertedSource {
        ColorConvertedSource(
            Numbered(size, layout, bandRows: bandRows), try conversion(layout, change), threads: threads)
    }

    private static func bytes(_ source: any ImageSource) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var next = 0
        try source.readBands { band in
            #expect(band.rows.lowerBound == next)
            next = band.rows.upperBound
            for y in band.rows {
                bytes += UnsafeRawBufferPointer(
                    start: band.row(y), count: source.info.size.width * source.info.layout.bytesPerPixel)
            }
        }
        #expect(next == source.info.size.height)
        return bytes
    }

    /// The rows converted one by one.
    private static func expected(
        _ size: PixelSize, _ layout: PixelLayout, _ change: (inout DecodeOptions) -> Void = { _ in }
    ) throws -> [UInt8] {
        let conversion = try conversion(layout, change)
        let rowBytes = size.width * conversion.layout.bytesPerPixel
        var bytes: [UInt8] = []
        try Numbered(size, layout, bandRows: 1).readBands { band in
            var row = [UInt16](repeating: 0, count: rowBytes)
            var scratch = [UInt64](repeating: 0, count: 4 * size.width)
            conversion.convert(band.row(band.rows.lowerBound), to: &row, count: size.width, scratch: &scratch)
            row.withUnsafeBytes { bytes += $0.prefix(rowBytes) }
        }
        return bytes
    }

    @Test(arguments: [PixelLayout.Channels.gray, .grayAlpha, .rgb, .rgba], [PixelLayout.Depth.eight, .sixteen])
    func `bands of any height and any number of threads give the same bytes`(
        channels: PixelLayout.Channels, depth: PixelLayout.Depth
    ) throws {
        let layout = PixelLayout(channels, depth)
        for (width, height) in [(1, 1), (3, 5), (17, 33), (100, 150), (301, 260), (40_000, 5)] {
            let size = PixelSize(width: width, height: height)
            let wanted = try Self.expected(size, layout)
            for (threads, bandRows) in [(1, 7), (2, 1), (2, 16), (8, 64), (3, 1000)] {
                let source = try Self.source(size, layout, bandRows: bandRows, threads: threads)
                #expect(source.info.layout == layout)
                #expect(source.info.profile == nil)
                #expect(try Self.bytes(source) == wanted, "\(width)×\(height), \(threads) threads")
                #expect(source.warnings == ["as stored"])
            }
        }
    }

    @Test(arguments: [1, 2, 8])
    func `planes are those of the converted pixels`(threads: Int) throws {
        for (width, height) in [(1, 1), (2, 1), (1, 2), (17, 33), (100, 150), (301, 261), (40_001, 17)] {
            let size = PixelSize(width: width, height: height)
            func planes(_ source: any ImageSource) throws -> [[UInt8]] {
                var planes: [[UInt8]] = [[], [], []]
                var next = 0
                try YCbCr420Source(source).readPlanes { band in
                    let rows = band.planes[0].rows
                    #expect(rows.lowerBound == next)
                    #expect(rows.count <= PlanarBand.rowLimit)
                    #expect(rows.count.isMultiple(of: 2) || rows.upperBound == height)
                    next = rows.upperBound
                    for (number, plane) in band.planes.enumerated() {
                        for y in plane.rows {
                            planes[number] += UnsafeRawBufferPointer(
                                start: plane.row(y), count: number == 0 ? width : (width + 1) / 2)
                        }
                    }
                }
                #expect(next == height)
                return planes
            }
            let converted = try Self.source(size, threads: threads)
            // Another source of the same pixels, which is not recognized as one that converts colors.
            let pixels = Failing(try Self.source(size, threads: 1), before: .max)
            #expect(try planes(converted) == planes(pixels), "\(width)×\(height)")
        }
    }

    @Test func `alpha is flattened, and depth reduced, after the colors are converted`() throws {
        let size = PixelSize(width: 33, height: 20)
        let white = RGBColor.white
        for channels in [PixelLayout.Channels.grayAlpha, .rgba] {
            for depth in [PixelLayout.Depth.eight, .sixteen] {
                let layout = PixelLayout(channels, depth)
                func change(_ options: inout DecodeOptions) {
                    options.depth = .eight
                    options.alpha = .flatten(white)
                }
                let source = try Self.source(size, layout, threads: 2, change)
                #expect(source.info.layout == PixelLayout(channels.opaque, .eight))
                #expect(try Self.bytes(source) == Self.expected(size, layout, change))
                let opaque = try Self.source(size, layout, threads: 2) { $0.depth = .eight }
                #expect(opaque.info.layout == PixelLayout(channels, .eight))
            }
        }
    }

    @Test(arguments: [1, 2])
    func `an error of the receiver ends the reading`(threads: Int) throws {
        var bands = 0
        let source = try Self.source(PixelSize(width: 10, height: 5000), threads: threads)
        #expect(throws: Stop.self) {
            try source.readBands { _ in
                bands += 1
                throw Stop()
            }
        }
        #expect(bands == 1)
    }

    @Test(arguments: [1, 2])
    func `an error of the image is thrown after the rows before it`(threads: Int) throws {
        let size = PixelSize(width: 10, height: 1000)
        let base = Failing(Numbered(size, PixelLayout(.rgb), bandRows: 16), before: 500)
        let source = ColorConvertedSource(base, try Self.conversion(PixelLayout(.rgb)), threads: threads)
        var rows = 0
        #expect(throws: Stop.self) {
            try source.readBands { rows += $0.rows.count }
        }
        #expect(rows == 384, "three bands of 128 rows")
    }

    @Test func `a profile that equals sRGB costs nothing, and a kept one is reported`() throws {
        let stored = ColorConversion.Stored(PixelLayout(.rgb))
        let same = try ColorConversion(
            stored, profile: ProfileFixture.roundedSRGB.bytes, options: DecodeOptions(), file: "image")
        #expect(same.isIdentity)
        var options = DecodeOptions()
        options.keepProfile = true
        let kept = try ColorConversion(stored, profile: ProfileFixture.adobeRGB.bytes, options: options, file: "image")
        #expect(kept.isIdentity)
        #expect(kept.keptProfile == ProfileFixture.adobeRGB.bytes)
        #expect(try !Self.conversion(PixelLayout(.rgb)).isIdentity)
    }
}
