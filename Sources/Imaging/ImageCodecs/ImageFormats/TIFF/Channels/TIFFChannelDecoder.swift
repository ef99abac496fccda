internal import CTIFF
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels

/// Decodes strips and tiles of a TIFF's pages on one thread: LZW and deflate here, JPEG 2000 by OpenJPEG, others by libtiff.
final class TIFFChannelDecoder {
    private let decompressor = TIFFBlockDecompressor()
    private let libtiff = TIFFPageHandle()
    private var stored = ScratchBuffer()

    /// The most bytes of a stored block in proportion to its samples; libtiff allocates what the directory claims.
    private static func storedLimit(_ bytes: Int) -> Int { 2 * bytes + (1 << 20) }

    /// Decodes a block of a page to its rows, in the machine's byte order.
    ///
    /// - Parameters:
    ///   - number: the block, counted as libtiff does.
    ///   - extent: the part of the file with the block; its size is not used without compression.
    ///   - page: the page.
    ///   - file: the file.
    ///   - rows: the rows of the block.
    ///   - memory: room for the rows.
    /// - Throws: ``TIFFBlocks/Problem``, or ``CodecError`` when reading fails.
    func decode(
        _ number: Int, _ extent: TIFFBlocks.Extent, of page: TIFFChannelPage, in file: TIFFChannelFile, rows: Int,
        into memory: UnsafeMutableRawPointer
    ) throws {
        let byteCount = rows * page.rowBytes
        if page.isReadByRows {
            let room = UnsafeMutableRawBufferPointer(start: memory, count: byteCount)
            guard try file.file.read(at: extent.offset, into: room) == byteCount else {
                throw TIFFBlocks.Problem.missing
            }
            if page.isByteSwapped { SampleByteOrder.swap(memory, bytes: byteCount, bits: page.storedType.bits) }
            return
        }
        guard extent.count <= Self.storedLimit(byteCount) else {
            throw TIFFBlocks.Problem.unusable(reason: "it has more bytes than its samples need")
        }
        if let jpeg2000 = page.jpeg2000 {
            guard extent.count <= jpeg2000.maximumStoredBytes else {
                throw TIFFBlocks.Problem.unusable(reason: "it has more bytes than its samples need")
            }
            do {
                return try jpeg2000.decode(
                    try file.file.read(at: extent.offset, count: extent.count), name: file.name, into: memory)
            } catch let failure as OpenJPEGDecoder.Failure {
                throw TIFFBlocks.Problem.unusable(
                    reason: failure.reason.isEmpty ? "it cannot be decoded" : failure.reason)
            }
        }
        if try decompressor.decompress(extent, of: file.file, page.format, rows: rows, into: memory) { return }
        try libtiff.select(page, in: file)
        let index = UInt32(clamping: number)
        try libtiff.read {
            (page.isTiled
                ? TIFFReadEncodedTile($0, index, memory, tmsize_t(byteCount))
                : TIFFReadEncodedStrip($0, index, memory, tmsize_t(byteCount))) == tmsize_t(byteCount)
        }
    }
}

/// A handle of libtiff that is moved from page to page, on one thread at a time.
final class TIFFPageHandle {
    private let isMapped: Bool
    private var file: TIFFFile?
    private weak var owner: TIFFChannelFile?
    private var directory = -1

    /// Creates a handle, which is opened when it is needed.
    ///
    /// With `isMapped`, the file is mapped, so that libtiff reads no strip as a whole; the default is false.
    init(isMapped: Bool = false) {
        self.isMapped = isMapped
    }

    /// Selects a page.
    ///
    /// - Throws: ``CodecError`` when libtiff cannot read its directory, or decodes to other rows than expected.
    func select(_ page: TIFFChannelPage, in owner: TIFFChannelFile) throws {
        let start = page.directory.start
        if file != nil, self.owner === owner, directory == start { return }
        directory = -1
        guard let file = try openedFile(owner), let offset = UInt64(exactly: start),
            file.succeeds({ TIFFSetSubDirectory($0, offset) != 0 })
        else { throw self.file?.failure("the directory of a page cannot be read") ?? Self.unsupported(owner) }
        if page.compression == COMPRESSION_JPEG, page.photometric == PHOTOMETRIC_YCBCR {
            guard
                file.withHandle({ ctiff_set_int($0, UInt32(TIFFTAG_JPEGCOLORMODE), JPEGCOLORMODE_RGB) }) != 0
            else { throw Self.unsupported(owner) }
        }
        let rowBytes = file.withHandle { page.isTiled ? TIFFTileRowSize64($0) : TIFFScanlineSize64($0) }
        guard rowBytes == UInt64(page.rowBytes) else { throw Self.unsupported(owner) }
        directory = start
    }

    private func openedFile(_ owner: TIFFChannelFile) throws -> TIFFFile? {
        if let file, self.owner === owner { return file }
        self.owner = owner
        file = isMapped ? try TIFFFile(owner.input, isMapped: true) : try TIFFFile(sharing: owner.file, directory: nil)
        return file
    }

    /// Reads with a call of libtiff, which returns whether it has succeeded.
    ///
    /// - Throws: ``TIFFBlocks/Problem`` when it fails, ``CodecError`` when reading fails.
    func read(_ body: (OpaquePointer) -> Bool) throws {
        guard let file, !file.succeeds(body) else { return }
        if let error = file.readError { throw error }
        let error = file.failure("the data is damaged")
        guard error.code == .damaged else { throw error }
        throw TIFFBlocks.Problem.unusable(
            reason: file.lastErrorMessage.isEmpty ? "it cannot be decoded" : file.lastErrorMessage)
    }

    /// Returns the pages of a mapped file to the system.
    func releasePages() { file?.releasePages() }

    private static func unsupported(_ owner: TIFFChannelFile) -> CodecError {
        CodecError(
            .unsupported, file: owner.name, "its strips or tiles are stored in a way that cannot be read. Convert it.")
    }
}
