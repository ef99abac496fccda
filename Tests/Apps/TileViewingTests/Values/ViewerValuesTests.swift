import Concurrency
import Foundation
import ImageCodecs
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TextLayers
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

/// The stored values and the place of the pixel under the pointer.
@MainActor
@Suite(.timeLimited) struct ViewerValuesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A viewer of an image whose file has values, and whose tiles are painted; one screen pixel for each of the image.
    private func stage(
        _ file: [UInt8], _ size: PixelSize, in background: BackgroundWork? = nil,
        _ change: (inout ViewerSettings) -> Void = { _ in }
    ) throws -> ViewerStage {
        try folder.write(Data(file), to: "image")
        let path = folder.path("image")
        let stage = ViewerStage(
            [], view: ViewState(center: Point(x: 400, y: 300)), opensFiles: false
        ) { settings in
            settings.features = [.statusLine]
            settings.open = { Document(path: $0, source: PaintedSource(size)) }
            if let background { settings.inBackground = background.add }
            change(&settings)
        }
        stage.viewer.open([path])
        background?.runAll()
        stage.frame()
        background?.runAll()
        stage.frames(for: 0.5)
        return stage
    }

    /// A gray page of 16 bits whose samples are 100 times the row, and the column.
    private func page(_ width: Int, _ height: Int, _ change: (inout TIFFFixture) -> Void = { _ in }) -> TIFFFixture {
        var page = TIFFFixture(width: width, height: height) { x, y, _ in UInt64(100 * y + x) }
        page.bits = 16
        change(&page)
        return page
    }

    private func texts(_ stage: ViewerStage) -> [String] {
        stage.viewer.statusLine.layer.sublayers.compactMap { $0 as? TextLayer }.filter { !$0.isHidden }.map(
            \.text)
    }

    private func values(_ stage: ViewerStage) -> String? { stage.viewer.status.pointer?.values?.description }

    @Test func `values are shown beside the color once the pointer rests, and at once where they are known`() throws {
        let stage = try stage(page(800, 600) { $0.rowsPerStrip = 10 }.encoded(), PixelSize(width: 800, height: 600))
        stage.pointer(.moved, 30, 20)
        stage.frame()
        #expect(values(stage) == nil)
        stage.frame()
        #expect(values(stage) == nil, "the pointer has not rested")
        #expect(stage.viewer.nextFrameTime.map { $0 <= stage.clock.now + PixelProbe.delay } == true)
        stage.frame(after: 0.06)
        stage.frame()
        #expect(values(stage) == "2030")
        #expect(texts(stage).contains("2030") && texts(stage).contains("30, 20"))
        stage.pointer(.moved, 799, 20)
        stage.frame()
        #expect(values(stage) == "2799", "the row is kept")
        stage.pointer(.moved, 31, 599)
        stage.frame()
        #expect(values(stage) == nil && !texts(stage).contains("2799"))
        stage.frames(for: 0.2)
        #expect(values(stage) == "59931")
    }

    @Test func `floating-point numbers, whole numbers with a sign and colors of 16 bits are shown as stored`() throws {
        func shown(_ change: (inout TIFFFixture) -> Void) throws -> String? {
            let stage = try stage(page(40, 30, change).encoded(), PixelSize(width: 40, height: 30)) {
                $0.view = ViewState(center: Point(x: 20, y: 15), scale: 20)
            }
            stage.pointer(.moved, 400, 300)
            stage.frames(for: 0.2)
            #expect(stage.viewer.status.pointer?.imagePoint == Point(x: 20, y: 15))
            return values(stage)
        }
        #expect(
            try shown {
                $0.bits = 32
                $0.sampleFormat = 3
                $0.sample = { _, _, _ in UInt64(Float(0.7312).bitPattern) }
            } == "0.7312")
        #expect(
            try shown {
                $0.bits = 32
                $0.sampleFormat = 2
                $0.sample = { x, y, _ in UInt64(UInt32(bitPattern: Int32(-1000 * x - y))) }
            } == "-20015")
        #expect(
            try shown {
                $0.samplesPerPixel = 3
                $0.photometric = 2
                $0.tile = (16, 16)
                $0.sample = { x, y, channel in x == 20 && y == 15 ? [12345, 200, 65535][channel] : 0 }
            } == "12345, 200, 65535")
        #expect(
            try shown {
                $0.bits = 8
                $0.sample = { _, _, _ in 99 }
            } == nil)
    }

    @Test func `a PNG of 16 bits has values, and one of 8 bits has no extra text`() throws {
        for bits in [16, 8] {
            var png = PNGFixture(width: 40, height: 30) { x, y, channel in 7 * x + y + channel }
            png.bits = bits
            let stage = try stage(png.encoded(), PixelSize(width: 40, height: 30)) {
                $0.view = ViewState(center: Point(x: 20, y: 15), scale: 20)
            }
            stage.pointer(.moved, 400, 300)
            stage.frames(for: 0.2)
            #expect(values(stage) == (bits == 16 ? "155, 156, 157" : nil))
            #expect(texts(stage).contains("#140F00"))
        }
    }

    @Test func `an answer for a pixel that the pointer has left is shown nowhere, and one block is decoded at a time`()
        throws
    {
        let work = BackgroundWork()
        let stage = try stage(
            page(800, 600) { $0.rowsPerStrip = 10 }.encoded(), PixelSize(width: 800, height: 600), in: work)
        stage.pointer(.moved, 30, 20)
        stage.frame()
        work.runAll()
        stage.frames(for: 0.2)
        stage.pointer(.moved, 500, 400)
        stage.frames(for: 0.2)
        #expect(values(stage) == nil)
        work.runAll()
        stage.frame()
        #expect(values(stage) == nil, "row 20 was decoded, and the pointer is on row 400")
        stage.frames(for: 0.2)
        work.runAll()
        stage.frame()
        stage.frame()
        #expect(values(stage) == "40500")
    }

    @Test func `at rest there are no frames, with and without values, and after the pointer has left`() throws {
        for file in [
            page(800, 600).encoded(),
            page(800, 600) {
                $0.bits = 8; $0.sample = { _, _, _ in 1 }
            }.encoded(),
        ] {
            let stage = try stage(file, PixelSize(width: 800, height: 600))
            for (x, y) in [(30.0, 20.0), (700, 500)] {
                stage.pointer(.moved, x, y)
                stage.frames(for: 1)
                #expect(stage.viewer.nextFrameTime == nil)
            }
            stage.pointer(.moved, 3, 2)
            stage.frame()
            stage.pointer(.exited, 0, 0)
            stage.frames(for: 1)
            #expect(stage.viewer.nextFrameTime == nil && stage.viewer.status.pointer == nil)
        }
    }

    @Test func `a file of another size than the image, or none, has no values`() throws {
        for file in [page(800, 601).encoded(), [1, 2, 3]] {
            let stage = try stage(file, PixelSize(width: 800, height: 600))
            stage.pointer(.moved, 30, 20)
            stage.frames(for: 0.5)
            #expect(values(stage) == nil && stage.viewer.nextFrameTime == nil)
        }
    }

    @Test(arguments: [1.0, 2.0]) func `in 400×300 points the values stay readable beside the zoom`(scale: Double) throws
    {
        let file = page(40, 30) {
            $0.samplesPerPixel = 3
            $0.photometric = 2
            $0.sample = { _, _, channel in [12345, 200, 65535][channel] }
        }.encoded()
        let stage = try stage(file, PixelSize(width: 40, height: 30)) {
            $0.size = PixelSize(width: Int(400 * scale), height: Int(300 * scale))
            $0.scale = scale
            $0.view = ViewState(center: Point(x: 20, y: 15), scale: 8 * scale)
        }
        stage.pointer(.moved, 200, 150)
        stage.frames(for: 0.5)
        let line = stage.viewer.statusLine.layer
        #expect(texts(stage).prefix(1) == ["\(Int(800 * scale)) %"])
        #expect(texts(stage).contains("20, 15") && texts(stage).contains("12345, 200, 65535"))
        #expect(line.frame.minX >= 0 && line.frame.maxX <= 400)
    }
}
