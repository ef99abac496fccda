import ChannelImages
import TestLimits
import Testing

@testable import TileViewing

/// The values of handles, the histogram over them, and numbers as text.
@Suite(.timeLimited) struct ChannelAxisTests {
    @Test func `each position of a handle is one of the values of a byte`() {
        let axis = ChannelFixture.mix(type: .uint8).axis(of: 0)
        #expect(axis.bounds == 0...255)
        for value in 0...255 {
            #expect(axis.value(at: Double(value) / 255) == Double(value))
            #expect(axis.position(of: Double(value)) == Double(value) / 255)
        }
    }

    @Test func `of deeper values it has nearly all, with room at both ends, and the range that was set`() {
        var mix = ChannelFixture.mix(range: 0...255)
        #expect(mix.axis(of: 0).bounds == 0...65535, "nothing is known yet")
        mix.setStatistics(ChannelFixture.statistics(0...1000), of: 0)
        #expect(mix.axis(of: 0).bounds == 0...1000)
        // A single value of 60000 is far from the others.
        let values = (0...1000).map { Double($0) } + [60_000]
        mix.setStatistics(SampledStatistics(values: values), of: 0)
        #expect(mix.axis(of: 0).bounds.upperBound < 1300)
        mix.setRange(0...5000, of: 0)
        #expect(mix.axis(of: 0).bounds == 0...5000)
        mix.setRange(0...100, of: 0, isDrag: true)
        #expect(mix.axis(of: 0).bounds == 0...5000, "the axis stays during a drag")
        mix.setRange(0...100, of: 0)
        #expect(mix.axis(of: 0).bounds.upperBound < 1300)
    }

    @Test(
        arguments: [
            (0...1, 0.123_456, 0.123), (0...1000, 0.5, 500), (-4...4, 0.5, 0), (0...0.002, 0.25, 0.0005),
        ] as [(ClosedRange<Double>, Double, Double)])
    func `values of fractions are rounded to a thousandth of the axis or less`(
        bounds: ClosedRange<Double>, position: Double, expected: Double
    ) {
        let value = ChannelAxis(bounds, isWhole: false).value(at: position)
        #expect(abs(value - expected) < 1e-12)
    }

    @Test func `an axis without a length has two positions`() {
        let axis = ChannelAxis(7...7, isWhole: false)
        #expect([6, 7, 8].map { axis.position(of: $0) } == [0, 0, 1])
        #expect([0, 0.5, 1].map { axis.value(at: $0) } == [7, 7, 7] && axis.digits == 0)
    }

    @Test func `a histogram has a part for each whole number, or 128 parts, as shares of the most`() {
        let few = ChannelHistogram(
            SampledStatistics(values: [0, 0, 1, 1, 1, 1, 2, 3, 3, 3, 3, 3, 3]),
            over: ChannelAxis(0...3, isWhole: true))
        #expect(few.levels == [0.5, 1, 0.25, 1], "the ends do not count for the height")
        let many = ChannelHistogram(
            ChannelFixture.statistics(0...255), over: ChannelAxis(0...255, isWhole: true))
        #expect(many.levels.count == 128 && many.levels.allSatisfy { $0 == 1 })
        let none = ChannelHistogram(SampledStatistics(values: []), over: ChannelAxis(0...1, isWhole: false))
        #expect(none.levels == Array(repeating: 0, count: 128))
        let one = ChannelHistogram(SampledStatistics(values: [5]), over: ChannelAxis(5...5, isWhole: true))
        #expect(one.levels == [1])
    }

    @Test func `a histogram is counted again only if its axis or the values have changed`() {
        var mix = ChannelFixture.mix(shown: [0])
        var histograms = ChannelHistograms()
        #expect(histograms.histogram(of: 0, in: mix) == nil && histograms.histogram(of: 9, in: mix) == nil)
        mix.setStatistics(ChannelFixture.statistics(0...20), of: 0)
        mix.setRange(0...20, of: 0)
        #expect(histograms.histogram(of: 0, in: mix)?.levels.count == 21)
        mix.setRange(0...30, of: 0)
        #expect(histograms.histogram(of: 0, in: mix)?.levels.count == 31)
    }

    @Test(
        arguments: [
            (0, 0...255, true, "0"), (255, 0...255, true, "255"), (-300, -300...9, true, "−300"),
            (0.5, 0...1, false, "0.5"), (0.1234, 0...1, false, "0.123"), (12.345, 0...100, false, "12.3"),
            (1.8446744073709552e19, 0...1e20, true, "1.845e19"), (-12_345_678, 0...1, true, "−1.235e7"),
            (9.9996e9, 0...1e10, true, "1e10"), (1e-9, 0...1, false, "1e-9"), (0, 0...1e-9, false, "0"),
        ] as [(Double, ClosedRange<Double>, Bool, String)])
    func `a value in a field is short`(value: Double, bounds: ClosedRange<Double>, isWhole: Bool, text: String) {
        #expect(ChannelText.value(value, on: ChannelAxis(bounds, isWhole: isWhole)) == text)
    }

    @Test func `a value to edit is read as the same number`() {
        for value in [0, 255, -3, 0.1, 1e300, 1.8446744073709552e19, 1.0 / 3] {
            #expect(ChannelText.number(ChannelText.editable(value)) == value)
        }
        #expect(ChannelText.editable(255) == "255" && ChannelText.number(" −12.5 ") == -12.5)
        for text in ["", "x", "nan", "inf", "0x10", "1e999", "1,5", "1 2", String(repeating: "1", count: 100)] {
            #expect(ChannelText.number(text) == nil, "\(text)")
        }
    }

