import ChannelImages
import Concurrency
import Glibc
import ImageMetadata
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import ImageCodecs

@Suite(.timeLimited) struct `Channels from decoder processes` {
    /// Options with limits that do not bind the test's own process, which plays the decoder.
    private var options: DecodeOptions {
        var options = DecodeOptions()
        options.limits.memory = .max
        options.limits.seconds = .max
        return options
    }

    private func isolated(
        _ bytes: [UInt8], isStoredOnly: Bool = false, _ start: IsolatedChannelImage.Start? = nil
    ) throws -> IsolatedChannelImage? {
        try IsolatedChannelImage(
            .bytes(bytes, name: "image"), options: options, isStoredOnly: isStoredOnly,
            start: start ?? { _ in FakeDecoder.start { channel in DecoderServer(channel).run() } })
    }

    /// Five bands of 16 bits, the last of which is alpha, in tiles.
    private static var bands: TIFFFixture {
        var page = TIFFFixture(width: 50, height: 37) { x, y, band in UInt64(x * 700 + y * 13 + band * 1000) }
        page.bits = 16
        page.samplesPerPixel = 5
        page.extraSamples = [0, 0, 0, 2]
        page.tile = (16, 16)
        page.tags[42113] = .text("7")
        page.tags[42112] = .text(
            #"<GDALMetadata><Item name="DESCRIPTION" sample="1" role="description">NIR</Item></GDALMetadata>"#)
        return page
    }

    @Test func `Samples and alpha are those that this process reads`() throws {
        let bytes = Self.bands.encoded()
        let direct = try #require(try openChannelImage(.bytes(bytes, name: "image"), options: options))
        let image = try #require(try isolated(bytes, isStoredOnly: true))
        #expect(image.description == direct.description && image.description.channels.count == 4)
        #expect(image.hasInterleavedChannels == direct.hasInterleavedChannels)
        #expect(!image.isDecodedAsWhole && !direct.isDecodedAsWhole)
        #expect(image.blockSize(ofLevel: 0) == direct.blockSize(ofLevel: 0))
        #expect(image.alphaMeaning(ofLevel: 0) == .opacity)
        #expect(try image.alpha() == direct.alpha())
        for channel in 0..<4 {
            let plane = ChannelPlane(channel: channel)
            #expect(try image.bytes(plane) == direct.bytes(plane))
            let rect = PixelRect(x: 13, y: 15, width: 20, height: 9)
            #expect(try image.bytes(plane, rect) == direct.bytes(plane, rect))
        }
    }

    @Test func `A rendering has the same pixels`() throws {
        let bytes = Self.bands.encoded()
        let direct = try #require(try openChannelImage(.bytes(bytes, name: "image"), options: options))
        let image = try #require(try isolated(bytes))
        let rendering = try ChannelRendering.automatic(for: direct)
        #expect(try ChannelRendering.automatic(for: image) == rendering)
        let pixels = try [direct, image].map {
            try DecodedImage(ChannelImageSource($0, rendering, file: "image", container: "TIFF")).samples
        }
        #expect(pixels[0] == pixels[1] && !pixels[0].isEmpty)
    }

    @Test func `Images of other formats are decoded by the process, unless only stored samples are wanted`() throws {
        var fixture = PNGFixture(width: 30, height: 11) { x, y, channel in x * 500 + y * 7 + channel }
        fixture.bits = 16
        fixture.colorType = 2
        let bytes = fixture.encoded()
        #expect(try isolated(bytes, isStoredOnly: true) == nil)
        let image = try #require(try isolated(bytes))
        #expect(image.description.sampleType == .uint16 && image.description.isColorPicture)
        #expect(image.isDecodedAsWhole)
        #expect(
            try image.samples(UInt16.self, ChannelPlane(channel: 2), PixelRect(x: 4, y: 9, width: 2, height: 2))
                == [2065, 2565, 2072, 2572])
        let svg = #"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="4" height="4"/></svg>"#
        #expect(try isolated(Array(svg.utf8)) == nil)
        #expect(throws: CodecError.self) { try isolated([1, 2, 3]) }
    }

