import Foundation
import LayerTree
import TestLimits
import TestSupport
import Testing
import TextLayers
import TextRendering
import TilePyramid
import TiledLayers
import VectorDrawing

/// The listings of README, articles and doc comments compile as they are printed, and print what they say.
@Suite(.timeLimited) struct ListingTests {
    @Test func `each listing of the documents is compiled, character for character`() throws {
        let compiled = Set(try Documentation.compiledListings().flatMap(\.variants))
        let listings = try Documentation.listings()
        #expect(listings.count > 5)
        let apps = try Documentation.apps()
        for listing in listings where !apps.contains(where: { Documentation.isPart(listing.text, of: $0.lines) }) {
            #expect(compiled.contains(listing.text), "\(listing.document):\n\(listing.text)")
        }
    }

    @Test(arguments: [("Tools/photodemo/main.swift", "BuildAPhotoApp.md")])
    func `an article shows all of its app, in order`(app: String, article: String) throws {
        let listings = try Documentation.listings().filter { $0.document.hasSuffix("/\(article)") }
        func words(_ text: String) -> [Substring] { text.split { $0.isWhitespace } }
        #expect(words(try Documentation.text(of: app)) == listings.flatMap { words($0.text) })
    }

    @Test func `each compiled listing is shown by a document`() throws {
        let shown = Set(try Documentation.listings().map(\.text))
        for listing in try Documentation.compiledListings() {
            #expect(listing.variants.contains(where: shown.contains), "\(listing.file)")
        }
    }

    @Test func `cutting with options prints the pyramid and the memory`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            try enterFolderWithImage()
            try await cutWithOptions()
        }
        let output = try #require(result.map { String(decoding: $0.standardOutputContent, as: UTF8.self) })
        #expect(output.hasPrefix("11 levels, 14 tiles\nat most "))
        #expect(output.hasSuffix(" MiB of tiles were in memory\n"))
    }

    @MainActor
    @Test func `the layers of the listing move from where they were`() {
        let frames = drawLayers()
        #expect(frames.before[90, 90] == 0xFFFF_8000)
        #expect(frames.before[20, 20] == 0xFF00_0000)
        #expect(frames.onItsWay[500, 300] == 0xFF00_0000)
    }

    @MainActor
    @Test func `the labels of the listings stand where they are put, the panel around its label`() {
        let root = Layer()
        let label = addLabel(to: root)
        #expect(root.sublayers.count == 1 && label.text == "Zugspitze" && label.position == Point(x: 20, y: 12))
        let panel = makePanel(for: makeLabel(label.textStyle))
        #expect(panel.sublayers.count == 1 && panel.frame == Rect(x: 12, y: 12, width: 200, height: 32))
    }

    @MainActor
    @Test func `the label of a frame has it, and a text of attributes has four parts`() {
        let root = Layer()
        addLabel(makeAttributedText(), to: root)
        addHello(to: root)
        #expect(root.sublayers.first?.frame == Rect(x: 20, y: 40, width: 200, height: 120))
        #expect(root.sublayers.compactMap { $0 as? TextLayer }.map(\.sizing) == [.fixed, .fitsText])
        #expect(makeAttributedText().runs.map { String($0.text) } == ["Lorem ", "ipsum", " dolor", " sit amet"])
        let label = makeLabel(TextStyle())
        makeOpaque(label)
        #expect(label.drawn.buffer?.isOpaque == true)
        let title = TitleLayer()
        title.bounds.size = Size(width: 200, height: 40)
        title.display()
        #expect(title.contents?.isOpaque == true)
    }

    /// The picture depends on the fonts, as far as a quarter of its size shows.
    @MainActor
    @Test func `the picture of text is what its listing draws`() throws {
        let picture = showText(on: Layer())
        let path = Documentation.root.appending(path: "SampleImages/text.png").path
        if ProcessInfo.processInfo.environment["TILEKIT_RECORD"] != nil {
            try picture.writePNG(path)
        }
        let shown = try PixelBuffer.read(path)
        #expect(shown.size == picture.size)
        let hasFont =
            try TextRenderer.draw("R", font: TextFont(family: "DejaVu Sans", size: 20))
            != TextRenderer.draw("R", font: TextFont(family: "DejaVu Serif", size: 20))
        guard hasFont, shown.size == picture.size else { return }
        #expect(SnapshotDifference(shown.quartered, picture.quartered).greatest <= PixelBuffer.textTolerance)
    }

    @Test func `a source of tiles in memory returns those that it has`() throws {
        let index = TileIndex(level: 0, column: 0, row: 0)
        let tile = EncodedTile(bytes: [1, 2, 3], format: .png)
        let source = DictionarySource(
            pyramid: Pyramid(size: PixelSize(width: 1, height: 1)), tiles: [index: tile])
        #expect(try source.read(index) == tile)
        #expect(try source.read(TileIndex(level: 0, column: 1, row: 0)) == nil)
    }

    @Test func `the checkerboard has as many levels as a million pixels take`() {
        #expect(checkerboard().pyramid.levels.count == 21)
    }
}

/// Makes a folder with an image "big.jpg" of 960×600 pixels the current one; for processes of their own.
func enterFolderWithImage() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "listing-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
        at: Documentation.root.appending(path: "SampleImages/view.jpg"), to: folder.appending(path: "big.jpg"))
    #expect(FileManager.default.changeCurrentDirectoryPath(folder.path))
}
