internal import ChannelImages
internal import CTIFF
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// The stored samples of a directory: their type, and the strips or tiles that hold them.
///
/// It is read without libtiff, and takes no more memory than the directory's entries: offsets stay in the file.
struct TIFFChannelPage: Sendable {
    /// The part of the file with the samples.
    enum Storage: Sendable {
        /// Strips or tiles, found by tables.
        case tables(offsets: TIFFDirectory.Table, byteCounts: TIFFDirectory.Table?)
        /// Rows that follow each other from an offset on, as in ImageJ's stacks.
        case contiguous(offset: Int)
    }

    /// The directory.
    let directory: TIFFDirectory
    /// The stored width and height.
    let size: PixelSize
    /// The type of stored samples.
    let storedType: TIFFSampleType
    /// The type of samples as they are read.
    let sampleType: SampleType
    /// The samples of a pixel.
    let samplesPerPixel: Int
    /// The number of planes: ``samplesPerPixel`` in a separate planar configuration, or else 1.
    private(set) var planes: Int
    /// The size of a tile or strip.
    private(set) var block: PixelSize
    /// Whether blocks are tiles.
    private(set) var isTiled: Bool
    /// The position of the samples in the file.
    private(set) var storage: Storage
    /// The number of the compression.
    let compression: Int32
    /// The meaning of the samples (PhotometricInterpretation); gray where the file states none.
    let photometric: Int32
    /// The orientation tag.
    let orientation: Orientation
    /// The meanings of samples beyond the colors.
    let extraSamples: [Int]
    /// The format of blocks that are decoded without libtiff.
    let format: TIFFBlockFormat
    /// The decoder of JPEG 2000 tiles; nil for other compressions.
    let jpeg2000: JPEG2000TileDecoder?
    /// Whether FillOrder is 2: the first pixel is in the lowest bit of a byte.
    let hasReversedBits: Bool
    /// Whether samples are in the byte order that is not the machine's.
    let isByteSwapped: Bool

    /// Reads a directory; nil for pixels that are colors in another form than they are shown in, and are converted elsewhere.
    ///
    /// - Parameters:
    ///   - directory: the directory.
    ///   - isBigEndian: whether the file has the most significant byte first.
    ///   - file: the file's name, for errors.
    /// - Throws: ``CodecError`` for pixels that cannot be read.
    init?(_ directory: TIFFDirectory, isBigEndian: Bool, file: String) throws {
        let tags = TIFFPixelTags(directory)
        guard let width = directory.integer(.imageWidth), let height = directory.integer(.imageLength), width > 0,
            height > 0
        else { throw CodecError(.damaged, file: file, "the size of its image is missing. Get a good copy.") }
        guard max(width, height) <= ImageInfo.longestSide else { throw CodecError.tooLarge(file) }
        guard try tags.holdsStoredColors(file: file) else { return nil }
        guard let type = TIFFSampleType(sampleFormat: tags.sampleFormat, bits: tags.bits),
            let sampleType = type.channelType
        else { throw tags.unsupported("its samples have \(tags.bits) bits of a kind", file: file) }
        self.directory = directory
        size = PixelSize(width: width, height: height)
        storedType = type
        self.sampleType = sampleType
        let samplesPerPixel = tags.samplesPerPixel
        self.samplesPerPixel = samplesPerPixel
        photometric = tags.photometric
        compression = tags.compression
        extraSamples = tags.extraSamples
        orientation = directory.orientation
        hasReversedBits = directory.integer(.fillOrder) == Int(FILLORDER_LSB2MSB)
        // The machine's byte order is little-endian.
        isByteSwapped = isBigEndian
        let isTiled = directory.has(.tileWidth)
        self.isTiled = isTiled
        if isTiled {
            guard let across = directory.integer(.tileWidth), let down = directory.integer(.tileLength),
                1...ImageInfo.longestSide ~= across, 1...ImageInfo.longestSide ~= down
            else { throw CodecError(.damaged, file: file, "the size of its tiles is invalid. Get a good copy.") }
            block = PixelSize(width: across, height: down)
        } else {
            let rows = directory.integer(.rowsPerStrip) ?? height
            block = PixelSize(width: width, height: min(max(1, rows), height))
        }
        let isSeparate =
            samplesPerPixel > 1 && directory.integer(.planarConfiguration) == Int(PLANARCONFIG_SEPARATE)
        planes = isSeparate ? samplesPerPixel : 1
        guard let offsets = directory.table(.tileOffsets) ?? directory.table(.stripOffsets) else {
            throw CodecError(.damaged, file: file, "its directory does not locate the pixels. Get a good copy.")
        }
        storage = .tables(
            offsets: offsets, byteCounts: directory.table(.tileByteCounts) ?? directory.table(.stripByteCounts))
        // Checked: sides of at most 10^7, 1024 samples and 64 bits.
        let rowBytes = (block.width * (samplesPerPixel / planes) * type.bits + 7) / 8
        format = TIFFBlockFormat(
            bits: type.bits, isFloatingPoint: type.number == .floatingPoint, samplesPerPixel: samplesPerPixel / planes,
            rowBytes: rowBytes, compression: Int(compression), predictor: directory.integer(.predictor) ?? 1,
            hasReversedBits: hasReversedBits, isByteSwapped: isBigEndian)
        if let kind = TIFFJPEG2000Compression(rawValue: Int(compression)) {
            let stored = StoredSampleFormat(
                bits: type.bits, samplesPerPixel: samplesPerPixel,
                hasColor: [PHOTOMETRIC_RGB, PHOTOMETRIC_YCBCR].contains(photometric))
            guard isTiled, !isSeparate, type.number == .unsigned,
                let tile = kind.tile(block, stored, photometric: Int(photometric))
            else {
                throw tags.unsupported("its JPEG 2000 data has channels, strips or tiles of a kind", file: file)
            }
            jpeg2000 = tile
        } else {
            jpeg2000 = nil
        }
        guard isReadByRows || holdsLargeStrips || blockBytes <= TIFFChannelImage.blockByteLimit else {
            throw CodecError(
                .unsupported, file: file,
                "its \(isTiled ? "tiles" : "strips") have more than \(TIFFChannelImage.blockByteLimit >> 20) MiB. "
                    + "Store it with smaller ones.")
        }
    }

