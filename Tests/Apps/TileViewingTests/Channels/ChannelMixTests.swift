import ChannelImages
import TestLimits
import Testing

@testable import TileViewing

/// The choice of channels, colors and ranges.
@Suite(.timeLimited) struct ChannelMixTests {
    private func layers(_ mix: ChannelMix) -> [ChannelRendering.Layer] {
        if case .composite(let layers) = mix.rendering.mode { layers } else { [] }
    }

    @Test(arguments: [[0, 1], [2, 0], [1], [], [2, 1, 0]])
    func `at first it is the automatic rendering, in its order`(shown: [Int]) {
        let mix = ChannelFixture.mix(shown: shown)
        #expect(mix.rendering == mix.automatic && mix.shown == shown)
        #expect((0..<3).map { mix.isShown($0) } == (0..<3).map { shown.contains($0) })
    }

    @Test func `a channel that is switched on follows those that were mixed first`() {
        var mix = ChannelFixture.mix(shown: [2, 0])
        mix.toggle(1)
        #expect(mix.shown == [2, 0, 1])
        mix.toggle(2)
        #expect(mix.shown == [0, 1])
        mix.toggle(2)
        #expect(mix.shown == [2, 0, 1])
        for channel in 0..<3 { mix.toggle(channel) }
        #expect(mix.rendering.mode == .composite([]))
    }

    @Test func `channels that are hidden at first have the colors and the range that the file suggests`() {
        var description = ChannelFixture.description(["DAPI", "FITC", "x"])
        description.channels[2].color = .orange
        description.channels[2].displayRange = 10...20
        var mix = ChannelMix(description, automatic: ChannelFixture.composite([0]))
        for channel in [1, 2] { mix.toggle(channel) }
        #expect(layers(mix).map(\.color) == [.blue, .green, .orange])
        #expect(layers(mix).map(\.range) == [0...255, 0...65535, 10...20])
    }

    @Test func `a channel alone, and again what was shown`() {
        var mix = ChannelFixture.mix(shown: [0, 1])
        mix.toggleSolo(2)
        #expect(mix.shown == [2] && mix.isSolo(2) && !mix.isSolo(0))
        mix.toggleSolo(1)
        #expect(mix.shown == [1], "another one takes its place")
        mix.toggleSolo(1)
        #expect(mix.shown == [0, 1] && !mix.isSolo(1))
        mix.toggleSolo(2)
        mix.toggle(0)
        #expect(mix.shown == [0, 2] && !mix.isSolo(2), "a channel that is switched on ends that")
        mix.toggleSolo(0)
        mix.toggleSolo(0)
        #expect(mix.shown == [0, 2])
    }

    @Test func `colors are those that are chosen or typed, and stay while the channel is hidden`() {
        var mix = ChannelFixture.mix()
        #expect(mix.palette(of: 0).count == 9 && mix.palette(of: 0).contains(.white))
        mix.setColor(.yellow, of: 0)
        mix.toggle(0)
        mix.toggle(0)
        #expect(layers(mix)[0].color == .yellow)
        #expect(mix.setColor(" #FF8000", of: 1) == nil && layers(mix)[1].color == ChannelColor(hexadecimal: "FF8000"))
        #expect(mix.setColor("red", of: 1) == "Type six hexadecimal digits, such as FF8000 for orange.")
        #expect(layers(mix)[1].color == ChannelColor(hexadecimal: "FF8000"))
    }

    @Test func `a color of the file that is not a usual one can be chosen`() {
        var description = ChannelFixture.description()
        description.channels[1].color = ChannelColor(red: 1, green: 2, blue: 3)
        let mix = ChannelMix(description, automatic: ChannelFixture.composite([0]))
        #expect(mix.palette(of: 1).last == ChannelColor(red: 1, green: 2, blue: 3) && mix.palette(of: 1).count == 10)
        #expect(mix.palette(of: 0).count == 9)
    }

