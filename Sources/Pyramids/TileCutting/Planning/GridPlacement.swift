internal import Georeferencing
internal import ImageCodecs
internal import ImageSources
internal import MapProjections
internal import PixelKernels
internal import TilePyramid

/// The position of an image on the tile grid, and the sources that bring it there, between its decoder and the cutter.
struct GridPlacement: Sendable {
    /// The shape of the levels, with the image's origin on the grid.
    private(set) var shape: PyramidShape
    /// Columns and rows of background at the left and top, so that the image begins at a pixel of the coarsest level.
    private(set) var margin = PixelOffset.zero
    /// The edges of an image that is north-up in a system that needs no library; else nil.
    let bounds: GeoBounds?
    /// The resampling to the Web Mercator tile grid; nil if the image is not georeferenced.
    private(set) var webMercator: WebMercatorPlacement?
    /// The positions of an image in a coordinate reference system that needs a library; else nil.
    private(set) var warp: WarpPlacement?
    /// Whether the image gets an alpha channel, because tiles show something beyond it.
    private(set) var addsAlpha = false
    /// The geometry of the cut, margin included.
    let pyramid: Pyramid

    private let background: RGBColor

    /// Places an image in tiles of a format.
    ///
    /// - Throws: ``CuttingError`` with code `invalidOptions` when the image cannot begin at the requested origin.
    init(_ info: ImageInfo, options: CutOptions, format: TileFormat) throws(CuttingError) {
        background = options.background
        shape = options.shape
        var size = info.size
        let georeference = options.rasterGeoreference ?? options.projectedBounds?.georeference(of: size)
        bounds = options.bounds ?? georeference?.bounds(of: size)
        if let bounds {
            let placement: WebMercatorPlacement
            do {
                placement = try WebMercatorPlacement(
                    bounds, size: size, tileSize: options.tileSize,
                    zooms: (minimum: options.minimumZoom, maximum: options.maximumZoom),
                    longestSide: ImageInfo.longestSide)
            } catch {
                throw CuttingError(
                    .invalidOptions, options.bounds == nil && bounds.isBeyondEarth ? bounds.unknownPlace : error.message
                )
            }
            webMercator = placement
        } else if let georeference {
            let placement: WarpPlacement
            do {
                placement = try WarpPlacement(
                    georeference, size: size, tileSize: options.tileSize,
                    zooms: (minimum: options.minimumZoom, maximum: options.maximumZoom))
            } catch {
                throw CuttingError(.invalidOptions, error.message)
            }
            warp = placement
            webMercator = placement.webMercator
        }
        if let placement = webMercator {
            size = placement.rect.size
            shape = PyramidShape()
            shape.padsTiles = true
            shape.coarsest = .levels(placement.levelCount)
            shape.origin = PixelOffset(x: placement.rect.x, y: placement.rect.y)
        } else if options.isCentered {
            (shape.origin, margin) = Self.center(size, shape: shape, tileSize: options.tileSize)
            size.width += margin.x
            size.height += margin.y
        }
        let coarsest = Self.coarsestDownsample(size, shape, tileSize: options.tileSize)
        guard shape.origin.x.isMultiple(of: coarsest), shape.origin.y.isMultiple(of: coarsest) else {
            throw CuttingError(
                .invalidOptions,
                "the image cannot begin at \(shape.origin.x), \(shape.origin.y): with these levels, both have to be "
                    + "multiples of \(coarsest).")
        }
        pyramid = Pyramid(
            size: size, tileSize: options.tileSize, overlap: options.overlap, levelCount: options.levelCount,
            shape: shape)
        addsAlpha =
            format.supportsAlpha && !options.padsWithBackground && !info.layout.channels.hasAlpha
            && (margin != .zero || warp != nil || webMercator?.isFullyCovered == false
                || pyramid.padsTiles
                    && !pyramid.levels[pyramid.presentLevels].allSatisfy { $0.inset == .zero && $0.fillsTiles })
    }

    /// Brings an image to its place on the grid.
    ///
    /// - Parameters:
    ///   - base: the image.
    ///   - name: its name in messages.
    ///   - threads: the number of threads; nil for one for each processor.
    /// - Returns: the image as it is cut.
    func source(over base: any ImageSource, name: String, threads: Int? = nil) -> any ImageSource {
        var source = base
        if addsAlpha {
            source = AlphaSource(source)
        }
        if let warp {
            source = WarpedSource(
                source, name: name, from: warp.source, to: warp.output, size: warp.webMercator.rect.size,
                background: background.backgroundPixel(source.info.layout), threads: threads)
        } else if let webMercator {
            source = WebMercatorResampler(source, placement: webMercator, background: background)
        }
        if margin != .zero {
            source = PaddedSource(source, margin: margin, background: background)
        }
        return source
    }

    /// Returns the origin of an image that is centered in the square that one tile of the coarsest level covers.
    ///
    /// Halves are rounded down, as in libvips. The origin is rounded down to a whole pixel of the coarsest level; the
    /// remainder becomes a margin.
    private static func center(
        _ size: PixelSize, shape: PyramidShape, tileSize: Int
    ) -> (origin: PixelOffset, margin: PixelOffset) {
        let coarsest = coarsestDownsample(size, shape, tileSize: tileSize)
        func begin(_ length: Int) -> Int { max(0, (tileSize * coarsest - length) / 2) }
        let x = begin(size.width)
        let y = begin(size.height)
        let margin = PixelOffset(x: x % coarsest, y: y % coarsest)
        return (PixelOffset(x: x - margin.x, y: y - margin.y), margin)
    }

    /// Returns the downsample of the coarsest level; it does not depend on the origin of the image.
    private static func coarsestDownsample(_ size: PixelSize, _ shape: PyramidShape, tileSize: Int) -> Int {
        var shape = shape
        shape.origin = .zero
        return 1 << (Pyramid(size: size, tileSize: tileSize, shape: shape).levels.count - 1)
    }
}

extension GeoBounds {
    /// Whether edges are farther away than any that go around the Earth: they are coordinates in another system.
    fileprivate var isBeyondEarth: Bool {
        let half = crs == .wgs84 ? 180 : WebMercator.originShift
        let isLatitude = crs != .wgs84 || max(abs(south), abs(north)) <= 91
        return !isLatitude || max(abs(west), abs(east)) > 3 * half
    }

    /// The error for the position that a file states in a wrong system.
    fileprivate var unknownPlace: String {
        "its position from \(west), \(south) to \(east), \(north) is not a place on the Earth in \(crs.rawValue). Name its coordinate "
            + "system."
    }
}
