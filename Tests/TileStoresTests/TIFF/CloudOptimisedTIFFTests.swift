import TestSupport
import Testing
import TilePyramid
import TileStores

/// Files that can be read in parts from a web server, as GDAL's COG driver writes them.
@Suite struct CloudOptimisedTIFFTests {
    private let missing = TileIndex(level: 2, column: 0, row: 1)

    private func place() throws -> TIFFPlace {
        var place = try TIFFPlace()
        place.target.tiff.isCloudOptimised = true
        place.target.tiff.reducedImages = .subIFDs
        return place
    }

    @Test func `the note is behind the header, and the directories are behind the note, before all tiles`() throws {
        let file = ParsedTIFF(try place().make())
        let note = [
            "GDAL_STRUCTURAL_METADATA_SIZE=000140 bytes", "LAYOUT=IFDS_BEFORE_DATA", "BLOCK_ORDER=ROW_MAJOR",
            "BLOCK_LEADER=SIZE_AS_UINT4", "BLOCK_TRAILER=LAST_4_BYTES_REPEATED", "KNOWN_INCOMPATIBLE_EDITION=NO", " ",
        ].joined(separator: "\n")
        #expect(String(decoding: file.bytes[8..<8 + note.utf8.count], as: UTF8.self) == note)
        #expect(file.starts[0] == (8 + note.utf8.count + 1) / 2 * 2)
        #expect(file.pages.map { $0[256] } == [[40], [20], [10]])
        let firstTile = try #require((0..<3).flatMap { file.values(324, of: $0) }.min())
        #expect(file.starts.allSatisfy { $0 < firstTile })
    }

    @Test func `tiles are in order, the smallest level first, with their lengths before and their ends behind`() throws
    {
        let file = ParsedTIFF(try place().make { $0 != missing })
        var next = file.values(324, of: 2)[0] - 4
        for page in [2, 1, 0] {
            for (number, offset) in file.values(324, of: page).enumerated() {
                let tile = file.tile(number, of: page)
                guard !tile.isEmpty else {
                    #expect(offset == 0 && page == 0 && number == 3)
                    continue
                }
                #expect(offset == next + 4 && file.number(next, 4) == tile.count)
                #expect(Array(file.bytes[offset + tile.count..<offset + tile.count + 4]) == tile.suffix(4))
                next = offset + tile.count + 4
            }
        }
        #expect(next == file.bytes.count)
    }

    @Test func `equal tiles have bytes of their own, as the order says where each is`() throws {
        var place = try place()
        place.isColourful = false
        let file = ParsedTIFF(try place.make())
        #expect(Set((0..<3).flatMap { file.values(324, of: $0) }).count == 9)
    }

    @Test func `a finished file is read where its tiles have gone`() throws {
        let place = try place()
        let store = try place.store()
        for index in place.pyramid.indices {
            try place.write(index, to: store)
        }
        try store.finish()
        for index in place.pyramid.indices {
            #expect(try store.read(index)?.bytes == place.tile(index))
        }
    }
}
