import ChannelImages
import Controls
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

/// The commands for channels, their keys, and what of them the menu and the help have.
@MainActor
@Suite(.timeLimited) struct ChannelCommandsTests {
    private func stack(_ sections: Int = 5, times: Int = 1) -> ChannelStage {
        ChannelStage(ChannelFixture.description(type: .uint8, sections: sections, times: times), isOpen: false)
    }

    @Test func `Alt with a digit shows and hides a channel, and says so while the panel is closed`() {
        let channels = stack()
        channels.stage.tap("2", .alt)
        #expect(channels.rendering?.channels == [0])
        channels.stage.tap("3", .alt)
        #expect(channels.rendering?.channels == [0, 2])
        channels.stage.tap("4", .alt)
        #expect(channels.rendering?.channels == [0, 2])
        #expect(
            channels.stage.messages.map(\.text) == ["FITC is hidden.", "Cy5 is shown.", "There is no channel 4."])
        channels.stage.viewer.features.insert(.channels)
        channels.stage.frame()
        channels.stage.tap("2", .alt)
        #expect(channels.rendering?.channels == [0, 1, 2] && channels.stage.messages.count == 3)
    }

    @Test func `z and Z step through sections, and Alt with t through times`() {
        let channels = stack(3, times: 2)
        for (key, modifiers, section, time) in [
            ("z", [], 1, 0), ("z", [], 2, 0), ("z", [], 2, 0), ("z", .shift, 1, 0), ("t", .alt, 1, 1),
            ("t", .alt, 1, 1), ("t", [.alt, .shift], 1, 0),
        ] as [(Character, KeyModifiers, Int, Int)] {
            channels.stage.tap(key, modifiers)
            #expect(channels.rendering?.section == section && channels.rendering?.time == time)
        }
        let texts = channels.stage.messages.map(\.text)
        #expect(texts.first == "Section 2 / 3" && texts.last == "Time point 1 / 2")
        let flat = stack(1)
        flat.stage.tap("z")
        flat.stage.tap("t", .alt)
        flat.stage.tap("p", .shift)
        #expect(
            flat.stage.messages.map(\.text) == [
                "There is one section.", "There is one time point.", "There is one section, and one time point.",
            ])
    }

    @Test func `sections are played one after the other, until Esc or a step`() {
        let channels = stack(3)
        var seen: [Int] = []
        channels.stage.tap("p", .shift)
        for _ in 0..<120 {
            channels.stage.frame(after: 1.0 / 60)
            let section = channels.rendering?.section ?? -1
            if seen.last != section { seen.append(section) }
        }
        #expect(seen.count > 4 && seen.prefix(5) == [0, 1, 2, 0, 1])
        channels.stage.tap(.escape)
        let section = channels.rendering?.section
        channels.stage.frames(for: 1)
        #expect(channels.rendering?.section == section && channels.stage.viewer.nextFrameTime == nil)
        channels.stage.tap("p", .shift)
        #expect(channels.stage.viewer.nextFrameTime != nil)
        channels.stage.tap("z")
        #expect(channels.part.state(of: .playChannels) == CommandState(isChecked: false))
    }

    @Test func `Esc closes the palette and then the panel`() {
        let channels = ChannelStage()
        channels.click(45, 13, in: .title(0))
        #expect(channels.panel.palette == 0)
        channels.stage.tap(.escape)
        channels.stage.frame()
        #expect(channels.panel.palette == nil && channels.stage.viewer.features == [.channels])
        channels.stage.tap(.escape)
        channels.stage.frame()
        #expect(channels.stage.viewer.features == [] && !channels.panel.isOn)
    }

    @Test func `an image without channels has no panel, and says so`() {
        let stage = ViewerStage()
        for (key, modifiers) in [("c", .shift), ("1", .alt), ("z", []), ("p", .shift)] as [(Character, KeyModifiers)] {
            stage.tap(key, modifiers)
        }
        let text = "file-0 has no channels to choose from."
        #expect(stage.messages.map(\.text) == Array(repeating: text, count: 4) && stage.viewer.features == [])
        stage.viewer.features.insert(.channels)
        stage.frame()
        #expect(stage.viewer.part(ChannelsPart.self).panel.layout == nil)
        stage.tap(.escape)
        #expect(stage.viewer.features == [.channels], "there is no panel to close")
        stage.tap("c", .shift)
        #expect(stage.viewer.features == [])
    }

    /// The items of the menu, with those of submenus.
    private func menu(of stage: ViewerStage) -> [String] {
        stage.viewer.menu.sections(at: Point(x: 100, y: 100)).flatMap(\.self)
            .flatMap { [$0.title] + $0.submenu.flatMap(\.self).map { "\($0.title) [\($0.key)]" } }
    }

    @Test func `the menu has what means something for the image`() {
        let items = menu(of: stack().stage)
        #expect(items.contains("Channels [C]") && items.contains("Next section [z]") && items.contains("Play [P]"))
        #expect(items.contains("Previous section [Z]") && !items.contains("Next time point [Alt+t]"))
        let flat = menu(of: stack(1, times: 2).stage)
        #expect(!flat.contains("Next section [z]") && flat.contains("Next time point [Alt+t]"))
        #expect(!menu(of: ViewerStage()).contains { $0.hasPrefix("Channels") || $0.hasPrefix("Play") })
    }

    @Test func `the help has what means something for the image`() {
        func rows(_ stage: ViewerStage) -> [String] {
            stage.tap(.function(1))
            stage.frame()
            let groups = stage.viewer.part(HelpPart.self).groups
            return groups.first { $0.title == "Channels" }?.rows.map(\.input) ?? []
        }
        #expect(rows(stack().stage) == ["C", "Alt+1 … Alt+9", "z", "Z", "P"])
        #expect(rows(stack(1, times: 2).stage) == ["C", "Alt+1 … Alt+9", "Alt+t", "Alt+T", "P"])
        #expect(rows(ViewerStage()) == [])
    }
}

