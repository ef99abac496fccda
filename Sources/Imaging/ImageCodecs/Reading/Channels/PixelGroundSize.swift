package import Georeferencing
internal import ImageMetadata
internal import MapProjections
package import TilePyramid

extension RasterGeoreference {
    /// The size of the pixel in the middle of an image in meters on the ground, along columns and along rows.
    ///
    /// Without PROJ, coordinates in other systems than degrees and Web Mercator count as meters.
    ///
    /// - Parameter size: the size of the image in pixels.
    /// - Returns: nil if the pixel has no size.
    package func groundSize(of size: PixelSize) -> (width: Double, height: Double)? {
        let middle = (x: Double(size.width) / 2, y: Double(size.height) / 2)
        // Half a pixel to the left and to the right, above and below.
        let ends = [(-0.5, 0.0), (0.5, 0.0), (0.0, -0.5), (0.0, 0.5)].map {
            transform.coordinate(x: middle.x + $0.0, y: middle.y + $0.1)
        }
        let lengths: [Double]
        if let places = places(ends) {
            lengths = [
                Geodesic(from: places[0], to: places[1]).length, Geodesic(from: places[2], to: places[3]).length,
            ]
        } else {
            lengths = [transform.columnX.distance(transform.columnY), transform.rowX.distance(transform.rowY)]
        }
        guard lengths.allSatisfy({ $0.isFinite && $0 > 0 }) else { return nil }
        return (lengths[0], lengths[1])
    }

    /// The coordinates in degrees; nil where there is no way to them.
    private func places(_ points: [(x: Double, y: Double)]) -> [Coordinate]? {
        var x = points.map(\.x)
        var y = points.map(\.y)
        let wgs84 = GeoBounds.CoordinateReferenceSystem.wgs84
        switch builtInCRS {
        case .wgs84?: break
        case .webMercator?:
            x = x.map { WebMercator.longitude(ofEasting: $0) }
            y = y.map { WebMercator.latitude(ofNorthing: $0) }
        case nil:
            guard let transform = try? CoordinateTransform(from: crs, to: wgs84.rawValue) else { return nil }
            transform.transform(&x, &y)
        }
        guard (x + y).allSatisfy(\.isFinite), y.allSatisfy({ abs($0) <= 90 }) else { return nil }
        return zip(x, y).map { Coordinate(latitude: $1, longitude: $0) }
    }
}

extension Double {
    /// The length of the hypotenuse over this and another side.
    fileprivate func distance(_ other: Double) -> Double { (self * self + other * other).squareRoot() }
}
