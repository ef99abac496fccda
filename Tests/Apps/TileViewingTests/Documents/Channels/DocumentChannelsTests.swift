import ChannelImages
import ImageMetadata
import Foundation
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

/// Documents that are opened by their channels.
@Suite(.timeLimited) struct DocumentChannelsTests {
    private let folder: TemporaryFolder
    private var options = DocumentOptions()

    init() throws {
        folder = try TemporaryFolder()
        options.cache.path = folder.path("cache")
    }

    /// Opens pages of a TIFF.
    private func open(_ pages: [TIFFFixture]) throws -> Document {
        // The details of a document may still be read when the next one is written.
        let name = "\(UUID().uuidString).tif"
        try folder.write(Data(TIFFFixture.encode(pages)), to: name)
        return try Document(opening: folder.path(name), options: options)
    }

    private func page(_ change: (inout TIFFFixture) -> Void = { _ in }) -> TIFFFixture {
        var page = TIFFFixture(width: 40, height: 30) { x, y, channel in UInt64(x + 5 * y + 20 * channel) }
        change(&page)
        return page
    }

    @Test func `TIFFs of several channels, of more than 8 bits or of stated stacks are opened by their channels`()
        throws
    {
        let deep = try open([page { $0.bits = 16 }])
        #expect(deep.channels?.description.channels.count == 1 && deep.state.stage == .complete)
        #expect(deep.channelRendering == deep.channels?.automatic)
        let float = try open([
            page {
                $0.bits = 32
                $0.sampleFormat = 3
                $0.sample = { x, y, _ in UInt64((Float(x) / 4 - Float(y)).bitPattern) }
            }
        ])
        #expect(float.channels?.description.sampleType == .float32)
        let several = try open([
            page {
                $0.samplesPerPixel = 4
                $0.extraSamples = [0, 0, 0]
            }
        ])
        #expect(several.channels?.description.channels.count == 4)
        #expect(several.state.metadata.samples == "4 channels, 8 bits" && several.state.metadata.channels.count == 4)
        let stack = try open(
            (0..<3).map { number in
                page { $0.tags = number == 0 ? [270: .text("ImageJ=1.53t\nimages=3\nslices=3\n")] : [:] }
            })
        #expect(stack.channels?.description.sectionCount == 3)
        #expect(stack.state.metadata.stack == "3 sections")
    }

    @Test func `pictures in shades of gray and in colors, and pages of documents, stay pictures`() throws {
        let gray = try open([page()])
        #expect(gray.channels == nil && gray.channelRendering == nil)
        let pages = try open([page { $0.tags = [270: .text("a letter")] }, page(), page()])
        #expect(pages.channels == nil)
        for bits in [8, 16] {
            let color = try open([
                page {
                    $0.bits = bits
                    $0.photometric = 2
                    $0.samplesPerPixel = 3
                }
            ])
            #expect(color.channels == nil)
        }
        let alpha = try open([
            page {
                $0.samplesPerPixel = 2
                $0.extraSamples = [2]
            }
        ])
        #expect(alpha.channels == nil)
    }

    @Test func `a further page of a file with channels is a picture`() throws {
        try folder.write(Data(TIFFFixture.encode([page { $0.bits = 16 }, page()])), to: "pages.tif")
        var second = options
        second.page = 2
        #expect(try Document(opening: folder.path("pages.tif"), options: options).channels != nil)
        #expect(try Document(opening: folder.path("pages.tif"), options: second).channels == nil)
    }

    @Test func `tiles for exports and copies have the rendering that is set, pixel for pixel`() throws {
        let image = RampChannelImage(["a", "b"])
        let document = Document(
            path: "/none/ramp", channels: DocumentChannels(image, automatic: RampChannelImage.threshold(300)),
            format: "memory")
        let finest = document.image.pyramid.finestLevel.index
        let index = TileIndex(level: finest, column: 1, row: 0)
        func check(_ threshold: Int, channel: Int, color: UInt32) throws {
            let tile = try #require(try document.source.read(index))
            let decoded = try PooledTileDecoder.shared.decode(
                tile, at: index, of: document.image.pyramid, name: "tile")
            let drawn = try #require(try document.decodedTile(index))
            var wrong = 0
            for y in 0..<128 {
                for x in 0..<128 {
                    let sample = Int(RampChannelImage.sample(128 + x, y, ChannelPlane(channel: channel)))
                    let expected: UInt32 = sample >= threshold ? color : 0xFF00_0000
                    if decoded[x, y] != expected || drawn[x, y] != expected { wrong += 1 }
                }
            }
            #expect(wrong == 0)
        }
        try check(300, channel: 0, color: 0xFFFF_FFFF)
        let earlier = document.source
        document.channelRendering = RampChannelImage.threshold(5000, channels: [1], color: .red)
        try check(5000, channel: 1, color: 0xFFFF_0000)
        // An export that runs keeps its own.
        let tile = try #require(try earlier.read(index))
        let pixels = try PooledTileDecoder.shared.decode(tile, at: index, of: document.image.pyramid, name: "tile")
        #expect(pixels[127, 127] == 0xFFFF_FFFF && pixels[0, 0] == 0xFF00_0000)
    }

    @Test func `a rendering is kept as one word, and the automatic one is not`() throws {
        let image = RampChannelImage(["DAPI", "a, b & c"])
        let document = Document(
            path: "/none/ramp", channels: DocumentChannels(image, automatic: RampChannelImage.threshold(300)),
            format: "memory")
        #expect(document.renderingLink == nil)
        let rendering = RampChannelImage.threshold(7, channels: [1, 0], color: .green)
        document.channelRendering = rendering
        let link = try #require(document.renderingLink)
        #expect(!link.contains(" ") && !link.contains("\n"))
        let channels = try #require(document.channels)
        #expect(try ChannelRendering(link: link, in: channels) == rendering)
        for wrong in ["channels=9", "chanels=1", "nonsense", "", "x=y", "channels=1&x=y", "range=5..4"] {
            #expect(throws: CodecError.self) { try ChannelRendering(link: wrong, in: channels) }
            let error = #expect(throws: CodecError.self) { try document.askedRendering(link: wrong) }
            #expect(error?.code == .invalidRequest && error?.file == "/none/ramp")
        }
        // Percentiles, and the range of a channel that is not shown, are measured only where a worker does it.
        for text in ["range=p10..p90", "channels=2"] {
            #expect(throws: UnmeasuredRange.self) { try ChannelRendering(link: text, in: channels) }
        }
        let range = try ChannelRendering.ranges([.percentiles(10, 90)], of: [1], in: image, rendering)[0]
        let layer = ChannelRendering.Layer(channel: 1, range: range, color: .green)
        #expect(
            try document.askedRendering(link: "channels=2&colors=green&range=p10..p90").mode == .composite([layer]))
    }

    @Test func `the values of a pixel are said with names and units, and no data without a number`() {
        var image = RampChannelImage(["DAPI"]).description
        image.channels[0].unit = "m"
        #expect(ChannelValue.text([ChannelValue(812, of: 0, in: image)]) == "812 m")
        #expect(ChannelValue.text([ChannelValue(-12.25, of: 0, in: image)]) == "−12.25 m")
        #expect(ChannelValue.text([ChannelValue(.nan, of: 0, in: image)]) == "no data")
        let two = RampChannelImage(["DAPI", ""]).description
        #expect(
            ChannelValue.text([ChannelValue(1, of: 0, in: two), ChannelValue(0.123_456_78, of: 1, in: two)])
                == "DAPI: 1, 2: 0.123457")
    }
}
