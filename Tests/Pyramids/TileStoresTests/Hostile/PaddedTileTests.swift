import Foundation
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import FilePyramids
@testable import TileContainers
@testable import TileStores

/// Tiles with far more bytes than their pixels take.
@Suite(.timeLimited) struct PaddedTileTests {
    @Test(arguments: [(256, 5_242_880), (1, 4_194_320), (4096, 268_435_456), (1 << 40, 268_435_456)])
    func `the bytes of a tile are limited by its pixels`(side: Int, limit: Int) {
        #expect(LayoutSource.tileByteLimit(of: PixelSize(width: side, height: side)) == limit)
    }

    @Test func `a tile of a folder is read up to the limit, and refused beyond it`() throws {
        let folder = try TemporaryFolder()
        let xml = """
            <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="jpg" Overlap="0" TileSize="1">
            <Size Width="1" Height="1"/></Image>
            """
        try folder.write(Data(xml.utf8), to: "a.dzi")
        let limit = LayoutSource.tileByteLimit(of: PixelSize(width: 1, height: 1))
        func read() throws -> Int? {
            let source = try #require(try Pyramids.openBlocking(folder.path("a.dzi"))).source
            return try source.read(TileIndex(level: 0, column: 0, row: 0))?.bytes.count
        }
        try folder.write(Data(count: limit), to: "a_files/0/0_0.jpg")
        #expect(try read() == limit)
        try folder.write(Data(count: limit + 1), to: "a_files/0/0_0.jpg")
        let error = #expect(throws: StoreError.self) { try read() }
        #expect(error?.code == .malformed && error?.path == folder.path("a.dzi"))
        #expect(error?.message.hasPrefix("its tile a_files/0/0_0.jpg has more than 4194320 bytes") == true)
    }
}
