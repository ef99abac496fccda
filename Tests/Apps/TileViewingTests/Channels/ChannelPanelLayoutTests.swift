import ChannelImages
import TestLimits
import Testing
import VectorDrawing

@testable import TileViewing

/// The lines of the channel panel, and what is at its points.
@Suite(.timeLimited) struct ChannelPanelLayoutTests {
    private typealias Line = ChannelPanelLayout.Line

    private func layout(_ mix: ChannelMix, palette: Int? = nil) -> ChannelPanelLayout {
        ChannelPanelLayout(mix, palette: palette)
    }

    @Test func `a channel that is shown has its histogram, and others have their names alone`() {
        let layout = layout(ChannelFixture.mix(shown: [0, 1]))
        #expect(
            layout.lines == [
                .modes, .presets, .slider(.gamma), .title(0), .range(0), .title(1), .range(1), .title(2),
            ])
        #expect(layout.tops == [12, 40, 68, 94, 120, 178, 204, 262])
        #expect(layout.height == 300 && ChannelPanelLayout.width == 279)
        #expect(layout.top(of: .range(1)) == 204 && layout.top(of: .colormaps) == nil)
    }

    @Test func `sections, times, scales and a palette have lines where they are of use`() {
        var mix = ChannelFixture.mix(sections: 5, times: 2, shown: [0])
        #expect(
            layout(mix, palette: 1).lines == [
                .modes, .presets, .slider(.section), .slider(.time), .slider(.gamma), .title(0), .range(0), .title(1),
                .palette(1), .title(2),
            ])
        mix.setColormap(.viridis)
        #expect(layout(mix).lines.prefix(3) == [.modes, .presets, .colormaps])
    }

    @Test func `the lines of a part are those that reach into it`() {
        let layout = layout(ChannelFixture.mix(shown: [0, 1]))
        #expect(layout.lines(from: 0, to: 300) == 0..<8 && layout.lines(from: 0, to: 12) == 0..<0)
        #expect(layout.lines(from: 40, to: 68) == 1..<2 && layout.lines(from: 39, to: 69) == 0..<3)
        #expect(layout.lines(from: 288, to: 300).isEmpty && layout.lines(from: 287, to: 300) == 7..<8)
    }

    /// The rectangles that are drawn of a line.
    private func boxes(_ line: Line, _ mix: ChannelMix) -> [Rect] { line.targets(in: mix).map(\.box) }

    @Test func `buttons have the width of the histogram`() {
        var description = ChannelFixture.description()
        description.channels[0].displayRange = 0...1
        let mix = ChannelMix(description, automatic: ChannelFixture.composite([0]))
        #expect(boxes(.modes, mix) == [12, 99, 186].map { Rect(x: $0, y: 3, width: 81, height: 22) })
        #expect(boxes(.presets, mix) == [12, 77, 142, 207].map { Rect(x: $0, y: 3, width: 60, height: 22) })
        #expect(boxes(.colormaps, mix).first == Rect(x: 12, y: 20, width: 25, height: 18))
        #expect(boxes(.palette(0), mix).count == 10)
        #expect(boxes(.presets, ChannelFixture.mix()).count == 3, "the file states no range")
        #expect(
            boxes(.range(0), mix) == [
                Rect(x: 12, y: 2, width: 255, height: 30), Rect(x: 12, y: 36, width: 84, height: 18),
                Rect(x: 183, y: 36, width: 84, height: 18),
            ])
    }

    @Test(arguments: [ChannelMix.Mode.composite, .single])
    func `no two parts of a line meet, each lies in it and is at least 20 points wide`(mode: ChannelMix.Mode) {
        var description = ChannelFixture.description(sections: 9, times: 9)
        description.channels[0].displayRange = 0...1
        description.channels[0].color = ChannelColor(red: 1, green: 2, blue: 3)
        description.channels[1].colormap = Colormap(name: "own", colors: Array(repeating: .red, count: 256))
        var mix = ChannelMix(description, automatic: ChannelFixture.composite([0]))
        mix.setMode(mode)
        for line in layout(mix, palette: 0).lines {
            let parts = line.targets(in: mix)
            #expect(!parts.isEmpty)
            for (index, part) in parts.enumerated() {
                #expect(part.area.minX >= 0 && part.area.maxX <= ChannelPanelLayout.width + 1e-9, "\(line)")
                #expect(part.area.minY >= 0 && part.area.maxY <= line.height, "\(line)")
                #expect(part.area.size.width >= 20 && part.area.size.height >= 20, "\(line)")
                #expect(part.box.minX >= part.area.minX && part.box.maxX <= part.area.maxX, "\(line)")
                for other in parts[..<index] {
                    #expect(part.area.intersection(other.area) == nil, "\(line): \(part), \(other)")
                }
            }
        }
    }

    @Test func `each point of a line has the part that is there`() {
        let mix = ChannelFixture.mix(shown: [0, 1])
        let layout = layout(mix)
        func target(_ x: Double, _ y: Double) -> ChannelPanelLayout.Target? {
            layout.target(at: Point(x: x, y: y), in: mix)
        }
        #expect(target(50, 20) == .mode(.composite) && target(140, 20) == .mode(.single) && target(200, 20) == .reset)
        #expect(target(100, 50) == .preset(.percentiles))
        #expect(target(100, 80) == .slider(.gamma) && target(230, 80) == .value(.gamma))
        #expect(target(20, 100) == .channel(0) && target(100, 100) == .channel(0))
        #expect(target(45, 100) == .swatch(0) && target(240, 100) == .solo(0))
        #expect(target(5, 130) == .histogram(0) && target(275, 130) == .histogram(0))
        #expect(target(50, 165) == .end(0, isUpper: false) && target(220, 165) == .end(0, isUpper: true))
        #expect(target(140, 165) == nil && target(100, 5) == nil && target(100, 295) == nil)
        #expect(target(-1, 50) == nil && target(279, 50) == nil && target(100, -5) == nil && target(100, 400) == nil)
    }

    @Test func `of ten thousand channels the lines in view are found and drawn alone`() {
        let mix = ChannelFixture.mix(Array(repeating: nil, count: 10_000), shown: [9_998])
        let layout = layout(mix)
        #expect(layout.lines.count == 10_004 && layout.height == 260_164)
        let content = ChannelPanelContent(mix, layout, from: layout.height - 200, height: 200) { _ in nil }
        #expect(content.items.count < 40)
        #expect(
            content.items.contains {
                if case .text(_, "10000", isDim: true) = $0 { true } else { false }
            })
    }
}

