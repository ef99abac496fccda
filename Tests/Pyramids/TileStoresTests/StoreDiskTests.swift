import Foundation
import TestSupport
import TestLimits
import Testing
import TilePyramid
import TileStores

/// Disks that are full and outputs that cannot be created.
@Suite(.timeLimited) struct StoreDiskTests {
    private let fixture: DeepZoomFixture

    init() throws {
        fixture = try DeepZoomFixture()
    }

    @Test(arguments: [PyramidFormat.deepZoom, .flat])
    func `an output whose parent is missing or a file cannot be created`(format: PyramidFormat) throws {
        try fixture.folder.write(Data("x".utf8), to: "file")
        for parent in ["missing", "file", "file/below"] {
            let error = storeError {
                let path = fixture.folder.path("\(parent)/big")
                _ = try format.makeStore(at: path, pyramid: widePyramid, format: .jpeg)
            }
            #expect(error?.code == .cannotCreate)
            #expect(error?.path.hasPrefix(fixture.folder.path(parent)) == true)
        }
        #expect(fixture.folder.contents() == ["file"])
    }

    @Test func `a file with the name of the partial folder is not used as one`() throws {
        try fixture.folder.write(Data("x".utf8), to: "big_files.partial")
        #expect(storeError { _ = try fixture.store(.replacing()) }?.code == .cannotCreate)
        #expect(fixture.folder.contents() == ["big_files.partial"])
    }

    @Test func `a tile that does not fit on the disk throws an error and leaves nothing`() throws {
        let store = try fixture.store()
        // Every write to this device fails with ENOSPC.
        let tile = fixture.folder.path("big_files.partial/3/1_0.jpg")
        try FileManager.default.createSymbolicLink(atPath: tile, withDestinationPath: "/dev/full")
        let error = storeError { try store.write([TileIndex(level: 3, column: 1, row: 0)]) }
        #expect(error?.code == .diskFull)
        #expect(error?.path == tile)
        #expect(!fixture.folder.contents().contains("big_files.partial/3/1_0.jpg"))
        try store.suspend()
    }

    @Test func `a store that has been released keeps no file open`() throws {
        func openFiles() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
            }.filter { $0.contains(fixture.folder.path) }
        }
        try fixture.makeSuspended(with: 3)
        #expect(try openFiles() == [])
        #expect(storeError { _ = try fixture.store(.resuming("other")) }?.code == .fingerprintMismatch)
        #expect(storeError { _ = try fixture.store() }?.code == .interrupted)
        #expect(try openFiles() == [])
        try fixture.makeFinished(options: .replacing())
        #expect(try openFiles() == [])
    }

    @Test func `free space is known for paths that do not exist yet`() throws {
        let here = try #require(FreeSpace.available(at: fixture.folder.path))
        #expect(here > 0)
        #expect(FreeSpace.available(at: fixture.folder.path("a/b/c.dzi")) != nil)
    }
}
