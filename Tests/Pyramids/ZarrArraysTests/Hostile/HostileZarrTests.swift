import ChannelImages
import Compression
import Foundation
import ImageMetadata
import TestLimits
import TestSupport
import Testing
import TilePyramid
import ZarrArrays

/// Arrays that claim what they do not have, and images that name what is not theirs.
@Suite(.timeLimited) struct HostileZarrTests {
    // MARK: Metadata

    private func expectRefusal(_ text: String, _ version: ZarrArrayMetadata.Version, _ message: String) {
        let error = #expect(throws: CodecError.self) {
            try ZarrArrayMetadata(parsing: Array(text.utf8), version: version, file: "a")
        }
        #expect(error?.file == "a" && error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test func `codecs within codecs, 1000 deep, are refused`() {
        let open =
            #"[{"name":"sharding_indexed","configuration":{"chunk_shape":[2,2],"index_codecs":["bytes"],"codecs":"#
        let nested = String(repeating: open, count: 1000) + #"["bytes"]"# + String(repeating: "}}]", count: 1000)
        expectRefusal(zarr3(chunks: "[4,4]", codecs: nested), .version3, "nested")
        let list = "[\"bytes\"" + String(repeating: #","crc32c""#, count: 999) + "]"
        expectRefusal(zarr3(codecs: list), .version3, "1000 codecs are more than the 8")
    }

    @Test(arguments: [
        ("[]", "[]", "0 dimensions"), ("3", "3", "100 dimensions"), ("3", "0", "[0]"),
        ("1", "2147483648", "its chunks have more than 256 MiB"),
    ]) func `dimensions and chunks of other numbers are refused`(length: String, chunk: String, message: String) {
        func list(_ text: String) -> String {
            text == "[]" ? text : "[" + Array(repeating: text, count: 100).joined(separator: ",") + "]"
        }
        let shape = message.contains("MiB") ? "[1]" : list(length)
        let chunks = message.contains("MiB") ? "[\(chunk)]" : list(chunk)
        expectRefusal(zarr2(shape: shape, chunks: chunks), .version2, message)
        expectRefusal(zarr3(shape: shape, chunks: chunks), .version3, message)
    }

    // MARK: Chunks

    @Test func `a gzip file of 16 MB in 16 KB does not exceed its chunk`() {
        let bomb = DeflateCodec.gzip([UInt8](repeating: 0, count: 16 << 20))
        #expect(bomb.count < 20_000)
        for codecs: [ZarrCodec] in [[.gzip(level: 5)], [.gzip(level: 5), .gzip(level: 5)]] {
            let error = #expect(throws: CodecError.self) {
                try ZarrCodecChain(codecs).decode(bomb, to: 4096, file: "a/c/0")
            }
            #expect(error?.file == "a/c/0" && error?.code == .damaged)
        }
    }

    /// A frame of Zstandard without a size, of blocks that repeat a zero 2^17 times (RFC 8878, section 3.1.1).
    private func frame(blocks: Int) -> [UInt8] {
        let header: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x38]
        return (1...blocks).reduce(into: header) { bytes, number in
            let block = 1 << 20 | 2 | (number == blocks ? 1 : 0)
            bytes += [UInt8(block & 255), UInt8(block >> 8 & 255), UInt8(block >> 16), 0]
        }
    }

    @Test func `a frame without a size gives what its chunk has, and no more`() throws {
        let chain = ZarrCodecChain([.zstandard(level: 3, hasChecksum: false)])
        #expect(try chain.decode(frame(blocks: 1), to: 1 << 17, file: "f") == [UInt8](repeating: 0, count: 1 << 17))
        #expect(throws: CodecError.self) { try chain.decode(frame(blocks: 1), to: 1 << 16, file: "f") }
        #expect(throws: CodecError.self) { try chain.decode(frame(blocks: 2000), to: 96, file: "f") }
        #expect(throws: CodecError.self) { try chain.decode(frame(blocks: 1), to: 1 << 18, file: "f") }
    }

    // MARK: Ranges

    /// A store that sends the beginning of ranges, as a server may that is cut off.
    private struct ShortStore: ZarrStore {
        let path = "short.zarr"
        let value: [UInt8]
        /// The most bytes of an answer.
        let limit: Int

        func read(_ key: String, in range: Range<Int>) throws -> [UInt8]? {
            Array(value[range.clamped(to: value.indices)].prefix(limit))
        }

        func byteCount(of key: String) throws -> Int? { value.count }
    }

    @Test(arguments: [0, 1, 7, 20, 67, 68]) func `an answer that is shorter than asked for is an error`(limit: Int)
        throws
    {
        let metadata = try ZarrArrayMetadata(
            parsing: Array(zarr3(shape: "[4,4]", chunks: "[4,4]", codecs: shardCodec).utf8), version: .version3,
            file: "a")
        var index: [UInt8] = []
        // The second chunk has eight bytes more than samples of four pixels take, and the third all bytes of the first two.
        for numbers: [UInt64] in [[0, 8], [8, 16], [0, 16], [.max, .max]] {
            for number in numbers { withUnsafeBytes(of: number.littleEndian) { index += $0 } }
        }
        CRC32C.append(to: &index)
        let shard = (0..<24).map { UInt8($0) } + index
        let array = ZarrArray(metadata, at: "", in: ShortStore(value: shard, limit: limit))
        guard limit >= 68 else {
            let error = #expect(throws: CodecError.self) { try array.readStoredChunk([0, 0]) }
            #expect(error?.code == .damaged && error?.file == "short.zarr/c/0/0")
            return
        }
        #expect(try array.readStoredChunk([0, 0]) == [UInt8](0..<8))
        #expect(try array.readStoredChunk([1, 1]) == nil)
        for chunk in [[0, 1], [1, 0]] { #expect(throws: CodecError.self) { try array.readStoredChunk(chunk) } }
    }

    // MARK: Paths

    @Test(arguments: ["%2e%2e/outside", "..%2foutside", "link", "link/deeper", "~", "$HOME"])
    func `paths of levels are names, and links lead out of no group`(path: String) throws {
        let folder = try TemporaryFolder()
        let array = Data(zarr2(shape: "[2,4]").utf8)
        for name in ["outside/.zarray", "outside/deeper/.zarray"] { try folder.write(array, to: name) }
        let group = #"{"multiscales":[{"axes":["y","x"],"datasets":[{"path":"\#(path)"}]}]}"#
        try folder.write(Data(group.utf8), to: "image.zarr/.zattrs")
        try folder.link("image.zarr/link", to: folder.path("outside"))
        let error = #expect(throws: CodecError.self) { try OMEZarrImage.open(folder.path("image.zarr")) }
        #expect(error?.file.hasPrefix(folder.path("image.zarr")) == true)
        // What the link leads to is an image by itself.
        let inside = #"{"multiscales":[{"axes":["y","x"],"datasets":[{"path":"deeper"}]}]}"#
        try folder.write(Data(inside.utf8), to: "outside/.zattrs")
        try FileManager.default.removeItem(atPath: folder.path("outside/.zarray"))
        #expect(try OMEZarrImage.open(folder.path("outside")).description.size.width == 4)
    }
}
