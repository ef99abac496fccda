import Concurrency
import Controls
import Foundation
import ImageCodecs
import ImageMetadata
import LayerTree
import ScrollLayers
import SyntheticImages
import TestLimits
import TestSupport
import Testing
import TextLayers
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

/// The viewer asks for no frame when everything that it was asked for has been done.
@MainActor
@Suite(.timeLimited) struct ViewerRestTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A viewer of images of 8 and 16 bits, of one with tiles that cannot be read, and of a file that cannot be opened.
    private func stage(_ change: (inout ViewerSettings) -> Void = { _ in }) throws -> ViewerStage {
        var page = TIFFFixture(width: 700, height: 500) { x, y, _ in UInt64(100 * y + x) }
        page.bits = 16
        page.rowsPerStrip = 10
        try folder.write(Data(page.encoded()), to: "deep.tif")
        page.bits = 8
        page.sample = { x, y, _ in UInt64((x + y) & 255) }
        try folder.write(Data(page.encoded()), to: "flat.tif")
        for name in ["holes.tif", "broken.tif"] { try folder.write(Data("II".utf8), to: name) }
        let stage = ViewerStage([], opensFiles: false) { settings in
            settings.features = ViewerSettings(loader: settings.loader).features
            settings.open = { path in
                let name = path.split(separator: "/").last.map(String.init) ?? path
                guard name != "broken.tif" else { throw TestError("the file is damaged.") }
                let size =
                    name == "holes.tif" ? PixelSize(width: 3000, height: 2000) : PixelSize(width: 700, height: 500)
                return Document(
                    path: path,
                    source: PaintedSource(size) { index in
                        guard name == "holes.tif" else { return true }
                        if index.column % 3 == 1 { throw TestError("the tile is damaged.") }
                        return index.row % 3 != 1
                    })
            }
            settings.filesInFolder = { _ in nil }
            settings.filesBeside = { [$0] }
            settings.bookmarks = BookmarkStore(path: folder.path("bookmarks"))
            settings.lastViews = LastViews(path: folder.path("views"))
            change(&settings)
        }
        stage.viewer.open(["deep.tif", "flat.tif", "holes.tif", "broken.tif"].map { folder.path($0) })
        stage.frames(for: 0.5)
        return stage
    }

    /// Makes the frames that the viewer asks for, as a window does, until it asks for none.
    ///
    /// - Returns: what is still due after five minutes of the clock; nil if the viewer has come to rest.
    private func unrest(_ stage: ViewerStage) -> String? {
        let viewer = stage.viewer
        let wakes = Locked(0)
        viewer.scene.requests.onRequest = { wakes.withLock { $0 += 1 } }
        let end = stage.clock.now + 300
        var last = ""
        while stage.clock.now < end {
            if let next = viewer.nextFrameTime {
                last = due(stage)
                stage.frame(after: max(1.0 / 60, next - stage.clock.now))
            } else {
                // Tiles that failed are requested again after a while.
                stage.executor.advance(by: 30)
                guard wakes.withLock({ $0 }) > 0 else { return nil }
                last = "wakes"
                wakes.withLock { $0 = 0 }
                viewer.update()
            }
        }
        return last
    }

    /// The due times of all parts of the viewer, for the message of a failure.
    private func due(_ stage: ViewerStage) -> String {
        let viewer = stage.viewer
        let parts = viewer.context.parts.all.map { ("\(type(of: $0))", $0.nextUpdateTime) }
        let times = [("scene", viewer.scene.nextFrameTime)] + parts
        return times.compactMap { name, time in time.map { "\(name) in \($0 - stage.clock.now) s" } }
            .joined(separator: ", ")
    }

    @Test(arguments: 0..<32) func `after any input the viewer comes to rest, whatever is open or held`(seed: Int) throws
    {
        // The loop of a window makes one frame for many events, and background work ends at any time.
        let work = BackgroundWork()
        let stage = try stage { settings in
            settings.reducesMotion = seed % 4 < 2
            if seed % 2 == 1 { settings.inBackground = work.add }
        }
        let viewer = stage.viewer
        var input = RandomInput(stage, seed: UInt64(seed))
        for round in 0..<2 {
            for step in 0..<120 {
                input.act()
                if step % 7 == 0 { work.runAll() }
            }
            // Images that take turns have no rest.
            if viewer.comparison?.mode == .blink { viewer.compare(nil) }
            if viewer.slideshow.isOn { viewer.perform(.toggleSlideshow) }
            // A drag that stands still rests, too.
            input.releaseKeys()
            try expectRest(stage, "seed \(seed), round \(round), held", input, work)
            input.releaseAll()
            try expectRest(stage, "seed \(seed), round \(round)", input, work)
            #expect(!viewer.controller.model.isTracking, "seed \(seed), round \(round)")
            // A wake for nothing draws nothing, but the numbers of the HUD.
            stage.frame()
            stage.frame()
            viewer.update()
            #expect(viewer.nextFrameTime == nil || viewer.features.contains(.hud), "\(due(stage))")
        }
    }

    private func expectRest(
        _ stage: ViewerStage, _ name: String, _ input: RandomInput, _ work: BackgroundWork
    ) throws {
        // Background work that ends may begin other work.
        for _ in 0..<5 {
            work.runAll()
            stage.frames(for: 0.1)
        }
        let unrest = unrest(stage)
        try #require(unrest == nil, "\(name): \(unrest ?? "") after\n\(input.log.joined(separator: "\n"))")
    }

    // MARK: What must not rest

    /// A part that ends the drawing of texts between the delivery of texts and the frame.
    private final class LateTexts: ViewerPart {
        private let work: BackgroundWork

        init(_ work: BackgroundWork) {
            self.work = work
        }

        func update() {
            work.runAll()
        }
    }

    @Test func `texts that were drawn between the delivery of texts and the frame have another frame`() {
        let work = BackgroundWork()
        let stage = ViewerStage(parts: [{ _ in LateTexts(work) }]) { settings in
            settings.textDrawing = .background
            settings.runTextDrawing = work.add
        }
        stage.frames(for: 0.5)
        stage.tap("j")
        var frames = 0
        while stage.viewer.nextFrameTime != nil, frames < 100 {
            stage.frame(after: 1.0 / 60)
            frames += 1
        }
        let texts = stage.viewer.entry.layer.sublayers.compactMap { $0 as? TextLayer }
        #expect(frames < 100 && texts.count == 2 && texts.allSatisfy { $0.isUpToDate && $0.drawn.size.width > 0 })
    }

    // MARK: What has kept it from resting

    @Test func `a HUD that is closed while its next drawing is due wants none`() throws {
        let stage = try stage { $0.features = [.hud] }
        stage.wheel(1, 400, 300)
        stage.frame(after: 0.01)
        try #require(stage.viewer.hud.nextUpdateTime != nil)
        stage.tap("d")
        stage.frames(for: 1)
        #expect(due(stage).isEmpty)
    }

    @Test func `a drag that stands still asks for no frames`() throws {
        let stage = try stage()
        stage.pointer(.down(.primary, clicks: 1), 400, 300)
        stage.pointer(.moved, 420, 330)
        stage.frames(for: 4)
        #expect(stage.viewer.controller.model.isTracking && due(stage).isEmpty)
        stage.pointer(.up(.primary, clicks: 1), 420, 330)
        stage.frames(for: 1)
        #expect(!stage.viewer.controller.model.isTracking && due(stage).isEmpty)
    }

    @Test func `a drag ends where the button is released, even on a menu that was opened meanwhile`() throws {
        let stage = try stage()
        stage.pointer(.down(.primary, clicks: 1), 400, 300)
        stage.pointer(.moved, 420, 330)
        stage.tap(.menu)
        stage.frame()
        #expect(stage.viewer.menu.menu.isOpen)
        stage.pointer(.moved, 430, 340)
        stage.pointer(.up(.primary, clicks: 1), 430, 340)
        #expect(!stage.viewer.controller.model.isTracking)
    }

    @Test func `a key that moves the image stops it when it is released, even over a field that has opened`() throws {
        let stage = try stage()
        func press(_ isDown: Bool) {
            stage.viewer.handle(.key(KeyEvent(time: stage.clock.now, key: .character("+"), isDown: isDown)))
        }
        press(true)
        stage.frame(after: 0.1)
        stage.tap("j")
        #expect(stage.viewer.entry.isOpen)
        press(false)
        stage.frames(for: 0.5)
        let scale = stage.view.scale
        stage.frames(for: 0.5)
        #expect(stage.view.scale == scale && stage.viewer.controller.nextFrameTime == nil)
    }

    @Test func `values that are wanted no more when a block is decoded are due at no time`() throws {
        _ = try stage()
        let reader = try PixelValueReader(.file(folder.path("deep.tif")))
        var probe = PixelProbe()
        probe.begin(Document(path: folder.path("deep.tif"), source: PaintedSource()))
        probe.receive(reader)
        #expect(probe.values(of: PixelProbe.Pixel(x: 1, y: 1), at: 0) == nil)
        try #require(probe.beginDecoding(at: PixelProbe.delay) != nil)
        #expect(probe.values(of: PixelProbe.Pixel(x: 1, y: 400), at: 0.06) == nil)
        probe.endDecoding()
        #expect(probe.nextTime == nil)
    }
}
