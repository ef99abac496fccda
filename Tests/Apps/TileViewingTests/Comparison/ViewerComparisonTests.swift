import Compositing
import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

/// Comparisons in a viewer of 801×600 pixels at actual size, pixel by pixel.
@MainActor
@Suite(.timeLimited) struct ViewerComparisonTests {
    /// Images whose pixels encode their position; those of `second` have other colors.
    private static let first = PaintedSource(PixelSize(width: 3000, height: 2000))
    private static let second = OffsetSource(PixelSize(width: 3000, height: 2000), red: 10, green: 3)

    private func stage(
        _ comparison: Comparison? = nil, _ sources: [any TileSource] = [first, second],
        view: ViewState = ViewState(center: Point(x: 1200, y: 900)),
        size: PixelSize = PixelSize(width: 801, height: 600),
        _ change: (inout ViewerSettings) -> Void = { _ in }
    ) -> ViewerStage {
        let stage = ViewerStage(sources, view: view) { settings in
            settings.size = size
            settings.comparison = comparison
            change(&settings)
        }
        stage.frames(for: 0.6)
        return stage
    }

    private func draw(_ stage: ViewerStage) -> PixelBuffer { Compositor(workerCount: 1).draw(stage.frame()) }

    private func pixel(_ x: Double, _ y: Double) -> UInt32 { PaintedSource.pixel(Int(x), Int(y)) }

    private func secondPixel(_ x: Double, _ y: Double) -> UInt32 {
        0xFF00_0000 | UInt32((Int(x) + 10) & 255) << 16 | UInt32((Int(y) + 3) & 255) << 8
    }

    /// The images that the window shows at a point: a letter if a pixel is exactly that of the point of an image there.
    private func shown(_ image: PixelBuffer, _ x: Int, _ y: Int, at point: Point) -> String {
        let seen = image[x, y]
        return (seen == pixel(point.x, point.y) ? "A" : "") + (seen == secondPixel(point.x, point.y) ? "B" : "")
    }

    // MARK: Side by side

    @Test func `side by side, both panes show the same view, pixel for pixel`() {
        let stage = stage(Comparison())
        let image = draw(stage)
        // Panes of 400 pixels, whose middle shows the center of the view.
        for (x, y) in [(0, 0), (399, 599), (123, 456), (200, 300)] {
            let point = Point(x: 1200 - 200 + Double(x), y: 900 - 300 + Double(y))
            #expect(shown(image, x, y, at: point) == "A" && shown(image, x + 401, y, at: point) == "B")
        }
        #expect(image[400, 17] == 0xFF17_171C, "the divider")
        #expect(stage.viewer.status.name == "file-0 | file-1" && stage.viewer.status.comparison == "side by side")
    }

    @Test func `with twice the pixels, panes have whole pixels, and the divider two`() {
        let stage = stage(Comparison(), size: PixelSize(width: 802, height: 600)) { $0.scale = 2 }
        let image = draw(stage)
        for (x, y) in [(0, 0), (399, 599), (200, 300)] {
            let point = Point(x: 1200 - 200 + Double(x), y: 900 - 300 + Double(y))
            #expect(shown(image, x, y, at: point) == "A" && shown(image, x + 402, y, at: point) == "B")
        }
        #expect(image[400, 17] == 0xFF17_171C && image[401, 17] == 0xFF17_171C)
    }

    @Test func `rotated by a quarter, both panes still show the same pixels`() {
        let stage = stage(Comparison(), view: ViewState(center: Point(x: 1200, y: 900), angle: 90))
        let image = draw(stage)
        // To the right on the screen is up in the image.
        for (x, y) in [(0, 0), (399, 599), (150, 40)] {
            let point = Point(x: 1200 - 300 + Double(y), y: 900 + 200 - Double(x) - 1)
            #expect(shown(image, x, y, at: point) == "A" && shown(image, x + 401, y, at: point) == "B")
        }
    }

    @Test func `six images have a pane each, in two rows`() {
        let sources = (0..<6).map { OffsetSource(PixelSize(width: 3000, height: 2000), red: 10 * $0, green: 0) }
        let stage = stage(Comparison(), sources, size: PixelSize(width: 800, height: 601))
        let image = draw(stage)
        let reds = [150, 451].flatMap { y in [133, 400, 667].map { Int(image[$0, y] >> 16 & 255) } }
        #expect(reds == (0..<6).map { (1200 + 10 * $0) & 255 })
        #expect(image[400, 300] == 0xFF17_171C && image[266, 20] == 0xFF17_171C, "the dividers")
        #expect(stage.viewer.status.name == (0..<6).map { "file-\($0)" }.joined(separator: " | "))
    }

