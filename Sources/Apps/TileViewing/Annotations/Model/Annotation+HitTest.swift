internal import Controls
internal import Glibc
internal import LayerTree
internal import VectorDrawing

extension AnnotationList {
    /// The topmost annotation within a distance of a point, or around it.
    ///
    /// Outlines and points come first; where there are none, the smallest of the polygons around the point is hit.
    ///
    /// - Complexity: O(annotations, and vertices of those whose bounds are close).
    func hit(at point: Point, within distance: Double) -> Int? {
        var surrounding: (id: Int, area: Double)?
        for entry in entries.reversed() where entry.bounds.isClose(to: point, within: distance) {
            let annotation = entry.annotation
            if annotation.shape.outlineDistance(to: point) <= distance { return entry.id }
            let area = entry.bounds.size.width * entry.bounds.size.height
            if annotation.shape.contains(point), surrounding.map({ area < $0.area }) ?? true {
                surrounding = (entry.id, area)
            }
        }
        return surrounding?.id
    }
}

extension AnnotationShape {
    /// The index of the vertex that is closest to a point, if it lies within a distance.
    func vertex(at point: Point, within distance: Double) -> Int? {
        vertices.enumerated()
            .map { (index: $0.offset, distance: hypot($0.element.x - point.x, $0.element.y - point.y)) }
            .filter { $0.distance <= distance }
            .min { $0.distance < $1.distance }?.index
    }

    /// The distance of a point from the points, the lines or the outlines; infinite without any.
    func outlineDistance(to point: Point) -> Double {
        if case .points(let points) = self {
            return points.reduce(.infinity) { min($0, hypot($1.x - point.x, $1.y - point.y)) }
        }
        return paths.reduce(.infinity) { nearest, path in
            let ends = isClosed ? path.dropFirst() + path.prefix(1) : path.dropFirst()
            return zip(path, ends).reduce(nearest) { min($0, point.distance(toSegmentFrom: $1.0, to: $1.1)) }
        }
    }

    /// Whether a point lies inside the polygons, and in none of their holes.
    func contains(_ point: Point) -> Bool {
        guard case .polygons(let polygons) = self else { return false }
        return polygons.contains { rings in
            // By the even-odd rule: a ray to the right crosses the outline an odd number of times.
            let crossings = rings.reduce(0) { count, ring in
                zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(count) { count, side in
                    let (first, second) = side
                    guard (first.y > point.y) != (second.y > point.y) else { return count }
                    let x = first.x + (point.y - first.y) / (second.y - first.y) * (second.x - first.x)
                    return x > point.x ? count + 1 : count
                }
            }
            return !crossings.isMultiple(of: 2)
        }
    }
}

extension Point {
    /// The distance from the nearest point of a segment.
    func distance(toSegmentFrom start: Point, to end: Point) -> Double {
        let along = end - start
        let toSelf = self - start
        let squared = along.x * along.x + along.y * along.y
        let fraction = squared > 0 ? min(max((toSelf.x * along.x + toSelf.y * along.y) / squared, 0), 1) : 0
        return hypot(toSelf.x - fraction * along.x, toSelf.y - fraction * along.y)
    }
}

extension Rect {
    /// Whether a point is inside, or outside by no more than a distance along each axis.
    func isClose(to point: Point, within distance: Double) -> Bool {
        point.x >= minX - distance && point.x <= maxX + distance && point.y >= minY - distance
            && point.y <= maxY + distance
    }
}