    @Test func `one channel at a time has the colors of a scale, and the composite is there again afterwards`() {
        var mix = ChannelFixture.mix(shown: [1, 2])
        mix.setMode(.single)
        #expect(mix.shown == [1] && mix.colormap == .gray)
        mix.setColormap(.viridis)
        guard case .colormap(let layer, let colormap) = mix.rendering.mode else {
            Issue.record("\(mix.rendering)")
            return
        }
        #expect(layer.channel == 1 && layer.range == 0...255 && colormap == .viridis)
        mix.toggle(0)
        #expect(mix.shown == [0] && mix.isShown(0) && !mix.isShown(1))
        mix.toggle(0)
        mix.toggleSolo(0)
        #expect(mix.shown == [0] && !mix.isSolo(0))
        mix.setMode(.composite)
        #expect(mix.shown == [1, 2])
        mix.setMode(.single)
        #expect(mix.shown == [1], "the first that is shown")
    }

    @Test func `a scale that is chosen shows one channel`() {
        var mix = ChannelFixture.mix()
        mix.setColormap(.magma)
        #expect(mix.mode == .single && mix.colormap == .magma)
    }

    @Test func `an image that is shown with a scale at first shows that channel when channels are added`() {
        let layer = ChannelRendering.Layer(channel: 1, range: 5...9, color: .white)
        var mix = ChannelMix(
            ChannelFixture.description(), automatic: ChannelRendering(.colormap(layer, .viridis)))
        #expect(mix.rendering == mix.automatic)
        #expect(mix.shown == [1] && mix.channels[1].range == 5...9)
        mix.setMode(.composite)
        #expect(mix.shown == [1])
    }

    @Test func `the scale of the file is the first to choose from`() {
        let own = Colormap(name: "own", colors: Array(repeating: .red, count: 256))
        var description = ChannelFixture.description()
        description.channels[0].colormap = .magma
        description.channels[1].colormap = own
        let mix = ChannelMix(description, automatic: ChannelFixture.composite([0]))
        #expect(mix.colormaps == [own] + Colormap.standard)
        #expect(ChannelFixture.mix().colormaps == Colormap.standard)
    }

    @Test func `gamma is that of all channels`() {
        var mix = ChannelFixture.mix()
        mix.setGamma(2)
        mix.toggle(2)
        #expect(mix.gamma == 2 && layers(mix).map(\.gamma) == [2, 2, 2])
        for wrong in [0, -1, 100, Double.nan, .infinity] { mix.setGamma(wrong) }
        #expect(mix.gamma == 2)
    }

    @Test func `section and time are those that exist`() {
        var mix = ChannelFixture.mix(sections: 5, times: 3)
        mix.setSection(3)
        mix.setTime(2)
        #expect(mix.rendering.section == 3 && mix.rendering.time == 2)
        mix.setSection(.max)
        mix.setTime(.min)
        #expect(mix.section == 4 && mix.time == 0)
        mix.setSection(-1)
        #expect(mix.section == 0)
    }

    @Test func `a rendering that was made elsewhere is taken over, and others keep what they had`() {
        var mix = ChannelFixture.mix(sections: 9)
        mix.setColor(.yellow, of: 1)
        mix.setRange(3...4, of: 1)
        mix.toggleSolo(1)
        var layer = ChannelRendering.Layer(channel: 2, range: 7...8, color: .cyan)
        layer.gamma = 0.5
        let missing = ChannelRendering.Layer(channel: 99, range: 0...1, color: .red)
        var rendering = ChannelRendering(.composite([layer, missing]))
        rendering.section = 4
        mix.adopt(rendering)
        #expect(layers(mix) == [layer] && mix.section == 4 && !mix.isSolo(1))
        #expect(mix.channels[1].color == .yellow && mix.channels[1].range == 3...4 && mix.gamma == 0.5)
        mix.adopt(mix.automatic)
        #expect(mix.rendering == mix.automatic)
    }

