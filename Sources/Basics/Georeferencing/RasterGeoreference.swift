public import TilePyramid

/// The position of an image in any coordinate reference system.
public struct RasterGeoreference: Hashable, Sendable {
    /// The coordinate reference system: a code such as `EPSG:25832`, well-known text, or a PROJ string.
    public var crs: String
    /// The mapping of pixels to coordinates.
    public var transform: Geotransform

    /// Creates a georeference from its parts; the definition is checked when it is used.
    public init(crs: String, transform: Geotransform) {
        self.crs = crs
        self.transform = transform
    }

    /// The coordinate reference system, if it is one that needs no library; else nil.
    public var builtInCRS: GeoBounds.CoordinateReferenceSystem? { GeoBounds.CoordinateReferenceSystem(rawValue: crs) }

    /// The edges of an image; nil if the image is rotated, or if its system needs a library.
    public func bounds(of size: PixelSize) -> GeoBounds? {
        guard transform.isNorthUp, let builtInCRS else { return nil }
        let last = transform.coordinate(x: Double(size.width), y: Double(size.height))
        return GeoBounds(
            west: transform.originX, south: last.y, east: last.x, north: transform.originY, crs: builtInCRS)
    }
}
