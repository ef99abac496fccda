import Controls
import Foundation
import Georeferencing
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

/// The pages of a file, among which keys choose.
@MainActor
@Suite(.timeLimited) struct ViewerPagesTests {
    private let scene: DocumentScene

    init() throws {
        scene = try DocumentScene()
    }

    /// A gray page of 8 bits that is one gray.
    private func page(_ width: Int, _ height: Int, gray: UInt64, _ tags: [Int: TIFFFixture.Value] = [:]) -> TIFFFixture
    {
        var page = TIFFFixture(width: width, height: height) { _, _, _ in gray }
        page.tags = tags
        return page
    }

    /// A viewer of a file, which opens documents as `tileview` does.
    private func stage(_ file: [UInt8], view: ViewState? = nil) throws -> ViewerStage {
        try scene.folder.write(Data(file), to: "scan.tif")
        let path = scene.folder.path("scan.tif")
        let stage = ViewerStage([], view: view, opensFiles: false) { [options = scene.options] settings in
            settings.features = [.statusLine, .information]
            settings.open = { try Document(opening: $0, options: options) }
            settings.filesInFolder = { _ in nil }
            settings.filesBeside = { [$0] }
        }
        stage.viewer.open([path])
        try settle(stage)
        return stage
    }

    /// Makes frames until the document is complete and its details are known.
    private func settle(_ stage: ViewerStage) throws {
        while stage.viewer.isOpening { stage.frame(after: 0.01) }
        let document = try #require(stage.viewer.document)
        // The document's work is done in the order in which it was asked for.
        document.queue.sync {}
        stage.frames(for: 0.2)
    }

    private func type(_ text: String, in stage: ViewerStage) throws {
        #expect(stage.viewer.handle(text: text))
        try settle(stage)
    }

    private func color(_ stage: ViewerStage) -> UInt32 {
        stage.snapshot()[400, 300] & 0xFF
    }

    private func rows(_ stage: ViewerStage) -> [String] {
        stage.viewer.shownInformation.map { "\($0.label): \($0.value)" }
    }

    @Test func `brackets go from page to page, past smaller copies, and stop at both ends`() throws {
        let file = TIFFFixture.encode([
            page(90, 60, gray: 10), page(45, 30, gray: 99, [254: .longs([1])]), page(90, 60, gray: 20),
            page(90, 60, gray: 30),
        ])
        let stage = try stage(file)
        #expect(color(stage) == 10)
        #expect(stage.viewer.status.metadata?.pages?.label == "page 1 of 3")
        #expect(rows(stage).contains("page: page 1 of 3"))
        try type("[", in: stage)
        #expect(stage.messages.map(\.text) == ["This is the first page."])
        try type("]", in: stage)
        #expect(color(stage) == 20 && stage.viewer.document?.page == 3)
        #expect(stage.viewer.status.metadata?.pages?.label == "page 2 of 3")
        try type("]", in: stage)
        #expect(color(stage) == 30)
        try type("]", in: stage)
        #expect(color(stage) == 30 && stage.messages.last?.text == "This is the last page.")
        try type("[", in: stage)
        #expect(color(stage) == 20)
    }

    @Test func `the pages of a file that is a pyramid too have the same keys`() throws {
        var pages = [10, 20, 30].map { page(90, 60, gray: $0) }
        pages[1].bits = 16
        pages[1].sample = { _, _, _ in 20 * 257 }
        pages.insert(page(45, 30, gray: 10, [254: .longs([1])]), at: 1)
        for index in pages.indices { pages[index].tile = (16, 16) }
        let stage = try stage(TIFFFixture.encode(pages))
        #expect(stage.viewer.status.metadata?.pyramid != nil && color(stage) == 10)
        #expect(stage.viewer.status.metadata?.pages?.label == "page 1 of 3")
        try type("]", in: stage)
        #expect(color(stage) == 20 && rows(stage).contains("stored: 16 bits"))
        #expect(stage.viewer.status.metadata?.pages?.label == "page 2 of 3")
        try type("[", in: stage)
        #expect(color(stage) == 10 && !rows(stage).contains { $0.hasPrefix("stored") })
    }