    @Test func `Damage is an error, after which the same process reads what is left`() throws {
        let starts = Locked(0)
        var page = Self.bands
        page.tile = nil
        page.rowsPerStrip = 8
        page.isDirectoryFirst = true
        let image = try #require(
            try isolated(page.encoded().dropLast(100)) { _ in
                starts.withLock { $0 += 1 }
                return FakeDecoder.start { channel in DecoderServer(channel).run() }
            })
        for _ in 0..<2 {
            let error = #expect(throws: CodecError.self) { try image.bytes() }
            #expect(error?.code == .truncated && error?.file == "image")
        }
        #expect(
            try image.samples(UInt16.self, ChannelPlane(), PixelRect(x: 0, y: 1, width: 3, height: 1)) == [
                13, 713, 1413,
            ])
        #expect(starts.withLock { $0 } == 1)
    }

    @Test func `A process that ends is not started again`() throws {
        let starts = Locked(0)
        let header = try #require(try isolated(Self.bands.encoded()).map { ChannelHeader($0) })
        let image = try #require(
            try isolated(Self.bands.encoded()) { _ in
                starts.withLock { $0 += 1 }
                return FakeDecoder.start(exit: .signaled(SIGSEGV)) { channel in
                    try? channel.receiveRequest()
                    for _ in 0..<DecoderFile.temporaryFileLimit {
                        if let file = try? channel.receiveDescriptor() { close(file) }
                    }
                    try? channel.send(.channelHeader, header.message)
                    _ = try? channel.receive()
                }
            })
        for _ in 0..<2 {
            let error = #expect(throws: CodecError.self) { try image.bytes() }
            #expect(error?.code == .damaged && error?.message.hasPrefix("the decoder crashed") == true)
        }
        #expect(starts.withLock { $0 } == 1)
    }

    // MARK: Messages

    private static let header: ChannelHeader = {
        var channel = ChannelDescription(name: "Cy5 ü")
        channel.unit = "m"
        channel.wavelength = 670.5
        channel.nodata = NodataValue("nan")
        channel.displayRange = -1.5...7
        channel.color = ChannelColor(red: 1, green: 2, blue: 3)
        channel.colormap = .standard.first
        channel.isVisible = false
        channel.scale = 0.1
        channel.offset = -2
        var description = ChannelImageDescription(
            levels: [PixelSize(width: 9, height: 8), PixelSize(width: 4, height: 4)], sampleType: .int16,
            channels: [channel, ChannelDescription()])
        description.significantBits = 12
        description.sectionCount = 5
        description.timeCount = 7
        description.pixelSpacing = ChannelImageDescription.PixelSpacing(x: 0.5, y: 0.25, z: 2)
        description.isColorPicture = true
        return ChannelHeader(
            description: description, hasInterleavedChannels: true, isDecodedWhole: true, isDecodedAsWhole: true,
            levels: [
                ChannelHeader.Level(blockSize: PixelSize(width: 3, height: 2), alphaMeaning: .validity),
                ChannelHeader.Level(blockSize: PixelSize(width: 4, height: 1), alphaMeaning: nil),
            ])
    }()

    @Test func `Messages arrive as they were sent, and are malformed where they are cut short`() throws {
        #expect(try ChannelHeader(Self.header.message) == Self.header)
        var plane = ChannelPlane(level: 1, channel: 2)
        plane.section = 3
        plane.time = 4
        let samples = SampleRequest(
            PixelRect(x: 1, y: 2, width: 3, height: 4), of: plane, isAlpha: true,
            budget: DecoderBudget(memory: 5, seconds: 6))
        #expect(try SampleRequest(samples.message) == samples)
        let request = ChannelRequest(
            DecoderRequest(options: DecodeOptions(), budget: DecoderBudget(memory: 1, seconds: 2)), isStoredOnly: true)
        #expect(try ChannelRequest(request.message) == request)
        for count in 0..<Self.header.message.count {
            #expect(throws: MessageReader.Malformed.self) {
                try ChannelHeader(Array(Self.header.message.prefix(count)))
            }
        }
        for count in 0..<samples.message.count {
            #expect(throws: MessageReader.Malformed.self) { try SampleRequest(Array(samples.message.prefix(count))) }
        }
    }
}
