import Compositing
import Controls
import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

/// Overlays in a viewer of 801×600 pixels at actual size, and the placement of the second image by points.
@MainActor
@Suite(.timeLimited) struct ViewerOverlayTests {
    private static let first = PaintedSource(PixelSize(width: 1200, height: 1000))
    private static let second = OffsetSource(PixelSize(width: 1200, height: 1000), red: 10, green: 3)

    private func stage(_ comparison: Comparison?, _ sources: [any TileSource] = [first, second]) -> ViewerStage {
        let stage = ViewerStage(sources, view: ViewState(center: Point(x: 640, y: 500))) { settings in
            settings.size = PixelSize(width: 801, height: 600)
            settings.comparison = comparison
        }
        stage.frames(for: 0.6)
        return stage
    }

    /// The pixel of the window at a column and a row, which show the images at (641, 500).
    private func pixel(_ stage: ViewerStage) -> [Int] {
        let pixel = Compositor(workerCount: 1).draw(stage.frame())[401, 300]
        return [16, 8, 0].map { Int(pixel >> UInt32($0) & 255) }
    }

    private func overlay(_ blend: OverlayBlend, _ opacity: Double) -> Comparison {
        var comparison = Comparison(.overlay)
        comparison.blend = blend
        comparison.opacity = opacity
        return comparison
    }

    /// The colors of the two images there: their columns and rows modulo 256, with what the second one adds.
    private let one = [641 & 255, 500 & 255, 0]
    private let two = [651 & 255, 503 & 255, 0]

    @Test func `an opaque overlay is blended exactly`() {
        func product(_ a: Int, _ b: Int) -> Int { (a * b + 127) / 255 }
        let expected: [OverlayBlend: [Int]] = [
            .normal: two, .multiply: zip(one, two).map(product),
            .screen: zip(one, two).map { $0 + $1 - product($0, $1) },
            .difference: zip(one, two).map { abs($0 - $1) },
        ]
        for blend in OverlayBlend.allCases {
            #expect(pixel(stage(overlay(blend, 1))) == expected[blend], "\(blend)")
        }
    }

    @Test func `a fainter overlay shows the first image through it`() {
        for blend in OverlayBlend.allCases {
            let whole = pixel(stage(overlay(blend, 1)))
            #expect(pixel(stage(overlay(blend, 0))) == one, "\(blend)")
            let half = pixel(stage(overlay(blend, 0.5)))
            for channel in 0..<3 {
                #expect(abs(2 * half[channel] - one[channel] - whole[channel]) <= 3, "\(blend)")
            }
        }
    }

