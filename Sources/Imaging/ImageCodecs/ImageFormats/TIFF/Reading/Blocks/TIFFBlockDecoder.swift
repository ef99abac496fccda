internal import Compression
internal import CTIFF
internal import Glibc
internal import ImageSources

/// Decodes whole strips or tiles of a page on one worker thread: LZW and deflate here, everything else by libtiff.
///
/// The decoder has its own libtiff handle, opened on demand, with libtiff's tables of the page: 16 bytes per block.
final class TIFFBlockDecoder {
    private let blocks: TIFFBlocks
    private let format: TIFFBlockFormat
    private let directory: UInt64
    private var file: TIFFFile?
    private var stored = ScratchBuffer()
    private var row = ScratchBuffer()
    private lazy var lzw = LZWDecompressor()
    private lazy var zlib = ZlibDecompressor()

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
        if let compression = format.compression, try decode(compression, extent, rows, into: memory) { return }
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

    /// Decodes without libtiff.
    ///
    /// - Returns: false, with the memory in any state, when libtiff has to decide what is wrong.
    /// - Throws: ``CodecError`` when reading fails.
    private func decode(
        _ compression: TIFFBlockFormat.Compression, _ extent: TIFFBlocks.Extent, _ rows: Int,
        into memory: UnsafeMutableRawPointer
    ) throws -> Bool {
        let bytes = rows * format.rowBytes
        // More than any writer makes of so many bytes.
        guard extent.count <= 2 * bytes + 1024 else { return false }
        let padding = LZWDecompressor.inputPadding
        let input = UnsafeMutableRawBufferPointer(
            start: try stored.reserve(extent.count + padding), count: extent.count + padding)
        let data = UnsafeMutableRawBufferPointer(rebasing: input[..<extent.count])
        guard try blocks.file.read(at: extent.offset, into: data) == extent.count else { return false }
        UnsafeMutableRawBufferPointer(rebasing: input[extent.count...]).initializeMemory(as: UInt8.self, repeating: 0)
        let output = UnsafeMutableRawBufferPointer(start: memory, count: bytes)
        switch compression {
        case .lzw: guard lzw.decompress(UnsafeRawBufferPointer(data), into: output) else { return false }
        case .deflate:
            guard zlib?.decompress(UnsafeRawBufferPointer(data), into: output) == .success else { return false }
        }
        format.restore(memory, rows: rows, scratch: try row.reserve(format.rowBytes))
        return true
    }
}