    @Test func `a hillshade is shown in shades of gray, and a channel that does not exist changes nothing`() {
        var mix = ChannelFixture.mix()
        mix.adopt(ChannelRendering(.hillshade(channel: 2, Hillshade())))
        #expect(mix.shown == [2] && mix.colormap == .gray && mix.channels[2].range == 0...65535)
        mix.adopt(ChannelRendering(.terrain(channel: 7, .mapbox)))
        #expect(mix.shown == [2])
        for channel in [-1, 3, Int.max] {
            let before = mix
            mix.toggle(channel)
            mix.toggleSolo(channel)
            mix.setColor(.red, of: channel)
            mix.setRange(0...1, of: channel)
            mix.apply(.full, to: channel)
            mix.setStatistics(ChannelFixture.statistics(0...9), of: channel)
            #expect(mix == before && !mix.isShown(channel))
        }
    }
}

/// Descriptions that no honest file has.
@Suite(.timeLimited) struct HostileChannelMixTests {
    @Test func `ranges are finite and in order, whatever is set`() {
        let inf = Double.infinity
        let nan = Double.nan
        let cases: [(ClosedRange<Double>, ClosedRange<Double>)] = [
            (-inf...inf, 0...65535), (5...inf, 5...65535), (-inf...(-3), 0...65535),
            (7...7, 7...7), (-1e308...1e308, -1e300...1e300),
        ]
        for (range, expected) in cases {
            var mix = ChannelFixture.mix()
            mix.setRange(range, of: 0)
            #expect(mix.channels[0].range == expected)
            let axis = mix.axis(of: 0)
            for position in [0, 0.3, 1, -1, 2, nan] {
                let value = axis.value(at: position)
                #expect(axis.bounds.contains(value) || position.isNaN)
            }
            #expect((0...1).contains(axis.position(of: expected.lowerBound)))
            let histogram = ChannelHistogram(ChannelFixture.statistics(0...300), over: axis)
            #expect(histogram.levels.allSatisfy { (0...1).contains($0) })
        }
    }

    @Test func `display ranges that are infinite count as the full one`() {
        var description = ChannelFixture.description()
        description.channels[1].displayRange = -Double.infinity...Double.infinity
        var mix = ChannelMix(description, automatic: ChannelFixture.composite([0]))
        #expect(mix.channels[1].range == 0...65535)
        mix.toggle(1)
        mix.apply(.file)
        #expect(mix.channels[1].range == 0...65535)
    }

    @Test func `no channels, and ten thousand of them with long names`() {
        var none = ChannelFixture.description()
        none.channels = []
        var empty = ChannelMix(none, automatic: ChannelFixture.composite([0, 1]))
        empty.setMode(.single)
        empty.toggle(0)
        empty.apply(.percentiles)
        #expect(empty.shown.isEmpty && empty.gamma == 1)
        empty.setMode(.composite)
        #expect(empty.rendering.mode == .composite([]))
        let name = "e" + String(repeating: "\u{301}", count: 10_000)
        var names = [String?](repeating: nil, count: 10_000)
        for index in 0..<10 { names[index] = name }
        let description = ChannelFixture.description(names)
        var many = ChannelMix(description, automatic: ChannelFixture.composite([9_999]))
        many.toggleSolo(5_000)
        #expect(many.shown == [5_000])
        many.toggleSolo(5_000)
        #expect(many.shown == [9_999])
        #expect(ChannelText.name(of: 3, in: description).unicodeScalars.count == ChannelText.nameLimit + 1)
    }

    @Test func `no sections and no times`() {
        var mix = ChannelFixture.mix(sections: 0, times: 0)
        mix.setSection(5)
        #expect(mix.section == 0 && !ChannelSlider.section.isUseful(for: mix))
        #expect(ChannelSlider.section.position(in: mix) == 0)
        ChannelSlider.section.setPosition(1, in: &mix)
        #expect(mix.section == 0 && ChannelSlider.time.setText("1", in: &mix) == nil)
    }
}