/// The things that are drawn of the channel panel.
@Suite(.timeLimited) struct ChannelPanelContentTests {
    private func items(_ mix: ChannelMix, _ line: ChannelPanelLayout.Line) -> [ChannelPanelContent.Item] {
        let layout = ChannelPanelLayout(mix, palette: nil)
        let top = layout.top(of: line) ?? 0
        var histograms = ChannelHistograms()
        return ChannelPanelContent(mix, layout, from: top, height: line.height) {
            histograms.histogram(of: $0, in: mix)
        }.items
    }

    @Test func `a channel has a mark, its color, its name, a button, a histogram and numbers`() {
        var mix = ChannelFixture.mix(type: .uint8, shown: [0], range: 51...204)
        #expect(
            items(mix, .title(0)) == [
                .mark(Rect(x: 14, y: 5, width: 16, height: 16), isSet: true, isRound: false),
                .swatch(Rect(x: 38, y: 4, width: 18, height: 18), .blue, isChosen: false),
                .text(Rect(x: 64, y: 3, width: 155, height: 20), "DAPI", isDim: false),
                .box(Rect(x: 223, y: 3, width: 44, height: 20), "solo", .button),
            ])
        #expect(
            items(mix, .range(0)) == [
                .histogram(Rect(x: 12, y: 2, width: 255, height: 30), [], .blue, low: 0.2, high: 0.8),
                .box(Rect(x: 12, y: 36, width: 84, height: 18), "51", .field),
                .box(Rect(x: 183, y: 36, width: 84, height: 18), "204", .field),
            ])
        mix.setStatistics(ChannelFixture.statistics(0...255), of: 0)
        guard case .histogram(_, let levels, _, _, _)? = items(mix, .range(0)).first else {
            Issue.record("there is no histogram")
            return
        }
        #expect(levels == Array(repeating: 1, count: 128))
    }

    @Test func `one channel at a time has round marks and the scales, of which one is chosen`() {
        var mix = ChannelFixture.mix(shown: [0, 1])
        mix.setColormap(.magma)
        #expect(
            items(mix, .title(1)) == [
                .mark(Rect(x: 14, y: 5, width: 16, height: 16), isSet: false, isRound: true),
                .text(Rect(x: 64, y: 3, width: 155, height: 20), "FITC", isDim: true),
            ])
        let scales = items(mix, .colormaps)
        #expect(scales.first == .text(Rect(x: 12, y: 2, width: 255, height: 16), "magma", isDim: true))
        let chosen = scales.compactMap { item -> String? in
            if case .colormap(_, let colormap, isChosen: true) = item { colormap.name } else { nil }
        }
        #expect(chosen == ["magma"] && scales.count == 1 + Colormap.standard.count)
    }

    @Test func `a slider has its name, its handle and its value`() {
        let mix = ChannelFixture.mix(sections: 5)
        #expect(
            items(mix, .slider(.section)) == [
                .text(Rect(x: 12, y: 3, width: 47, height: 20), "z", isDim: true),
                .slider(Rect(x: 64, y: 13, width: 127, height: 0), position: 0),
                .box(Rect(x: 199, y: 3, width: 68, height: 20), "1 / 5", .field),
            ])
    }
}
