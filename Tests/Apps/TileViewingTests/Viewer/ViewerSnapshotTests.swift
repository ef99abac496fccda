import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

/// Snapshots of the viewer that people have checked; without text, which depends on the machine's fonts.
@MainActor
@Suite(.timeLimited) struct ViewerSnapshotTests {
    /// A snapshot of 240×160 pixels of an image of 1000×800.
    private func snapshot(
        _ view: ViewState? = nil, _ features: Set<ViewerFeature> = [],
        of source: PaintedSource = PaintedSource(), _ change: (ViewerStage) -> Void = { _ in }
    ) -> PixelBuffer {
        let stage = ViewerStage([source], view: view) { settings in
            settings.size = PixelSize(width: 240, height: 160)
            settings.features = features
        }
        stage.viewer.tiles?.debugOptions.label = nil
        change(stage)
        return stage.snapshot()
    }

    private let middle = Point(x: 256, y: 256)

    @Test func `the whole image, with a neutral gray around it`() throws {
        try expectSnapshot(snapshot(), matches: "viewer-fit", tolerance: 2)
    }

    @Test func `actual size`() throws {
        try expectSnapshot(snapshot(ViewState(center: middle)), matches: "viewer-actual", tolerance: 2)
    }

    @Test func `rotated by 45 degrees`() throws {
        try expectSnapshot(
            snapshot(ViewState(center: middle, scale: 0.7, angle: 45)), matches: "viewer-turned", tolerance: 2)
    }

    @Test func `magnified sixteen times, as squares with a grid between them`() throws {
        try expectSnapshot(
            snapshot(ViewState(center: middle, scale: 16), [.pixelGrid]), matches: "viewer-grid", tolerance: 2)
    }

    @Test func `magnified eight times, smooth`() throws {
        try expectSnapshot(
            snapshot(ViewState(center: middle, scale: 8), [.smoothing]), matches: "viewer-smooth", tolerance: 2)
    }

    @Test func `the borders of tiles, and the map`() throws {
        let snapshot = snapshot(ViewState(center: middle), [.overviewMap]) { stage in
            stage.viewer.tiles?.debugOptions.showsBorders = true
        }
        try expectSnapshot(snapshot, matches: "viewer-borders", tolerance: 2)
    }

    @Test func `a missing tile is shown coarser, and so is a broken one, with a red border`() throws {
        let source = PaintedSource { index in
            if index == TileIndex(level: 10, column: 1, row: 0) { throw TestError("it is broken") }
            return index != TileIndex(level: 10, column: 0, row: 1)
        }
        let snapshot = snapshot(ViewState(center: middle), of: source) { stage in
            stage.viewer.tiles?.debugOptions.showsBorders = true
            stage.frames(for: 15)
        }
        try expectSnapshot(snapshot, matches: "viewer-missing", tolerance: 2)
    }

    @Test func `a selection`() throws {
        let snapshot = snapshot(ViewState(center: middle, scale: 1, angle: 20)) { stage in
            stage.pointer(.down(.primary, clicks: 1), 60, 40, .shift)
            stage.pointer(.up(.primary, clicks: 1), 180, 120, .shift)
        }
        try expectSnapshot(snapshot, matches: "viewer-selection", tolerance: 2)
    }
}