    @Test func `a name has the wavelength, and no control characters`() {
        var description = ChannelFixture.description(["DAPI", nil, "a\u{1B}[31m", ""])
        description.channels[0].wavelength = 461
        description.channels[1].wavelength = .nan
        #expect(ChannelText.name(of: 0, in: description) == "DAPI · 461 nm")
        #expect(ChannelText.name(of: 1, in: description) == "2" && ChannelText.name(of: 3, in: description) == "4")
        #expect(!ChannelText.name(of: 2, in: description).contains("\u{1B}"))
        #expect(ChannelText.name(of: 9, in: description) == "10")
    }
}

/// Values that are typed, and sliders.
@Suite(.timeLimited) struct ChannelValueTests {
    @Test(
        arguments: [
            ("50", false, 50...200), ("150", true, 100...150), ("300", false, 300...300), ("20", true, 20...20),
            ("1,4000", false, 1...4000), ("p0,p100", true, 0...1000), ("full", true, 0...65535),
            ("auto", false, 0...255),
            ("−5", false, -5...200), ("1e5", true, 100...100_000),
        ] as [(String, Bool, ClosedRange<Double>)])
    func `an end of a range is typed, or both`(text: String, isUpper: Bool, expected: ClosedRange<Double>) {
        var mix = ChannelFixture.mix(shown: [0])
        mix.setStatistics(ChannelFixture.statistics(0...1000), of: 0)
        mix.setRange(100...200, of: 0)
        #expect(mix.setRange(text, of: 0, isUpper: isUpper) == nil)
        #expect(mix.channels[0].range == expected)
    }

    @Test func `what is not a value is refused, and changes nothing`() {
        var mix = ChannelFixture.mix(shown: [0])
        let before = mix
        for text in ["", "x", "nan", "inf,3", "5,1", "0x10", "p2"] {
            #expect(
                mix.setRange(text, of: 0, isUpper: true) == "Type a number, or both as 100,4000 or p2,p98.", "\(text)")
        }
        #expect(
            mix.setRange("p2,p98", of: 0, isUpper: true)
                == "The values are not known yet. Type numbers, or try again.")
        #expect(mix == before && mix.setRange("1", of: 99, isUpper: true) == nil)
    }

    @Test func `the slider of gamma is even in both directions, and snaps to 1`() {
        var mix = ChannelFixture.mix()
        #expect(abs(ChannelSlider.gamma.position(in: mix) - 0.5) < 1e-12 && ChannelSlider.gamma.value(in: mix) == "1")
        ChannelSlider.gamma.setPosition(0, in: &mix)
        #expect(mix.gamma == 0.2)
        ChannelSlider.gamma.setPosition(7, in: &mix)
        #expect(mix.gamma == 5 && ChannelSlider.gamma.position(in: mix) == 1)
        ChannelSlider.gamma.setPosition(0.51, in: &mix)
        #expect(mix.gamma == 1)
        #expect(ChannelSlider.gamma.setText("0,5", in: &mix) == nil && mix.gamma == 0.5)
        #expect(ChannelSlider.gamma.setText("0", in: &mix) == "Type a number from 0.05 to 20.")
        #expect(ChannelSlider.gamma.editableValue(in: mix) == "0.5" && ChannelSlider.gamma.index(in: mix) == nil)
    }

    @Test func `the slider of sections reaches each of them`() {
        var mix = ChannelFixture.mix(sections: 41)
        for section in 0...40 {
            ChannelSlider.section.setPosition(Double(section) / 40, in: &mix)
            #expect(mix.section == section && ChannelSlider.section.position(in: mix) == Double(section) / 40)
        }
        #expect(ChannelSlider.section.value(in: mix) == "41 / 41")
        #expect(ChannelSlider.section.setText(" 3 ", in: &mix) == nil && mix.section == 2)
        for text in ["0", "42", "1.5", "x", "1e99"] {
            #expect(ChannelSlider.section.setText(text, in: &mix) == "Type a number from 1 to 41.", "\(text)")
        }
        #expect(mix.section == 2 && !ChannelSlider.time.isUseful(for: mix))
    }

    @Test func `times are played before sections, one after the other, and again from the first`() {
        #expect(ChannelPlayer.slider(for: ChannelFixture.mix()) == nil)
        #expect(ChannelPlayer.slider(for: ChannelFixture.mix(sections: 2)) == .section)
        var mix = ChannelFixture.mix(sections: 2, times: 3)
        #expect(ChannelPlayer.slider(for: mix) == .time)
        let times = (0..<4).map { _ in
            ChannelPlayer.advance(.time, in: &mix)
            return mix.time
        }
        #expect(times == [1, 2, 0, 1] && mix.section == 0)
        var player = ChannelPlayer()
        #expect(!player.isDue(at: 10) && !player.isPlaying)
        player.start(at: 10)
        #expect(player.dueTime == 10.125 && !player.isDue(at: 10.1) && player.isDue(at: 10.125))
        player.step(at: 10.2)
        #expect(player.dueTime == 10.325)
        player.stop()
        player.step(at: 11)
        #expect(!player.isPlaying)
    }
}
