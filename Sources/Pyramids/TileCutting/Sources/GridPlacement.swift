internal import Georeferencing
internal import ImageCodecs
internal import PixelKernels
internal import TilePyramid

/// How a picture is brought onto its grid of tiles: what comes between its decoder and the cutter.
struct GridPlacement: Sendable {
    /// What the levels are like, the picture's place on the grid included.
    private(set) var shape: PyramidShape
    /// Background before the picture, so that it begins at a whole pixel of the coarsest level.
    private(set) var margin = PixelOffset.zero
    /// How the picture is resampled to the world's grid; nil for one that is by itself.
    private(set) var webMercator: WebMercatorPlacement?
    /// Whether the picture gets an alpha, because there is something beside it.
    private(set) var addsAlpha = false
    /// The geometry of what is cut, margin included.
    let pyramid: Pyramid

    private let background: RGBColor

    /// The placement of a picture in tiles of a format.
    ///
    /// - Throws: ``CuttingError`` with code `invalidOptions` when the picture cannot begin where it is asked for.
    init(_ info: ImageInfo, options: CutOptions, format: TileFormat) throws(CuttingError) {
        background = options.background
        shape = options.shape
        var size = info.size
        if let bounds = options.bounds {
            let placement: WebMercatorPlacement
            do {
                placement = try WebMercatorPlacement(
                    bounds, size: size, tileSize: options.tileSize,
                    zooms: (minimum: options.minimumZoom, maximum: options.maximumZoom),
                    longestSide: ImageInfo.longestSide)
            } catch {
                throw CuttingError(.invalidOptions, error.message)
            }
            size = placement.rect.size
            shape = PyramidShape()
            shape.padsTiles = true
            shape.coarsest = .levels(placement.levelCount)
            shape.origin = PixelOffset(x: placement.rect.x, y: placement.rect.y)
            webMercator = placement
        } else if options.isCentered {
            (shape.origin, margin) = Self.center(size, shape: shape, tileSize: options.tileSize)
            size.width += margin.x
            size.height += margin.y
        }
        try Self.check(shape, size: size, tileSize: options.tileSize)
        pyramid = Pyramid(
            size: size, tileSize: options.tileSize, overlap: options.overlap, levelCount: options.levelCount,
            shape: shape)
        addsAlpha =
            format.supportsAlpha && !options.padsWithBackground && !info.layout.channels.hasAlpha
            && (margin != .zero || webMercator?.isFullyCovered == false
                || pyramid.padsTiles && !Self.fillsTiles(pyramid))
    }

    /// The picture as it is cut.
    func source(over base: any ImageSource) -> any ImageSource {
        var source = base
        if addsAlpha {
            source = AlphaSource(source)
        }
        if let webMercator {
            source = WebMercatorResampler(source, placement: webMercator, background: background)
        }
        if margin != .zero {
            source = PaddedSource(source, margin: margin, background: background)
        }
        return source
    }

    /// Where a picture begins that lies in the middle of the square that one tile of the coarsest level covers.
    ///
    /// The halves are rounded down, as in libvips. What is left when the place is rounded down to a whole pixel of the
    /// coarsest level becomes a margin.
    private static func center(
        _ size: PixelSize, shape: PyramidShape, tileSize: Int
    ) -> (origin: PixelOffset, margin: PixelOffset) {
        var plain = shape
        plain.origin = .zero
        let levels = Pyramid(size: size, tileSize: tileSize, shape: plain).levels
        let coarsest = 1 << (levels.count - 1)
        func begin(_ length: Int) -> Int { max(0, (tileSize * coarsest - length) / 2) }
        let (x, y) = (begin(size.width), begin(size.height))
        let margin = PixelOffset(x: x % coarsest, y: y % coarsest)
        return (PixelOffset(x: x - margin.x, y: y - margin.y), margin)
    }

    private static func check(_ shape: PyramidShape, size: PixelSize, tileSize: Int) throws(CuttingError) {
        var plain = shape
        plain.origin = .zero
        let coarsest = 1 << (Pyramid(size: size, tileSize: tileSize, shape: plain).levels.count - 1)
        guard shape.origin.x.isMultiple(of: coarsest), shape.origin.y.isMultiple(of: coarsest) else {
            throw CuttingError(
                .invalidOptions,
                "the picture cannot begin at \(shape.origin.x), \(shape.origin.y): with these levels, both have to be "
                    + "multiples of \(coarsest).")
        }
    }

    /// Whether no tile shows anything but the picture.
    private static func fillsTiles(_ pyramid: Pyramid) -> Bool {
        pyramid.levels[pyramid.presentLevels].allSatisfy {
            $0.inset == .zero && $0.size.width.isMultiple(of: pyramid.tileSize)
                && $0.size.height.isMultiple(of: pyramid.tileSize)
        }
    }
}
