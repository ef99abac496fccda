import ChannelImages
import TestLimits
import Testing

@testable import TileViewing

/// The presets of ranges, which may wait for statistics.
@Suite(.timeLimited) struct ChannelPresetTests {
    @Test func `the full range is that of the significant bits`() {
        var description = ChannelFixture.description()
        description.significantBits = 12
        var mix = ChannelMix(description, automatic: ChannelFixture.composite([0, 2]))
        mix.apply(.full)
        #expect(mix.channels.map(\.range) == [0...4095, 0...4095, 0...4095])
        mix.apply(.automatic)
        #expect(mix.channels.map(\.range) == [0...255, 0...4095, 0...255])
    }

    @Test func `percentiles wait for the values, and count those of each channel`() {
        var mix = ChannelFixture.mix(shown: [0, 1])
        mix.setStatistics(ChannelFixture.statistics(0...100), of: 0)
        mix.apply(.percentiles)
        #expect(mix.channels[0].range == 2...98 && mix.channels[1].range == 0...255)
        mix.setStatistics(ChannelFixture.statistics(1000...1100), of: 1)
        #expect(mix.channels[1].range == 1002...1098)
        mix.setStatistics(ChannelFixture.statistics(0...10), of: 1)
        #expect(mix.channels[1].range == 1002...1098, "other values change nothing any more")
    }

    @Test func `a range that is set meanwhile stays`() {
        var mix = ChannelFixture.mix(shown: [0])
        mix.apply(.percentiles)
        mix.setRange(5...6, of: 0)
        mix.setStatistics(ChannelFixture.statistics(0...100), of: 0)
        #expect(mix.channels[0].range == 5...6)
    }

    @Test func `a channel that is hidden at first gets the automatic range once its values are known`() {
        var mix = ChannelFixture.mix(shown: [0])
        #expect(mix.channels[1].awaited == .automatic && mix.channels[0].awaited == nil)
        mix.setStatistics(ChannelFixture.statistics(0...1000), of: 1)
        #expect(mix.channels[1].range == 1...999)
    }

    @Test func `bytes need no statistics, and hidden channels keep their ranges`() {
        var mix = ChannelFixture.mix(type: .uint8, shown: [0], range: 10...20)
        #expect(mix.channels.allSatisfy { $0.awaited == nil })
        mix.apply(.full)
        #expect(mix.channels[0].range == 0...255)
        mix.setRange(1...2, of: 1)
        mix.apply(.full)
        #expect(mix.channels[1].range == 1...2)
    }

    @Test func `the range of the file is offered if the file has one`() {
        #expect(!ChannelFixture.mix().canApply(.file) && ChannelFixture.mix().canApply(.percentiles))
        var description = ChannelFixture.description()
        description.channels[1].displayRange = 100...200
        var mix = ChannelMix(description, automatic: ChannelFixture.composite([0, 1]))
        mix.apply(.file)
        #expect(mix.channels[0].range == 0...65535 && mix.channels[1].range == 100...200)
    }

    @Test func `values without a sample give the full range`() {
        var mix = ChannelFixture.mix(shown: [0])
        mix.setStatistics(SampledStatistics(values: []), of: 0)
        mix.apply(.percentiles)
        #expect(mix.channels[0].range == 0...65535 && mix.axis(of: 0).bounds == 0...65535)
    }
}
