import Controls
import LayerTree
import TestLimits
import Testing
import VectorDrawing

@testable import TileViewing

/// The durations of the last frames.
@Suite(.timeLimited) struct FrameTimesTests {
    @Test func `percentiles are those of the last 120 frames, by nearest rank`() {
        var times = FrameTimes()
        #expect(times.milliseconds.percentile(0.5) == nil)
        times.add(milliseconds: 7)
        #expect(
            times.milliseconds.percentile(0) == 7 && times.milliseconds.percentile(0.5) == 7
                && times.milliseconds.percentile(1) == 7)
        for time in 1...220 {
            times.add(milliseconds: Double(time))
        }
        #expect(times.milliseconds.count == 120 && times.milliseconds.first == 101)
        #expect(times.milliseconds.percentile(0.5) == 160)
        #expect(times.milliseconds.percentile(0.95) == 214)
        #expect(times.milliseconds.percentile(1) == 220)
    }
}

@Suite(.timeLimited) struct FrameRateTests {
    @Test func `it counts the frames of the last second, up to 240`() {
        var rate = FrameRate()
        #expect(rate.framesPerSecond(at: 0) == nil)
        for frame in 0...120 {
            rate.add(at: Double(frame) / 60)
        }
        #expect(abs((rate.framesPerSecond(at: 2) ?? 0) - 60) <= 1)
        #expect(abs((rate.framesPerSecond(at: 2.5) ?? 0) - 30) <= 1)
        #expect(rate.framesPerSecond(at: 3) == nil)
        for frame in 0..<1000 {
            rate.add(at: 10 + Double(frame) / 2000)
        }
        #expect(rate.framesPerSecond(at: 10.5) == 240)
    }
}

/// The HUD's rows, and when they are drawn.
@MainActor
@Suite(.timeLimited) struct HUDTests {
    private func values(_ count: Int) -> HUDValues {
        var values = HUDValues()
        for time in [4.04, 8, 30] { values.frameTimes.add(milliseconds: time) }
        values.framesPerSecond = 60
        values.tiles = [.init(state: "loaded", count: count), .init(state: "queued", count: 3)]
        values.cache = .init(48_120_000, of: 64_000_000)
        values.textures = .init(0, of: 0)
        values.blankPixels = 0
        values.blurredPixels = 12345
        var frame = FrameStatistics()
        frame.quads = 34
        frame.visiblePixels = 100
        frame.filledPixels = 131
        frame.drawTime = 5.26
        frame.textureUploads = 2
        frame.uploadedBytes = 524_288
        values.frame = frame
        return values
    }

    @Test func `values become rows of text`() {
        let rows = HUDRows(values(120)).all
        #expect(
            rows.map { "\($0.label): \($0.value)" } == [
                "rate: 60 frames/s", "frame: p50 8 ms · p95 30 ms · max 30 ms", "tiles: loaded 120 · queued 3",
                "cache: 48.1 MB of 64 MB",
                "textures: 0 B of 0 B", "view: blank 0 px · blurred 12345 px", "layers: 0 · quads 34 · groups 0",
                "drawn: 5.3 ms · overdraw 1.31", "uploads: 2 · 524 kB",
            ])
        #expect(rows.map(\.fraction) == [nil, nil, nil, 0.751875, 0, nil, 0.034, 0.524, nil])
        #expect(HUDRows(HUDValues()).all.map { "\($0.label): \($0.value)" } == ["rate: –"])
    }

    @Test func `overdraw beyond 2.5 fills its bar and is called so, as is geometry beyond 1000 quads`() {
        var values = HUDValues()
        var frame = FrameStatistics()
        frame.visiblePixels = 100
        frame.filledPixels = 250
        frame.quads = 999
        values.frame = frame
        #expect(HUDRows(values).all.map(\.value).contains("0 ms · overdraw 2.5"))
        frame.filledPixels = 400
        frame.quads = 5000
        values.frame = frame
        let rows = HUDRows(values).all
        #expect(rows.map(\.label) == ["rate", "layers", "drawn", "uploads"])
        #expect(rows[2].value == "0 ms · overdraw 4, more than 2.5")
        #expect(rows[1].fraction == 1 && rows[2].fraction == 1)
    }

    @Test func `the HUD keeps its size while its values change`() {
        let stage = OverlayStage(900, 600)
        stage.hud.isOn = true
        var values = values(1)
        values.blurredPixels = 0
        stage.hud.update(values, at: 0)
        let size = stage.hud.overlay.contentSize
        #expect(size.width > 0)
        values.framesPerSecond = nil
        for time in [188.8, 60.1, 33.3] { values.frameTimes.add(milliseconds: time) }
        values.frame?.quads = 999
        values.blurredPixels = 400_000
        stage.hud.update(values, at: 1)
        #expect(stage.hud.overlay.contentSize == size)
    }

    @Test func `the HUD is drawn at most four times a second, and then says when it has more to show`() {
        let stage = OverlayStage(900, 600)
        let hud = stage.hud
        hud.update(values(1), at: 10)
        #expect(hud.layer.isHidden && hud.layer.contents == nil && hud.nextUpdateTime == nil)
        hud.isOn = true
        hud.update(values(1), at: 10)
        #expect(!hud.layer.isHidden)
        let first = hud.layer.contents
        hud.update(values(2), at: 10.2)
        #expect(hud.layer.contents == first && hud.nextUpdateTime == 10.25)
        hud.update(values(2), at: 10.25)
        #expect(hud.layer.contents != first && hud.nextUpdateTime == nil)
    }

    @Test func `frame times alone do not ask for another frame`() {
        let stage = OverlayStage(900, 600)
        stage.hud.isOn = true
        var figures = values(1)
        stage.hud.update(figures, at: 0)
        _ = stage.snapshot()
        figures.frameTimes.add(milliseconds: 5)
        stage.hud.update(figures, at: 0.1)
        #expect(stage.hud.nextUpdateTime == nil && !stage.scene.needsFrame)
    }

    @Test func `values that have not changed are not drawn again`() {
        let stage = OverlayStage(900, 600)
        stage.hud.isOn = true
        stage.hud.update(values(1), at: 0)
        _ = stage.snapshot()
        stage.hud.update(values(1), at: 5)
        #expect(!stage.scene.needsFrame)
    }
}
