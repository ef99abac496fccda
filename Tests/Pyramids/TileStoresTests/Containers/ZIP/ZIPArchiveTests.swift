import Foundation
import TestSupport
import TestLimits
import Testing

@testable import TileContainers
@testable import TileStores

@Suite(.timeLimited) struct ZIPArchiveTests {
    typealias File = ZIPBytes.File

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func archive(_ bytes: ZIPBytes) throws -> ZIPArchive { try archive(bytes.data) }

    private func archive(_ data: Data) throws -> ZIPArchive {
        try folder.write(data, to: "a.zip")
        return try ZIPArchive(opening: folder.path("a.zip"))
    }

    private func text(_ name: String, in archive: ZIPArchive) throws -> String? {
        try archive.read(name).map { String(decoding: $0, as: UTF8.self) }
    }

    private let two = ZIPBytes([File("big/1.jpg", "one"), File("big/big.dzi", "<Image/>")])

    @Test func `files are read by name`() throws {
        let archive = try archive(two)
        #expect(archive.count == 2)
        #expect(try text("big/1.jpg", in: archive) == "one")
        #expect(try archive.read("big/big.dzi", limit: 3) == Array("<Im".utf8))
        #expect(try archive.read("1.jpg") == nil)
        #expect(archive.topLevelNames == ["big/1.jpg", "big/big.dzi"])
        var names: [String] = []
        try archive.forEachFile { name, entry in names.append("\(name) \(entry.size)") }
        #expect(names == ["big/1.jpg 3", "big/big.dzi 8"])
    }

    @Test func `sizes after the files, as in libvips, are taken from the central directory`() throws {
        var bytes = two
        for number in bytes.files.indices { bytes.files[number].flags = 8 }
        #expect(try text("big/1.jpg", in: archive(bytes)) == "one")
        #expect(try text("big/big.dzi", in: archive(bytes)) == "<Image/>")
    }

    @Test func `folders, Unix extra fields and deflated files, as in Info-ZIP, are read`() throws {
        var deflated = File("big/a.xml", [])
        deflated.method = 8
        deflated.size = 20
        deflated.checksum = ZIPBytes.checksum(Array("aaaaaaaaaaaaaaaaaaaa".utf8))
        var stamped = File("big/1.jpg", "one")
        stamped.localExtra = [0x55, 0x54, 9, 0, 3, 1, 2, 3, 4, 1, 2, 3, 4]
        stamped.extra = [0x55, 0x54, 5, 0, 3, 1, 2, 3, 4]
        // Twenty times "a" in a block of fixed codes: two literals, and a match of 18 bytes at distance 1.
        deflated.bytes = [0x4B, 0x4C, 0xC4, 0x04, 0x00]
        var bytes = ZIPBytes([File("big/", ""), stamped, deflated])
        bytes.comment = Array("a comment with PK\u{5}\u{6} in it".utf8)
        let archive = try archive(bytes)
        #expect(archive.count == 2)
        #expect(try text("big/1.jpg", in: archive) == "one")
        #expect(try text("big/a.xml", in: archive) == "aaaaaaaaaaaaaaaaaaaa")
        #expect(try archive.read("big/a.xml", limit: 2) == Array("aa".utf8))
    }

    @Test func `bytes before and after the archive are skipped`() throws {
        var bytes = two
        bytes.prefix = Array("#!/bin/sh".utf8)
        #expect(try text("big/1.jpg", in: archive(bytes)) == "one")
        #expect(try text("big/1.jpg", in: archive(two.data + Data(count: 7))) == "one")
    }

    @Test func `an archive may be empty`() throws {
        #expect(try archive(ZIPBytes([])).count == 0)
    }

    @Test(arguments: ["../a", "a/../b", "/a", "..", "a\\..\\b", "\\a", "C:\\a", "C:a", "a\0b", ""])
    func `a name that leads out of the archive throws an error`(name: String) throws {
        let error = storeError { _ = try archive(ZIPBytes([File(name, "x")])) }
        #expect(error?.code == .malformed)
    }

    @Test(arguments: ["..a/b", "a..", "...", "ü/é.jpg"])
    func `a name that only looks like one is read`(name: String) throws {
        #expect(try text(name, in: archive(ZIPBytes([File(name, "x")]))) == "x")
    }

    @Test func `two files of the same name throw an error`() {
        #expect(storeError { _ = try archive(ZIPBytes([File("a", "1"), File("a", "2")])) }?.code == .malformed)
    }

