internal import ImageMetadata
internal import ImageSources
internal import TilePyramid

/// The parts in which an image is decoded, chosen so that memory follows its width and its tiles.
enum JPEG2000DecodePlan: Hashable {
    /// Tiles, each by one of several threads.
    case tiles
    /// Bands of rows, with OpenJPEG's own threads; by one decoder, or by another for each band.
    case bands(rows: Int, reusesDecoder: Bool)
    /// The whole image.
    case whole

    /// The maximum bytes of a delivered row of tiles.
    static let largestRowBytes = 1 << 29
    /// The memory limit of all decoders together: 32-bit samples, and as many wavelet coefficients.
    static let workingBytes = 1 << 29
    /// The maximum bytes of 32-bit samples in a band.
    private static let bandBytes = 64 << 20
    /// The maximum bytes of the samples and coefficients of an image that is decoded as a whole although it could be
    /// decoded in bands.
    static let wholeBytes = 64 << 20
    /// The maximum bytes of those of an image that can only be decoded as a whole.
    private static let largestWholeBytes = 1 << 32
    /// The rows of a band: two code-blocks of the usual size.
    ///
    /// OpenJPEG keeps the coefficients of all code-blocks that a band touches, so memory is about three times the
    /// band's. For each band it reads the headers of all packets of the image again.
    private static let bandRows = 128
    /// The maximum number of bands, unless they would be too large, so that reading packet headers takes no longer than
    /// decoding.
    private static let bandLimit = 96
    /// The memory that a header may claim for tiles, precincts and code-blocks, however short the file is.
    private static let freeBytes = 256 << 20
    /// The memory that a header may claim in addition for each byte of the file.
    private static let bytesPerByte = 64

    /// Chooses the parts.
    ///
    /// - Parameters:
    ///   - header: the header of the codestream.
    ///   - parameters: its coding styles.
    ///   - geometry: the pixels of the image.
    ///   - subsampling: the subsampling factors of the channels that are shown.
    ///   - pixelBytes: the bytes of a delivered pixel.
    ///   - byteCount: the number of bytes of the codestream.
    ///   - wholeBytes: ``wholeBytes``, or less.
    ///   - file: the image's name for error messages.
    /// - Throws: ``CodecError`` when the header claims too much memory.
    init(
        _ header: JPEG2000CodestreamHeader, _ parameters: JPEG2000CodingParameters, _ geometry: JPEG2000Geometry,
        subsampling: [PixelSize], pixelBytes: Int, byteCount: Int,
        wholeBytes: Int = Self.wholeBytes, file: String
    ) throws {
        let size = geometry.size
        let imageBytes = Self.decodingBytes(header.imageSamples, geometry)
        let tileBytes = Self.decodingBytes(header.tileSamples, geometry)
        let isHighThroughput = parameters.styles.contains(where: \.isHighThroughput)
        let isComplete =
            geometry.horizontal.tilesAreComplete(subsampling: subsampling.map(\.width))
            && geometry.vertical.tilesAreComplete(subsampling: subsampling.map(\.height))
        let tileRows = JPEG2000Axis.reduced(
            header.tile.height / geometry.vertical.step + 1, geometry.vertical.reduction)
        if header.tileCount > 1, isComplete, !parameters.hasScatteredTileParts, tileBytes <= Double(Self.workingBytes),
            size.width * min(tileRows, size.height) * pixelBytes <= Self.largestRowBytes
        {
            self = .tiles
            return
        }
        if imageBytes <= Double(wholeBytes) {
            self = .whole
            return
        }
        if isHighThroughput {
            // OpenJPEG 2.5 gives gray for a part of an HTJ2K tile.
            let claim = min(Self.largestWholeBytes, Self.freeBytes + Self.bytesPerByte * byteCount)
            guard imageBytes <= Double(claim) else {
                throw CodecError(
                    .unsupported, file: file,
                    "its HTJ2K tiles of \(header.tile) pixels can only be decoded as a whole, which would take "
                        + "\(Int(imageBytes / 1_000_000)) MB of memory. Encode the image with smaller tiles.")
            }
            self = .whole
            return
        }
        let rowBytes = max(1, size.width * header.components.count * MemoryLayout<Int32>.size)
        self = .bands(
            rows: max(1, min(Self.bandBytes / rowBytes, Self.deliveredRows(size))),
            reusesDecoder: header.tileCount == 1 && !parameters.hasPackedPacketHeaders)
    }

    /// The bytes of decoded samples and of as many wavelet coefficients, at the decoded resolution.
    static func decodingBytes(_ samples: Double, _ geometry: JPEG2000Geometry) -> Double {
        let scale = Double(1 << geometry.horizontal.reduction)
        return 2 * Double(MemoryLayout<Int32>.size) * samples / (scale * scale)
    }

    /// The rows that are delivered at a time of an image that is not decoded by tiles.
    static func deliveredRows(_ size: PixelSize) -> Int { max(bandRows, (size.height - 1) / bandLimit + 1) }

    /// Checks the memory that a header claims beside samples.
    ///
    /// - Throws: ``CodecError`` when it is far more than the data can fill.
    static func check(
        _ header: JPEG2000CodestreamHeader, _ parameters: JPEG2000CodingParameters, byteCount: Int, file: String
    ) throws {
        guard header.decoderMemory(parameters) > Double(freeBytes) + Double(bytesPerByte) * Double(byteCount) else {
            return
        }
        func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
        throw CodecError(
            .damaged, file: file,
            "its header declares \(header.size(PixelSize(width: 1, height: 1))) pixels of "
                + "\(count(header.components.count, "component")) in \(count(header.tileCount, "tile")), with more "
                + "code-blocks than its \(byteCount) bytes can hold. Get a good copy.")
    }

    /// Checks that a large image has more than a few of its tiles, even where damage is accepted.
    ///
    /// - Throws: ``CodecError`` when nearly all are missing.
    static func checkTiles(
        _ header: JPEG2000CodestreamHeader, _ parameters: JPEG2000CodingParameters, file: String
    ) throws {
        guard parameters.hasReadAllTileParts, header.imageSamples > largeImage,
            parameters.tiles.count * leastTileShare < header.tileCount
        else { return }
        throw CodecError(
            .damaged, file: file,
            "it has only \(parameters.tiles.count) of the \(header.tileCount) tiles that its header declares. Get a "
                + "good copy.")
    }

    /// The number of samples above which an image needs a share of its tiles.
    private static let largeImage = Double(1 << 26)
    /// The share of its tiles that a large image needs: one in this many.
    private static let leastTileShare = 64
}
