internal import Georeferencing
internal import ImageMetadata
internal import TilePyramid

extension TIFFDirectoryBuilder {
    /// The tags of a level, except the offsets and sizes of its tiles.
    init(level: Level, encoding: TIFFTileEncoding, isReduced: Bool, target: PyramidTarget) {
        self.init()
        // An image that begins inside its first tile is described as one that begins with it.
        let size = PixelSize(width: level.inset.x + level.size.width, height: level.inset.y + level.size.height)
        self[.newSubfileType] = .longs([isReduced ? 1 : 0])
        self[.imageWidth] = .longs([size.width])
        self[.imageLength] = .longs([size.height])
        self[.bitsPerSample] = .shorts(Array(repeating: encoding.bitsPerSample, count: encoding.samplesPerPixel))
        self[.compression] = .shorts([encoding.compression.rawValue])
        self[.photometric] = .shorts([encoding.photometric.rawValue])
        self[.samplesPerPixel] = .shorts([encoding.samplesPerPixel])
        self[.planarConfiguration] = .shorts([1])
        self[.software] = .text("TileKit")
        self[.tileWidth] = .longs([level.tileSize.width])
        self[.tileLength] = .longs([level.tileSize.height])
        if encoding.compression == .deflate {
            self[.predictor] = .shorts([2])
        }
        if encoding.hasAlpha {
            // Unassociated alpha.
            self[.extraSamples] = .shorts([2])
        }
        if let subsampling = encoding.subsampling {
            self[.yCbCrSubSampling] = .shorts(subsampling)
            // JPEG uses the full range; without this tag, readers may assume the video range.
            self[.referenceBlackWhite] = .rationals([0, 255, 128, 255, 128, 255].map { ($0, 1) })
        }
        if let profile = target.tiff.profile {
            self[.iccProfile] = .bytes(profile)
        }
        setResolution(target.micronsPerPixel, of: level)
        guard !isReduced else { return }
        if let name = target.name, !name.isEmpty {
            self[.imageDescription] = .text(name.filter { $0 != "\0" })
        }
        if let bounds = target.tiff.bounds, target.tiff.geoTags?.hasPlace != true {
            setGeoreference(bounds, of: size)
        }
        if var tags = target.tiff.geoTags {
            if encoding.hasAlpha { tags.nodata = nil }
            tags.write(to: &self)
        }
    }

    /// Sets the resolution in pixels per centimeter, or, if it is unknown, only that pixels are square.
    private mutating func setResolution(_ micronsPerPixel: PyramidTarget.MicronsPerPixel?, of level: Level) {
        guard let x = micronsPerPixel?.x, let y = micronsPerPixel?.y, x > 0, y > 0, x.isFinite, y.isFinite else {
            self[.xResolution] = .rationals([(1, 1)])
            self[.yResolution] = .rationals([(1, 1)])
            self[.resolutionUnit] = .shorts([1])
            return
        }
        setResolution(x: x * level.horizontalDownsample, y: y * level.verticalDownsample)
    }

    /// Sets the georeference (OGC GeoTIFF 1.1, 19-008r4).
    private mutating func setGeoreference(_ bounds: GeoBounds, of size: PixelSize) {
        let width = bounds.east - bounds.west
        let height = bounds.north - bounds.south
        self[.modelPixelScale] = .doubles([width / Double(size.width), height / Double(size.height), 0])
        // The tie point is the corner of the first pixel.
        self[.modelTiepoint] = .doubles([0, 0, 0, bounds.west, bounds.north, 0])
        let pixelIsArea = [1025, 0, 1, 1]
        let keys =
            switch bounds.crs {
            // GTModelType projected, ProjectedCRS, ProjLinearUnits meter.
            case .webMercator: [[1024, 0, 1, 1], pixelIsArea, [3072, 0, 1, 3857], [3076, 0, 1, 9001]]
            // GTModelType geographic, GeodeticCRS, GeogAngularUnits degree.
            case .wgs84: [[1024, 0, 1, 2], pixelIsArea, [2048, 0, 1, 4326], [2054, 0, 1, 9102]]
            }
        self[.geoKeyDirectory] = .shorts([1, 1, 0, keys.count] + keys.joined())
    }
}