    @Test func `files that overlap each other or the directory throw an error, in any order`() throws {
        for files in [[0, 1], [1, 0]] {
            var bytes = ZIPBytes(files.map { File("\($0)", "one") })
            bytes.files[1].displacement = -3
            #expect(storeError { _ = try archive(bytes) }?.code == .malformed)
        }
        var bytes = ZIPBytes([File("a", "one")])
        bytes.files[0].displacement = 5
        #expect(storeError { _ = try archive(bytes) }?.code == .malformed)
    }

    @Test func `a file with wrong headers throws an error when it is read`() throws {
        typealias Change = (inout File) -> Void
        let changes: [Change] = [
            { $0.checksum = 1 }, { $0.size = 2 }, { $0.size = .max }, { $0.flags = 1 }, { $0.method = 12 },
            { $0.method = 8 },
            {
                $0.method = 8; $0.size = 1 << 27
            }, { $0.localExtra = [UInt8](repeating: 0, count: 9) },
        ]
        for (number, change) in changes.enumerated() {
            var bytes = ZIPBytes([File("a", "one")])
            change(&bytes.files[0])
            var data = bytes.data
            // The extra field claims to extend beyond the end.
            if number == 7 { data[28] = 0xFF }
            let archive = try archive(data)
            #expect(storeError { _ = try archive.read("a") }?.code == .malformed, "\(number)")
        }
    }

    @Test func `a file whose local header has another name is absent`() throws {
        var bytes = ZIPBytes([File("a", "one")])
        bytes.files[0].localName = "b"
        #expect(try archive(bytes).read("a") == nil)
    }

    @Test func `an end record with too many files or several disks throws an error`() {
        var bytes = two
        bytes.count = 3
        #expect(storeError { _ = try archive(bytes) }?.code == .malformed)
        bytes.count = 65_534
        #expect(storeError { _ = try archive(bytes) }?.code == .malformed)
        bytes.count = nil
        bytes.disk = 1
        #expect(storeError { _ = try archive(bytes) }?.code == .malformed)
    }

    @Test func `a truncated archive throws an error at any length`() {
        let data = two.data
        for length in 0..<data.count {
            #expect(storeError { _ = try archive(data.prefix(length)) }?.code == .malformed)
        }
    }

    /// An archive of one file with a ZIP64 end record.
    private func large(
        count: UInt64 = 1, length: UInt64? = nil, offset: UInt64? = nil, end: UInt64? = nil, isNeeded: Bool = true
    ) -> Data {
        let small = ZIPBytes([File("a", "one")]).data
        let body = Array(small.dropLast(22))
        var bytes = body + [0x50, 0x4B, 6, 6] + ZIPBytes.little(UInt64(44)) + [45, 3, 45, 0]
        bytes += [UInt8](repeating: 0, count: 8) + ZIPBytes.little(count) + ZIPBytes.little(count)
        bytes += ZIPBytes.little(length ?? 47) + ZIPBytes.little(offset ?? UInt64(body.count - 47))
        bytes += [0x50, 0x4B, 6, 7, 0, 0, 0, 0] + ZIPBytes.little(end ?? UInt64(body.count)) + [1, 0, 0, 0]
        bytes += [0x50, 0x4B, 5, 6, 0, 0, 0, 0]
        if isNeeded {
            bytes += [UInt8](repeating: 0xFF, count: 12) + [0, 0]
        } else {
            bytes += [1, 0, 1, 0] + ZIPBytes.little(UInt32(47)) + ZIPBytes.little(UInt32(body.count - 47)) + [0, 0]
        }
        return Data(bytes)
    }

    @Test func `a ZIP64 end record is read, also after other bytes`() throws {
        #expect(try text("a", in: archive(large())) == "one")
        #expect(try text("a", in: archive(Data("prefix".utf8) + large())) == "one")
        // The offset is wrong, but the record is right before the locator.
        #expect(try text("a", in: archive(large(end: 3))) == "one")
    }

    @Test func `an unnecessary ZIP64 end record, as in libvips, is read`() throws {
        #expect(try text("a", in: archive(large(isNeeded: false))) == "one")
    }

    @Test func `an invalid ZIP64 end record throws an error`() {
        for data in [
            large(count: 1_000_000), large(count: .max), large(count: 1 << 60, length: 1 << 62),
            large(length: .max), large(offset: .max), large(length: 0), large(offset: 90),
        ] {
            #expect(storeError { _ = try archive(data) }?.code == .malformed)
        }
    }

    @Test func `after changing up to four bytes, the archive is read or throws an error`() throws {
        var random = SeededRandom(seed: 11)
        for whole in [two.data, large()] {
            for _ in 0..<1_000 {
                var data = whole
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    data[Int.random(in: 0..<data.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                do {
                    let archive = try archive(data)
                    for name in archive.topLevelNames { _ = try archive.read(name) }
                } catch {
                    #expect(error is StoreError, "\(error)")
                }
            }
        }
    }
}
