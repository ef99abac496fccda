import ImageSources
import TestLimits
import Testing

@testable import Mosaics

/// Rows that are kept from one slab for the next, in memory and in a file.
@Suite(.timeLimited) struct KeptRowsTests {
    @Test func `parts of a file that are given back are used again, and joined with their neighbors`() {
        var space = UnusedRanges()
        let parts = (0..<4).map { _ in space.allocate(10) }
        #expect(parts == [0..<10, 10..<20, 20..<30, 30..<40])
        space.free(parts[1])
        #expect(space.allocate(11) == 40..<51)
        space.free(parts[0])
        space.free(parts[2])
        #expect(space.allocate(25) == 0..<25)
        #expect(space.allocate(5) == 25..<30)
        #expect(space.end == 51)
        space.free(40..<51)
        space.free(parts[3])
        #expect(space.end == 30)
        space.free(0..<25)
        space.free(25..<30)
        space.free(0..<0)
        #expect(space.end == 0 && space.allocate(3) == 0..<3)
    }

    private func fill(_ rows: KeptRows.Rows, _ value: UInt8) throws {
        let row = [UInt8](repeating: value, count: 8)
        for y in rows.rows {
            try row.withUnsafeBytes { try rows.write(try #require($0.baseAddress), y) }
        }
    }

    private func values(_ rows: KeptRows.Rows) throws -> [UInt8] {
        var scratch = ScratchBuffer()
        var values: [UInt8] = []
        for y in rows.rows {
            try rows.read(y, &scratch) { values += UnsafeRawBufferPointer(start: $0, count: 8) }
        }
        return values
    }

    @Test func `images beyond the memory share a file and do not disturb each other`() throws {
        let kept = KeptRows(limit: 16)
        for image in 0..<5 { try fill(kept.reserve(3..<5 + image, of: image, stride: 8, name: "a"), UInt8(image)) }
        kept.drop(1)
        kept.drop(3)
        for image in 5..<8 { try fill(kept.reserve(0..<2, of: image, stride: 8, name: "a"), UInt8(image)) }
        for image in [0, 2, 4, 5, 6, 7] {
            let rows = try #require(kept.rows(of: image))
            #expect(try values(rows) == [UInt8](repeating: UInt8(image), count: rows.rows.count * 8))
            #expect(rows.byteCount == (image == 0 ? 16 : 0))
        }
        #expect(kept.rows(of: 1) == nil)
    }

    @Test func `rows that replace earlier ones of the image take the memory of these`() throws {
        let kept = KeptRows(limit: 16)
        for _ in 0..<3 { #expect(try kept.reserve(0..<2, of: 0, stride: 8, name: "a").byteCount == 16) }
    }
}
