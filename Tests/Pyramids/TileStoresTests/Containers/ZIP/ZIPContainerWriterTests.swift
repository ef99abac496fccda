import Dispatch
import Foundation
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import TileContainers
@testable import TileStores

@Suite(.timeLimited) struct ZIPContainerWriterTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func files(_ first: [ContainerFile] = [], pyramid: Pyramid = Self.pyramid, start: Int = 0) throws
        -> ZIPContainerWriter
    {
        try ZIPContainerWriter(
            creating: folder.path("a.zip"), root: "a", pyramid: pyramid, first: first, options: StoreOptions(),
            start: start)
    }

    private let tile = TileIndex(level: 0, column: 0, row: 0)
    private static let pyramid = Pyramid(size: PixelSize(width: 1, height: 1))

    @Test func `an archive has sizes and checksums before each file, a fixed date and the directory last`()
        throws
    {
        let files = try files([ContainerFile(name: "a.dzi", text: "<I/>")])
        try files.write(([1, 2, 3] as [UInt8]).span.bytes, to: "0.jpg", of: tile)
        #expect(folder.contents() == ["a.zip.partial"])
        try files.finish()
        func shared(_ checksum: UInt32, _ size: UInt8, _ name: String) -> [UInt8] {
            [0, 8, 0, 0, 0, 0, 0x21, 0] + ZIPBytes.little(checksum) + [size, 0, 0, 0, size, 0, 0, 0]
                + [UInt8(name.utf8.count), 0, 0, 0]
        }
        let descriptor = shared(ZIPBytes.checksum(Array("<I/>".utf8)), 4, "a/a.dzi")
        let tileFields = shared(ZIPBytes.checksum([1, 2, 3]), 3, "a/0.jpg")
        var expected: [UInt8] = [0x50, 0x4B, 3, 4, 20, 0] + descriptor + "a/a.dzi<I/>".utf8
        expected += [0x50, 0x4B, 3, 4, 20, 0] + tileFields + "a/0.jpg".utf8 + [1, 2, 3]
        expected += [0x50, 0x4B, 1, 2, 45, 3, 20, 0] + descriptor + [0, 0, 0, 0, 0, 0, 0, 0, 0xA4, 0x81]
        expected += [0, 0, 0, 0] + "a/a.dzi".utf8
        expected += [0x50, 0x4B, 1, 2, 45, 3, 20, 0] + tileFields + [0, 0, 0, 0, 0, 0, 0, 0, 0xA4, 0x81]
        expected += [41, 0, 0, 0] + "a/0.jpg".utf8
        expected += [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 2, 0, 2, 0, 106, 0, 0, 0, 81, 0, 0, 0, 0, 0]
        #expect(try folder.files() == ["a.zip": Data(expected)])
    }

    @Test func `files are read back before and after the archive is finished`() throws {
        let files = try files([ContainerFile(name: "a.dzi", text: "<I/>")])
        for number in 0..<100 {
            try files.write([UInt8(number)].span.bytes, to: "\(number).jpg", of: tile)
        }
        #expect(try files.read("57.jpg") == [57])
        #expect(try files.read("100.jpg") == nil)
        try files.finish()
        #expect(try files.read("57.jpg") == [57])
    }

    @Test func `a descriptor can be stored again, but not another file of its name`() throws {
        let descriptor = ContainerFile(name: "a.dzi", text: "<I/>")
        let files = try files([descriptor])
        try files.write(descriptor)
        #expect(storeError { try files.write(ContainerFile(name: "a.dzi", text: "<J/>")) }?.code == .cannotCreate)
        try files.finish()
        #expect(try ZIPArchive(opening: folder.path("a.zip")).count == 1)
    }

    @Test func `more than 65,535 files are counted in 64 bits, from several threads`() throws {
        let count = 70_000
        let row = Pyramid(size: PixelSize(width: count, height: 1), tileSize: 1, levelCount: 1)
        let level = row.finestLevel.index
        let files = try files(pyramid: row)
        DispatchQueue.concurrentPerform(iterations: 4) { part in
            for number in stride(from: part, to: count, by: 4) {
                let tile = TileIndex(level: level, column: number, row: 0)
                do { try files.write([UInt8(number & 255)].span.bytes, to: "\(number)", of: tile) } catch {
                    Issue.record(error)
                }
            }
        }
        try files.finish()
        let archive = try ZIPArchive(opening: folder.path("a.zip"))
        #expect(archive.count == count)
        #expect(try [0, 65_535, 69_999].map { try archive.read("a/\($0)") } == [[0], [255], [111]])
        let bytes = Array(try folder.bytes(of: "a.zip"))
        #expect(Array(bytes.suffix(14)).prefix(4) == [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(Array(bytes.suffix(98)).prefix(4) == [0x50, 0x4B, 6, 6])
    }

    @Test func `files beyond 4 GB have 64-bit offsets`() throws {
        let start = 5 << 30
        let files = try files(start: start)
        try files.write(([1, 2, 3] as [UInt8]).span.bytes, to: "0.jpg", of: tile)
        try files.write(([4, 5] as [UInt8]).span.bytes, to: "1.jpg", of: tile)
        try files.finish()
        let archive = try ZIPArchive(opening: folder.path("a.zip"))
        #expect(archive.entry(of: "a/1.jpg")?.offset == start + 40)
        #expect(try archive.read("a/0.jpg") == [1, 2, 3])
        #expect(try archive.read("a/1.jpg") == [4, 5])
    }

    @Test func `a suspended archive leaves nothing`() throws {
        let files = try files()
        try files.write(([1] as [UInt8]).span.bytes, to: "0.jpg", of: tile)
        try files.suspend()
        #expect(folder.contents().isEmpty)
    }
}
