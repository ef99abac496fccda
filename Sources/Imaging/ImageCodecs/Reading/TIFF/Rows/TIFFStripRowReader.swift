internal import CTIFF
internal import TilePyramid

/// Decodes compressed strips: small ones whole, several at a time; large ones row by row.
final class TIFFStripRowReader: TIFFRowReader {
    private let blocks: TIFFBlocks
    private let bandBytes: Int
    private let readsRows: Bool
    /// The strip in which a row failed; the rows after it cannot be decoded.
    private var brokenStrip: Int?

    /// The maximum bytes of a strip that is decoded whole.
    static let wholeStripBytes = 2 << 20

    /// Creates a reader of bands of about `bandBytes`, or of one strip if that is more.
    init(_ blocks: TIFFBlocks, bandBytes: Int) {
        self.blocks = blocks
        self.bandBytes = bandBytes
        let page = blocks.page
        // Row by row, the decodable part of a truncated strip can be read.
        readsRows = blocks.allowTruncated || page.rowBytes * page.block.height > Self.wholeStripBytes
    }

    func bandHeight(at row: Int) -> Int {
        let page = blocks.page
        let fitting = max(1, bandBytes / page.rowBytes)
        let height = readsRows ? fitting : max(1, fitting / page.block.height) * page.block.height
        return min(height, page.size.height - row)
    }

    func read(_ rows: Range<Int>, into target: UnsafeMutableRawPointer) throws -> [PixelRect] {
        let page = blocks.page
        var missing: [PixelRect] = []
        var row = rows.lowerBound
        while row < rows.upperBound {
            let strip = row / page.block.height
            let end = min(rows.upperBound, (strip + 1) * page.block.height)
            let destination = target + (row - rows.lowerBound) * page.rowBytes
            let found =
                try readsRows
                ? readRows(row..<end, of: strip, to: destination) : readStrip(strip, end - row, to: destination)
            if found < end - row {
                missing.append(
                    PixelRect(x: 0, y: row + found, width: page.size.width, height: end - row - found))
            }
            row = end
        }
        blocks.file.releasePages()
        return missing
    }

    private func readStrip(_ strip: Int, _ rows: Int, to target: UnsafeMutableRawPointer) throws -> Int {
        let page = blocks.page
        let row = strip * page.block.height
        guard !blocks.extent(of: strip).isTruncated else {
            try blocks.accept(.missing, row: row)
            return 0
        }
        let bytes = rows * page.rowBytes
        let isDecoded = blocks.file.succeeds {
            TIFFReadEncodedStrip($0, UInt32(strip), target, tmsize_t(bytes)) == bytes
        }
        guard isDecoded else {
            try blocks.accept(.damaged, row: row)
            return 0
        }
        return rows
    }

    private func readRows(_ rows: Range<Int>, of strip: Int, to target: UnsafeMutableRawPointer) throws -> Int {
        guard strip != brokenStrip else { return 0 }
        let page = blocks.page
        let extent = blocks.extent(of: strip)
        var isTruncated = extent.isTruncated
        if rows.lowerBound == strip * page.block.height {
            guard extent.count > 0 else {
                brokenStrip = strip
                try blocks.accept(.missing, row: rows.lowerBound)
                return 0
            }
            if extent.isTruncated {
                try blocks.accept(.missing, row: rows.lowerBound)
                blocks.shorten(strip, to: extent)
            }
        }
        isTruncated = isTruncated || extent.offset + extent.count == blocks.file.size
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
