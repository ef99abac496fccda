internal import CTIFF
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// The strips or tiles of a page of a TIFF, decoded by libtiff one at a time; uncompressed strips row by row.
final class TIFFPixelBlocks: PixelBlockDecoder, @unchecked Sendable {
    // The guard of `@unchecked Sendable`: the reader calls `decode` while it holds its lock; all else is constant.
    let layout: PixelBlockLayout
    private let file: TIFFFile
    let type: TIFFSampleType
    private let samplesPerPixel: Int
    private let isPlanar: Bool
    private let isTiled: Bool
    /// The number of rows of a strip, if rows are read without libtiff; nil if blocks are decoded whole.
    private let stripRows: Int?

    /// The largest number of samples of a pixel whose 8 bits are shown unchanged: three colors and transparency.
    private static let shownSamples = 4
    /// The most samples of a pixel.
    private static let sampleLimit = 64

    /// Opens a page; nil if it has no values beyond its colors, or none that can be read within the limits.
    ///
    /// - Throws: ``CodecError`` if it cannot be opened.
    init?(_ input: ImageInput, page: Int) throws {
        guard let file = try TIFFFile(input), page > 0, let index = UInt32(exactly: page - 1),
            index == 0 || file.succeeds({ TIFFSetDirectory($0, index) != 0 })
        else { return nil }
        let tags = TIFFTags(file)
        let compression = Int32(tags.uint16OrDefault(TIFFTAG_COMPRESSION))
        let photometric = tags.uint16(TIFFTAG_PHOTOMETRIC).map { Int32($0) }
        samplesPerPixel = tags.uint16OrDefault(TIFFTAG_SAMPLESPERPIXEL)
        guard let width = tags.uint32(TIFFTAG_IMAGEWIDTH), let height = tags.uint32(TIFFTAG_IMAGELENGTH), width > 0,
            height > 0, max(width, height) <= ImageInfo.longestSide, 1...Self.sampleLimit ~= samplesPerPixel,
            let type = TIFFSampleType(
                sampleFormat: tags.uint16OrDefault(TIFFTAG_SAMPLEFORMAT),
                bits: tags.uint16OrDefault(TIFFTAG_BITSPERSAMPLE)),
            type.bits > 8 || type.number != .unsigned || samplesPerPixel > Self.shownSamples,
            // The values of these are not those that the decoder returns, or stand for others.
            ![PHOTOMETRIC_PALETTE, PHOTOMETRIC_YCBCR, PHOTOMETRIC_LOGL, PHOTOMETRIC_LOGLUV].contains(photometric),
            ![COMPRESSION_JPEG, COMPRESSION_OJPEG, COMPRESSION_JBIG].contains(compression),
            TIFFJPEG2000Compression(rawValue: Int(compression)) == nil,
            TIFFIsCODECConfigured(UInt16(truncatingIfNeeded: compression)) != 0
        else { return nil }
        self.file = file
        self.type = type
        isPlanar = samplesPerPixel > 1 && tags.uint16OrDefault(TIFFTAG_PLANARCONFIG) != PLANARCONFIG_CONTIG
        let isTiled = file.withHandle { TIFFIsTiled($0) != 0 }
        self.isTiled = isTiled
        let size = PixelSize(width: Int(width), height: Int(height))
        var block = size
        if isTiled {
            guard let across = tags.uint32(TIFFTAG_TILEWIDTH), let down = tags.uint32(TIFFTAG_TILELENGTH),
                1...UInt32(ImageInfo.longestSide) ~= across, 1...UInt32(ImageInfo.longestSide) ~= down
            else { return nil }
            block = PixelSize(width: Int(across), height: Int(down))
        } else {
            let rows = tags.uint32(TIFFTAG_ROWSPERSTRIP) ?? height
            block.height = min(max(1, Int(rows)), size.height)
        }
        let rowBytes = Self.rowBytes(block.width, type, isPlanar ? 1 : samplesPerPixel)
        guard rowBytes == file.withHandle({ Int(isTiled ? TIFFTileRowSize64($0) : TIFFScanlineSize64($0)) }) else {
            return nil
        }
        let isRowByRow =
            !isTiled && compression == COMPRESSION_NONE
            && tags.uint16OrDefault(TIFFTAG_FILLORDER) != FILLORDER_LSB2MSB
        stripRows = isRowByRow ? block.height : nil
        if isRowByRow { block.height = 1 }
        // Sides and samples are limited: the product is far below 2^63.
        guard rowBytes * block.height * (isPlanar ? samplesPerPixel : 1) <= PixelBlockLayout.byteLimit else {
            return nil
        }
        layout = PixelBlockLayout(
            size: size, orientation: Orientation(rawValue: tags.uint16(TIFFTAG_ORIENTATION) ?? 1) ?? .upright,
            block: block)
    }

