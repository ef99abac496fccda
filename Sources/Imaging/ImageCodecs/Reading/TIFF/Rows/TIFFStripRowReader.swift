internal import CTIFF
internal import TilePyramid

/// Decodes compressed strips: small ones whole, several at a time; large ones row by row.
final class TIFFStripRowReader: TIFFRowReader {
    let blocks: TIFFBlocks
    private let readsRows: Bool
    /// The strip in which a row failed; the rows after it cannot be decoded.
    private var brokenStrip: Int?

    /// The maximum bytes of a strip that is decoded whole.
    static let wholeStripBytes = 2 << 20

    init(_ blocks: TIFFBlocks) {
        self.blocks = blocks
        let page = blocks.page
        // Row by row, the decodable part of a truncated strip can be read.
        readsRows = blocks.allowTruncated || page.rowBytes * page.block.height > Self.wholeStripBytes
    }

    func bandHeight(at row: Int) -> Int {
        let fitting = max(1, TIFFImageSource.bandBytes / page.rowBytes)
        let height = readsRows ? fitting : max(1, fitting / page.block.height) * page.block.height
        return min(height, page.size.height - row)
    }

    func read(_ rows: Range<Int>, into target: UnsafeMutableRawPointer) throws -> [PixelRect] {
        var missing: [PixelRect] = []
        for (strip, part) in page.parts(of: rows) {
            let destination = target + (part.lowerBound - rows.lowerBound) * page.rowBytes
            let found =
                try readsRows
                ? readRows(part, of: strip, to: destination) : readStrip(strip, part.count, to: destination)
            if found < part.count {
                missing.append(page.rect(column: 0, rows: part.dropFirst(found)))
            }
        }
        blocks.file.releasePages()
        return missing
    }

    private func readStrip(_ strip: Int, _ rows: Int, to target: UnsafeMutableRawPointer) throws -> Int {
        let bytes = rows * page.rowBytes
        let isDecoded = try blocks.decode(strip, row: strip * page.block.height) {
            TIFFReadEncodedStrip($0, UInt32(strip), target, tmsize_t(bytes)) == bytes
        }
        return isDecoded ? rows : 0
    }

    private func readRows(_ rows: Range<Int>, of strip: Int, to target: UnsafeMutableRawPointer) throws -> Int {
        guard strip != brokenStrip else { return 0 }
        let extent = blocks.extent(of: strip)
        if extent.isTruncated, rows.lowerBound == strip * page.block.height {
            try blocks.accept(extent.problem, row: rows.lowerBound)
            guard extent.count > 0 else {
                brokenStrip = strip
                return 0
            }
            blocks.shorten(strip, to: extent)
        }
        let isTruncated = extent.isTruncated || extent.offset + extent.count == blocks.file.size
        for row in rows {
            let destination = target + (row - rows.lowerBound) * page.rowBytes
            guard blocks.file.succeeds({ TIFFReadScanline($0, destination, UInt32(row), 0) > 0 }) else {
                brokenStrip = strip
                try blocks.accept(isTruncated ? .missing : .damaged, row: row)
                return row - rows.lowerBound
            }
        }
        return rows.count
    }
}
