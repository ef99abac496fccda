import Foundation
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
        stage.arrange()
        stage.scaleBar.update(pointsPerPixel: 0.05, millimetersPerPixel: 0.00025)
        var values = StatusValues()
        values.zoom = 0.05
        values.name = "Blue & <Marble>.dzi"
        values.filePosition = .init(number: 2, count: 7)
        values.loading = .tiles(12)
        values.hoveredPixel = .init(column: 12345, row: 6789, color: Color(red: 0.2, green: 0.6, blue: 0.9))
        stage.status.update(values, in: stage.layout)
        stage.arrange()
        stage.messages.layOut(in: stage.layout.size)
        stage.help.layOut(in: stage.layout.size)
        return stage
    }

    private func expect(_ stage: OverlayStage, _ name: String) throws {
        stage.arrange()
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

    private static let recentFiles = [
        "/home/anna/maps/Blue & <Marble>.dzi",
        "/home/anna/scans/2026/archive/very long names/of folders/that do not fit/a.tif",
        "/srv/a name that is so long that its middle has to give way to an ellipsis, whatever it says.pmtiles",
        "/home/anna/photos",
    ]

    @Test(arguments: [1, 2] as [Double])
    func `the start screen, with the files that were opened last`(scale: Double) throws {
        let stage = OverlayStage(640, 400, scale: scale)
        stage.scene.root.addSublayer(stage.start.layer)
        stage.start.update(Self.recentFiles, in: stage.layout)
        stage.arrange()
        stage.start.highlight(at: Point(x: 320, y: 236))
        try expect(stage, "start-at-\(Int(scale))")
    }

    @Test func `the start screen in a low and narrow window has the rows that fit`() throws {
        let stage = OverlayStage(300, 250)
        stage.scene.root.addSublayer(stage.start.layer)
        stage.start.update(Self.recentFiles, in: stage.layout)
        stage.arrange()
        #expect(stage.start.visibleFiles.count == 1)
        #expect(stage.start.layer.frame.minY >= 0 && stage.start.layer.frame.maxY <= 250)
        try expect(stage, "start-narrow")
    }

    /// The frames in points of all overlays of a window of 640×480 points.
    private func frames(scale: Double) -> [String: Rect] {
        let stage = stage(640, 480, scale: scale)
        stage.messages.post(Message(.information, "The view was saved as marble-2.png.", duration: 4), at: 0)
        stage.hud.isOn = true
        stage.hud.update(HUDValues(), at: 0)
        stage.arrange()
        stage.help.isOpen = true
        var frames: [String: Rect] = [:]
        func add(_ layer: Layer, _ path: String) {
            for (index, sublayer) in layer.sublayers.enumerated() {
                let path = "\(path)/\(index) \(sublayer.name ?? "")"
                frames[path] = sublayer.frame
                add(sublayer, path)
            }
        }
        add(stage.scene.root, "")
        return frames
    }

    @Test func `at two pixels for each point, every part of every overlay has twice the pixels`() {
        let single = frames(scale: 1)
        let double = frames(scale: 2)
        #expect(Set(single.keys) == Set(double.keys) && single.count > 30)
        for (path, frame) in single {
            guard let other = double[path] else { continue }
            func isNear(_ length: Double, _ other: Double, within limit: Double) -> Bool {
                abs(length - other) <= limit
            }
            // Letters are hinted to whole pixels, which adds up along a line.
            #expect(
                isNear(frame.minX, other.minX, within: max(8, 0.025 * frame.minX))
                    && isNear(frame.minY, other.minY, within: 8)
                    && isNear(frame.size.width, other.size.width, within: max(4, 0.06 * frame.size.width))
                    && isNear(frame.size.height, other.size.height, within: max(4, 0.06 * frame.size.height)),
                "\(path): \(frame), \(other)")
        }
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
        stage.information.update(metadata, in: stage.layout)
        stage.arrange()
        try expect(stage, "information")
    }

    @Test func `the panel that adjusts the display`() throws {
        let stage = stage(640, 480)
        var adjustment = ColorAdjustment()
        adjustment.blackPoint = 0.1
        adjustment.whitePoint = 0.9
        adjustment.gamma = 1.8
        adjustment.palette = .cubehelix
        stage.adjustment.isOn = true
        stage.adjustment.update(adjustment, ColorHistogram(counting: OverlayStage.thumbnail))
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
        stage.hud.update(values, at: 0)
        try expect(stage, "hud")
    }
}
