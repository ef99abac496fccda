import LayerTree
import TestLimits
import TestSupport
import Testing
import TextLayers
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

/// Pictures of layers and pyramids without a window.
@MainActor
@Suite(.timeLimited) struct PictureTests {
    private static let terrain = Task { try await CutTerrain() }
    /// Pixels of tiles and of the image may be rounded differently.
    private static let tolerance = 2

    private func original() async throws -> (path: String, pixels: PixelBuffer) {
        let path = try await Self.terrain.value.path
        return (path, try PixelBuffer.read(path.dropLast(3) + "png"))
    }

    private func difference(_ first: PixelBuffer, _ second: PixelBuffer) -> Int {
        SnapshotDifference(first, second).greatest
    }

    // MARK: Pyramids

    @Test func `a pyramid in its own size is the image, and a part of it is that part`() async throws {
        let (path, pixels) = try await original()
        let whole = try await PyramidPicture.render(path, size: CutTerrain.size)
        #expect(whole.size == CutTerrain.size && difference(whole, pixels) <= Self.tolerance)
        let part = try await PyramidPicture.render(
            path, size: PixelSize(width: 400, height: 250), showing: Rect(x: 100, y: 50, width: 400, height: 250))
        let expected = pixels.cropped(to: PixelRect(x: 100, y: 50, width: 400, height: 250))
        #expect(difference(part, expected) <= Self.tolerance)
    }

    @Test func `an image in another shape is in the middle, over the background`() async throws {
        let (path, _) = try await original()
        let size = PixelSize(width: 400, height: 400)
        let clear = try await PyramidPicture.render(path, size: size)
        #expect(clear[200, 74] == 0 && clear[200, 75] >> 24 == 255 && clear[200, 324] >> 24 == 255)
        #expect(clear[200, 325] == 0 && clear[0, 200] >> 24 == 255 && clear[399, 200] >> 24 == 255)
        let white = try await PyramidPicture.render(path, size: size, background: .white)
        #expect(white[200, 74] == 0xFFFF_FFFF && white[200, 75] == clear[200, 75])
    }

    @Test func `what is not a part, a size or a file is an error`() async throws {
        let (path, _) = try await original()
        await #expect(throws: PictureError.self) {
            try await PyramidPicture.render(
                path, size: PixelSize(width: 4, height: 4), showing: Rect(x: 0, y: 0, width: 0, height: 5))
        }
        for x in [-10.0, Double(CutTerrain.size.width)] {
            await #expect(throws: PictureError.self) {
                try await PyramidPicture.render(
                    path, size: PixelSize(width: 4, height: 4), showing: Rect(x: x, y: 0, width: 10, height: 5))
            }
        }
        await #expect(throws: PictureError.self) {
            try await PyramidPicture.render(path, size: PixelSize(width: 0, height: 4))
        }
        await #expect(throws: PictureError.self) {
            try await LayerPicture.render(size: Size(width: 40_000, height: 4)) { _ in }
        }
        await #expect(throws: (any Error).self) {
            try await PyramidPicture.render("/missing.dzi", size: PixelSize(width: 4, height: 4))
        }
    }

    // MARK: Layers

    private struct Fault: Error, CustomStringConvertible {
        var description: String { "the disk is gone" }
    }

    /// A tiled layer of one tile of 100×100 pixels.
    private func layer(_ draw: @escaping @Sendable () throws -> PixelBuffer?) -> TiledLayer {
        let pyramid = Pyramid(size: PixelSize(width: 100, height: 100), levelCount: 1)
        let image = TiledImage(ClosureTileDrawing(pyramid: pyramid) { _ in try draw() }, name: "sheet")
        let layer = TiledLayer(image: image, loader: TileLoader(retry: TileRetryPolicy(delays: [])))
        layer.anchorPoint = .zero
        return layer
    }

    private nonisolated static func sheet(_ pixel: UInt32) -> PixelBuffer {
        PixelBuffer(size: PixelSize(width: 100, height: 100), isOpaque: true) { $0.update(repeating: pixel) }
    }

    @Test func `tiles, images and text are waited for`() async throws {
        let bytes = try Self.sheet(0xFF12_3456).encoded(as: .png)
        let picture = try await LayerPicture.render(size: Size(width: 200, height: 140), background: .black) { stage in
            stage.root.addSublayer(layer { Self.sheet(0xFF65_4321) })
            let image = ImageLayer(image: LazyImage(name: "image") { bytes })
            image.frame = Rect(x: 100, y: 0, width: 100, height: 100)
            stage.root.addSublayer(image)
            let label = TextLayer("Label", style: TextStyle(color: .white))
            label.position = Point(x: 4, y: 104)
            stage.root.addSublayer(label)
        }
        #expect(picture.size == PixelSize(width: 200, height: 140))
        #expect(picture[0, 0] == 0xFF65_4321 && picture[99, 99] == 0xFF65_4321)
        #expect(picture[100, 0] == 0xFF12_3456 && picture[199, 99] == 0xFF12_3456)
        let light = (104..<130).flatMap { y in (0..<60).map { picture[$0, y] } }.filter { $0 & 255 > 128 }
        #expect(light.count > 20, "letters cover some pixels")
    }

    @Test func `a scale has more pixels for each point, and hidden layers are not waited for`() async throws {
        let picture = try await LayerPicture.render(size: Size(width: 100, height: 100), scale: 2) { stage in
            stage.root.addSublayer(layer { Self.sheet(0xFF65_4321) })
            let hidden = layer { throw Fault() }
            hidden.isHidden = true
            stage.root.addSublayer(hidden)
        }
        #expect(picture.size == PixelSize(width: 200, height: 200) && picture[199, 199] == 0xFF65_4321)
    }

    @Test func `a tile that fails is an error, with the picture of the rest`() async throws {
        let error = try await #require(throws: PictureError.self) {
            try await LayerPicture.render(size: Size(width: 200, height: 100)) { stage in
                stage.root.addSublayer(layer { throw Fault() })
                let panel = Layer()
                panel.backgroundColor = .white
                panel.frame = Rect(x: 100, y: 0, width: 100, height: 100)
                stage.root.addSublayer(panel)
            }
        }
        #expect("\(error)".contains("sheet: tile") && "\(error)".contains("the disk is gone"))
        #expect(error.picture?[150, 50] == 0xFFFF_FFFF && error.picture?[50, 50] == 0)
    }

    @Test func `when the time is over, the error has what there is`() async throws {
        let error = try await #require(throws: PictureError.self) {
            try await LayerPicture.render(size: Size(width: 100, height: 100), timeout: 0) { stage in
                stage.root.addSublayer(layer { Self.sheet(0xFF65_4321) })
            }
        }
        #expect(error.faults == ["not everything was loaded within 0 s."] && error.picture != nil)
    }

    @Test func `many faults are counted`() {
        let error = PictureError(faults: (1...7).map { "fault \($0)." }, picture: nil)
        #expect("\(error)" == "fault 1.\nfault 2.\nfault 3.\nfault 4.\nfault 5.\n2 more faults.")
    }
}
