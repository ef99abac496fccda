import Foundation
import ImageCodecs
import ImageMetadata
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TileStores
import TiledLayers
import VectorDrawing

@testable import TileViewing

@MainActor
@Suite(.timeLimited) struct PhotoLayerTests {
    private let folder: TemporaryFolder
    private let loader = TileLoader()
    private let options: DocumentOptions
    private let placeholder = PixelBuffer(size: PixelSize(width: 1, height: 1)) { $0[0] = 0xFF11_1111 }

    init() throws {
        folder = try TemporaryFolder()
        var options = DocumentOptions()
        options.cache = PyramidCache(path: folder.path("cache"))
        self.options = options
    }

    private func image(_ width: Int, _ height: Int) throws -> String {
        let buffer = PixelBuffer(size: PixelSize(width: width, height: height), isOpaque: true) {
            $0.update(repeating: 0xFF20_4060)
        }
        try buffer.writePNG(folder.path("photo.png"))
        return folder.path("photo.png")
    }

    @Test func `a photo is a lazy image in its size, with a placeholder until it is decoded`() async throws {
        let photo = try await PhotoLayer(
            opening: image(300, 200), loader: loader, placeholder: placeholder, options: options)
        #expect(photo.bounds == Rect(x: 0, y: 0, width: 300, height: 200))
        #expect(photo.tiles == nil && photo.image?.buffer == nil)
        #expect(photo.metadata.format == "PNG" && photo.metadata.size == PixelSize(width: 300, height: 200))
        let layer = try #require(photo.sublayers.first as? ImageLayer)
        #expect(layer.placeholder == placeholder && layer.frame == photo.bounds)
        let buffer = try await #require(photo.image).decoded(for: PixelSize(width: 30, height: 20))
        #expect(buffer.size == PixelSize(width: 30, height: 20))
    }

    @Test func `a giant photo is shown by tiles, on its placeholder`() async throws {
        let photo = try await PhotoLayer(
            opening: image(300, 200), loader: loader, placeholder: placeholder, wholePixelLimit: 59_999,
            options: options)
        #expect(photo.image == nil && photo.contents == placeholder)
        #expect(photo.tiles?.image.pyramid.size == PixelSize(width: 300, height: 200))
        #expect(photo.tiles?.frame == photo.bounds)
    }

    @Test func `a page is shown whole, and the limits hold for whole images`() async throws {
        let pages = [(8, 6), (9, 7)].map { size in TIFFFixture(width: size.0, height: size.1) { _, _, _ in 128 } }
        try folder.write(Data(TIFFFixture.encode(pages)), to: "pages.tif")
        var options = options
        options.page = 2
        let photo = try await PhotoLayer(opening: folder.path("pages.tif"), loader: loader, options: options)
        #expect(photo.bounds.size == Size(width: 9, height: 7))
        #expect(try await #require(photo.image).decoded().size == PixelSize(width: 9, height: 7))
        options.limits.pixels = 62
        let decoder = PhotoDecoding(options: options)
        let error = #expect(throws: CodecError.self) { try decoder.decode(file: folder.path("pages.tif")) { $0 } }
        #expect("\(try #require(error))".hasPrefix(folder.path("pages.tif")))
    }

    @Test func `a damaged or missing photo is an error in words`() async throws {
        try folder.write(.init("no image".utf8), to: "broken.jpg")
        for name in ["broken.jpg", "missing.jpg"] {
            let error = await #expect(throws: (any Error).self) {
                try await PhotoLayer(opening: folder.path(name), loader: loader, options: options)
            }
            #expect("\(try #require(error))".hasPrefix(folder.path(name)))
        }
    }

    @Test func `a caption has the facts of the camera, and the size`() async throws {
        var metadata = try await DocumentMetadata(of: image(300, 200))
        metadata.fileBytes = 12_100_000
        #expect(metadata.caption == "300×200, 12.1 MB")
        // A little-endian TIFF with the model of the camera (tag 0x0110) as its only entry.
        let block: [UInt8] = Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x10, 1, 2, 0, 4, 0, 0, 0] + Array("Z 6\0".utf8)
        var exif = try #require(EXIFProperties(block + [0, 0, 0, 0]))
        #expect(exif.exposureText == nil)
        metadata.exif = exif
        #expect(metadata.caption == "Z 6 · 300×200, 12.1 MB")
        exif.exposureTime = 1.0 / 250
        exif.fNumber = 2.8
        exif.sensitivity = 400
        exif.focalLength = 35
        exif.lens = "35 mm\u{202E}"
        exif.date = "2026-11-25 13:05:00"
        metadata.exif = exif
        #expect(exif.exposureText == "1/250 s, f/2.8, ISO 400, 35 mm")
        #expect(
            metadata.caption
                == "Z 6 · 35 mm\\u{202E} · 1/250 s, f/2.8, ISO 400, 35 mm · 2026-11-25 13:05:00 · 300×200, 12.1 MB")
    }
}
