import Compositing
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TiledLayers
import VectorDrawing

import Controls
@testable import TileViewing

/// The colors of the display.
@MainActor
@Suite(.timeLimited) struct ViewerDisplayTests {
    private let stage = ViewerStage()

    /// The row of the information panel about the display.
    private var row: String? {
        if !stage.viewer.features.contains(.information) { stage.tap("p") }
        stage.frame()
        return stage.viewer.shownInformation.first { $0.label == "display" }?.value
    }

    @Test func `tiles are shown by the profile of the display, which the information panel names`() {
        #expect(stage.viewer.tiles?.displayColors == nil && row == nil)
        stage.viewer.setDisplay(.profile(ProfileFixture.adobeRGB.bytes))
        #expect(!stage.viewer.hasPicture, "a picture in other colors would flash")
        stage.frame()
        #expect(stage.viewer.tiles?.displayColors != nil && row == "made")
        stage.frames(for: 1)
        #expect(stage.viewer.hasPicture)
        stage.viewer.setDisplay(.off)
        #expect(row == "sRGB, because the display's profile is turned off")
        #expect(stage.viewer.tiles?.displayColors == nil)
    }

    @Test func `the next file is shown by the profile, too`() {
        let stage = ViewerStage([PaintedSource(), PaintedSource()])
        stage.viewer.setDisplay(.profile(ProfileFixture.adobeRGB.bytes))
        stage.frame()
        let colors = stage.viewer.tiles?.displayColors
        stage.tap(" ")
        stage.frame()
        #expect(colors != nil && stage.viewer.tiles?.displayColors === colors)
    }

    @Test(arguments: [
        (DisplayColorSpace.unprofiled, "sRGB, because the display has no profile"),
        (.managed, "sRGB, which the window system converts"), (.profile(ProfileFixture.sRGB.bytes), "made"),
        (.profile([1, 2, 3]), "sRGB, because the display's profile is damaged"),
    ])
    func `a display without colors of its own has those of sRGB, and the panel says why`(
        space: DisplayColorSpace, text: String
    ) {
        stage.viewer.setDisplay(space)
        stage.frame()
        #expect(row == text && stage.viewer.tiles?.displayColors == nil)
    }

    @Test func `the same profile is not read again, and another one takes its place`() throws {
        stage.viewer.setDisplay(.profile(ProfileFixture.adobeRGB.bytes))
        stage.frames(for: 1)
        let colors = try #require(stage.viewer.tiles?.displayColors)
        stage.viewer.setDisplay(.profile(ProfileFixture.adobeRGB.bytes))
        #expect(stage.viewer.hasPicture, "nothing is being read")
        stage.frame()
        #expect(stage.viewer.tiles?.displayColors === colors)
        stage.viewer.setDisplay(.profile(ProfileFixture.exchangedSRGB.bytes))
        stage.frame()
        #expect(stage.viewer.tiles?.displayColors !== colors && stage.viewer.tiles?.displayColors != nil)
        stage.viewer.setDisplay(.unprofiled)
        stage.frame()
        #expect(stage.viewer.tiles?.displayColors == nil)
    }

    @Test func `the overview, the filmstrip and the grid have the colors of the display, and pictures do not`() throws {
        // Only the tile that shows all of the image exists.
        let source = PaintedSource(PixelSize(width: 1000, height: 800)) { $0.level < 9 }
        let stage = ViewerStage([source, source], view: ViewState(center: Point(x: 500, y: 400), scale: 4)) {
            $0.features = [.overviewMap, .filmstrip]
            $0.thumbnailDecoder = NamedDecoding()
        }
        stage.frames(for: 0.5)
        let map = stage.viewer.part(OverviewPart.self).maps[0]
        let stored = try #require(map.thumbnail)
        #expect(map.shownThumbnail == stored)
        // Red and green are exchanged.
        stage.viewer.setDisplay(.profile(ProfileFixture.exchangedSRGB.bytes))
        stage.frames(for: 0.1)
        let shown = try #require(map.shownThumbnail)
        let pixel = stored[50, 20]
        #expect(map.thumbnail == stored && isClose(shown[50, 20], exchanged(pixel)))
        let cell = try #require(stage.viewer.filmstrip.cells[1])
        let colors = stage.viewer.tiles?.displayColors
        #expect(colors != nil && cell.displayColors === colors)
        let strip = try #require(stage.viewer.filmstrip.frame)
        let middle = Point(x: strip.minX + cell.frame.maxX - 10, y: strip.minY + 40)
        func drawnPixel(of tree: RenderTree) -> UInt32 {
            Compositor(workerCount: 1).draw(tree)[Int(middle.x), Int(middle.y)]
        }
        #expect(isClose(drawnPixel(of: stage.frame()), exchanged(0xFF20_4060)))
        #expect(drawnPixel(of: stage.viewer.context.makePicture()) == 0xFF20_4060)
        #expect(map.shownThumbnail == shown, "it is not converted again")
        stage.tap("t", .shift)
        stage.frames(for: 0.1)
        #expect(stage.viewer.fileGrid.grid?.cell(of: 1)?.displayColors === colors)
        stage.viewer.setDisplay(.off)
        stage.frame()
        #expect(stage.viewer.fileGrid.grid?.cell(of: 1)?.displayColors == nil && map.shownThumbnail == stored)
    }

    private func exchanged(_ pixel: UInt32) -> UInt32 {
        pixel & 0xFF00_00FF | (pixel >> 8 & 0xFF00) | (pixel & 0xFF00) << 8
    }

    private func isClose(_ one: UInt32, _ other: UInt32) -> Bool {
        [0, 8, 16, 24].allSatisfy { shift in
            abs(Int(one >> shift & 255) - Int(other >> shift & 255)) <= 4
        }
    }

    @Test func `of two profiles the later one counts`() {
        stage.viewer.setDisplay(.profile(ProfileFixture.adobeRGB.bytes))
        stage.viewer.setDisplay(.managed)
        stage.frame()
        #expect(stage.viewer.tiles?.displayColors == nil && row == "sRGB, which the window system converts")
    }
}
