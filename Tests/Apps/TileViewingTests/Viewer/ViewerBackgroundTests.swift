import Controls
import Foundation
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

@MainActor
@Suite(.timeLimited) struct ViewerBackgroundTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A viewer of 80×60 pixels, whose image leaves 10 pixels at the left and the right.
    private func stage() -> ViewerStage {
        let folder = folder
        let stage = ViewerStage([PaintedSource(PixelSize(width: 600, height: 600))]) { settings in
            settings.size = PixelSize(width: 80, height: 60)
            settings.framesImage = false
            settings.backgrounds = BackgroundStore(path: folder.path("background"))
        }
        stage.frame()
        return stage
    }

    /// The gray of the pixel at the left edge.
    private func edge(_ stage: ViewerStage) -> UInt32 { stage.snapshot()[1, 1] & 255 }

    @Test func `B shows one background after the other, which is kept for the next start`() {
        let stage = stage()
        #expect(edge(stage) == 128)
        var grays: [UInt32] = []
        for _ in 0..<4 {
            stage.tap("b", .shift)
            grays.append(edge(stage))
        }
        #expect(grays == [31, 0, 128, 255])
        #expect(edge(self.stage()) == 255)
        stage.tap("b", .shift)
        let snapshot = stage.snapshot()
        #expect(Set([snapshot[1, 1], snapshot[8, 1]]).count == 2, "squares")
        #expect(snapshot[40, 30] != snapshot[1, 1])
        stage.tap("b", .shift)
        #expect(edge(stage) == 31)
        #expect(stage.messages.map(\.text).prefix(2) == ["Background: dark", "Background: black"])
        #expect(stage.viewer.messages.count == 1, "none names a former background")
        #expect(!stage.viewer.features.contains(.tileBorders))
    }

    @Test func `full screen is black, a key changes that until it is left, and then the window's is back`() {
        let stage = stage()
        stage.tap("f")
        #expect(edge(stage) == 0)
        stage.tap("b", .shift)
        #expect(edge(stage) == 128)
        stage.tap("f")
        #expect(edge(stage) == 128)
        stage.tap("b", .shift)
        stage.tap("f")
        #expect(edge(stage) == 0)
        stage.tap("f")
        #expect(edge(stage) == 31)
        stage.frames(for: 10)
        #expect(stage.viewer.nextFrameTime == nil)
    }

    @Test func `what is kept and damaged means nothing`() throws {
        try folder.write(Data("pink\n".utf8), to: "background")
        #expect(edge(stage()) == 128)
    }
}
