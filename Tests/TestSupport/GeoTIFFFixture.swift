/// A GeoTIFF in any EPSG coordinate system; a tiled one has a half-size second page.
public struct GeoTIFFFixture {
    /// The code of the coordinate system.
    public var epsg: Int
    /// Whether the system is geographic.
    public var isGeographic = false
    /// The coordinate of the upper left corner.
    public var corner: (x: Double, y: Double)
    /// The side of a pixel.
    public var pixel: Double
    /// The number of columns and rows.
    public var width: Int, height: Int
    /// Whether the image has no noise.
    public var isSmooth = false
    /// The value of invalid pixels, a quarter of all pixels; nil, the default, for none.
    public var nodata: Int?
    /// The TIFF's orientation, which moves no pixel; 1, the default, for none.
    public var orientation = 1
    /// The side of tiles; nil, the default, for strips and one page.
    public var tileSide: Int?

    /// Creates the description of an image in strips.
    public init(epsg: Int, corner: (x: Double, y: Double), pixel: Double, width: Int, height: Int) {
        self.epsg = epsg
        self.corner = corner
        self.pixel = pixel
        self.width = width
        self.height = height
    }

    /// The sample of a pixel: a smooth pattern, or noise from column 100 and row 100 on.
    public static func sample(_ x: Int, _ y: Int, _ channel: Int) -> Int {
        guard x < 100 || y < 100 else { return (x &* 7919 ^ y &* 104_729 ^ channel &* 31) >> 3 & 255 }
        return (x + 2 * y + 60 * channel) / 4 & 255
    }

    private func sample(_ x: Int, _ y: Int, _ channel: Int) -> Int {
        if let nodata, x / 7 % 2 == 0, y / 5 % 2 == 0 { return nodata }
        return isSmooth ? (x + 2 * y + 60 * channel) / 12 & 255 : Self.sample(x, y, channel)
    }

    /// The bytes of the file.
    public func encoded() -> [UInt8] {
        var page = page(width, height) { UInt64(sample($0, $1, $2)) }
        page.tags = [
            33550: .doubles([pixel, pixel, 0]), 33922: .doubles([0, 0, 0, corner.x, corner.y, 0]),
            34735: .shorts([1, 1, 0, 3, 1024, 0, 1, isGeographic ? 2 : 1, 1025, 0, 1, 1])
                .appending(isGeographic ? 2048 : 3072, epsg),
        ]
        if orientation != 1 { page.tags[274] = .shorts([orientation]) }
        if let nodata { page.tags[42113] = .text("\(nodata)") }
        guard tileSide != nil else { return page.encoded() }
        var half = self.page((width + 1) / 2, (height + 1) / 2) { x, y, channel in
            let right = min(2 * x + 1, width - 1)
            let below = min(2 * y + 1, height - 1)
            let samples = [(2 * x, 2 * y), (right, 2 * y), (2 * x, below), (right, below)]
            return UInt64((samples.reduce(0) { $0 + sample($1.0, $1.1, channel) } + 2) / 4)
        }
        half.tags = [254: .longs([1])]
        return TIFFFixture.encode([page, half])
    }

    private func page(_ width: Int, _ height: Int, sample: @escaping (Int, Int, Int) -> UInt64) -> TIFFFixture {
        var page = TIFFFixture(width: width, height: height, sample: sample)
        page.photometric = 2
        page.samplesPerPixel = 3
        page.tile = tileSide.map { ($0, $0) }
        return page
    }
}

extension TIFFFixture.Value {
    /// A directory of GeoKeys with one more.
    fileprivate func appending(_ key: Int, _ value: Int) -> TIFFFixture.Value {
        guard case .shorts(let keys) = self else { return self }
        return .shorts(keys + [key, 0, 1, value])
    }
}
