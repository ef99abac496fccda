import FilePyramids
import Foundation
import TestSupport
import TestLimits
import Testing
import TileContainers
import TilePyramid
import TileStores

/// Damaged and malicious TIFFs.
@Suite(.timeLimited) struct TIFFDamageTests {
    private let fixture: TIFFPyramidFixture
    private let file: [UInt8]
    private let parsed: ParsedTIFF

    init() throws {
        let fixture = try TIFFPyramidFixture()
        self.fixture = fixture
        file = try fixture.make()
        parsed = ParsedTIFF(file)
    }

    private func open(_ bytes: [UInt8]) throws -> TIFFPyramidSource {
        try fixture.folder.write(Data(bytes), to: "damaged.tif")
        return try TIFFPyramidSource(opening: fixture.folder.path("damaged.tif"))
    }

    private func failure(_ bytes: [UInt8]) -> String? {
        #expect(throws: StoreError.self) { try open(bytes) }?.message
    }

    /// The file with the bytes at an offset replaced by a number.
    private func file(_ value: Int, at offset: Int, bytes count: Int) -> [UInt8] {
        var file = file
        for index in 0..<count {
            file[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
        }
        return file
    }

    /// The offset of the value of a tag, or of the offset to it.
    private func field(_ tag: Int, of page: Int) throws -> Int {
        let start = parsed.starts[page] + 2
        return try #require((0..<30).map { start + 12 * $0 }.first { parsed.number($0, 2) == tag }) + 8
    }

    private func issues(_ source: TIFFPyramidSource) throws -> [String] {
        var issues: [String] = []
        try source.inspectFiles { issues.append("\($0.location): \($0.message)") }
        return issues
    }

    @Test func `a file that ends before its directories throws an error that says so`() throws {
        for length in [4, 8, 16, parsed.starts[0], parsed.starts[0] + 40] {
            let message = try #require(failure(Array(file.prefix(length))))
            #expect(message.hasPrefix("the file is damaged: an offset points beyond its end"))
        }
        #expect(failure(Array("no TIFF at all".utf8)) == "this is not a TIFF file.")
        #expect(failure([]) == "this is not a TIFF file.")
    }

    @Test func `a circular chain of pages is read once, and is an issue`() throws {
        let last = parsed.starts[2] + 2 + 12 * parsed.number(parsed.starts[2], 2)
        let source = try open(file(parsed.starts[1], at: last, bytes: 4))
        #expect(source.pyramid == fixture.pyramid)
        #expect(try issues(source) == ["page 3: the chain of directories is circular."])
    }

    @Test func `a directory of a million entries is not read`() throws {
        var big = Array("II".utf8) + [43, 0, 8, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0x40, 0x42, 0x0F, 0, 0, 0, 0, 0]
        big += Array(repeating: 0, count: 100)
        #expect(failure(big)?.contains("a directory has 1000000 entries") == true)
    }

    @Test(arguments: [0x7FFF_FFFF, 0xFFFF_FFFF, 0])
    func `invalid sizes throw an error before anything is allocated`(value: Int) throws {
        for tag in [256, 257, 322, 323] {
            let message = try #require(failure(file(value, at: try field(tag, of: 0), bytes: 4)))
            #expect(message.hasPrefix("the file is damaged: a page"), "\(tag) \(message)")
        }
    }

    @Test func `a table that is too short or outside the file throws an error`() throws {
        for count in [5, 0x7FFF_FFFF] {
            #expect(failure(file(count, at: try field(324, of: 0) - 4, bytes: 4))?.contains("tiles") == true)
        }
        #expect(failure(file(file.count - 20, at: try field(325, of: 0), bytes: 4))?.contains("the table") == true)
    }

    @Test func `a damaged reduced page is left out, and is an issue`() throws {
        let source = try open(file(0, at: field(256, of: 1), bytes: 4))
        #expect(source.pyramid.levels.map(\.size.width) == [10, 40])
        #expect(try issues(source).count == 1)
    }

    @Test func `a tile outside the file throws an error, and the others are read`() throws {
        let table = parsed.number(try field(324, of: 0), 4)
        for value in [file.count, 0xFFFF_FFFF] {
            let source = try open(file(value, at: table + 4, bytes: 4))
            #expect(throws: StoreError.self) { try source.read(TileIndex(level: 2, column: 1, row: 0)) }
            #expect(try source.read(TileIndex(level: 2, column: 0, row: 0)) != nil)
        }
        let lengths = parsed.number(try field(325, of: 0), 4)
        let source = try open(file(0xFFFF_FFFF, at: lengths, bytes: 4))
        #expect(throws: StoreError.self) { try source.read(TileIndex(level: 2, column: 0, row: 0)) }
    }

    @Test func `damaged deflated samples throw an error`() throws {
        let fixture = try TIFFPyramidFixture(format: .png)
        var bytes = try fixture.make()
        let tile = ParsedTIFF(bytes).values(324, of: 2)[0]
        bytes[tile + 10] ^= 0xFF
        let source = try open(bytes)
        let error = #expect(throws: StoreError.self) { try source.read(TileIndex(level: 0, column: 0, row: 0)) }
        #expect(error?.code == .malformed && error?.message.hasPrefix("tile 0/0_0: the tile is damaged") == true)
    }
}
