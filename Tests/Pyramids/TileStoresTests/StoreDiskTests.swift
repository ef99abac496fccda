import FilePyramids
import Foundation
import TestSupport
import TestLimits
import Testing
import TileContainers
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

    @Test func `links inside a partial folder are not followed`() throws {
        let store = try fixture.store()
        try fixture.folder.write(Data("theirs".utf8), to: "theirs/0_0.jpg")
        try fixture.folder.link("big_files.partial/3/0_0.jpg", to: "../../theirs/0_0.jpg")
        let index = TileIndex(level: 3, column: 0, row: 0)
        try store.write([index])
        #expect(try fixture.folder.bytes(of: "big_files.partial/3/0_0.jpg") == Data(contents(of: index).utf8))
        try fixture.folder.remove("big_files.partial/3")
        try fixture.folder.link("big_files.partial/3", to: "../theirs")
        #expect(storeError { try store.write([index]) }?.code == .cannotCreate)
        #expect(
            try fixture.folder.files().filter { $0.key.hasPrefix("theirs") } == ["theirs/0_0.jpg": Data("theirs".utf8)])
        try store.discard()
        #expect(fixture.folder.contents() == ["theirs/", "theirs/0_0.jpg"])
    }

    @Test func `with replacement, a folder that holds other files than tiles is not removed`() throws {
        try fixture.folder.write(Data("letter".utf8), to: "big_files/letter.txt")
        let error = storeError { _ = try fixture.store(.replacing()) }
        #expect(error?.code == .exists)
        #expect(error?.path == fixture.folder.path("big_files"))
        #expect(try fixture.folder.files() == ["big_files/letter.txt": Data("letter".utf8)])
    }

    @Test func `something in the way of the descriptor is reported before the first tile`() throws {
        try fixture.folder.link("big.dzi.partial", to: "nowhere")
        #expect(storeError { _ = try fixture.store() }?.path == fixture.folder.path("big.dzi.partial"))
        #expect(fixture.folder.contents() == ["big.dzi.partial"])
    }

    @Test func `an output below a link to another folder is written there`() throws {
        try fixture.folder.write(Data(), to: "disk/here")
        try fixture.folder.link("link", to: "disk")
        let path = fixture.folder.path("link/big")
        for format in [PyramidFormat.deepZoom, .zip] {
            let store = try format.makeStore(at: path, pyramid: fixture.pyramid, format: .jpeg)
            try store.discard()
        }
        #expect(fixture.folder.contents() == ["disk/", "disk/here", "link/"])
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
