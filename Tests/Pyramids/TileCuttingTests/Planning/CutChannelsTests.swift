import ChannelImages
import Georeferencing
import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import TileCutting

/// Plans of images with and without many channels.
@Suite(.timeLimited) struct CutChannelsTests {
    private func plan(_ page: TIFFFixture, _ change: (inout CutOptions) -> Void = { _ in }) throws -> CutPlan {
        var options = CutOptions()
        options.format = .fixed(.png)
        change(&options)
        return try CutPlan(.bytes(page.encoded(), name: "a.tif"), options: options)
    }

    /// A page of 40×30 pixels, whose samples grow with their column, row and channel.
    private func page(_ samplesPerPixel: Int, photometric: Int = 1, extraSamples: [Int] = []) -> TIFFFixture {
        var page = TIFFFixture(width: 40, height: 30) { x, y, channel in UInt64(x + y + 50 * channel) }
        page.bits = 16
        page.samplesPerPixel = samplesPerPixel
        page.photometric = photometric
        page.extraSamples = extraSamples
        return page
    }

    @Test func `Pictures in gray and color are cut as pictures`() throws {
        let pictures = [
            page(1), page(2, extraSamples: [2]), page(3, photometric: 2),
            page(4, photometric: 2, extraSamples: [2]), page(4, photometric: 2, extraSamples: [0]),
        ]
        for picture in pictures {
            let plan = try plan(picture)
            #expect(plan.channels == nil && !plan.fingerprint.contains("\nchannels "))
            #expect(try self.plan(picture) { $0.decoding.range = .full }.channels == nil)
        }
    }

    @Test func `Channels that are not colors are rendered, and the rendering identifies the run`() throws {
        let image = page(4, extraSamples: [0, 0, 0])
        let plan = try plan(image)
        let channels = try #require(plan.channels)
        #expect(channels.rendering.channels == [0, 1, 2, 3] && plan.image.layout.channels == .rgb)
        #expect(plan.decoding.rendering == channels.rendering)
        #expect(plan.fingerprint.contains("\nchannels composite 0:"))
        #expect(plan.shardFingerprint.contains("\nchannels composite 0:"))
        /// The line about channels, because other lines identify the file.
        func line(_ plan: CutPlan) -> Substring? {
            plan.fingerprint.split(separator: "\n").first { $0.hasPrefix("channels ") }
        }
        let again = try self.plan(image)
        #expect(line(plan) != nil && line(again) == line(plan))
        let others: [(inout CutOptions) -> Void] = [
            { $0.channels.ranges = [.percentiles(2, 98)] }, { $0.channels.gamma = 0.5 },
            { $0.channels.mode = .colors([ChannelReference("2")]) },
        ]
        for change in others {
            let other = try self.plan(image, change)
            #expect(line(other) != line(plan))
        }
    }

    @Test func `Alpha and masks beside channels say which pixels are visible`() throws {
        var image = page(5, extraSamples: [0, 0, 0, 2])
        image.sample = { x, _, channel in channel < 4 ? 1000 : x < 20 ? 0 : 65535 }
        func pixels(_ pages: [TIFFFixture]) throws -> DecodedImage {
            var options = CutOptions()
            options.format = .fixed(.png)
            options.channels.ranges = [.values(0, 1000)]
            return try DecodedImage(
                CutPlan(.bytes(TIFFFixture.encode(pages), name: "a.tif"), options: options).openSource())
        }
        var mask = TIFFFixture(width: 40, height: 30) { x, _, _ in x < 20 ? 0 : 1 }
        mask.bits = 1
        mask.photometric = 4
        mask.tags[254] = .longs([4])
        var masked = page(4, extraSamples: [0, 0, 0])
        masked.sample = { _, _, _ in 1000 }
        for found in [try pixels([image]), try pixels([masked, mask])] {
            #expect(found.info.layout.channels == .rgba)
            #expect(found.pixel(19, 5)[3] == 0 && found.pixel(20, 5) == [255, 255, 255, 255])
        }
    }

    @Test func `A picture has channels where they are asked for`() throws {
        let plan = try plan(page(3, photometric: 2)) { $0.channels.mode = .colors([ChannelReference("2")]) }
        #expect(plan.channels?.rendering.channels == [1] && plan.image.layout.channels == .gray)
    }

    @Test func `Tiles of channels are not passed through, and the reason says why`() throws {
        var image = page(4, extraSamples: [0, 0, 0])
        image.tile = (64, 64)
        let plan = try plan(image)
        let store = MemoryTileStore(pyramid: plan.pyramid)
        let inputs = try CutInputs(plan.configuration, source: plan.openSource(), into: store)
        #expect(inputs.passthroughBlocker == "the channels that it stores become colors only when they are decoded")
    }

    @Test func `Elevations in colors need PNG, and 8 bits`() {
        var options = CutOptions()
        options.channels.mode = .terrain(nil, .mapbox)
        for format in [CutOptions.Format.fixed(.jpeg), .fixed(.webp), .automatic, .mixed] {
            options.format = format
            #expect(throws: CuttingError.self) { try options.validate() }
        }
        options.format = .fixed(.png)
        #expect(throws: Never.self) { try options.validate() }
        options.decoding.depth = .sixteen
        #expect(throws: CuttingError.self) { try options.validate() }
    }

    @Test func `Elevations in colors hold numbers`() throws {
        let plan = try plan(page(1)) { $0.channels.mode = .terrain(nil, .mapbox) }
        #expect(plan.image.holdsNumbers && plan.configuration.holdsNumbers)
    }

    @Test func `A pixel on the ground has its size in meters`() throws {
        var image = page(1)
        // A hundredth of a degree at the equator, and half as wide at 60 degrees.
        for (latitude, width) in [(0.15, 1113.2), (60.15, 558.0)] {
            image.tags = [
                33550: .doubles([0.01, 0.01, 0]), 33922: .doubles([0, 0, 0, 15, latitude, 0]),
                34735: .shorts([1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326]),
            ]
            let plan = try plan(image) { $0.channels.mode = .hillshade(nil, Hillshade()) }
            guard case .hillshade(_, let light)? = plan.channels?.rendering.mode else {
                Issue.record("no hillshade")
                return
            }
            #expect(abs(light.pixelWidth - width) < 0.5)
            #expect((1105...1116).contains(light.pixelHeight))
        }
    }

    @Test func `A pixel of arrays has the size that their place states`() throws {
        let image = try #require(try openChannelImage(.bytes(page(1).encoded(), name: "a"), options: DecodeOptions()))
        let place = RasterGeoreference(
            crs: "EPSG:3857", transform: Geotransform(origin: (0, 100), column: (10, 0), row: (0, -20)))
        var options = CutOptions()
        options.format = .fixed(.png)
        options.channels.mode = .hillshade(nil, Hillshade())
        func light(_ place: RasterGeoreference?) throws -> Hillshade? {
            let input = ChannelImageInput(image, name: "a", container: "arrays", identity: "", georeference: place)
            let plan = try CutPlan(input, options: options)
            let isWarned = plan.warnings.contains {
                $0.hasPrefix("the size of its pixels on the ground is not known: ")
            }
            #expect(isWarned == (place == nil))
            guard case .hillshade(_, let light)? = plan.channels?.rendering.mode else { return nil }
            return light
        }
        let found = try #require(try light(place))
        #expect(abs(found.pixelWidth - 10) < 0.1 && abs(found.pixelHeight - 20) < 0.2)
        #expect(try light(nil) == Hillshade())
    }
}
