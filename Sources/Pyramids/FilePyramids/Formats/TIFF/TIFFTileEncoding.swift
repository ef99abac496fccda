internal import ImageMetadata
internal import PixelKernels
internal import TilePyramid

/// The encoding of a TIFF's tiles, as declared by its directories; the same for all tiles of a file.
struct TIFFTileEncoding: Hashable {
    var compression: TIFFCompression
    var photometric: TIFFPhotometric
    var samplesPerPixel: Int
    var bitsPerSample = 8
    /// The chroma subsampling: the ratio of luma to chroma samples, across and down.
    var subsampling: [Int]?
}

extension TIFFTileEncoding {
    /// Whether the last sample is alpha.
    var hasAlpha: Bool { samplesPerPixel % 2 == 0 }

    /// The pixel layout of losslessly stored tiles.
    var layout: PixelLayout? {
        PixelLayout.Channels(rawValue: samplesPerPixel).map {
            PixelLayout($0, bitsPerSample == 16 ? .sixteen : .eight)
        }
    }

    /// The encoding of uncompressed or deflated samples.
    init(_ layout: PixelLayout, compresses: Bool) {
        self.init(
            compression: compresses ? .deflate : .none,
            photometric: layout.channels.opaque == .gray ? .blackIsZero : .rgb,
            samplesPerPixel: layout.channels.rawValue, bitsPerSample: layout.depth.rawValue)
    }

    /// The encoding of JPEG tiles like this one; `nil` if TIFF does not support it.
    init?(_ jpeg: JPEGSegments) {
        compression = .jpeg
        samplesPerPixel = jpeg.components.count
        guard jpeg.precision == 8 else { return nil }
        switch samplesPerPixel {
        case 1: photometric = .blackIsZero
        case 3 where jpeg.isRGB: photometric = .rgb
        case 3:
            let first = jpeg.components[0]
            let others = jpeg.components.dropFirst()
            guard [1, 2, 4].contains(first.horizontalSampling), [1, 2, 4].contains(first.verticalSampling),
                others.allSatisfy({ $0.horizontalSampling == 1 && $0.verticalSampling == 1 })
            else { return nil }
            photometric = .yCbCr
            subsampling = [first.horizontalSampling, first.verticalSampling]
        default: return nil
        }
    }

    /// The encoding of WebP tiles.
    init(webPWithAlpha hasAlpha: Bool) {
        self.init(compression: .webP, photometric: .rgb, samplesPerPixel: hasAlpha ? 4 : 3)
    }

    /// The encoding that a format usually has, for files without tiles; JPEGs mostly have 4:2:0 subsampling.
    static func usual(for format: TileFormat, compresses: Bool) -> TIFFTileEncoding {
        switch format {
        case .jpeg:
            TIFFTileEncoding(compression: .jpeg, photometric: .yCbCr, samplesPerPixel: 3, subsampling: [2, 2])
        case .webp: TIFFTileEncoding(webPWithAlpha: false)
        default: TIFFTileEncoding(PixelLayout(.rgb), compresses: compresses)
        }
    }

    /// Extends the encoding to that of another tile; returns `false` if both cannot be in one file.
    mutating func merge(with other: TIFFTileEncoding) -> Bool {
        if self == other { return true }
        // WebP omits the alpha channel of opaque tiles, which readers accept.
        guard compression == .webP, other.compression == .webP else { return false }
        samplesPerPixel = max(samplesPerPixel, other.samplesPerPixel)
        return true
    }
}
