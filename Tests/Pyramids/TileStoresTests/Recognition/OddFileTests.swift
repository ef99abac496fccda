import Foundation
import TestSupport
import TestLimits
import Testing
import TilePyramid
import XMLDocuments

@testable import FilePyramids
@testable import TileContainers
@testable import TileStores

/// Files that are not what their names suggest.
@Suite(.timeLimited) struct OddFileTests {
    private let tile = TileIndex(level: 3, column: 1, row: 0)

    /// Reads a tile whose file has been replaced by something else.
    private func readTile(_ replace: (String) throws -> Void) throws -> EncodedTile? {
        let fixture = try DeepZoomFixture()
        try fixture.makeFinished()
        let name = "big_files/\(tile).jpg"
        try fixture.folder.remove(name)
        try replace(fixture.folder.path(name))
        let source = try LayoutSource(opening: fixture.folder.path("big.dzi"), as: .deepZoom)
        return try withExtendedLifetime(fixture) { try source.read(tile) }
    }

    @Test func `a tile of a terabyte throws an error before more memory is allocated than a tile may take`() throws {
        let error = #expect(throws: StoreError.self) {
            try readTile { path in
                try Data([1]).write(to: URL(fileURLWithPath: path))
                truncate(path, 1 << 40)
            }
        }
        #expect(error?.code == .malformed)
        #expect(
            error?.message == "its tile big_files/3/1_0.jpg has more than 4194368 bytes, which is too much for 2×2 "
                + "pixels. Cut the pyramid again.")
    }

    @Test func `a pipe in place of a tile does not block`() throws {
        #expect(try readTile { mkfifo($0, 0o600) }?.bytes == [])
    }

    @Test func `the number of XML elements and attributes is limited`() {
        let document = "<a>" + String(repeating: "<b/>", count: 200_000) + "</a>"
        let error = #expect(throws: XMLElement.SyntaxError.self) { try XMLElement(parsing: Array(document.utf8)) }
        #expect(error?.reason == "too many elements and attributes")
    }

    @Test func `a megabyte of references is parsed in linear time`() throws {
        let text = String(repeating: "&lt;", count: 250_000)
        let expected = String(repeating: "<", count: 250_000)
        #expect(try XMLElement(parsing: Array("<a>\(text)</a>".utf8)).text == expected)
    }
}