    @Test func `a drag in the second pane moves both, and the pointer is at a pixel of the second image`() {
        let stage = stage(Comparison())
        stage.pointer(.moved, 501, 300)
        stage.frame()
        #expect(stage.viewer.status.pointer?.imagePoint == Point(x: 1100, y: 900))
        #expect(stage.viewer.status.pointer?.image == "B")
        stage.pointer(.down(.primary, clicks: 1), 501, 300)
        for step in 1...12 {
            stage.pointer(.moved, 501 - 20 * Double(step), 300)
            stage.frame(after: 0.1)
        }
        stage.pointer(.up(.primary, clicks: 1), 261, 300)
        stage.frame(after: 0.1)
        #expect(stage.view.center == Point(x: 1440, y: 900))
        stage.frames(for: 1)
        let image = draw(stage)
        let point = Point(x: 1440 - 200 + 50, y: 900 - 300 + 60)
        #expect(shown(image, 50, 60, at: point) == "A" && shown(image, 451, 60, at: point) == "B")
    }

    @Test func `the pointer is marked in the other pane, at the same place`() {
        let stage = stage(Comparison())
        stage.pointer(.moved, 100, 80)
        var image = draw(stage)
        #expect(image[501, 80] == 0xFFF5_F5F7 && image[508, 80] == 0xFFF5_F5F7 && image[501, 73] == 0xFFF5_F5F7)
        #expect(shown(image, 100, 80, at: Point(x: 1100, y: 680)) == "A")
        stage.pointer(.moved, 501, 80)
        image = draw(stage)
        #expect(image[100, 80] == 0xFFF5_F5F7)
        #expect(shown(image, 501, 80, at: Point(x: 1100, y: 680)) == "B")
        stage.pointer(.exited, 501, 80)
        image = draw(stage)
        #expect(shown(image, 100, 80, at: Point(x: 1100, y: 680)) == "A")
    }

    // MARK: Curtain

    @Test func `the second image is right of the curtain, to the pixel, and the line can be dragged`() {
        let stage = stage(Comparison(.curtain))
        func edge(_ x: Int) -> [String] {
            let image = draw(stage)
            return [x - 3, x - 2, x + 1, x + 2].map {
                shown(image, $0, 50, at: Point(x: 1200 - 400.5 + Double($0) + 0.5, y: 900 - 300 + 50))
            }
        }
        // At 0.5 · 801, rounded; the line is two pixels wide, and a pixel darker on both sides.
        #expect(edge(401) == ["A", "", "", "B"])
        stage.pointer(.down(.primary, clicks: 1), 403, 300)
        stage.pointer(.moved, 303, 310)
        #expect(edge(301) == ["A", "", "", "B"])
        stage.pointer(.up(.primary, clicks: 1), 303, 310)
        stage.pointer(.moved, 500, 300)
        #expect(edge(301) == ["A", "", "", "B"])
        #expect(stage.view.center == Point(x: 1200, y: 900), "the image has not moved")
    }

    @Test func `what the curtain uncovers is loaded already`() {
        let stage = stage(Comparison(.curtain))
        let before = stage.viewer.settings.loader.statistics.reads
        stage.pointer(.down(.primary, clicks: 1), 401, 300)
        stage.pointer(.moved, 0, 300)
        let image = Compositor(workerCount: 1).draw(stage.viewer.frame())
        #expect(shown(image, 20, 50, at: Point(x: 1200 - 400 + 20, y: 650)) == "B")
        #expect(stage.viewer.settings.loader.statistics.reads == before)
        stage.pointer(.moved, -900, 300)
        #expect(stage.viewer.comparison?.curtain == 0)
        stage.pointer(.moved, 9000, 300)
        #expect(stage.viewer.comparison?.curtain == 1)
    }

    @Test func `where the second image ends, the background shows and not the first image`() {
        let small = OffsetSource(PixelSize(width: 3000, height: 850), red: 10, green: 3)
        let image = draw(stage(Comparison(.curtain), [Self.first, small]))
        #expect(shown(image, 600, 100, at: Point(x: 1400, y: 700)) == "B")
        #expect(image[600, 400] == 0xFF80_8080)
    }

