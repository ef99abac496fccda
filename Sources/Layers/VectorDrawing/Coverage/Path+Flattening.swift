extension Path {
    /// Flattens the subpaths into polygons in the path's coordinates, finely enough for a mapping that is not affine.
    ///
    /// The images of the lines are within `tolerance` of the images of the curves. For a projective mapping, lines are mapped
    /// to lines. The caller clips the polygons to points with an image, maps their points, and passes them to
    /// ``PathCoverage/init(polygons:rule:visible:)``.
    ///
    /// - Parameters:
    ///   - tolerance: the maximum error of lines, in pixels.
    ///   - mapping: from the path's coordinates to pixels; nil for points without an image.
    /// - Returns: a closed polygon for each subpath.
    /// - Complexity: O(elements + lines), at most 1,024 lines for a curve.
    package func polygons(
        within tolerance: Double = PathCoverage.tolerance, mapping: (Point) -> Point?
    ) -> [[Point]] {
        var result: [[Point]] = []
        forEachElement { element, start, _ in
            switch element {
            case .move(let point): result.append([point])
            case .line(let end): result[result.count - 1].append(end)
            case .curve(let end, let first, let second):
                let curve = CubicCurve(start: start, first: first, second: second, end: end)
                curve.addPoints(to: &result[result.count - 1], within: tolerance, mapping: mapping)
            case .close: break
            }
        }
        return result
    }
}

extension CubicCurve {
    /// Adds the points of lines along the curve, without its start.
    fileprivate func addPoints(
        to points: inout [Point], within tolerance: Double, mapping: (Point) -> Point?, halvings: Int = 10
    ) {
        // A flat S crosses its chord in the middle, so the quarters are measured as well.
        let isFlat = [0.25, 0.5, 0.75].allSatisfy { t in
            guard let a = mapping(start), let b = mapping(end), let middle = mapping(point(at: t)) else { return false }
            return middle.distance(fromLine: a, b) <= tolerance
        }
        guard !isFlat, halvings > 0 else {
            points.append(end)
            return
        }
        let halves = split(at: 0.5)
        halves.0.addPoints(to: &points, within: tolerance, mapping: mapping, halvings: halvings - 1)
        halves.1.addPoints(to: &points, within: tolerance, mapping: mapping, halvings: halvings - 1)
    }
}

extension Point {
    /// The distance from a line segment.
    fileprivate func distance(fromLine a: Point, _ b: Point) -> Double {
        let line = b - a
        let vector = self - a
        let square = line.dot(line)
        let fraction = square > 0 ? min(max(vector.dot(line) / square, 0), 1) : 0
        return (vector - line.scaled(by: fraction)).length
    }
}
