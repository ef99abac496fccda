internal import Compression
internal import ImageSources

/// Decodes strips and tiles with LZW or deflate without libtiff, on one thread.
final class TIFFBlockDecompressor {
    private var stored = ScratchBuffer()
    private var row = ScratchBuffer()
    private lazy var lzw = LZWDecompressor()
    private lazy var zlib = ZlibDecompressor()

    /// Decodes a strip or tile to `rows` rows of one plane, in the machine's byte order.
    ///
    /// - Returns: false, with the memory in any state, for other compressions, and when libtiff has to decide what is wrong.
    /// - Throws: ``CodecError`` when reading fails, `OutOfMemory` when the system refuses the memory.
    func decompress(
        _ extent: TIFFBlocks.Extent, of file: TIFFFile, _ format: TIFFBlockFormat, rows: Int,
        into memory: UnsafeMutableRawPointer
    ) throws -> Bool {
        guard let compression = format.compression else { return false }
        let bytes = rows * format.rowBytes
        // More than any writer makes of so many bytes.
        guard extent.count <= 2 * bytes + 1024 else { return false }
        let padding = LZWDecompressor.inputPadding
        let input = UnsafeMutableRawBufferPointer(
            start: try stored.reserve(extent.count + padding), count: extent.count + padding)
        let data = UnsafeMutableRawBufferPointer(rebasing: input[..<extent.count])
        guard try file.read(at: extent.offset, into: data) == extent.count else { return false }
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
