internal import CTIFF
internal import ImageMetadata
internal import PixelKernels
internal import TilePyramid

/// The TIFF compressions whose tiles are JPEG 2000 codestreams.
enum TIFFJPEG2000Compression: Int {
    /// Aperio's YCbCr; the codestream does not declare a color space.
    case aperioYCbCr = 33003
    /// The compression that libvips writes: three channels are YCbCr, four are RGB and alpha.
    case libvips = 33004
    /// Aperio's RGB.
    case aperioRGB = 33005
    /// The registered compression (libtiff's COMPRESSION_JP2000), used by Leica slides.
    case jp2000 = 34712

    /// Refuses a page of these compressions, counted from 0, that ``TIFFImageSource`` does not serve.
    ///
    /// libvips 8.14 writes beyond its memory when it reads some JPEG 2000 data.
    ///
    /// - Throws: ``CodecError`` with the reason.
    static func refuse(_ bytes: ImageBytes, page: Int, file: String) throws {
        guard let tags = TIFFDirectory(page: page, read: bytes.read), let number = tags.integer(.compression),
            TIFFJPEG2000Compression(rawValue: number) != nil
        else { return }
        let bits = tags.integer(.bitsPerSample) ?? 1
        let isColor = [Int(PHOTOMETRIC_RGB), Int(PHOTOMETRIC_YCBCR)].contains(tags.integer(.photometric) ?? 1)
        let isGray = [Int(PHOTOMETRIC_MINISBLACK), Int(PHOTOMETRIC_MINISWHITE)].contains(
            tags.integer(.photometric) ?? 1)
        let reason =
            if tags.integer(.tileWidth) == nil {
                "in strips"
            } else if !isColor, !isGray {
                "in a color space other than gray, RGB and YCbCr"
            } else if ![8, 16].contains(bits) {
                "with \(bits) bits per sample"
            } else if (tags.integer(.planarConfiguration) ?? 1) != 1 {
                "in separate planes"
            } else {
                "with this combination of channels and tile size"
            }
        throw CodecError(
            .unsupported, file: file,
            "its page \(page + 1) has JPEG 2000 data \(reason), which is not supported. Convert it to another compression."
        )
    }

    /// The decoder for the tiles of a page, whose sample format and PhotometricInterpretation are given.
    ///
    /// - Returns: nil for tiles that are not supported: samples of other than 8 or 16 bits, YCbCr with other than 8
    ///   bits or with alpha, or tiles that would take too much memory to decode.
    func tile(_ size: PixelSize, _ stored: StoredSampleFormat, photometric: Int) -> JPEG2000TileDecoder? {
        // The tag says RGB, because it describes the decoded pixels.
        let isYCbCr =
            switch self {
            case .aperioYCbCr: stored.hasColor
            case .libvips: stored.hasColor && stored.samplesPerPixel == 3
            case .aperioRGB: false
            case .jp2000: photometric == PHOTOMETRIC_YCBCR
            }
        guard stored.bits == 8 || (stored.bits == 16 && !isYCbCr), !isYCbCr || stored.samplesPerPixel == 3,
            size.width < 1 << 16, size.height < 1 << 16
        else { return nil }
        let tile = JPEG2000TileDecoder(
            size: size, bits: stored.bits, channels: stored.samplesPerPixel, isYCbCr: isYCbCr)
        return tile.workingBytes <= TIFFTiles.workingBytes ? tile : nil
    }
}
