import LayerTree
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

    @Test func `of two profiles the later one counts`() {
        stage.viewer.setDisplay(.profile(ProfileFixture.adobeRGB.bytes))
        stage.viewer.setDisplay(.managed)
        stage.frame()
        #expect(stage.viewer.tiles?.displayColors == nil && row == "sRGB, which the window system converts")
    }
}
