import ChannelImages
import Controls
import LayerTree
import TestLimits
import Testing
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

/// The channel panel, with events as a window sends them.
@MainActor
@Suite(.timeLimited) struct ChannelPanelTests {
    @Test func `C opens and closes the panel, which is drawn in its place`() {
        let channels = ChannelStage(isOpen: false)
        #expect(channels.panel.layer.contents == nil && channels.panel.layout == nil)
        channels.stage.tap("c", .shift)
        channels.stage.frame()
        #expect(channels.panel.layer.frame == Rect(x: 509, y: 12, width: 279, height: 300))
        #expect(!channels.panel.layer.isHidden && channels.panel.layer.contents?.size.width == 279)
        channels.stage.tap("c", .shift)
        channels.stage.frame()
        #expect(channels.panel.layer.contents == nil && channels.panel.content == nil)
    }

    @Test func `a handle is dragged from value to value, and nothing is read or moved`() {
        let channels = ChannelStage()
        let readings = channels.image.readingCount
        let view = channels.stage.view
        channels.press(267, 15, in: .range(0))
        #expect(channels.rendering == channels.part.mix?.automatic, "a press on a handle changes nothing")
        for value in [200.0, 199, 3, 255] {
            channels.move(12 + value, 500, in: .range(0))
            #expect(channels.layers.map(\.range) == [0...value, 0...255])
            #expect(channels.stage.viewer.tiles?.channels == channels.rendering)
            channels.stage.frame()
        }
        channels.move(-900, 0, in: .range(0))
        #expect(channels.layers.first?.range == 0...0, "at most to the other handle")
        channels.move(112, 0, in: .range(0))
        channels.release()
        channels.move(150, 15, in: .range(0))
        #expect(channels.layers.first?.range == 0...100, "nothing is dragged any more")
        channels.stage.frames(for: 0.5)
        #expect(channels.image.readingCount == readings && channels.stage.view == view)
        // Thumbnails follow, once the choice stays.
        channels.stage.frames(for: 2)
        #expect(channels.stage.viewer.nextFrameTime == nil)
    }

    @Test func `a press beside the handles moves the nearest one there`() {
        let channels = ChannelStage()
        channels.press(112, 15, in: .range(1))
        #expect(channels.layers[1].range == 100...255)
        channels.move(132, 15, in: .range(1))
        channels.release()
        #expect(channels.layers[1].range == 120...255)
        channels.press(212, 15, in: .range(1))
        channels.release()
        #expect(channels.layers[1].range == 120...200)
    }

    @Test(arguments: [(100.0, 130.0, 100.0...118.0), (255, 200, 188...255), (0, 30, 0...18)])
    func `of handles at the same place, one can be dragged`(value: Double, x: Double, expected: ClosedRange<Double>) {
        let channels = ChannelStage(
            automatic: ChannelFixture.composite([0], range: value...value))
        channels.press(12 + value, 15, in: .range(0))
        channels.move(x, 15, in: .range(0))
        #expect(channels.layers[0].range == expected)
    }

    @Test func `the buttons of ways, presets and scales`() {
        var description = ChannelFixture.description(type: .uint8)
        description.channels[0].displayRange = 10...20
        let channels = ChannelStage(description)
        channels.click(220, 14, in: .presets)
        #expect(channels.layers.map(\.range) == [0...255, 0...255])
        channels.click(150, 14, in: .presets)
        #expect(channels.layers.map(\.range) == [10...20, 0...255], "the range of the file")
        channels.click(140, 14, in: .modes)
        guard case .colormap(let layer, .gray)? = channels.rendering?.mode else {
            Issue.record("no scale")
            return
        }
        #expect(layer.channel == 0 && layer.range == 10...20)
        channels.click(50, 29, in: .colormaps)
        #expect(channels.rendering?.mode == .colormap(layer, .viridis))
        channels.click(100, 13, in: .title(2))
        #expect(channels.rendering?.channels == [2])
        channels.click(200, 14, in: .modes)
        #expect(channels.rendering == channels.part.mix?.automatic)
    }

    @Test func `a channel is hidden and shown by its mark and its name, and shown alone`() {
        let channels = ChannelStage()
        channels.click(20, 13, in: .title(0))
        #expect(channels.rendering?.channels == [1] && channels.panel.layout?.lines.contains(.range(0)) == false)
        #expect(channels.panel.layer.bounds.size.height == 242)
        channels.click(100, 13, in: .title(0))
        #expect(channels.rendering?.channels == [0, 1])
        channels.click(240, 13, in: .title(2))
        #expect(channels.rendering?.channels == [2])
        channels.click(240, 13, in: .title(2))
        #expect(channels.rendering?.channels == [0, 1])
    }

    @Test func `a color is chosen in the palette, or typed`() {
        let channels = ChannelStage()
        channels.click(45, 13, in: .title(0))
        #expect(channels.panel.palette == 0 && channels.panel.layer.bounds.size.height == 326)
        channels.click(97, 13, in: .palette(0))
        #expect(channels.panel.palette == nil && channels.layers[0].color == .cyan)
        channels.click(45, 13, in: .title(0))
        channels.click(245, 13, in: .palette(0))
        #expect(channels.stage.viewer.entry.question?.title == "Color of DAPI")
        #expect(channels.stage.viewer.entry.editor.text == "00FFFF")
        channels.stage.viewer.handle(text: "102030")
        channels.stage.tap(.enter)
        #expect(channels.layers[0].color == ChannelColor(red: 16, green: 32, blue: 48))
        channels.click(45, 13, in: .title(0))
        #expect(channels.panel.palette == nil, "a second click closes it")
    }