    @Test func `where the second image ends, the first one is seen as it is`() {
        let low = OffsetSource(PixelSize(width: 1200, height: 400), red: 10, green: 3)
        for blend in OverlayBlend.allCases { #expect(pixel(stage(overlay(blend, 1), [Self.first, low])) == one) }
    }

    @Test func `Alt+o goes through the blend modes and ends, and Alt with comma and point change the opacity`() {
        let stage = stage(nil)
        let before = stage.frame()
        var texts: [String?] = []
        for _ in 0..<5 {
            stage.tap("o", .alt)
            stage.frame()
            texts.append(stage.viewer.status.comparison)
        }
        #expect(
            texts == [
                "overlay: normal, 50 %", "overlay: multiply, 50 %", "overlay: screen, 50 %",
                "overlay: difference, 50 %", nil,
            ])
        stage.frames(for: 5)
        #expect(stage.frame() == before, "nothing is left of it")
        stage.tap(".", .alt)
        #expect(
            stage.messages.last?.text
                == "Only an overlay has an opacity; Alt+o lays the second image over the first one.")
        stage.tap("o", .alt)
        for (key, modifiers) in [(".", KeyModifiers.alt), (".", .alt), (",", [.control, .alt])] {
            stage.tap(Character(key), modifiers)
        }
        #expect(stage.viewer.comparison?.opacity == 0.69)
        for _ in 0..<9 { stage.tap(",", .alt) }
        #expect(stage.viewer.comparison?.opacity == 0)
        stage.tap("w")
        #expect(stage.viewer.comparison?.mode == .sideBySide)
    }

    @Test func `a link keeps the overlay and its placement`() throws {
        var comparison = overlay(.multiply, 0.25)
        comparison.placement = ImagePlacement(link: "1,0,0,1,-10,0")
        let stage = stage(comparison)
        stage.tap("c")
        #expect(
            stage.requests == [
                .copy(
                    "tileview file-0 file-1 --view 640,500,1 --compare --compare-by overlay,0.25,multiply "
                        + "--placement 1,0,0,1,-10,0")
            ])
    }

    // MARK: Placement by points

    private func click(_ stage: ViewerStage, _ x: Double, _ y: Double) {
        stage.pointer(.down(.primary, clicks: 1), x, y)
        stage.pointer(.up(.primary, clicks: 1), x, y)
        stage.frame()
    }

    @Test func `side by side, clicks in the first and the second pane place the second image`() {
        let stage = stage(Comparison())
        let before = stage.viewer.comparisonView.panes.first?.registration
        stage.tap("p", .alt)
        for (x, y) in [(100.0, 100.0), (300, 400)] {
            click(stage, x, y)
            #expect(stage.viewer.status.comparison == "side by side: placing by points")
            click(stage, 401 + x + 10, y)
        }
        #expect(stage.viewer.comparison?.placement?.link == "1,0,0,1,-10,0")
        #expect(stage.viewer.comparisonView.placementMarks.marks.map(\.number) == [1, 2, 1, 2])
        stage.tap(.enter)
        stage.frame()
        #expect(stage.viewer.comparison?.placement?.link == "1,0,0,1,-10,0")
        #expect(stage.viewer.comparisonView.placementMarks.marks.isEmpty)
        #expect(stage.view == ViewState(center: Point(x: 640, y: 500)), "clicks do not move the view")
        stage.tap("0", .alt)
        #expect(stage.viewer.comparison?.placement == nil)
        #expect(stage.viewer.comparisonView.panes.first?.registration == before)
    }

    @Test func `in an overlay the image is seen in which the next point is, and Esc brings back what was there`() {
        let stage = stage(overlay(.multiply, 0.5))
        stage.tap("p", .alt)
        stage.frames(for: 0.3)
        #expect(pixel(stage) == one)
        click(stage, 200, 100)
        stage.frames(for: 0.3)
        #expect(pixel(stage) == two)
        click(stage, 210, 110)
        click(stage, 500, 400)
        click(stage, 510, 410)
        #expect(stage.viewer.comparison?.placement?.link == "1,0,0,1,-10,-10")
        stage.tap(.escape)
        stage.frames(for: 0.3)
        #expect(stage.viewer.comparison?.placement == nil && stage.viewer.comparison?.blend == .multiply)
        #expect(stage.viewer.status.comparison == "overlay: multiply, 50 %")
    }

    @Test func `points at the same place are refused with a message, and a drag still pans`() {
        let stage = stage(overlay(.normal, 0.5))
        stage.tap("p", .alt)
        for _ in 0..<2 {
            click(stage, 200, 100)
            click(stage, 210, 110)
        }
        #expect(stage.messages.last?.text == "Two of the points are at the same place. Mark them farther apart.")
        #expect(stage.viewer.comparison?.placement == nil)
        stage.pointer(.down(.primary, clicks: 1), 400, 300)
        for step in 1...10 {
            stage.pointer(.moved, 400 - 4 * Double(step), 300)
            stage.frame(after: 0.1)
        }
        stage.pointer(.up(.primary, clicks: 1), 360, 300)
        #expect(stage.view.center.x == 680)
        #expect(stage.viewer.part(ComparisonPart.self).marking?.points.pairs.count == 1, "a drag marks nothing")
    }

    private func question(_ stage: ViewerStage) -> ConfirmationSheet.Question? {
        stage.viewer.part(ConfirmationPart.self).sheet.question
    }

    /// The first two of three files, side by side.
    private func beside() -> ViewerStage {
        let stage = stage(nil, [Self.first, Self.second, Self.second])
        stage.tap("w")
        stage.frames(for: 0.6)
        return stage
    }

    nonisolated static let leavingKeys: [(Key, KeyModifiers)] = [
        (.character(" "), []), (.backspace, []), (.end, .control), (.character("w"), []), (.character("w"), .shift),
        (.character("o"), .alt), (.character("w"), .control), (.character("q"), []),
    ]

    @Test(arguments: leavingKeys)
    func `points that are marked are not lost without a question, and Enter goes back to them`(
        key: Key, modifiers: KeyModifiers
    ) {
        let stage = beside()
        stage.tap("p", .alt)
        click(stage, 100, 100)
        click(stage, 511, 100)
        click(stage, 300, 400)
        stage.tap(key, modifiers)
        stage.frame()
        #expect(
            question(stage)?.text.contains(
                "The placement of the second image by points, of which 3 are marked, would be lost.") == true)
        stage.tap(.enter)
        stage.frame()
        #expect(question(stage) == nil && stage.requests.isEmpty)
        #expect(stage.viewer.status.comparison == "side by side: placing by points")
        click(stage, 711, 400)
        stage.tap(.enter)
        #expect(stage.viewer.comparison?.placement?.link == "1,0,0,1,-10,0")
        stage.tap(" ")
        #expect(question(stage) == nil, "what is finished is left without a question")
    }

    @Test func `points that are dropped leave the second image where it was`() {
        let stage = beside()
        stage.tap(.right, .alt)
        stage.tap("p", .alt)
        for (x, y) in [(100.0, 100.0), (300, 400)] {
            click(stage, x, y)
            click(stage, 401 + x + 20, y)
        }
        #expect(stage.viewer.comparison?.placement != nil)
        stage.tap(" ")
        stage.tap(.right)
        stage.tap(.enter)
        stage.frame()
        #expect(stage.viewer.status.name == "file-0 | file-2" && stage.viewer.comparison?.placement == nil)
        stage.tap(.backspace)
        stage.frame()
        #expect(stage.viewer.status.name == "file-0 | file-1" && stage.viewer.comparison?.placement == nil)
        #expect(stage.viewer.comparison?.correction.offset == Point(x: 1, y: 0))
    }

    @Test func `what a marking asks for is on the screen no more when it has ended`() {
        for end: @MainActor (ViewerStage) -> Void in [
            { $0.tap(" ") }, { $0.viewer.compare(nil) }, { $0.viewer.compare(Comparison(.curtain)) },
        ] {
            let stage = beside()
            stage.tap("p", .alt)
            stage.frames(for: 0.5)
            #expect(stage.viewer.messages.count == 1)
            end(stage)
            stage.frames(for: 1)
            #expect(stage.viewer.messages.count == 0 && question(stage) == nil)
            #expect(stage.viewer.part(ComparisonPart.self).marking == nil)
        }
    }
}
