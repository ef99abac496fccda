internal import CTIFF
internal import PixelKernels
internal import TilePyramid

/// The TIFF compressions whose tiles are JPEG 2000 codestreams.
enum TIFFJPEG2000Compression: Int {
    /// Aperio's YCbCr; the codestream does not declare a color space.
    case aperioYCbCr = 33003
    /// What libvips writes: three channels are YCbCr, four are RGB and alpha.
    case libvips = 33004
    /// Aperio's RGB.
    case aperioRGB = 33005
    /// The registered compression (libtiff's COMPRESSION_JP2000), used by Leica slides.
    case jp2000 = 34712

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
