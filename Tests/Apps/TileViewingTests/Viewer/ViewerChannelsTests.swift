import ChannelImages
import Compositing
import Controls
import Foundation
import ImageMetadata
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

/// A viewer of an image of many channels, one screen pixel for each of the image.
@MainActor
@Suite(.timeLimited) struct ViewerChannelsTests {
    private func stage(
        _ image: RampChannelImage, path: String = "/none/ramp",
        _ change: (inout ViewerSettings) -> Void = { _ in }
    ) -> ViewerStage {
        let stage = ViewerStage(
            [], view: ViewState(center: Point(x: 256, y: 256)), opensFiles: false
        ) { settings in
            settings.open = {
                Document(
                    path: $0, channels: DocumentChannels(image, automatic: RampChannelImage.threshold(20_000)),
                    format: "memory")
            }
            change(&settings)
        }
        stage.viewer.open([path])
        stage.frames(for: 0.5)
        return stage
    }

    /// The number of pixels of the image that are not white from a value on, and black below it.
    private func wrongPixels(_ stage: ViewerStage, from value: Int, channel: Int = 0, section: Int = 0) -> Int {
        let picture = stage.snapshot()
        var plane = ChannelPlane(channel: channel)
        plane.section = section
        return (0..<512 * 512).count { number in
            let x = number % 512
            let y = number / 512
            let isWhite = Int(RampChannelImage.sample(x, y, plane)) >= value
            // A frame may lie on the outermost pixels.
            guard (2..<510).contains(x), (2..<510).contains(y) else { return false }
            // The window is 800 by 600 pixels, and the image lies in its middle.
            return picture[144 + x, 44 + y] != (isWhite ? 0xFFFF_FFFF : 0xFF00_0000)
        }
    }

    @Test func `the image has its automatic rendering, and another one in the next frame without reading`() {
        let image = RampChannelImage(["a", "b"])
        let stage = stage(image)
        #expect(wrongPixels(stage, from: 20_000) == 0)
        _ = image.takeReadCount()
        stage.viewer.context.channelRendering = RampChannelImage.threshold(30_000)
        #expect(stage.viewer.scene.needsFrame)
        #expect(wrongPixels(stage, from: 30_000) == 0)
        #expect(image.takeReadCount() == 0)
        stage.viewer.context.channelRendering = RampChannelImage.threshold(30_000, channels: [1])
        #expect(wrongPixels(stage, from: 30_000, channel: 1) == 0)
    }

    @Test func `the next section is read while the one before it is looked at`() {
        let image = RampChannelImage(["a"], sections: 3)
        let stage = stage(image)
        stage.frames(for: 1)
        _ = image.takeReadCount()
        var next = RampChannelImage.threshold(20_000)
        next.section = 1
        stage.viewer.context.channelRendering = next
        _ = stage.viewer.frame()
        #expect(image.takeReadCount() == 0)
        #expect(wrongPixels(stage, from: 20_000, section: 1) == 0)
    }

    @Test func `values under the pointer are those of the channels that are shown`() {
        let image = RampChannelImage(["DAPI", "FITC"]) { description in
            description.channels[1].scale = 0.5
            description.channels[1].unit = "m"
        }
        let stage = stage(image) { $0.features = [.statusLine] }
        stage.pointer(.moved, 144 + 30, 44 + 20)
        stage.frame()
        stage.frames(for: 0.2)
        let values = stage.viewer.status.pointer?.channelValues
        #expect(values.map(ChannelValue.text) == "2030")
        #expect(stage.viewer.status.pointer?.color == nil)
        stage.viewer.context.channelRendering = RampChannelImage.threshold(9, channels: [0, 1])
        stage.frames(for: 0.5)
        #expect(stage.viewer.status.pointer?.channelValues.map(ChannelValue.text) == "DAPI: 2030, FITC: 1515 m")
    }

