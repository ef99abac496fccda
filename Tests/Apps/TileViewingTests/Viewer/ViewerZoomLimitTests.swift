import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

/// The limits of zooming in a window of 800×600 pixels.
@MainActor
@Suite(.timeLimited) struct ViewerZoomLimitTests {
    private func scale(of size: PixelSize, after command: ViewerCommand, _ count: Int = 100) -> Double {
        let stage = ViewerStage([PaintedSource(size)]) { $0.reducesMotion = true }
        for _ in 0..<count { stage.viewer.perform(command) }
        stage.frames(for: 1)
        return stage.view.scale
    }

    @Test func `zooming in goes on until three by two pixels take half of the window`() {
        #expect(abs(scale(of: PixelSize(width: 3, height: 2), after: .scroll(.zoomIn)) - 400.0 / 3) < 1e-6)
        #expect(abs(scale(of: PixelSize(width: 1000, height: 800), after: .scroll(.zoomIn)) - 400.0 / 3) < 1e-6)
    }

    @Test func `an image of one pixel can take half of the window`() {
        #expect(abs(scale(of: PixelSize(width: 1, height: 1), after: .scroll(.zoomIn)) - 300) < 1e-6)
    }

    @Test func `zooming out goes on to a quarter of the size that fits`() {
        #expect(abs(scale(of: PixelSize(width: 1000, height: 800), after: .scroll(.zoomOut)) - 0.75 / 4) < 1e-6)
    }

    @Test func `the limits follow the window and the screen`() {
        let stage = ViewerStage()
        #expect(abs(stage.viewer.maximumScale - 400.0 / 3) < 1e-9)
        stage.viewer.resize(to: PixelSize(width: 3000, height: 1600), scale: 2)
        #expect(stage.viewer.maximumScale == 400)
        #expect(stage.viewer.controller.model.geometry.maximumScale == 200)
        stage.viewer.resize(to: PixelSize(width: 120, height: 100), scale: 1)
        #expect(stage.viewer.maximumScale == 32)
        let fitting = stage.viewer.controller.model.geometry.fittedView.scale
        #expect(abs(stage.viewer.controller.model.geometry.scaleRange().lowerBound - fitting / 4) < 1e-12)
    }

    @Test func `a picture is fitted as before, and 0 fits it again`() {
        let stage = ViewerStage { $0.reducesMotion = true }
        let fitted = stage.view
        #expect(fitted.scale == 0.75)
        for _ in 0..<20 { stage.viewer.perform(.scroll(.zoomOut)) }
        stage.viewer.perform(.scroll(.fit))
        stage.frames(for: 1)
        #expect(stage.view == fitted)
    }
}
