internal import ChannelImages
internal import CTIFF
internal import ImageMetadata

/// The tags of a directory that say what its samples are.
struct TIFFPixelTags {
    private let directory: TIFFDirectory
    /// The bits of a sample.
    let bits: Int
    /// The samples of a pixel.
    let samplesPerPixel: Int
    /// The kind of number (SampleFormat).
    let sampleFormat: Int
    /// The number of the compression.
    let compression: Int32
    /// The meaning of the samples (PhotometricInterpretation); gray where the file states none.
    let photometric: Int32

    /// Reads the tags; defaults are those of TIFF 6.0.
    init(_ directory: TIFFDirectory) {
        self.directory = directory
        bits = directory.integer(.bitsPerSample) ?? 1
        samplesPerPixel = directory.integer(.samplesPerPixel) ?? 1
        sampleFormat = min(max(0, directory.integer(.sampleFormat) ?? Int(SAMPLEFORMAT_UINT)), 1 << 16)
        compression = Int32(clamping: directory.integer(.compression) ?? 1)
        photometric = Int32(clamping: directory.integer(.photometric) ?? Int(PHOTOMETRIC_MINISBLACK))
    }

    /// The meanings of samples beyond the colors; a fourth sample of RGB is alpha where the file states nothing.
    var extraSamples: [Int] {
        let colors = [PHOTOMETRIC_RGB, PHOTOMETRIC_YCBCR].contains(photometric) ? 3 : 1
        let count = max(0, samplesPerPixel - colors)
        guard directory.has(.extraSamples) else {
            return photometric == PHOTOMETRIC_RGB && count == 1
                ? [Int(EXTRASAMPLE_UNASSALPHA)] : [Int](repeating: 0, count: count)
        }
        let stated = directory.values(.extraSamples).map { Int(exactly: $0) ?? 0 }
        return (0..<count).map { stated.indices.contains($0) ? stated[$0] : Int(EXTRASAMPLE_UNSPECIFIED) }
    }

    /// Whether samples are read as they are stored: grays, bands or RGB, and YCbCr whose decoder delivers RGB.
    ///
    /// - Returns: false for palettes, inks, Lab, LogLuv and YCbCr of other kinds: these are colors, which are converted.
    /// - Throws: ``CodecError`` for samples that nothing reads.
    func holdsStoredColors(file: String) throws -> Bool {
        guard 1...ChannelImageDescription.channelLimit ~= samplesPerPixel else {
            throw unsupported(
                "its pixels have \(samplesPerPixel) samples, of which up to \(ChannelImageDescription.channelLimit) are read,",
                file: file)
        }
        switch photometric {
        case PHOTOMETRIC_MINISBLACK, PHOTOMETRIC_MINISWHITE, PHOTOMETRIC_MASK: break
        case PHOTOMETRIC_RGB:
            guard samplesPerPixel >= 3 else { return false }
        case PHOTOMETRIC_YCBCR:
            let isJPEG = compression == COMPRESSION_JPEG && directory.integer(.planarConfiguration) != 2
            guard bits == 8, samplesPerPixel == 3,
                isJPEG || TIFFJPEG2000Compression(rawValue: Int(compression)) != nil
            else { return false }
        default: return false
        }
        guard ![COMPRESSION_OJPEG, COMPRESSION_SGILOG, COMPRESSION_SGILOG24].contains(compression) else { return false }
        if [SAMPLEFORMAT_COMPLEXINT, SAMPLEFORMAT_COMPLEXIEEEFP].contains(Int32(clamping: sampleFormat)) {
            throw CodecError(.unsupported, file: file, "its samples are complex numbers, which cannot be shown.")
        }
        let depths = [directory.integer(.imageDepth), directory.integer(.tileDepth)]
        guard depths.allSatisfy({ ($0 ?? 1) == 1 }) else { throw unsupported("its tiles have a depth", file: file) }
        guard directory.values(.bitsPerSample).allSatisfy({ $0 == Double(bits) }),
            directory.values(.sampleFormat).allSatisfy({ $0 == Double(sampleFormat) })
        else { throw unsupported("its samples are of several types", file: file) }
        guard compression != COMPRESSION_JBIG,
            TIFFIsCODECConfigured(UInt16(truncatingIfNeeded: compression)) != 0
                || TIFFJPEG2000Compression(rawValue: Int(compression)) != nil
        else { throw unsupported("it has a compression, number \(compression),", file: file) }
        return true
    }

    /// The error for a page with pixels of some kind; `what` is a clause without its end.
    func unsupported(_ what: String, file: String) -> CodecError {
        CodecError(.unsupported, file: file, "\(what) that is not supported. Convert it to another one.")
    }
}