    @Test func `the view, the colors and the selection stay where pages have equal sizes`() throws {
        let file = TIFFFixture.encode([page(90, 60, gray: 10), page(90, 60, gray: 20), page(50, 70, gray: 30)])
        let stage = try stage(file, view: ViewState(center: Point(x: 31, y: 22), scale: 12, angle: 90))
        stage.viewer.colorAdjustment.isInverted = true
        // The pixel that is looked at lies inside, between the handles.
        stage.pointer(.down(.primary, clicks: 1), 350, 250, .shift)
        stage.pointer(.moved, 460, 340, .shift)
        stage.pointer(.up(.primary, clicks: 1), 460, 340, .shift)
        let view = stage.view
        let selected = stage.viewer.selection.rect
        #expect(selected != nil)
        try type("]", in: stage)
        #expect(stage.view == view && stage.viewer.selection.rect == selected)
        #expect(stage.viewer.image.grid.selection == selected)
        #expect(stage.viewer.colorAdjustment.isInverted && color(stage) == 235)
        try type("]", in: stage)
        #expect(stage.view != view && stage.viewer.selection.rect == nil && stage.viewer.document?.size.width == 50)
        try type("[", in: stage)
        #expect(stage.view == view)
        stage.viewer.perform(.copyLink)
        guard case .copy(let link) = stage.requests.last else {
            Issue.record("nothing was copied")
            return
        }
        #expect(link == "tileview \(scene.folder.path("scan.tif")) --page 2 --view \(view.link)")
    }

