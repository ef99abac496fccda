internal import CTIFF
internal import PixelKernels
internal import TilePyramid

/// The compressions of TIFF whose tiles are codestreams of JPEG 2000.
enum TIFFJPEG2000Compression: Int {
    /// Aperio's, with lightness and two colors, which the codestream takes for any three channels.
    case aperioYCbCr = 33003
    /// What libvips writes: three channels are lightness and two colors, four are red, green, blue and alpha.
    case libvips = 33004
    /// Aperio's, with red, green and blue.
    case aperioRGB = 33005
    /// The registered one, that Leica's slides have.
    case jp2000 = 34712

    /// What the tiles of a page have to be.
    ///
    /// - Parameters:
    ///   - size: columns and rows of every tile.
    ///   - stored: the page's samples.
    ///   - photometric: what they are, by the tag.
    /// - Returns: nil when such tiles are not decoded here: other than 8 or 16 bits, YCbCr of other than 8 bits or with
    ///   alpha, or too large for the memory that decoding may take.
    func tile(_ size: PixelSize, _ stored: StoredSampleFormat, photometric: Int) -> JPEG2000TileDecoder? {
        // The tag says RGB, as it says what pixels are when they have been decoded.
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
