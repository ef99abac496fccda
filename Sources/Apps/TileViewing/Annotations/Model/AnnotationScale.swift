internal import Georeferencing
internal import Glibc
internal import LayerTree
internal import MapLayers
internal import Numbers
internal import VectorDrawing

/// The relation of pixels to the world, which determines the unit of measurements.
enum AnnotationScale: Hashable, Sendable {
    /// Nothing is known: lengths are in full-size pixels.
    case pixels
    /// Pixels have this width and height: lengths are in full-size pixels, and shown in units of length.
    case physical(millimetersPerPixel: Double)
    /// Pixels are places on the Earth: lengths are in meters along shortest lines on the ellipsoid, see `Geodesic`.
    case map(MapProjection)

    /// The millimeters of the unit of length; nil if they are unknown.
    var millimetersPerUnit: Double? {
        switch self {
        case .pixels: nil
        case .physical(let millimeters): millimeters
        case .map: 1000
        }
    }

    /// The length of a line.
    func length(of line: [Point]) -> Double {
        guard case .map(let projection) = self else { return AnnotationMeasure.length(of: line) }
        let places = line.map(projection.place(at:))
        return zip(places, places.dropFirst()).reduce(0) { $0 + Geodesic(from: $1.0, to: $1.1).length }
    }

    /// The area inside a ring.
    func area(of ring: [Point]) -> Double {
        guard case .map(let projection) = self else { return AnnotationMeasure.area(of: ring) }
        return Geodesic.area(of: ring.map(projection.place(at:)))
    }

    /// The angle between two lines that meet at a vertex, from 0 to 180 degrees; nil if one of them has no length.
    ///
    /// On a map it is the one between their directions on the Earth, whatever the map does to angles.
    func degrees(at vertex: Point, from start: Point, to end: Point) -> Double? {
        guard case .map(let projection) = self else {
            return AnnotationMeasure.degrees(at: vertex, from: start, to: end)
        }
        let middle = projection.place(at: vertex)
        let sides = [start, end].map { Geodesic(from: middle, to: projection.place(at: $0)) }
        guard sides.allSatisfy({ $0.length > 0 }) else { return nil }
        return abs(remainder(sides[1].bearing - sides[0].bearing, 360))
    }

    /// The place of a single point, or the direction of a line of two points; nil for other shapes, and without a map.
    func placeText(of shape: AnnotationShape) -> String? {
        guard case .map(let projection) = self else { return nil }
        switch shape {
        case .points(let points) where points.count == 1:
            let place = projection.place(at: points[0])
            return place.text()
        case .lines(let lines) where lines.count == 1 && lines[0].count == 2:
            let line = Geodesic(from: projection.place(at: lines[0][0]), to: projection.place(at: lines[0][1]))
            guard line.length > 0 else { return nil }
            return "bearing \(NumberText.decimal(line.bearing, digits: 1, style: .display))°"
        case .points, .lines, .polygons: return nil
        }
    }
}

extension AnnotationScale {
    /// Creates the scale of an image from its metadata.
    init(of metadata: DocumentMetadata) {
        if let projection = metadata.projection {
            self = .map(projection)
        } else {
            self = metadata.knownMillimetersPerPixel.map { .physical(millimetersPerPixel: $0) } ?? .pixels
        }
    }
}
