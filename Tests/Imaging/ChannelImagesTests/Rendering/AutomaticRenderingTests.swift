import ChannelImages
import ImageMetadata
import TestLimits
import Testing
import TilePyramid

@Suite(.timeLimited) struct AutomaticRenderingTests {
    /// An image of channels, whose samples are multiples of 0...99: 1 times in the first channel, 2 times in the second.
    private func image(
        _ channels: [ChannelDescription], type: SampleType = .uint16, isColorPicture: Bool = false
    ) -> MemoryChannelImage {
        var description = ChannelImageDescription(
            levels: [PixelSize(width: 10, height: 10)], sampleType: type, channels: channels)
        description.isColorPicture = isColorPicture
        let block = PixelSize(width: 4, height: 4)
        var planes: [ChannelPlane: [UInt16]] = [:]
        for index in channels.indices {
            planes[ChannelPlane(channel: index)] = (0..<100).map { UInt16($0 * (index + 1)) }
        }
        guard type == .uint8 else { return MemoryChannelImage(description, block: block, planes: planes) }
        let bytes = planes.mapValues { $0.map { UInt8(truncatingIfNeeded: $0) } }
        return MemoryChannelImage(description, block: block, planes: bytes)
    }

    private func summary(_ image: MemoryChannelImage) throws -> String {
        try ChannelRendering.automatic(for: image).summary(of: image.description)
    }

    private func named(_ names: [String?]) -> [ChannelDescription] { names.map { ChannelDescription(name: $0) } }