    @Test func `steps that follow quickly add up, and a page that was superseded is closed`() throws {
        let stage = try stage(TIFFFixture.encode((1...5).map { page(90, 60, gray: UInt64($0)) }))
        for _ in 0..<3 { #expect(stage.viewer.handle(text: "]")) }
        try settle(stage)
        #expect(color(stage) == 4 && stage.viewer.document?.page == 4)
    }

    @Test func `the planes of an OME-TIFF are named`() throws {
        let description = """
            <OME><Image><Pixels DimensionOrder="XYCZT" Type="uint8" SizeX="90" SizeY="60" SizeZ="2" SizeC="6" SizeT="1">\
            <Channel Name="DAPI" SamplesPerPixel="3"/><Channel Name="a\u{202E}b" SamplesPerPixel="3"/><TiffData/></Pixels></Image></OME>
            """
        // Pictures in colors: those in gray are shown by their channels.
        var pages = (1...4).map { page(90, 60, gray: UInt64($0)) }
        for index in pages.indices {
            pages[index].samplesPerPixel = 3
            pages[index].photometric = 2
        }
        pages[0].tags[270] = .text(description)
        let stage = try stage(TIFFFixture.encode(pages))
        #expect(stage.viewer.status.metadata?.pages?.label == "channel DAPI, z 1 of 2")
        #expect(rows(stage).contains("page: channel DAPI, z 1 of 2 (page 1 of 4)"))
        let texts = stage.viewer.statusLine.layer.sublayers.compactMap { ($0 as? TextLayer)?.text }
        #expect(texts.contains("channel DAPI, z 1 of 2"))
        try type("]", in: stage)
        #expect(rows(stage).contains("page: channel a\\u{202E}b, z 1 of 2 (page 2 of 4)"))
    }

    @Test func `steps that are made before the pages are known are made then`() throws {
        try scene.folder.write(
            Data(TIFFFixture.encode((1...5).map { page(90, 60, gray: UInt64($0)) })), to: "scan.tif")
        let work = BackgroundWork()
        let stage = ViewerStage([], opensFiles: false) { [options = scene.options] settings in
            settings.open = { path in
                let document = try Document(opening: path, options: options)
                document.queue.sync {}
                document.update { $0.isReadingDetails = true }
                return document
            }
            settings.filesInFolder = { _ in nil }
            settings.filesBeside = { [$0] }
            settings.inBackground = work.add
        }
        stage.viewer.open([scene.folder.path("scan.tif")])
        work.runAll()
        stage.frame()
        for _ in 0..<2 { #expect(stage.viewer.handle(text: "]")) }
        stage.frame()
        #expect(!stage.viewer.isOpening && stage.messages.isEmpty)
        stage.viewer.document?.update { $0.isReadingDetails = false }
        stage.frame()
        #expect(stage.viewer.isOpening)
        work.runAll()
        try settle(stage)
        #expect(stage.viewer.document?.page == 3 && stage.messages.isEmpty)
    }

    @Test func `a file of one page says so, and has no page in its texts`() throws {
        let stage = try stage(page(90, 60, gray: 10).encoded())
        #expect(stage.viewer.status.metadata?.pages == nil)
        try type("]", in: stage)
        #expect(stage.messages.map(\.text) == ["scan.tif has one page."])
        #expect(!rows(stage).contains { $0.hasPrefix("page") })
    }

    @Test func `a page that cannot be read leaves the one that is shown`() throws {
        var broken = page(90, 60, gray: 20)
        broken.compression = 50002
        let stage = try stage(TIFFFixture.encode([page(90, 60, gray: 10), broken]))
        try type("]", in: stage)
        #expect(stage.messages.count == 1 && color(stage) == 10 && stage.viewer.document?.page == 1)
    }

    @Test func `a page that was cut is kept apart from the others in the cache`() throws {
        // More than the pixels of a preview.
        let file = TIFFFixture.encode([page(300, 200, gray: 10), page(300, 200, gray: 200)])
        try scene.folder.write(Data(file), to: "scan.tif")
        let path = scene.folder.path("scan.tif")
        var options = scene.options
        for (page, gray) in [(1, 10), (2, 200), (1, 10), (2, 200)] as [(Int, UInt32)] {
            options.page = page
            let watched = try WatchedDocument(path, options)
            watched.wait { !$0.stage.isBusy }
            watched.document.queue.sync {}
            #expect(watched.document.state.metadata.pages?.label == "page \(page) of 2")
            let level = watched.document.image.pyramid.levels.count - 1
            let pixels = LoadedTiles(watched.document.image, watched.document.image.pyramid.levels[level].indices)
            #expect(pixels.image(ofLevel: level)?[5000] == 0xFF00_0000 | gray * 0x01_0101)
            watched.document.close()
        }
        #expect(try scene.cacheFolders().count == 2)
    }

    @Test func `the color profile and the place on the Earth are among the information`() throws {
        let tags: [Int: TIFFFixture.Value] = [
            34675: .bytes(ProfileFixture.named("Gray \u{202E}2.2")),
            33550: .doubles([0.01, 0.01, 0]), 33922: .doubles([0, 0, 0, 13, 53, 0]),
            34735: .shorts([1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326]),
        ]
        let stage = try stage(
            page(100, 80, gray: 10, tags).encoded(), view: ViewState(center: Point(x: 50, y: 40), scale: 8))
        #expect(
            rows(stage).suffix(6) == [
                "profile: Gray \\u{202E}2.2", "center: 52.60° N 13.50° E", "south-west: 52.20° N 13.00° E",
                "north-east: 53.00° N 14.00° E", "ground: 678 m per pixel", "map: EPSG:4326, degrees (WGS 84)",
            ])
        stage.pointer(.moved, 406, 306)
        stage.frame()
        let texts = stage.viewer.statusLine.layer.sublayers.compactMap { ($0 as? TextLayer)?.text }
        #expect(texts.contains("52.59° N 13.51° E"))
    }
}