    // MARK: Blink

    @Test func `images take turns every half second, and nothing is drawn in between`() {
        let stage = stage(Comparison(.blink))
        let point = Point(x: 1200 - 400 + 20, y: 650)
        // 0.6 s have passed.
        var seen = [shown(draw(stage), 20, 50, at: point)]
        for _ in 0..<3 {
            let due = stage.viewer.nextFrameTime
            let last = 100 + 0.5 * Double(seen.count)
            #expect(due.map { abs($0 - last - 0.5) < 1e-9 } ?? false, "\(String(describing: due))")
            stage.frame(after: (due ?? 0) - stage.clock.now - 1e-3)
            #expect(stage.viewer.nextFrameTime == due)
            seen.append(shown(Compositor(workerCount: 1).draw(stage.frame(after: 1e-3)), 20, 50, at: point))
        }
        #expect(seen == ["B", "A", "B", "A"])
    }

    @Test func `the hidden image stays loaded while the view moves, so the other one appears sharp at once`() {
        let stage = stage(Comparison(.blink))
        stage.viewer.perform(.compare(.blink))
        stage.frame()
        #expect(stage.viewer.part(ComparisonPart.self).showsSecond == false && stage.viewer.nextFrameTime == nil)
        stage.viewer.show(ViewState(center: Point(x: 2200, y: 1500)), animated: false)
        stage.frames(for: 1)
        let before = stage.viewer.settings.loader.statistics.reads
        stage.tap("b", .alt)
        let image = Compositor(workerCount: 1).draw(stage.viewer.frame())
        #expect(shown(image, 20, 50, at: Point(x: 2200 - 400 + 20, y: 1250)) == "B")
        #expect(stage.viewer.settings.loader.statistics.reads == before)
    }

    @Test func `with reduced motion the images blink by hand only`() {
        let stage = stage(Comparison(.blink)) { $0.reducesMotion = true }
        #expect(stage.viewer.nextFrameTime == nil && stage.viewer.status.comparison == "blink: A")
        stage.tap("b", .alt)
        stage.frame()
        #expect(stage.viewer.status.comparison == "blink: B")
    }

    // MARK: Difference

    @Test(arguments: [(1, 0xFF0A_0300), (4, 0xFF28_0C00), (16, 0xFFA0_3000)])
    func `the difference is exact, times the gain`(gain: Int, expected: Int) {
        var comparison = Comparison(.difference)
        comparison.gain = gain
        let image = draw(stage(comparison, view: ViewState(center: Point(x: 640, y: 500))))
        // Where neither value wraps around.
        #expect(image[401, 300] == UInt32(expected) && image[420, 304] == UInt32(expected))
    }

    @Test func `a key goes through the gains, and only what both images cover is seen`() {
        let small = OffsetSource(PixelSize(width: 3000, height: 600), red: 10, green: 3)
        let stage = stage(
            Comparison(.difference), [Self.first, small], view: ViewState(center: Point(x: 640, y: 500)))
        stage.tap("g", .alt)
        var image = draw(stage)
        #expect(image[401, 300] == 0xFF28_0C00 && image[401, 450] == 0xFF80_8080)
        #expect(stage.viewer.status.comparison == "difference ×4")
        stage.tap("g", .alt)
        stage.tap("g", .alt)
        image = draw(stage)
        #expect(image[401, 300] == 0xFF0A_0300)
    }

    @Test func `an image that is moved differs by its offset, and Alt+0 puts it back`() {
        let stage = stage(
            Comparison(.difference), [Self.first, PaintedSource(PixelSize(width: 3000, height: 2000))],
            view: ViewState(center: Point(x: 640, y: 500)))
        #expect(draw(stage)[401, 300] == 0xFF00_0000)
        stage.tap(.right, .alt)
        stage.tap(.down, [.alt, .shift])
        stage.frames(for: 0.5)
        #expect(draw(stage)[401, 300] == 0xFF01_0A00)
        #expect(stage.viewer.status.comparison == "difference ×1")
        #expect(stage.viewer.status.correction == "B: +1, +10, 100 %")
        stage.tap("0", .alt)
        stage.frames(for: 0.5)
        #expect(draw(stage)[401, 300] == 0xFF00_0000 && stage.viewer.status.correction == nil)
    }

    // MARK: Registration

