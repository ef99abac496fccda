import Foundation
import TestSupport
import TestLimits
import Testing
import TilePyramid
import XMLDocuments

@testable import FilePyramids
@testable import TileStores

/// Damaged and malicious pyramids of every kind give an error or an answer, in bounded time and memory.
@Suite(.timeLimited) struct PyramidFuzzTests {
    @Test func `damaged Deep Zoom pyramids`() throws {
        let subjects = try ["big.dzi", "big_files", ""].map { opened in
            try PyramidFuzzing.Subject(opening: opened) { folder in
                let store = try PyramidFormat.deepZoom.makeStore(
                    at: folder.path("big"), pyramid: smallPyramid, format: .jpeg)
                try store.write(smallPyramid.indices)
                try store.finish()
            }
        }
        try PyramidFuzzing(name: "Deep Zoom", subjects: subjects).run()
    }

    @Test func `damaged flat tiles`() throws {
        let tile = try TIFFPyramidFixture().tile(TileIndex(level: 0, column: 0, row: 0))
        let subject = try PyramidFuzzing.Subject(opening: "") { folder in
            for name in ["a_00_00.jpg", "a_01_00.jpg", "a_00_01.jpg", "a_01_01.jpg"] {
                try folder.write(Data(tile), to: name)
            }
        }
        try PyramidFuzzing(name: "flat tiles", subjects: [subject]).run()
    }

    @Test func `damaged TIFF pyramids`() throws {
        var subjects: [PyramidFuzzing.Subject] = []
        for format in [TileFormat.jpeg, .png, .webp] {
            for isCloudOptimized in [false, true] {
                var fixture = try TIFFPyramidFixture(format: format)
                fixture.target.tiff.isCloudOptimized = isCloudOptimized
                fixture.target.name = "a picture"
                let bytes = try fixture.make()
                subjects.append(try tiff(bytes, borders: ParsedTIFF(bytes).starts))
            }
        }
        for isBigTIFF in [false, true] {
            for isBigEndian in [false, true] {
                let bytes = try handmade(isBigTIFF: isBigTIFF, isBigEndian: isBigEndian)
                // The directories come after all tiles.
                let borders = stride(from: bytes.count * 3 / 4, to: bytes.count, by: 64)
                subjects.append(try tiff(bytes, borders: Array(borders)))
            }
        }
        try PyramidFuzzing(name: "TIFF", subjects: subjects).run()
    }

    private func tiff(_ bytes: [UInt8], borders: [Int]) throws -> PyramidFuzzing.Subject {
        try PyramidFuzzing.Subject(opening: "big.tif", borders: borders) { try $0.write(Data(bytes), to: "big.tif") }
    }

    /// A file with SubIFDs, and with JPEG tables that are not in the tiles.
    private func handmade(isBigTIFF: Bool, isBigEndian: Bool) throws -> [UInt8] {
        let (tables, tile) = try withoutTables(TIFFPyramidFixture().tile(TileIndex(level: 0, column: 0, row: 0)))
        var page = HandmadeTIFF.Page(jpeg: Array(repeating: tile, count: 6), width: 40, height: 24)
        page.subIFDs = [
            .init(jpeg: [tile, tile], width: 20, height: 12), .init(jpeg: [tile], width: 10, height: 6),
        ]
        page.bytes[347] = tables
        page.texts[270] = "a picture"
        return HandmadeTIFF(isBigTIFF: isBigTIFF, isBigEndian: isBigEndian, pages: [page]).encoded()
    }

    @Test(arguments: [
        ("folder", [PyramidFormat.zoomify, .iiif, .iiif2, .xyz, .tms, .google].map { PyramidTarget($0) }),
        ("zip", [.deepZoom, .zoomify, .iiif, .xyz, .tms, .google].map { PyramidTarget($0, in: .zip) }),
        ("szi", [PyramidTarget(.szi)]), ("pmtiles", [PyramidTarget(.pmtiles)]), ("mbtiles", [PyramidTarget(.mbtiles)]),
        ("gpkg", [PyramidTarget(.geoPackage)]),
    ])
    func `damaged pyramids of every layout and container`(container: String, targets: [PyramidTarget]) throws {
        let subjects = try targets.map { target in
            var fixture = try TIFFPyramidFixture()
            fixture.pyramid = Pyramid(size: fixture.pyramid.size, tileSize: 16, shape: target.shape)
            var subject = try PyramidFuzzing.Subject(opening: "big") { try make(fixture, target, at: $0.path("big")) }
            // The directories of archives are at the end.
            let length = subject.files["big"]?.count ?? 0
            subject.borders = [0, 64] + Array(stride(from: length * 3 / 4, to: length, by: 64))
            return subject
        }
        try PyramidFuzzing(name: container, subjects: subjects).run()
    }

    private func make(_ fixture: TIFFPyramidFixture, _ target: PyramidTarget, at path: String) throws {
        let store = try target.makeStore(at: path, pyramid: fixture.pyramid, format: .jpeg)
        for index in fixture.pyramid.indices {
            let tile = try fixture.tile(index)
            try store.write(tile.span.bytes, format: .jpeg, at: index)
        }
        if let store = store as? any LevelImageStore {
            for level in store.wholeLevels {
                let image = try fixture.tile(
                    TileIndex(level: level, column: 0, row: 0), size: fixture.pyramid.levels[level].size)
                try store.write(wholeLevel: level, image.span.bytes, format: .jpeg)
            }
        }
        try store.finish()
    }

    @Test func `damaged XML`() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- a & b --><dz:Image xmlns:dz="http://schemas.microsoft.com/deepzoom/2008" Format="jpg" Overlap="1"
            TileSize='254'><dz:Size Width="1027" Height="600"/><a b="&lt;&#65;&#x42;"><![CDATA[<]]></a></dz:Image>
            """
        try Fuzzing("XML", seed: 2024).run(
            prepare: { $1.damaged(text: Array(text.utf8)) }, isExpected: { $0 is XMLElement.SyntaxError },
            { _ = try XMLElement(parsing: $0) })
    }
}
