import Concurrency
import Foundation
import ImageMetadata
import TestLimits
import TestSupport
import Testing
import TileContainers
import ZarrArrays

@Suite(.timeLimited) struct ContainerZarrStoreTests {
    private let folder: TemporaryFolder
    private let bytes: [UInt8] = Array(0..<100)

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A folder and an archive with the same value at "a/b", and metadata at the root.
    private func stores() throws -> [ContainerZarrStore] {
        try ["x.zarr", "x.zip"].map { name in
            let output = try ZarrOutput(creating: folder.path(name), options: StoreOptions())
            try output.write([123, 125], to: "zarr.json")
            try output.write(bytes, to: "a/b")
            try output.finish()
            return try ContainerZarrStore(opening: folder.path(name))
        }
    }

    @Test func `ranges are read as far as the value has them`() throws {
        for store in try stores() {
            for start in stride(from: 0, through: 110, by: 5) {
                for count in [0, 1, 7, 100, 1 << 40] {
                    let expected = Array(bytes.dropFirst(start).prefix(count))
                    #expect(try store.read("a/b", in: start..<start + count) == expected)
                }
            }
            for count in [0, 1, 99, 100, 101, 1 << 40] {
                #expect(try store.readLast(count, of: "a/b") == Array(bytes.suffix(count)))
            }
            #expect(try store.byteCount(of: "a/b") == 100)
            #expect(try store.readWhole("a/b", limit: 100) == bytes)
            let error = #expect(throws: CodecError.self) { try store.readWhole("a/b", limit: 99) }
            #expect(error?.file.hasSuffix("/a/b") == true)
        }
    }

    @Test func `a key without a value is nil`() throws {
        for store in try stores() {
            for key in ["a/c", "b", "a/b/c"] {
                #expect(try store.read(key, in: 0..<1) == nil)
                #expect(try store.readLast(1, of: key) == nil)
                #expect(try store.byteCount(of: key) == nil)
            }
        }
    }

    @Test(arguments: ["../x", "/etc/passwd", "a/../../x", "", ".", "a//b"]) func `keys that lead out are refused`(
        key: String
    ) throws {
        for store in try stores() {
            #expect(throws: (any Error).self) { try store.read(key, in: 0..<1) }
            #expect(throws: (any Error).self) { try store.byteCount(of: key) }
        }
    }

    @Test func `links that lead out of the folder are refused`() throws {
        try folder.write(Data("secret".utf8), to: "secret")
        try folder.write(Data("{}".utf8), to: "x.zarr/zarr.json")
        try folder.link("x.zarr/0", to: folder.path("secret"))
        let store = try ContainerZarrStore(opening: folder.path("x.zarr"))
        let error = #expect(throws: CodecError.self) { try store.read("0", in: 0..<6) }
        #expect(error?.code == .unreadable)
    }

    @Test func `an archive whose files lie in one folder is read as that folder`() throws {
        let output = try ZarrOutput(creating: folder.path("x.zip"), options: StoreOptions())
        try output.write([123, 125], to: "image.zarr/.zattrs")
        try output.write([1, 2], to: "image.zarr/0/0")
        try output.finish()
        let store = try ContainerZarrStore(opening: folder.path("x.zip"))
        #expect(try store.read(".zattrs", in: 0..<9) == [123, 125])
        #expect(try store.read("0/0", in: 1..<2) == [2])
    }

    /// A container with one file, which is unpacked for each part of it.
    private final class Packed: ContainerReader {
        let path = "packed.zip"
        private let bytes: [UInt8]
        private let count = Locked(0)

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        /// The number of times that the file has been unpacked.
        var unpackings: Int { count.withLock { $0 } }

        func isCompressed(_ name: String) -> Bool { name == "a/b" }

        func read(_ name: String, limit: Int) throws -> [UInt8]? {
            guard name == "a/b" else { return nil }
            count.withLock { $0 += 1 }
            return Array(bytes.prefix(limit))
        }

        func storedTile(_ name: String) throws -> StoredTile? {
            name == "a/b" ? StoredTile(byteCount: bytes.count) : nil
        }

        func forEachFile(_ body: (String, StoredTile) throws -> Void) throws {}
    }

    @Test func `a shard that an archive compresses is unpacked once for all of its chunks`() throws {
        let container = Packed(bytes)
        let store = ContainerZarrStore(container)
        #expect(try store.readLast(20, of: "a/b") == Array(bytes.suffix(20)))
        for start in 0..<110 {
            #expect(try store.read("a/b", in: start..<start + 5) == Array(bytes.dropFirst(start).prefix(5)))
        }
        #expect(container.unpackings == 1)
        // Values that are read as a whole are not kept.
        #expect(try store.readWhole("a/b", limit: 100) == bytes)
        #expect(container.unpackings == 2)
        #expect(try store.read("a/c", in: 1..<2) == nil)
    }

    @Test func `what is neither a folder nor an archive is an error`() throws {
        try folder.write(Data([1, 2, 3]), to: "x.zip")
        #expect(throws: StoreError.self) { try ContainerZarrStore(opening: folder.path("x.zip")) }
        #expect(throws: StoreError.self) { try ContainerZarrStore(opening: folder.path("none")) }
        #expect(throws: CodecError.self) { try OMEZarrImage.open(folder.path("none")) }
    }
}
