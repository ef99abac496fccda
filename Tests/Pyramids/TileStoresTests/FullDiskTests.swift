import FilePyramids
import Foundation
import TestSupport
import TestLimits
import Testing
import TileContainers
import TilePyramid
import TileStores

/// Stores on a disk that fills up.
///
/// ``StoreDiskTests`` simulates a full disk on any machine.
@Suite(.enabled(if: SmallDisk.isAvailable, "mounting a small file system takes root"), .timeLimited)
struct FullDiskTests {
    private let pyramid = Pyramid(size: PixelSize(width: 2_000, height: 1), tileSize: 1, levelCount: 1)

    private func store(on disk: SmallDisk, _ options: StoreOptions = .starting()) throws -> any TileStore {
        try PyramidFormat.deepZoom.makeStore(at: disk.path + "/big", pyramid: pyramid, format: .jpeg, options: options)
    }

    @Test func `a full disk throws an error, and the run continues when there is space`() throws {
        let disk = try SmallDisk(pages: 64)
        var written: [TileIndex] = []
        do {
            let store = try store(on: disk)
            let error = storeError {
                for index in pyramid.indices {
                    try store.write([index])
                    written.append(index)
                }
            }
            #expect(error?.code == .diskFull)
            try? store.suspend()
        }
        #expect(written.count > 20 && written.count < 100)
        #expect(!FileManager.default.fileExists(atPath: disk.path + "/big_files"))
        let resumed = try store(on: disk, .resuming())
        #expect(Set(written).isSuperset(of: resumed.finishedTiles))
    }

    @Test func `the journal of a disk that was full for a while is correct`() throws {
        let disk = try SmallDisk(pages: 64)
        let indices = pyramid.indices
        do {
            // The first batch of the journal ends three bytes before the end of its page, so that the second is cut
            // short.
            let store = try store(on: disk, .starting(String(repeating: "x", count: 4_096 - 25 - 2 - 16 * 64)))
            try store.write(indices.prefix(5))
            let filler = disk.fill()
            _ = storeError { for _ in 0..<40 { try store.write(indices.prefix(5)) } }
            try FileManager.default.removeItem(atPath: filler)
            try store.write(indices[5..<9])
            try store.suspend()
        }
        let options = StoreOptions.resuming(String(repeating: "x", count: 4_096 - 25 - 2 - 16 * 64))
        #expect(try store(on: disk, options).finishedTiles == Array(indices.prefix(9)))
    }

    @Test func `a store without any space leaves nothing`() throws {
        let disk = try SmallDisk(pages: 8)
        let filler = disk.fill()
        #expect(storeError { _ = try store(on: disk) }?.code == .diskFull)
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["filler"])
        try FileManager.default.removeItem(atPath: filler)
    }
}
