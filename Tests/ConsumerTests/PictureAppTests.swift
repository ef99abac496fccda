import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TilePyramid
import TileViewing
import TiledLayers
import VectorDrawing

/// An app that makes pictures without a window, and pixels of its own into tiles and files.
@MainActor
@Suite(.timeLimited) struct PictureAppTests {
    private let red: [UInt8] = [255, 0, 0]

    @Test func `layers become a picture, its bytes, and a tile`() async throws {
        let picture = try await LayerPicture.render(size: Size(width: 4, height: 2), scale: 2) { stage in
            let panel = Layer()
            panel.frame = stage.root.bounds.inset(by: 0)
            panel.backgroundColor = Color(red: 1, green: 0, blue: 0)
            stage.root.addSublayer(panel)
        }
        #expect(picture.size == PixelSize(width: 8, height: 4))
        #expect(picture.bytes(.rgb) == Array(repeatElement(red, count: 32).joined()))
        let tile = try EncodedTile(picture)
        #expect(try PixelBuffer.decoded(tile.bytes).bytes(.rgb) == picture.bytes(.rgb))
    }

    @Test func `computed tiles are shown, pixel for pixel`() async throws {
        let pyramid = Pyramid(size: PixelSize(width: 300, height: 200), tileSize: 128)
        let drawing = ClosureTileDrawing(pyramid: pyramid) { index in
            let rect = pyramid.rect(of: index)
            let bytes = rect.rows.flatMap { y in rect.columns.map { x in UInt8(truncatingIfNeeded: x ^ y) } }
            return try PixelBuffer(size: rect.size, bytes: bytes, format: .gray)
        }
        let picture = try await PyramidPicture.render(
            TiledImage(DrawnTileSource(drawing), name: "drawn"), size: pyramid.size)
        let expected = (0..<200).flatMap { y in (0..<300).map { x in UInt8(truncatingIfNeeded: x ^ y) } }
        #expect(picture.bytes(.gray) == expected)
    }

    @Test func `a controller in a picture flies, and the picture is that of its end`() async throws {
        let sheet = Layer()
        sheet.bounds = Rect(x: 0, y: 0, width: 100, height: 100)
        let dot = Layer()
        dot.frame = Rect(x: 40, y: 40, width: 10, height: 10)
        dot.backgroundColor = Color(red: 1, green: 0, blue: 0)
        sheet.addSublayer(dot)
        let picture = try await LayerPicture.render(size: Size(width: 20, height: 20)) { stage in
            let view = ScrollController(for: sheet)
            stage.add(view)
            view.fly(to: dot.frame, duration: 0.05)
        }
        #expect(picture[0, 0] == 0xFFFF_0000 && picture[19, 19] == 0xFFFF_0000)
    }
}
