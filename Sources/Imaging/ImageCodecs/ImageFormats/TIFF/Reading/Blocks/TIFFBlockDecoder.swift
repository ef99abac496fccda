internal import CTIFF

/// Decodes whole strips or tiles of a page on one worker thread: LZW and deflate here, everything else by libtiff.
///
/// The decoder has its own libtiff handle, opened on demand, with libtiff's tables of the page: 16 bytes per block.
final class TIFFBlockDecoder {
    private let blocks: TIFFBlocks
    private let format: TIFFBlockFormat
    private let directory: UInt64
    private var file: TIFFFile?
    private let decompressor = TIFFBlockDecompressor()

    init(_ blocks: TIFFBlocks, _ format: TIFFBlockFormat, directory: UInt64) {
        self.blocks = blocks
        self.format = format
        self.directory = directory
    }

    /// Decodes a strip or tile, counted as libtiff does, to `rows` rows of one plane.
    ///
    /// - Throws: ``TIFFBlocks/Problem``, or ``CodecError`` when reading fails.
    func decode(_ number: Int, _ extent: TIFFBlocks.Extent, rows: Int, into memory: UnsafeMutableRawPointer) throws {
        guard !extent.isTruncated else { throw extent.problem }
        if try decompressor.decompress(extent, of: blocks.file, format, rows: rows, into: memory) { return }
        let file = try file ?? openFile()
        let bytes = tmsize_t(rows * format.rowBytes)
        let index = UInt32(number)
        let isTiled = blocks.page.isTiled
        let isDecoded = file.succeeds {
            (isTiled
                ? TIFFReadEncodedTile($0, index, memory, bytes) : TIFFReadEncodedStrip($0, index, memory, bytes))
                == bytes
        }
        guard isDecoded else {
            if let error = file.readError { throw error }
            throw TIFFBlocks.Problem.unusable(
                reason: file.lastErrorMessage.isEmpty ? "it cannot be decoded" : file.lastErrorMessage)
        }
    }

    private func openFile() throws -> TIFFFile {
        let file = try TIFFFile(sharing: blocks.file, directory: directory)
        // Reading the page sets libtiff's output color model.
        _ = try TIFFPage(file)
        self.file = file
        return file
    }
}
