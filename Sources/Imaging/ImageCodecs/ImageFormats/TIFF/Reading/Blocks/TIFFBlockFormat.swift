internal import CTIFF
internal import PixelKernels

/// The compression of a page's blocks, as far as they can be decoded without libtiff.
struct TIFFBlockFormat: Sendable {
    /// The compressions that are decoded here.
    enum Compression: Sendable {
        case lzw, deflate
    }

    /// The transformation of samples before compression (Predictor).
    enum Predictor: Int, Sendable {
        case none = 1
        case horizontal = 2
        case floatingPoint = 3
    }

    /// The compression; nil where libtiff decodes the blocks.
    let compression: Compression?
    /// The predictor.
    let predictor: Predictor
    /// The bits of a sample.
    let bits: Int
    /// The samples of a pixel in one plane.
    let samplesPerPixel: Int
    /// The bytes of a row of a block in one plane.
    let rowBytes: Int
    /// True when samples of more than 8 bits are in the order that is not the machine's.
    let isByteSwapped: Bool

    /// Reads the tags of libtiff's current page, whose blocks have rows of `rowBytes` in each plane.
    init(_ file: TIFFFile, planes: Int, rowBytes: Int) {
        let tags = TIFFTags(file)
        self.init(
            bits: tags.uint16OrDefault(TIFFTAG_BITSPERSAMPLE),
            isFloatingPoint: tags.uint16OrDefault(TIFFTAG_SAMPLEFORMAT) == SAMPLEFORMAT_IEEEFP,
            samplesPerPixel: planes > 1 ? 1 : tags.uint16OrDefault(TIFFTAG_SAMPLESPERPIXEL), rowBytes: rowBytes,
            compression: tags.uint16OrDefault(TIFFTAG_COMPRESSION), predictor: tags.uint16(TIFFTAG_PREDICTOR) ?? 1,
            hasReversedBits: tags.uint16OrDefault(TIFFTAG_FILLORDER) == FILLORDER_LSB2MSB,
            isByteSwapped: file.withHandle { TIFFIsByteSwapped($0) != 0 })
    }

    /// Creates a format from the values of a page's tags.
    ///
    /// - Parameters:
    ///   - bits: the bits of a sample.
    ///   - isFloatingPoint: whether samples are floating-point numbers.
    ///   - samplesPerPixel: the samples of a pixel in one plane.
    ///   - rowBytes: the bytes of a row of a block in one plane.
    ///   - compression: the number of the compression.
    ///   - predictor: the number of the predictor.
    ///   - hasReversedBits: whether FillOrder is 2.
    ///   - isByteSwapped: whether the file has the byte order that is not the machine's.
    init(
        bits: Int, isFloatingPoint: Bool, samplesPerPixel: Int, rowBytes: Int, compression: Int, predictor: Int,
        hasReversedBits: Bool, isByteSwapped: Bool
    ) {
        self.bits = bits
        self.samplesPerPixel = samplesPerPixel
        self.rowBytes = rowBytes
        let isByteSwapped = bits > 8 && isByteSwapped
        self.isByteSwapped = isByteSwapped
        let known = Predictor(rawValue: predictor)
        self.predictor = known ?? .none
        let isPredictable =
            switch known {
            // libtiff swaps only samples of these sizes.
            case .some(.none): !isByteSwapped || [16, 24, 32, 64].contains(bits)
            case .horizontal: [8, 16, 32, 64].contains(bits)
            case .floatingPoint: [16, 24, 32, 64].contains(bits) && isFloatingPoint
            case nil: false
            }
        guard isPredictable, rowBytes > 0, !hasReversedBits else {
            self.compression = nil
            return
        }
        switch Int32(truncatingIfNeeded: compression) {
        case COMPRESSION_LZW: self.compression = .lzw
        case COMPRESSION_DEFLATE, COMPRESSION_ADOBE_DEFLATE: self.compression = .deflate
        default: self.compression = nil
        }
    }

    /// Restores the samples of a decompressed block, in the machine's byte order; `scratch` holds a row.
    func restore(_ block: UnsafeMutableRawPointer, rows: Int, scratch: UnsafeMutableRawPointer) {
        if isByteSwapped, predictor != .floatingPoint {
            SampleByteOrder.swap(block, bytes: rows * rowBytes, bits: bits)
        }
        guard predictor != .none else { return }
        for row in 0..<rows {
            let start = block + row * rowBytes
            if predictor == .horizontal {
                TIFFPredictor.undoHorizontal(start, rowBytes, bits: bits, samplesPerPixel: samplesPerPixel)
            } else {
                TIFFPredictor.undoFloatingPoint(
                    start, rowBytes, bits: bits, samplesPerPixel: samplesPerPixel, scratch: scratch)
            }
        }
    }
}