    @Test func `a file is opened with its last rendering, also in another run, and with that of a link`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Data([1]), to: "ramp")
        let views = LastViews(path: folder.path("views"))
        let image = RampChannelImage(["a", "b"])
        let rendering = RampChannelImage.threshold(5, channels: [1])
        func open(_ link: String? = nil) -> ViewerStage {
            stage(image, path: folder.path("ramp")) { settings in
                settings.lastViews = views
                settings.rendering = link
            }
        }
        let first = open()
        first.viewer.context.channelRendering = rendering
        first.viewer.close()
        #expect(views.keptView(of: folder.path("ramp"))?.rendering != nil)
        let second = open()
        #expect(second.viewer.context.channelRendering == rendering)
        second.viewer.context.channelRendering = RampChannelImage.threshold(20_000)
        second.viewer.close()
        #expect(views.keptView(of: folder.path("ramp"))?.rendering == nil)
        let linked = open("channels=2&colors=00ff00&range=3..9")
        guard case .composite(let layers)? = linked.viewer.context.channelRendering?.mode else {
            Issue.record("a composite")
            return
        }
        #expect(layers == [ChannelRendering.Layer(channel: 1, range: 3...9, color: .green)])
        let wrong = open("channels=7")
        #expect(wrong.messages.contains { $0.text.contains("channel") })
        #expect(wrong.viewer.context.channelRendering == RampChannelImage.threshold(20_000))
    }

    @Test func `percentiles of a link are measured, and what an image has not is said`() throws {
        let image = RampChannelImage(["a", "b"])
        func open(_ link: String) -> ViewerStage { stage(image) { $0.rendering = link } }
        let measured = open("channels=2&colors=00ff00&range=p10..p90")
        let automatic = RampChannelImage.threshold(20_000)
        let range = try ChannelRendering.ranges([.percentiles(10, 90)], of: [1], in: image, automatic)[0]
        let layer = ChannelRendering.Layer(channel: 1, range: range, color: .green)
        #expect(measured.viewer.context.channelRendering?.mode == .composite([layer]))
        #expect(!measured.messages.contains { $0.text.contains("range") })
        for (link, word) in [("chanels=1", "channels"), ("nonsense", "nonsense"), ("channels=a,c,b", "channel c")] {
            let wrong = open(link)
            #expect(wrong.messages.contains { $0.text.contains(word) }, "\(link)")
            #expect(wrong.viewer.context.channelRendering == automatic)
        }
    }

    @Test func `a screenshot has the rendering of a link, or is not made`() throws {
        let image = RampChannelImage(["a", "b"])
        var settings = ViewerSettings(loader: TileLoader())
        settings.size = PixelSize(width: 64, height: 64)
        settings.features = []
        settings.view = ViewState(center: Point(x: 256, y: 256))
        settings.open = {
            Document(
                path: $0, channels: DocumentChannels(image, automatic: RampChannelImage.threshold(20_000)),
                format: "memory")
        }
        func pixel() throws -> UInt32 {
            Compositor(workerCount: 1).draw(try Screenshot.take(of: "ramp", settings).frame)[32, 32]
        }
        settings.rendering = "channels=2&colors=00ff00&range=0..1"
        #expect(try pixel() == 0xFF00_FF00)
        settings.rendering = "channels=2&colors=00ff00&range=p99..p100"
        #expect(try pixel() == 0xFF00_0000)
        for wrong in ["channels=7", "chanels=1", "nonsense", "range=5..4"] {
            settings.rendering = wrong
            let error = #expect(throws: CodecError.self) { try pixel() }
            #expect(error?.code == .invalidRequest && error?.file == "ramp")
        }
        // Pictures have no channels.
        settings.rendering = "channels=1"
        settings.open = { Document(path: $0, source: PaintedSource(PixelSize(width: 64, height: 64)) { _ in true }) }
        let error = #expect(throws: CodecError.self) { try pixel() }
        #expect(error?.message.contains("whose channels cannot be chosen") == true)
    }

    @Test func `bookmarks have the rendering in which they were made`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Data([1]), to: "ramp")
        let store = BookmarkStore(path: folder.path("bookmarks"))
        let stage = stage(RampChannelImage(["a"]), path: folder.path("ramp")) { $0.bookmarks = store }
        stage.viewer.context.channelRendering = RampChannelImage.threshold(77)
        stage.tap("d", .control)
        stage.tap(.enter)
        stage.frame()
        stage.viewer.context.channelRendering = RampChannelImage.threshold(88)
        stage.tap("j", .shift)
        stage.frames(for: 0.5)
        stage.tap(.enter)
        stage.frames(for: 0.5)
        #expect(stage.viewer.context.channelRendering == RampChannelImage.threshold(77))
    }

    @Test func `the values of a channel are measured in the background`() {
        let stage = stage(RampChannelImage(["a"]))
        var found: SampledStatistics?
        stage.viewer.context.readChannelStatistics(ChannelPlane()) { found = $0 }
        stage.frame()
        #expect(found?.minimum == 0 && found?.count == 256 * 256)
    }

    @Test func `the address of an OME-Zarr is opened itself, and is not asked for a list`() {
        let stage = stage(RampChannelImage(["a"]), path: "https://example.org/image.zarr") { settings in
            settings.filesAtAddress = { _ in throw TestError("there is no such file.") }
        }
        #expect(stage.viewer.context.channelRendering == RampChannelImage.threshold(20_000))
    }

    @Test func `thumbnails have the rendering once it stays`() throws {
        let image = RampChannelImage(["a"])
        let stage = stage(image) { $0.thumbnailDecoder = NamedDecoding() }
        let context = stage.viewer.context
        let thumbnail = context.thumbnails.image(of: "/none/ramp")
        thumbnail.prefetch(for: PixelSize(width: 2, height: 2))
        stage.frames(for: 0.1)
        let first = try #require(context.thumbnails.lastPicture(of: "/none/ramp"))
        context.channelRendering = RampChannelImage.threshold(70_000)
        stage.frames(for: ThumbnailsPart.delay / 2)
        #expect(context.thumbnails.lastPicture(of: "/none/ramp") == first)
        stage.frames(for: ThumbnailsPart.delay)
        let second = try #require(context.thumbnails.lastPicture(of: "/none/ramp"))
        #expect(second.size == PixelSize(width: 256, height: 256) && second[0, 0] == 0xFF00_0000)
        withExtendedLifetime(thumbnail) {}
    }
}
