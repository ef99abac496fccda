import Foundation
import TestSupport
import Testing
import TilePyramid

@testable import FilePyramids
@testable import TileContainers
@testable import TileStores

/// A suite about pyramids in a folder named `p`, written file by file.
protocol FolderReading {
    var folder: TemporaryFolder { get }
}

extension FolderReading {
    /// Writes files that contain their names, and a descriptor.
    func write(_ names: [String], _ descriptor: String? = nil, _ text: String = "") throws {
        for name in names {
            try folder.write(Data(name.utf8), to: "p/\(name)")
        }
        if let descriptor { try folder.write(Data(text.utf8), to: "p/\(descriptor)") }
    }

    /// Writes square tiles with a side of `side` pixels.
    func writeImages(_ names: [String], side: Int) throws {
        for name in names {
            try folder.write(Data(png(PixelSize(width: side, height: side))), to: "p/\(name)")
        }
    }

    func png(_ size: PixelSize) -> [UInt8] {
        PNGFixture(width: size.width, height: size.height) { _, _, _ in 7 }.encoded()
    }

    func open(_ name: String = "p") throws -> OpenedPyramid {
        try #require(try Pyramids.openBlocking(folder.path(name)))
    }

    func source() throws -> LayoutSource { try #require(try open().source as? LayoutSource) }

    func text(_ source: some TileSource, _ level: Int, _ column: Int, _ row: Int) throws -> String? {
        try source.read(TileIndex(level: level, column: column, row: row)).map {
            String(decoding: $0.bytes, as: UTF8.self)
        }
    }

    /// The number of times that each tile is listed, and the locations of all issues.
    func inventory(_ source: LayoutSource) throws -> (tiles: [TileIndex: Int], issues: [String]) {
        var tiles: [TileIndex: Int] = [:]
        try source.forEachStoredTile { index, _ in tiles[index, default: 0] += 1 }
        var issues: [String] = []
        try source.inspectFiles { issues.append($0.location) }
        return (tiles, issues.sorted())
    }

    func failure(_ name: String = "p") -> StoreError? {
        #expect(throws: StoreError.self) { try Pyramids.openBlocking(folder.path(name)) }
    }
}
