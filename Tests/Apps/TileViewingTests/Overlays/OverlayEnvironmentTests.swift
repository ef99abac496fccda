import Controls
import Foundation
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TextLayers
import TextRendering
import TilePyramid
import VectorDrawing

@testable import TileViewing

/// Tests of the environment that all overlays of a window share.
@MainActor
@Suite(.timeLimited)
struct OverlayEnvironmentTests {
    private func show(_ stage: OverlayStage, zoom: Double) {
        let view = ViewState(center: Point(x: 3000, y: 2000), scale: zoom)
        stage.map.update(imageSize: Size(width: 6000, height: 4000), view: view, in: stage.layout)
        stage.arrange()
        stage.scaleBar.update(pointsPerPixel: zoom, millimetersPerPixel: nil)
        var values = StatusValues()
        values.zoom = zoom
        stage.status.update(values, in: stage.layout)
        stage.arrange()
        stage.messages.layOut(in: stage.layout.size)
        stage.help.layOut(in: stage.layout.size)
        stage.arrange()
    }

    @Test func `equal values request no frame`() {
        let stage = OverlayStage(640, 480)
        stage.map.thumbnail = OverlayStage.thumbnail
        stage.messages.post(Message(.information, "saved"), at: 0)
        stage.help.isOpen = true
        show(stage, zoom: 1)
        _ = stage.snapshot()
        show(stage, zoom: 1)
        stage.environment.scale = 1
        #expect(!stage.scene.needsFrame)
        show(stage, zoom: 1.1)
        #expect(stage.scene.needsFrame)
    }

    @Test func `overlays fade for 0.15 seconds, and not at all when motion is reduced`() throws {
        for reducesMotion in [false, true] {
            let stage = OverlayStage(320, 240)
            stage.environment.reducesMotion = reducesMotion
            show(stage, zoom: 1)
            let clock = try #require(stage.scene.clock as? ManualClock)
            _ = stage.scene.frame()
            stage.status.isOn = false
            _ = stage.scene.frame()
            #expect(stage.scene.needsFrame == !reducesMotion)
            clock.advance(by: 0.16)
            _ = stage.scene.frame()
            #expect(!stage.scene.needsFrame)
        }
    }

    @Test func `with one and a half pixels per point, panels have their edges on whole pixels`() {
        let stage = OverlayStage(641, 479, scale: 1.5)
        stage.map.thumbnail = OverlayStage.thumbnail
        show(stage, zoom: 0.777)
        for layer in [stage.map.layer, stage.scaleBar.layer, stage.status.layer] {
            let frame = layer.frame
            for edge in [frame.minX, frame.minY, frame.maxX, frame.maxY] {
                #expect(abs((edge * 1.5).rounded() - edge * 1.5) < 1e-9)
            }
        }
    }

    @Test func `without any font overlays show no text, and the reason is known`() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let config = folder.path("fonts.conf")
            try Data("<fontconfig></fontconfig>".utf8).write(to: URL(fileURLWithPath: config))
            setenv("FONTCONFIG_FILE", config, 1)
            let reason = await MainActor.run { () -> TextError.Code? in
                let stage = OverlayStage(640, 480)
                stage.scaleBar.update(pointsPerPixel: 1, millimetersPerPixel: nil)
                stage.hud.isOn = true
                stage.hud.update(HUDValues(), at: 0)
                stage.help.layOut(in: stage.layout.size)
                stage.help.isOpen = true
                stage.messages.layOut(in: stage.layout.size)
                stage.messages.post(Message(.error, "not seen"), at: 0)
                _ = stage.snapshot()
                return stage.environment.textDrawing.failure?.code
            }
            #expect(reason == .noFont)
        }
    }
}