    @Test func `stains have their colors, and ranges of the file or of percentiles`() throws {
        var channels = named(["DAPI", "Alexa Fluor 488", "mCherry", "Cy5", "Cy5.5"])
        channels[0].displayRange = 102...3811
        #expect(
            try summary(image(channels)) == "channels DAPI (blue, 102…3811), Alexa Fluor 488 (green, 0…198), "
                + "mCherry (red, 0…297), Cy5 (magenta, 0…396), Cy5.5 (cyan, 0…495)")
    }

    @Test func `wavelengths say colors where names do not, and colors of the file come first`() throws {
        var channels = named(["a", "b", "c"])
        channels[0].wavelength = 461
        channels[1].wavelength = 519
        channels[2].color = .yellow
        #expect(
            try summary(image(channels))
                == "channels a (blue, 0.1…98.9), b (green, 0…198), c (yellow, 0…297)")
    }

    @Test func `one color of all channels is not a color, and channels without one get a free one`() throws {
        var channels = named([nil, nil])
        channels[0].color = .white
        channels[1].color = .white
        #expect(try summary(image(channels)) == "channels 1 (magenta, 0.1…98.9), 2 (green, 0…198)")
        #expect(
            try summary(image(named(["DAPI", "marker", "other"])))
                == "channels DAPI (blue, 0.1…98.9), marker (red, 0…198), other (green, 0…297)")
    }

    @Test func `channels are shown if the file shows them and they are not transmitted light, six at first`() throws {
        var channels = named(["DAPI", "Brightfield", "FITC"])
        #expect(try summary(image(channels)) == "channels DAPI (blue, 0.1…98.9), FITC (green, 0…297)")
        channels[0].isVisible = false
        #expect(try summary(image(channels)) == "channel FITC (gray, 0…297)")
        let many = try ChannelRendering.automatic(for: image(named((1...9).map { "marker \($0)" })))
        #expect(many.channels == [0, 1, 2, 3, 4, 5])
    }

    @Test func `of more than six bands without names the first three are red, green and blue`() throws {
        let unnamed = image(named(Array(repeating: nil, count: 7)))
        #expect(try summary(unnamed) == "channels 1 (red, 0.1…98.9), 2 (green, 0…198), 3 (blue, 0…297)")
        let few = try ChannelRendering.automatic(for: image(named(Array(repeating: nil, count: 6))))
        #expect(few.channels == [0, 1, 2, 3, 4, 5])
        let partlyNamed = try ChannelRendering.automatic(for: image(named(["DAPI"] + Array(repeating: nil, count: 6))))
        #expect(partlyNamed.channels == [0, 1, 2, 3, 4, 5])
    }

    @Test func `a scene of bands is in its true colors, with a common range`() throws {
        let sentinel = named(["B02", "B03", "B04", "B08"])
        #expect(
            try summary(image(sentinel))
                == "channels B04 (red, 2…291), B03 (green, 2…291), B02 (blue, 2…291)")
        let gdal = named(["B5 red edge", "B4, central wavelength 665 nm", "B3, 560 nm", "B2, 490 nm"])
        #expect(try ChannelRendering.automatic(for: image(gdal)).channels == [1, 2, 3])
        let words = named(["Coastal", "blue", "Green", "Red Edge 1", "RED", "NIR"])
        #expect(try ChannelRendering.automatic(for: image(words)).channels == [4, 2, 1])
        var spectrum = named(Array(repeating: nil, count: 30))
        for index in spectrum.indices { spectrum[index].wavelength = 400 + 20 * Double(index) }
        #expect(try ChannelRendering.automatic(for: image(spectrum)).channels == [13, 8, 4])
    }

    @Test func `a color picture has the full range of its bits`() throws {
        let picture = image(named([nil, nil, nil, "alpha"]), type: .uint8, isColorPicture: true)
        #expect(try summary(picture) == "channels 1 (red, 0…255), 2 (green, 0…255), 3 (blue, 0…255)")
        #expect(picture.rects(of: ChannelPlane()).isEmpty)
    }

    @Test func `one channel is gray, or of its colors, and an elevation has its whole range`() throws {
        #expect(try summary(image(named([nil]))) == "channel 1 (gray, 0.1…98.9)")
        var channel = ChannelDescription(name: "Height")
        #expect(try summary(image([channel])) == "channel Height (gray, 0…99)")
        channel.displayRange = 5...50
        channel.colormap = .terrain
        #expect(try summary(image([channel])) == "channel Height (terrain, 5…50)")
        channel.colormap = nil
        channel.color = .green
        #expect(try summary(image([channel])) == "channel Height (green, 5…50)")
    }

    @Test func `channels that are asked for have rules of their own`() throws {
        let scene = image(named(["B02", "B03", "B04", "B08"]))
        let rendering = try ChannelRendering.composite(
            [3, 2, 1], ranges: [.values(0, 10), .percentiles(0, 100)], of: scene)
        #expect(
            rendering.summary(of: scene.description)
                == "channels B08 (red, 0…10), B04 (green, 0…297), B03 (blue, 0…198)")
        let colors = try ChannelRendering.composite([3, 2, 1], of: scene)
        #expect(
            colors.summary(of: scene.description) == "channels B08 (red, 4…388), B04 (green, 4…388), B03 (blue, 4…388)")
        let stains = image(named(["DAPI", "FITC"]))
        let pair = try ChannelRendering.composite([1, 0], colors: [.cyan], of: stains)
        #expect(pair.summary(of: stains.description) == "channels FITC (cyan, 0…198), DAPI (gray, 0.1…98.9)")
    }

    @Test func `a summary says everything in one line without control characters`() {
        var description = ChannelImageDescription(
            levels: [PixelSize(width: 1, height: 1)], sampleType: .float32,
            channels: [ChannelDescription(name: "a\u{1B}[2J\n")])
        var layer = ChannelRendering.Layer(
            channel: 0, range: 0.0012345...0.0056, color: ChannelColor(red: 1, green: 2, blue: 255))
        layer.gamma = 0.5
        #expect(
            ChannelRendering(.composite([layer])).summary(of: description)
                == "channel a\\u{1B}[2J\\n (#0102ff, 0.00123…0.0056 gamma 0.5)")
        description.sectionCount = 7
        description.timeCount = 3
        var rendering = ChannelRendering(.terrain(channel: 0, .mapbox))
        rendering.section = 2
        #expect(
            rendering.summary(of: description)
                == "elevations of channel a\\u{1B}[2J\\n as Mapbox Terrain-RGB, section 3 of 7, time 1 of 3")
    }

    @Test func `a rendering that the image cannot have is an error`() {
        let description = ChannelImageDescription(
            levels: [PixelSize(width: 1, height: 1)], sampleType: .uint8, channels: [ChannelDescription()])
        let rendering = ChannelRendering(.hillshade(channel: 1, Hillshade()))
        let error = #expect(throws: CodecError.self) { try rendering.check(description, file: "a.tif") }
        #expect(
            error?.description
                == "a.tif: the image has one channel, and channel 2 is wanted. Choose one of 1 to 1.")
        var later = ChannelRendering(.terrain(channel: 0, .mapbox))
        later.time = -1
        #expect(throws: CodecError.self) { try later.check(description, file: "a.tif") }
        #expect(throws: CodecError.self) {
            try ChannelRendering(.composite([])).check(description, level: 1, file: "a.tif")
        }
    }
}
