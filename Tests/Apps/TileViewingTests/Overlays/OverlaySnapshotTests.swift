import Foundation
import LayerTree
import ScrollLayers
import TestSupport
import TestLimits
import Testing
import TiledLayers
import TilePyramid

@testable import TileViewing

/// Whole windows with overlays as they should look, compared as ``PixelBuffer/quartered`` says.
///
/// Exact values are tested elsewhere.
@MainActor
@Suite(.timeLimited, .withExpectedFont)
struct OverlaySnapshotTests {
    private func stage(_ width: Int, _ height: Int, scale: Double = 1) -> OverlayStage {
        let stage = OverlayStage(width, height, scale: scale)
        stage.map.thumbnail = OverlayStage.thumbnail
        stage.map.update(
            imageSize: Size(width: 60000, height: 40000),
            view: ViewState(center: Point(x: 20000, y: 15000), scale: 0.05, angle: 20), in: stage.layout)
        stage.scaleBar.update(pointsPerPixel: 0.05, millimetersPerPixel: 0.00025, in: stage.layout)
        var values = StatusValues()
        values.zoom = 0.05
        values.name = "Blue & <Marble>.dzi"
        values.imageSize = PixelSize(width: 86400, height: 43200)
        values.filePosition = .init(number: 2, count: 7)
        values.loading = .tiles(12)
        values.hoveredPixel = .init(column: 12345, row: 6789, color: Color(red: 0.2, green: 0.6, blue: 0.9))
        stage.status.update(values, in: stage.layout)
        stage.messages.update(in: stage.layout)
        stage.help.update(in: stage.layout)
        return stage
    }

    private func expect(_ stage: OverlayStage, _ name: String) throws {
        try expectSnapshot(stage.snapshot().quartered, matches: name, tolerance: PixelBuffer.textTolerance)
    }

    @Test(arguments: [1, 2] as [Double])
    func `map, scale bar, status line and messages`(scale: Double) throws {
        let stage = stage(640, 400, scale: scale)
        stage.messages.post(Message(.information, "The view was saved as marble-2.png.", duration: 4), at: 0)
        stage.messages.post(
            Message(
                .error,
                "marble.tif: there is no such file any more. What is loaded stays; put it back, or open another one."),
            at: 0)
        try expect(stage, "overlays-at-\(Int(scale))")
    }

    @Test func `the help sheet in 640×480`() throws {
        let stage = stage(640, 480)
        stage.help.isOpen = true
        try expect(stage, "help")
    }

    @Test func `what is known about a photograph`() throws {
        let stage = stage(640, 400)
        var metadata = DocumentMetadata(format: "JPEG", size: PixelSize(width: 8256, height: 5504))
        metadata.fileBytes = 23_400_000
        metadata.samples = "RGB, 8 bits"
        metadata.millimetersPerPixel = 25.4 / 300
        stage.information.isOn = true
        stage.information.update(metadata, top: 0, in: stage.layout)
        try expect(stage, "information")
    }

    @Test func `the panel that adjusts the display`() throws {
        let stage = stage(640, 480)
        var adjustment = ColorAdjustment()
        (adjustment.blackPoint, adjustment.whitePoint, adjustment.gamma) = (0.1, 0.9, 1.8)
        adjustment.palette = .cubehelix
        stage.adjustment.isOn = true
        stage.adjustment.update(adjustment, ColorHistogram(counting: OverlayStage.thumbnail), in: stage.layout)
        try expect(stage, "adjustment")
    }

    @Test func `the statistics of the HUD`() throws {
        let stage = stage(640, 400)
        var values = HUDValues()
        for number in 0..<120 {
            values.frameTimes.add(milliseconds: 4 + Double(number % 17) + (number % 40 == 0 ? 20 : 0))
        }
        values.tiles = [("loaded", 120), ("queued", 3), ("reading", 2), ("decoding", 1)].map {
            HUDValues.TileCount(state: $0, count: $1)
        }
        values.cache = .init(48_100_000, of: 64_000_000)
        values.textures = .init(127_000_000, of: 128_000_000)
        values.blankPixels = 0
        values.blurredPixels = 12345
        values.frame = FrameStatistics()
        stage.hud.isOn = true
        stage.hud.update(values, at: 0, in: stage.layout)
        try expect(stage, "hud")
    }
}
