internal import ImageCodecs
internal import PixelKernels
internal import TilePyramid

/// What the tiles of a TIFF are, as its directories say it; all tiles of a file are of one kind.
struct TIFFTileEncoding: Hashable {
    var compression: TIFFCompression
    var photometric: TIFFPhotometric
    var samplesPerPixel: Int
    var bitsPerSample = 8
    /// How many pixels of lightness there are to one of color, across and down.
    var subsampling: [Int]?

    /// Whether the last sample is alpha.
    var hasAlpha: Bool { samplesPerPixel % 2 == 0 }

    /// How pixels lie in tiles that are kept without loss.
    var layout: PixelLayout? {
        PixelLayout.Channels(rawValue: samplesPerPixel).map {
            PixelLayout($0, bitsPerSample == 16 ? .sixteen : .eight)
        }
    }

    /// Tiles of samples.
    init(_ layout: PixelLayout, compresses: Bool) {
        compression = compresses ? .deflate : .none
        photometric = layout.channels.opaque == .gray ? .blackIsZero : .rgb
        samplesPerPixel = layout.channels.rawValue
        bitsPerSample = layout.depth.rawValue
    }

    /// JPEG tiles like this one; nil when TIFF has no such.
    init?(_ jpeg: JPEGSegments) {
        compression = .jpeg
        samplesPerPixel = jpeg.components.count
        guard jpeg.precision == 8 else { return nil }
        switch samplesPerPixel {
        case 1: photometric = .blackIsZero
        case 3 where jpeg.isRGB: photometric = .rgb
        case 3:
            let (first, others) = (jpeg.components[0], jpeg.components.dropFirst())
            guard [1, 2, 4].contains(first.horizontalSampling), [1, 2, 4].contains(first.verticalSampling),
                others.allSatisfy({ $0.horizontalSampling == 1 && $0.verticalSampling == 1 })
            else { return nil }
            photometric = .yCbCr
            subsampling = [first.horizontalSampling, first.verticalSampling]
        default: return nil
        }
    }

    /// WebP tiles, with alpha or without.
    init(webPWithAlpha hasAlpha: Bool) {
        compression = .webP
        photometric = .rgb
        samplesPerPixel = hasAlpha ? 4 : 3
    }

    /// Lightness and two colors at half the resolution, as most JPEGs have it.
    private init() {
        compression = .jpeg
        photometric = .yCbCr
        samplesPerPixel = 3
        subsampling = [2, 2]
    }

    /// What tiles of a format usually are: for files without any.
    static func usual(for format: TileFormat, compresses: Bool) -> TIFFTileEncoding {
        switch format {
        case .jpeg: TIFFTileEncoding()
        case .webp: TIFFTileEncoding(webPWithAlpha: false)
        default: TIFFTileEncoding(PixelLayout(.rgb), compresses: compresses)
        }
    }

    /// Takes in another tile's kind; false when both cannot be in one file.
    mutating func merge(with other: TIFFTileEncoding) -> Bool {
        if self == other { return true }
        // Where all pixels are opaque, WebP leaves alpha out, which readers accept.
        guard compression == .webP, other.compression == .webP else { return false }
        samplesPerPixel = max(samplesPerPixel, other.samplesPerPixel)
        return true
    }
}
