import ImageMetadata
import TestLimits
import Testing
import TilePyramid

@testable import ChannelImages

@Suite(.timeLimited) struct `The text form of a rendering` {
    private typealias Items = [(name: String, value: String)]

    private func description(_ names: [String?], sections: Int = 1, times: Int = 1) -> ChannelImageDescription {
        var description = ChannelImageDescription(
            levels: [PixelSize(width: 8, height: 2)], sampleType: .uint16,
            channels: names.map { ChannelDescription(name: $0) })
        description.sectionCount = sections
        description.timeCount = times
        return description
    }

    private var slide: ChannelImageDescription { description(["DAPI", "FITC", nil], sections: 5, times: 2) }

    private func layer(
        _ channel: Int, _ range: ClosedRange<Double>, _ color: ChannelColor, gamma: Double = 1
    ) -> ChannelRendering.Layer {
        var layer = ChannelRendering.Layer(channel: channel, range: range, color: color)
        layer.gamma = gamma
        return layer
    }

    private var automatic: ChannelRendering {
        ChannelRendering(.composite([layer(0, 10...100, .blue), layer(1, 20...200, .green)]))
    }

    private func text(_ items: Items) -> String { items.map { "\($0.name)=\($0.value)" }.joined(separator: "&") }

    /// The items of a text without escapes and without "&" in values.
    private func items(_ text: String) -> Items {
        text.split(separator: "&").map { part in
            let name = part.prefix { $0 != "=" }
            return (String(name), String(part.dropFirst(name.count + 1)))
        }
    }

    private func read(
        _ text: String, of description: ChannelImageDescription? = nil, _ automatic: ChannelRendering? = nil
    ) throws -> ChannelRendering {
        try ChannelRendering(
            queryItems: items(text), of: description ?? slide, automatic: automatic ?? self.automatic)
    }

    private func message(_ text: String, of description: ChannelImageDescription? = nil) -> String? {
        do {
            _ = try read(text, of: description)
            return nil
        } catch let error as CodecError {
            return error.message
        } catch {
            return "\(error)"
        }
    }

    @Test func `Every mode is read as it was written`() throws {
        var light = Hillshade()
        light.azimuth = -22.5
        light.altitude = 30
        light.exaggeration = 0.1
        light.pixelWidth = 30
        light.pixelHeight = 1e-9
        let orange = ChannelColor(red: 1, green: 35, blue: 255)
        let modes: [(ChannelRendering.Mode, String)] = [
            (.composite([]), "channels="),
            (.composite([layer(0, 0...4000, .white)]), "channels=1&colors=ffffff&range=0..4000"),
            (
                .composite([layer(2, -1.5...1e20, orange, gamma: 0.5), layer(0, 7...7, .red)]),
                "channels=3,1&colors=0123ff,ff0000&range=-1.5..1e20,7..7&gamma=0.5,1"
            ),
            (
                .composite([layer(0, 0...1, .red, gamma: 2), layer(1, 0...0.1, .red, gamma: 2)]),
                "channels=1,2&colors=ff0000,ff0000&range=0..1,0..0.1&gamma=2"
            ),
            (.colormap(layer(1, 1e-7...5, .white), .viridis), "channel=2&colormap=viridis&range=1e-07..5"),
            (.hillshade(channel: 2, Hillshade()), "channel=3&hillshade="),
            (
                .hillshade(channel: 0, light),
                "channel=1&hillshade=&azimuth=-22.5&altitude=30&exaggeration=0.1&pixel=30,1e-09"
            ),
            (.terrain(channel: 0, .mapbox), "channel=1&terrain-rgb=mapbox"),
            (.terrain(channel: 1, .terrarium), "channel=2&terrain-rgb=terrarium"),
        ]
        for (mode, expected) in modes {
            var rendering = ChannelRendering(mode)
            rendering.section = 4
            rendering.time = 1
            let written = rendering.queryItems(of: slide)
            #expect(text(written) == "\(expected)&section=5&time=2")
            let found = try ChannelRendering(queryItems: written, of: slide, automatic: automatic)
            guard case .colormap(let layer, let colormap) = found.mode, case .colormap(let other, _) = mode else {
                #expect(found == rendering)
                continue
            }
            // The color of a layer with a colormap is not used.
            #expect(layer.channel == other.channel && layer.range == other.range && colormap == .viridis)
        }
    }

    @Test func `Sections and times are written where there are several`() {
        let one = description(["a"])
        #expect(text(ChannelRendering(.composite([])).queryItems(of: one)) == "channels=")
        #expect(text(ChannelRendering(.composite([])).queryItems(of: slide)) == "channels=&section=1&time=1")
    }

