import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import FilePyramids
@testable import TileContainers
@testable import TileStores

/// Damaged descriptors beside misleading tiles: each gives a ``StoreError`` or a usable pyramid.
@Suite(.timeLimited)
struct LayoutDamageTests {
    /// The number of cases per descriptor.
    private static let cases = 500

    private static let descriptors = [
        (
            "ImageProperties.xml",
            "<IMAGE_PROPERTIES WIDTH=\"513\" HEIGHT=\"300\" NUMTILES=\"7\" NUMIMAGES=\"1\" TILESIZE=\"256\" />"
        ),
        (
            "info.json",
            """
            {"protocol":"http://iiif.io/api/image","id":"x","width":300,"height":100,
             "tiles":[{"width":200,"height":100,"scaleFactors":[4,2,1]}]}
            """
        ),
        (
            "tiles.json",
            """
            {"tilejson":"3.0.0","tiles":["{z}/{x}/{y}.png"],"minzoom":0,"maxzoom":2,
             "tilekit":{"width":600,"height":300,"tileSize":256,"originX":4,"originY":0}}
            """
        ),
        ("tiles.json", "{\"tilejson\":\"3.0.0\",\"tiles\":[\"{z}/{x}/{y}.png\"],\"scheme\":\"tms\"}"),
        (
            "tilemapresource.xml",
            """
            <TileMap><BoundingBox minx="0" miny="-600" maxx="1027" maxy="0"/>
            <TileFormat width="256" height="256" extension="png"/><TileSets profile="raster">
            <TileSet href="0" units-per-pixel="4"/><TileSet href="2" units-per-pixel="1"/></TileSets></TileMap>
            """
        ),
        (
            "tilemapresource.xml",
            """
            <TileMap tilekit:width="600" tilekit:height="300"><TileFormat width="256" height="256" extension="png"/>
            <TileSets profile="raster"><TileSet href="0"/><TileSet href="2"/></TileSets></TileMap>
            """
        ),
        ("notes.txt", ""),
    ]

    private static let tiles = [
        "0/0/0.png", "1/0/0.png", "1/1/1.png", "2/3/1.png", "29/536870911/5.png", "30/1073741823/1073741823.png",
        "TileGroup0/0-0-0.jpg", "TileGroup0/1-2-1.jpg", "TileGroup9/3-9999999999-9999999999.jpg",
        "full/75,25/0/default.jpg", "0,0,200,100/200,100/0/default.jpg", "0,0,0,0/,/0/default.jpg",
        "9999999999,9999999999,9999999999,9999999999/1,1/0/default.jpg",
    ]

    private static let numbers = [
        "0", "-1", "1", "0.5", "30", "31", "63", "64", "65536", "16777216", "2147483647", "2147483648", "4294967296",
        "9223372036854775807", "99999999999999999999", "1e308",
    ]

    /// Files in memory.
    private struct Files: ContainerReader {
        let path = "memory"
        var files: [String: [UInt8]]

        func read(_ name: String, limit: Int) -> [UInt8]? { files[name].map { Array($0.prefix(limit)) } }

        func storedTile(_ name: String) -> StoredTile? { files[name].map { StoredTile(byteCount: $0.count) } }

        func forEachFile(_ body: (String, StoredTile) throws -> Void) throws {
            for (name, bytes) in files {
                try body(name, StoredTile(byteCount: bytes.count))
            }
        }
    }

    @Test(arguments: descriptors.indices)
    func `a damaged descriptor gives an error message or a usable pyramid`(position: Int) throws {
        var random = SeededRandom(seed: UInt64(position))
        let (name, text) = Self.descriptors[position]
        for _ in 0..<Self.cases {
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                Self.damage(&bytes, &random)
            }
            var files = Files(files: [name: bytes])
            for tile in Self.tiles where Bool.random(using: &random) {
                files.files[tile] = [1]
            }
            if let error = Self.failure(ofUsing: files) {
                #expect(!error.message.isEmpty)
            }
        }
    }

    private static func damage(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
        guard let position = bytes.indices.randomElement(using: &random) else { return }
        switch Int.random(in: 0...3, using: &random) {
        case 0: bytes[position] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: position)
        case 2: bytes.removeSubrange(position...)
        default:
            // Replaces the next number by another.
            let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
            guard let start = bytes[position...].firstIndex(where: digits.contains),
                let number = numbers.randomElement(using: &random)
            else { return }
            let end = bytes[start...].firstIndex { !digits.contains($0) } ?? bytes.endIndex
            bytes.replaceSubrange(start..<end, with: number.utf8)
        }
    }

    /// Opens the files and reads everything; any error but a ``StoreError`` fails the test.
    private static func failure(ofUsing files: Files) -> StoreError? {
        do {
            guard let description = try LayoutDescription(of: files, formats: .files) else { return nil }
            let source = LayoutSource(description, in: files, path: files.path)
            #expect(source.pyramid.tileCount > 0 && source.pyramid.pixelCount > 0)
            try source.forEachStoredTile { index, _ in
                #expect(source.pyramid.contains(index))
                let tile = try source.read(index)
                #expect(tile != nil)
                #expect(source.pyramid.storedSize(of: index).area > 0)
            }
            try source.inspectFiles { #expect(!$0.message.isEmpty) }
        } catch let error as StoreError {
            return error
        } catch {
            Issue.record(error)
        }
        return nil
    }
}