/// The choice of channels as the document, other parts and the values of the image change.
@MainActor
@Suite(.timeLimited) struct ChannelsPartTests {
    @Test func `a rendering that another part sets is shown in the panel`() {
        let channels = ChannelStage()
        let rendering = ChannelFixture.composite([2, 1], range: 5...6)
        channels.stage.viewer.context.channelRendering = rendering
        channels.stage.frame()
        #expect(channels.part.mix?.rendering == rendering)
        #expect(channels.panel.layout?.lines.contains(.range(2)) == true)
        #expect(channels.panel.layout?.lines.contains(.range(0)) == false)
    }

    @Test func `a rendering that is set before the panel opens is the one to begin with`() {
        let channels = ChannelStage(isOpen: false)
        let rendering = ChannelFixture.composite([1], range: 5...6)
        channels.stage.viewer.context.channelRendering = rendering
        channels.stage.tap("1", .alt)
        #expect(channels.rendering?.channels == [1, 0])
        #expect(channels.layers.map(\.range) == [5...6, 0...255])
    }

    @Test func `another file begins with its own rendering`() {
        let channels = ChannelStage()
        channels.click(20, 13, in: .title(0))
        channels.stage.viewer.open(["file-1"])
        channels.stage.frames(for: 0.5)
        #expect(channels.rendering == ChannelFixture.composite([0, 1]))
        #expect(channels.part.mix?.shown == [0, 1])
        channels.stage.viewer.perform(.closeFile)
        channels.stage.frame()
        #expect(channels.part.mix == nil && channels.panel.layer.contents == nil)
    }

    @Test func `histograms of the channels that are shown are counted, each once`() {
        let channels = ChannelStage(ChannelFixture.description(type: .uint16))
        func histograms() -> [Bool] {
            channels.panel.content?.items.compactMap { item in
                if case .histogram(_, let levels, _, _, _) = item { !levels.isEmpty } else { nil }
            } ?? []
        }
        #expect(histograms() == [true, true])
        #expect(channels.part.mix?.channels.map { $0.statistics?.minimum } == [0, 10, nil])
        let readings = channels.image.readingCount
        channels.stage.frames(for: 0.5)
        #expect(channels.image.readingCount == readings && channels.stage.viewer.nextFrameTime == nil)
    }

    @Test func `a channel that is switched on has its range as soon as its values are known`() {
        let channels = ChannelStage(ChannelFixture.description(type: .uint16), isOpen: false)
        channels.stage.tap("3", .alt)
        channels.stage.frames(for: 0.5)
        let range = channels.layers.last?.range
        #expect(channels.rendering?.channels == [0, 1, 2])
        #expect(range.map { (20...30).contains($0.lowerBound) && (130...146).contains($0.upperBound) } == true)
    }
}