    /// The number that tells the page from others of its file: the offset of its directory, or of its samples.
    var identifier: Int {
        switch storage {
        case .tables: directory.start
        // Directories have no negative offsets.
        case .contiguous(let offset): -1 - offset
        }
    }

    /// Returns the page whose rows follow each other from an offset on.
    func contiguous(at offset: Int) -> TIFFChannelPage {
        var page = self
        page.storage = .contiguous(offset: offset)
        page.block = size
        page.isTiled = false
        page.planes = 1
        return page
    }

    // MARK: Blocks

    /// The samples of a pixel in one plane.
    var samplesInBlock: Int { samplesPerPixel / planes }
    /// The bits from a pixel to the next one in a plane.
    var pixelBits: Int { samplesInBlock * storedType.bits }
    /// The bytes of a row of a block in one plane.
    // Checked: sides of at most 10^7, 1024 samples and 64 bits.
    var rowBytes: Int { (block.width * pixelBits + 7) / 8 }
    /// The bytes of a block in one plane.
    // Checked: as before, below 2^60.
    var blockBytes: Int { rowBytes * block.height }
    /// The number of blocks from left to right.
    var columns: Int { (size.width - 1) / block.width + 1 }
    /// The number of blocks from top to bottom.
    var blockRows: Int { (size.height - 1) / block.height + 1 }

    /// Whether rows can be read from their places in the file.
    var isReadByRows: Bool { compression == COMPRESSION_NONE && !hasReversedBits }

    /// Whether strips are compressed and so large that they are decoded a few rows at a time.
    var holdsLargeStrips: Bool {
        !isTiled && !isReadByRows && blockBytes > TIFFBlockRowReader.largestStripBytes
            && rowBytes <= TIFFPage.largestRowBytes
    }

    /// The rows of the parts in which large strips are decoded; the rows of a block for all others.
    var partRows: Int {
        holdsLargeStrips ? min(block.height, max(1, Self.partBytes / rowBytes)) : block.height
    }

    /// The bytes of a part of a large strip, unless a row has more.
    static let partBytes = 4 << 20

    /// The number of a block, counted as libtiff does.
    func number(column: Int, row: Int, plane: Int) -> Int { (plane * blockRows + row) * columns + column }

    /// The rows of the part of a strip, or of the tile, that shows a row of the image, as far as the image goes.
    func partRows(showing y: Int) -> Range<Int> {
        let top = y / block.height * block.height
        let bottom = min(top + block.height, size.height)
        let start = top + (y - top) / partRows * partRows
        return start..<min(start + partRows, bottom)
    }
}

extension TIFFSampleType {
    /// The type to which samples are widened; nil for integers of 33 to 63 bits.
    var channelType: SampleType? {
        switch number {
        case .floatingPoint: bits == 64 ? .float64 : .float32
        case .unsigned: bits <= 8 ? .uint8 : bits <= 16 ? .uint16 : bits <= 32 ? .uint32 : bits == 64 ? .uint64 : nil
        case .signed: bits <= 8 ? .int8 : bits <= 16 ? .int16 : bits <= 32 ? .int32 : bits == 64 ? .int64 : nil
        }
    }
}
