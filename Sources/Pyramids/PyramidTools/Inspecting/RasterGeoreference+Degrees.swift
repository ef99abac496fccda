internal import Georeferencing
internal import MapProjections
internal import TilePyramid

extension RasterGeoreference {
    /// The edges of an image in degrees; nil where there is no way to them.
    func degrees(of size: PixelSize) -> GeoBounds? {
        let wgs84 = GeoBounds.CoordinateReferenceSystem.wgs84
        if let bounds = bounds(of: size), bounds.isValid {
            let projection = MapProjection(bounds: bounds, size: size)
            let northWest = projection.coordinate(ofX: 0, y: 0)
            let southEast = projection.coordinate(ofX: Double(size.width), y: Double(size.height))
            return GeoBounds(
                west: northWest.longitude, south: southEast.latitude, east: southEast.longitude,
                north: northWest.latitude, crs: wgs84)
        }
        guard let footprint = try? RasterFootprint(of: self, size: size, in: wgs84.rawValue) else { return nil }
        return GeoBounds(
            west: footprint.west, south: footprint.south, east: footprint.east, north: footprint.north, crs: wgs84)
    }
}