    @Test func `A colormap of the file is that of its channel`() throws {
        var description = description(["a", "b"])
        let own = Colormap(name: "own", colors: Array(repeating: .violet, count: 256))
        description.channels[1].colormap = own
        let rendering = ChannelRendering(.colormap(layer(1, 0...3, .white, gamma: 0.5), own))
        let written = rendering.queryItems(of: description)
        #expect(text(written) == "channel=2&range=0..3&gamma=0.5")
        #expect(
            try ChannelRendering(queryItems: written, of: description, automatic: automatic) == rendering)
        // Shades of the layer's color take the place of one that has no text form.
        let other = ChannelRendering(.colormap(layer(0, 0...3, .cyan), own))
        #expect(text(other.queryItems(of: description)) == "channels=1&colors=00ffff&range=0..3")
        // A name is not enough.
        let misnamed = Colormap(name: "viridis", colors: own.colors)
        #expect(
            text(ChannelRendering(.colormap(layer(0, 0...3, .cyan), misnamed)).queryItems(of: description))
                == "channels=1&colors=00ffff&range=0..3")
    }

    @Test func `What no item states is automatic`() throws {
        #expect(try read("") == automatic)
        #expect(try read("v=7&theme=dark") == automatic)
        #expect(
            try read("range=5..6&gamma=2").mode
                == .composite([layer(0, 5...6, .blue, gamma: 2), layer(1, 5...6, .green, gamma: 2)]))
        #expect(
            try read("range=5..6,auto").mode == .composite([layer(0, 5...6, .blue), layer(1, 20...200, .green)]))
        #expect(try read("channels=FITC").mode == .composite([layer(1, 20...200, .white)]))
        #expect(
            try read("channels=FITC,1&colors=red,00FF00").mode
                == .composite([layer(1, 20...200, .red), layer(0, 10...100, .green)]))
        #expect(
            try read("channels=3&range=full&colors=white").mode == .composite([layer(2, 0...65535, .white)]))
        #expect(
            try read("composite=2,1").mode == .composite([layer(1, 20...200, .green), layer(0, 10...100, .blue)]))
        #expect(try read("composite=&channels=2,1") == read("composite=2,1"))
        #expect(try read("terrain-rgb=&channel=dapi").mode == .terrain(channel: 0, .mapbox))
        var later = automatic
        later.section = 3
        #expect(try read("time=2", of: slide, later).section == 3)
        #expect(try read("time=2", of: slide, later).time == 1)
        #expect(try read("section=2", of: slide, later).section == 1)
    }

    @Test func `Three bands keep the common range that the automatic rendering has`() throws {
        let scene = description(["B02", "B03", "B04", "B08"])
        let bands = ChannelRendering(
            .composite([layer(2, 1...9, .red), layer(1, 1...9, .green), layer(0, 1...9, .blue)]))
        #expect(try read("channels=3,2,1", of: scene, bands) == bands)
        // The range of the fourth one is not known.
        #expect(throws: CodecError.self) { try read("channels=4,3,2", of: scene, bands) }
    }

    @Test(arguments: [
        ["red, far", "50%", "100%25"], ["2", "1", nil], [nil, "1", "#1"], ["a", "a", "A"], ["#2", "2", "\""],
    ])
    func `Channels of any name are found again`(names: [String?]) throws {
        let description = description(names)
        for channel in 0..<3 {
            let rendering = ChannelRendering(.composite([layer(channel, 0...1, .red)]))
            let written = rendering.queryItems(of: description)
            #expect(
                try ChannelRendering(queryItems: written, of: description, automatic: automatic) == rendering)
        }
    }

    @Test func `Names with commas are in quotation marks, and percent signs are as they are`() throws {
        let description = description(["red, far", "50%", "say \"so\"", "100%25"])
        let range = "&range=0..1&colors="
        func channels(_ list: String, _ colors: String) throws -> [Int] {
            try read("channels=\(list)\(range)\(colors)", of: description).channels
        }
        #expect(try channels("\"red, far\",50%", "red,red") == [0, 1])
        #expect(try channels("\"say \"\"so\"\"\", 100%25", "red,red") == [2, 3])
        #expect(try channels("say \"so\",\"RED, FAR\" ,#4", "red,red,red") == [2, 0, 3])
        #expect(["\"a", "\"a\"b", "\"\"", "a,\"", "\""].allSatisfy { ChannelReference.list($0) == nil })
    }

    @Test func `What is not there is answered with what there is`() {
        let list = "it has the channels 1 DAPI, 2 FITC, 3"
        #expect(message("channels=NIR") == "there is no channel NIR; \(list).")
        #expect(message("channels=4") == "there is no channel 4; \(list).")
        #expect(message("colormap=viridis") == "a colormap shows one channel, and \(list). Name the channel.")
        #expect(
            message("channel=1&colormap=jet")
                == "colormap takes one of gray, viridis, magma, inferno, plasma, cividis, turbo, terrain, coolwarm.")
        #expect(message("channel=1&terrain-rgb=x") == "terrain-rgb takes one of mapbox, terrarium.")
        #expect(message("section=6") == "it has 5 optical sections; there is no optical section 6.")
        #expect(message("time=0") == "time takes a whole number from 1.")
        #expect(
            message("range=0..1,0..1,0..1") == "3 ranges are given for 2 channels. Give one for all, or one for each.")
        #expect(
            message("gamma=1,1,1") == "3 exponents (gamma) are given for 2 channels. Give one for all, or one for each."
        )
        #expect(message("channels=1,2&colors=red") == "one color is given for 2 channels. Give one for each.")
        #expect(
            message("range=p2..p98")?.hasPrefix("the range of DAPI, FITC is not known without its samples.") == true)
        #expect(message("channels=1,2")?.hasPrefix("channels takes one channel for gray, or three") == true)
        // A name that is not there is the fault, whatever the number of names is.
        #expect(message("channels=DAPI,GFP") == "there is no channel GFP; \(list).")
    }

    @Test(arguments: [
        ("chanels", "channels"), ("Channels", "channels"), ("channles", "channels"), ("chanel", "channel"),
        ("colrs", "colors"), ("colormaps", "colormap"), ("ranges", "range"), ("hilshade", "hillshade"),
        ("TIME", "time"), ("terrain-rgp", "terrain-rgb"),
    ])
    func `A misspelled name is named with the right one`(word: String, name: String) {
        #expect(message("\(word)=1") == "there is nothing named \(word) to choose. Write \(name), or leave it out.")
        #expect(ChannelSelection.isStated(in: [(word, "")]))
    }

    @Test(arguments: [
        "", "v", "page", "orange", "tile", "times", "latitude", "session", "signature", "expires", "format", "token",
    ])
    func `Words that are near no name are left out`(word: String) throws {
        #expect(!ChannelSelection.isStated(in: [(word, "1")]))
        #expect(try ChannelRendering(queryItems: [(word, "1")], of: slide, automatic: automatic) == automatic)
    }

    @Test(arguments: [
        "nan", "inf", "-inf", "0..nan", "-inf..inf", "5..1", "0...5", "0..1..2", "..", "1..", "", "0..1,",
    ])
    func `Ranges are finite numbers that ascend`(text: String) {
        #expect(message("range=\(text)")?.hasPrefix("range takes auto, file, full, percentiles") == true)
    }

    @Test(arguments: ["nan", "inf", "0", "0.04", "20.5", "", "1,", "1,,2", "one"])
    func `Exponents are numbers within limits`(text: String) {
        #expect(message("gamma=\(text)")?.hasPrefix("gamma takes a number from 0.05 to 20") == true)
    }

    @Test(
        arguments: [
            "hillshade=&channel=1&azimuth=nan", "hillshade=&channel=1&altitude=91", "azimuth=3",
            "hillshade=&channel=1&exaggeration=0", "hillshade=&channel=1&pixel=1", "hillshade=&channel=1&pixel=0,1",
            "hillshade=1&channel=1", "hillshade=&channel=1&range=0..1", "hillshade=&terrain-rgb=",
            "colormap=gray&composite=",
            "channels=1&channel=1", "channels=1&channels=1", "composite=1&channel=2", "channel=1&terrain-rgb=&gamma=2",
            "channel=1&colormap=gray&colors=red", "channels=&colormap=gray", "channels=1&colors=purple",
        ])
    func `What does not fit together is refused`(text: String) {
        #expect(message(text) != nil)
    }

    @Test func `Numbers that cannot be asked for are clipped when written`() {
        let limit = Double.greatestFiniteMagnitude
        var light = Hillshade()
        light.azimuth = .nan
        light.altitude = .infinity
        light.exaggeration = 0
        #expect(
            text(ChannelRendering(.hillshade(channel: 0, light)).queryItems(of: description(["a"])))
                == "channel=1&hillshade=&azimuth=315&altitude=90&exaggeration=1e-06")
        let infinite = ChannelRendering(
            .composite([
                layer(0, -.infinity ... .infinity, .red, gamma: .nan), layer(0, 0...1, .red, gamma: .infinity),
            ]))
        let digits = "\(limit)".filter { $0 != "+" }
        #expect(
            text(infinite.queryItems(of: description(["a"])))
                == "channels=1,1&colors=ff0000,ff0000&range=-\(digits)..\(digits),0..1&gamma=1,20")
    }

    @Test func `Lists end at the limit of channels, and texts at theirs`() throws {
        let most = ChannelImageDescription.channelLimit
        let all = description((0..<most).map { "c\($0)" })
        let rendering = ChannelRendering(
            .composite((0..<most).map { layer($0, 0.1...Double($0 + 1), .violet, gamma: 0.5 + Double($0) / 1024) }))
        let written = rendering.queryItems(of: all)
        #expect(try ChannelRendering(queryItems: written, of: all, automatic: automatic) == rendering)
        let many = Array(repeating: "1", count: 10_000)
        let numbers = many.joined(separator: ",")
        #expect(message("channels=\(numbers)&colors=red") == message("channels=,"))
        #expect(message("gamma=\(numbers)") == message("gamma=0"))
        #expect(message("colors=\(numbers)") == message("colors=1"))
        #expect(message("range=\(many.map { _ in "0..1" }.joined(separator: ","))") == message("range=1"))
        #expect(
            message("channels=\(String(repeating: "x", count: ChannelSelection.queryTextLimit + 1))")
                == "the rendering has more than 65536 bytes. Show fewer channels.")
    }
}