    @Test func `the ends of a range and gamma are typed`() {
        let channels = ChannelStage()
        for (x, title, text, typed, expected) in [
            (220.0, "DAPI: full color", "255", "100", 0.0...100.0), (50, "DAPI: black", "0", "20", 20...100),
            (50, "DAPI: black", "20", "7,9", 7...9),
        ] {
            channels.click(x, 45, in: .range(0))
            #expect(channels.stage.viewer.entry.question?.title == title)
            #expect(channels.stage.viewer.entry.editor.text == text)
            channels.stage.viewer.handle(text: typed)
            channels.stage.tap(.enter)
            #expect(channels.layers[0].range == expected && !channels.stage.viewer.entry.isOpen)
            channels.stage.frame()
        }
        channels.click(230, 13, in: .slider(.gamma))
        channels.stage.viewer.handle(text: "99")
        channels.stage.tap(.enter)
        #expect(channels.stage.viewer.entry.fault == "Type a number from 0.05 to 20.")
        channels.stage.tap(.escape)
        #expect(channels.layers.allSatisfy { $0.gamma == 1 } && channels.panel.isOn)
    }

    @Test func `gamma and sections have sliders, and the wheel moves that of sections`() {
        let channels = ChannelStage(ChannelFixture.description(type: .uint8, sections: 5))
        channels.press(64, 13, in: .slider(.gamma))
        #expect(channels.layers.map(\.gamma) == [0.2, 0.2])
        channels.move(500, 13, in: .slider(.gamma))
        channels.release()
        #expect(channels.layers.map(\.gamma) == [5, 5])
        channels.press(191, 13, in: .slider(.section))
        #expect(channels.rendering?.section == 4)
        channels.move(64 + 127 / 2, 13, in: .slider(.section))
        channels.release()
        #expect(channels.rendering?.section == 2)
        let view = channels.stage.view
        let point = channels.point(20, 13, in: .slider(.section))
        for (notches, section) in [(-1.0, 3), (-0.5, 3), (-0.5, 4), (-5, 4), (2, 2), (100, 0)] {
            channels.stage.wheel(notches, point.x, point.y)
            #expect(channels.rendering?.section == section)
        }
        channels.stage.frames(for: 0.5)
        #expect(channels.stage.view == view)
    }

    @Test func `the pointer is a hand over what can be pressed, and closed during a drag`() {
        let channels = ChannelStage()
        channels.move(100, 14, in: .modes)
        #expect(channels.stage.viewer.cursor == .pointingHand)
        channels.move(140, 45, in: .range(0))
        #expect(channels.stage.viewer.cursor == .arrow)
        channels.press(100, 15, in: .range(0))
        channels.move(120, 15, in: .range(0))
        #expect(channels.stage.viewer.cursor == .closedHand)
        channels.stage.viewer.focusLost()
        #expect(!channels.panel.isDragging)
    }

    @Test(arguments: [(800, 600, 1.0), (400, 300, 1), (800, 600, 2), (300, 200, 1)] as [(Int, Int, Double)])
    func `twenty channels scroll, to the last one`(width: Int, height: Int, scale: Double) throws {
        let names = (1...20).map { "channel \($0)" }
        let channels = ChannelStage(
            ChannelFixture.description(names, type: .uint8), automatic: ChannelFixture.composite(Array(0..<20)),
            size: PixelSize(width: width, height: height)
        ) { $0.scale = scale }
        let layer = channels.panel.layer
        let all = try #require(channels.panel.layout).height
        #expect(all == 1786)
        let window = channels.stage.viewer.context.windowSize
        #expect(Rect(origin: .zero, size: window).encloses(layer.frame))
        #expect(layer.frame.size.height == window.height - 2 * channels.stage.viewer.context.overlayLayout.margin)
        let view = channels.stage.view
        let middle = layer.frame.point(at: Point(x: 0.5, y: 0.5))
        channels.stage.wheel(-1000, middle.x, middle.y)
        channels.stage.frame()
        #expect(abs(channels.panel.scrollOffset - (all - layer.frame.size.height)) < 1e-9)
        channels.click(20, 13, in: .title(19))
        #expect(channels.rendering?.channels == Array(0..<19))
        // Between the two numbers a drag scrolls.
        let before = channels.panel.scrollOffset
        let start = channels.point(140, 45, in: .range(18))
        channels.stage.pointer(.down(.primary, clicks: 1), start.x, start.y)
        channels.stage.pointer(.moved, start.x, start.y + 50)
        channels.release()
        #expect(abs(channels.panel.scrollOffset - (before - 50)) < 1e-9 && channels.stage.view == view)
        channels.stage.wheel(1000, middle.x, middle.y)
        #expect(channels.panel.scrollOffset == 0 && channels.stage.view == view)
    }

    @Test func `ten thousand channels are no more work than those in view`() {
        let name = String(repeating: "name ", count: 2000)
        let channels = ChannelStage(
            ChannelFixture.description(Array(repeating: name, count: 10_000), type: .uint8))
        #expect((channels.panel.content?.items.count ?? .max) < 100)
        #expect(channels.panel.layer.contents?.size.height == 576)
        channels.stage.wheel(-1e6, 600, 300)
        channels.click(20, 13, in: .title(9_999))
        #expect(channels.rendering?.channels == [0, 1, 9_999])
    }
}