    /// Returns the bytes of a row, from its pixels and the samples of a pixel side by side.
    private static func rowBytes(_ width: Int, _ type: TIFFSampleType, _ samples: Int) -> Int {
        (width * samples * type.bits + 7) / 8
    }

    func decode(_ number: Int) throws -> PixelBlock? {
        var rect = layout.rect(of: number)
        // Tiles are stored whole; strips end with the image.
        if isTiled { rect.size = layout.block }
        let rowBytes = Self.rowBytes(rect.size.width, type, isPlanar ? 1 : samplesPerPixel)
        let planeBytes = rowBytes * rect.size.height
        let planes = isPlanar ? samplesPerPixel : 1
        var bytes = [UInt8](repeating: 0, count: planeBytes * planes)
        try bytes.withUnsafeMutableBytes { raw in
            for plane in 0..<planes {
                let part = UnsafeMutableRawBufferPointer(rebasing: raw[plane * planeBytes..<(plane + 1) * planeBytes])
                if let stripRows {
                    try readRow(rect.y, plane: plane, stripRows: stripRows, into: part)
                } else {
                    let rows = (layout.size.height - 1) / layout.block.height + 1
                    try decode(plane * rows * layout.columns + number, into: part)
                }
            }
        }
        return PixelBlock(
            rect: rect, type: type, samplesPerPixel: samplesPerPixel, isPlanar: isPlanar, rowBytes: rowBytes,
            bytes: bytes)
    }

    /// Decodes a strip or tile, counted as libtiff does (`TIFFReadEncodedTile`, `TIFFReadEncodedStrip`).
    private func decode(_ index: Int, into memory: UnsafeMutableRawBufferPointer) throws {
        let stored = file.withHandle { TIFFGetStrileByteCount($0, UInt32(clamping: index)) }
        // libtiff allocates what the directory claims; this is more than any writer makes of so many bytes.
        guard stored <= UInt64(2 * memory.count + 1024) else { throw damaged("a strip or tile is too long") }
        let isDecoded = file.succeeds { tiff in
            let number = UInt32(clamping: index)
            let count = tmsize_t(memory.count)
            return
                (isTiled
                ? TIFFReadEncodedTile(tiff, number, memory.baseAddress, count)
                : TIFFReadEncodedStrip(tiff, number, memory.baseAddress, count)) == count
        }
        guard isDecoded else { throw damaged("a strip or tile cannot be decoded") }
    }

    /// Reads a row of an uncompressed strip from its place in the file.
    private func readRow(_ y: Int, plane: Int, stripRows: Int, into memory: UnsafeMutableRawBufferPointer) throws {
        let strips = (layout.size.height - 1) / stripRows + 1
        let strip = UInt32(clamping: plane * strips + y / stripRows)
        let start = file.withHandle { TIFFGetStrileOffset($0, strip) }
        let offset = y % stripRows * memory.count
        guard start > 0, let first = Int(exactly: start), first <= file.size - offset,
            try file.read(at: first + offset, into: memory) == memory.count
        else { throw damaged("the file ends before a row") }
        guard let base = memory.baseAddress, file.withHandle({ TIFFIsByteSwapped($0) }) != 0 else { return }
        SampleByteOrder.swap(base, bytes: memory.count, bits: type.bits)
    }

    private func damaged(_ what: String) -> CodecError {
        file.readError ?? CodecError(.damaged, file: file.name, "\(what). Get a good copy.")
    }
}