    @Test func `Alt moves the second image as it is seen, by one or ten of its pixels, and scales it`() {
        let stage = stage(Comparison(), view: ViewState(center: Point(x: 1500, y: 1000), angle: 90))
        var correction: RegistrationCorrection? { stage.viewer.comparison?.correction }
        stage.tap(.right, .alt)
        #expect(correction?.offset == Point(x: 0, y: -1), "rotated by a quarter, right is up")
        stage.tap(.down, [.alt, .shift])
        #expect(correction?.offset == Point(x: 10, y: -1))
        stage.tap("0", .alt)
        for _ in 0..<3 { stage.tap("=", .alt) }
        stage.tap("-", [.control, .alt])
        #expect(correction?.scale == 1.029)
        #expect(correction.map { abs($0.offset.x) + abs($0.offset.y) < 1e-9 } ?? false, "about the middle of the view")
        #expect(stage.view == ViewState(center: Point(x: 1500, y: 1000), angle: 90), "the view stays")
    }

    @Test func `the step of a scale is the same whether or not the keyboard types the plus with Shift`() throws {
        let commands = ViewerKeyBindings.standard.commands
        for (modifiers, thousandths) in [(KeyModifiers.alt, 10), ([.control, .alt], 1)] {
            // A German keyboard or a keypad; an American keyboard with Shift, and without.
            for stroke in [
                KeyMap.Stroke(.character("+"), modifiers), KeyMap.Stroke(.character("="), modifiers.union(.shift)),
                KeyMap.Stroke(.character("="), modifiers),
            ] {
                #expect(commands[.key(stroke)] == .compare(.scale(thousandths: thousandths)))
            }
            let minus = KeyMap.Stroke(.character("-"), modifiers)
            #expect(commands[.key(minus)] == .compare(.scale(thousandths: -thousandths)))
        }
        let names = try ["Alt++", "Alt+Shift++"].map { Set(try #require(KeyName.triggers(of: $0))) }
        #expect(names[0] == names[1] && names[0].count == 4)
    }

    @Test func `the step of an opacity is the same whether or not the keyboard types the sign with Shift`() throws {
        let commands = ViewerKeyBindings.standard.commands
        for (key, sign) in [(Character(","), -1), (".", 1)] {
            for (modifiers, percent) in [(KeyModifiers.alt, 10), ([.control, .alt], 1)] {
                for held in [modifiers, modifiers.union(.shift)] {
                    let stroke = KeyMap.Stroke(.character(key), held)
                    #expect(commands[.key(stroke)] == .compare(.opacity(percent: sign * percent)))
                    #expect(KeyName.name(of: .key(stroke)) == (percent == 10 ? "Alt+\(key)" : "Ctrl+Alt+\(key)"))
                }
            }
            let names = try ["Alt+\(key)", "Alt+Shift+\(key)"].map { Set(try #require(KeyName.triggers(of: $0))) }
            #expect(names[0] == names[1] && names[0].count == 2)
        }
        #expect(KeyName.triggers(of: ",") == [.text(",")])
    }

    @Test func `Alt+drag moves the second image, and nothing else`() {
        let stage = stage(Comparison(.curtain), view: ViewState(center: Point(x: 1500, y: 1000), scale: 2))
        stage.pointer(.down(.primary, clicks: 1), 600, 300, .alt)
        stage.pointer(.moved, 620, 290, .alt)
        stage.pointer(.moved, 624, 306, .alt)
        stage.pointer(.up(.primary, clicks: 1), 624, 306, .alt)
        stage.pointer(.moved, 700, 300)
        #expect(stage.viewer.comparison?.correction.offset == Point(x: 12, y: 3))
        #expect(stage.view.center == Point(x: 1500, y: 1000))
    }

    @Test func `images of other sizes are fitted to the width of the first one`() {
        let half = OffsetSource(PixelSize(width: 1500, height: 1000), red: 0, green: 0)
        let stage = stage(Comparison(), [Self.first, half], view: ViewState(center: Point(x: 1200, y: 900), scale: 2))
        let image = draw(stage)
        // A pixel of the second image is four pixels of the window wide; the middle of one is nearly its own color.
        #expect(image[200, 300] == pixel(1200, 900))
        #expect(Int(image[601, 300] >> 16 & 255) == 600 & 255 && Int(image[601, 300] >> 8 & 255) == 450 & 255)
    }
}
