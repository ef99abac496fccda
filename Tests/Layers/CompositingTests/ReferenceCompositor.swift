import Foundation
import LayerTree
import TilePyramid
import VectorDrawing

/// The reference for a frame of one quad over a background: computed pixel by pixel in floating point and rounded only
/// at the end.
struct ReferenceCompositor {
    /// Blue, green, red and alpha from 0 to 255.
    typealias Samples = SIMD4<Double>

    let tree: RenderTree
    private var mips: [ObjectIdentifier: [Plane]] = [:]

    init(_ tree: RenderTree) {
        self.tree = tree
    }

    /// The greatest difference between a sample of a snapshot and the reference.
    ///
    /// If a pixel's center is on the edge between two pixels of the contents, either is accepted.
    mutating func difference(of snapshot: PixelBuffer) -> Double {
        var greatest = 0.0
        for row in 0..<tree.size.height {
            for column in 0..<tree.size.width {
                let drawn = Self.samples(snapshot[column, row])
                let distances = expected(column, row).map { expected in
                    let difference = expected.rounded(.toNearestOrAwayFromZero) - drawn
                    return pointwiseMax(difference, -difference).max()
                }
                greatest = max(greatest, distances.min() ?? 0)
            }
        }
        return greatest
    }

    private mutating func expected(_ column: Int, _ row: Int) -> [Samples] {
        let background = Self.samples(tree.background)
        var results = [background]
        for case .quad(let quad) in tree.items where Self.covers(quad, column, row) {
            let sources: [Samples] =
                switch quad.fill {
                case .color(let color): [Self.samples(color)]
                case .contents(let contents): sampled(contents, column, row)
                case .gradient: preconditionFailure("the reference draws no gradients")
                }
            results = results.flatMap { below in
                sources.map { source in
                    let seen = source * quad.opacity
                    return seen + below * (1 - seen.w / 255)
                }
            }
        }
        return results
    }

    // MARK: Coverage

    static func covers(_ quad: RenderQuad, _ column: Int, _ row: Int) -> Bool {
        let bounds = quad.clip.bounds
        return bounds.columns.contains(column) && bounds.rows.contains(row)
            && ([quad.outline] + quad.clip.outlines).allSatisfy { covers($0, column, row) }
    }

    /// Whether a pixel's center is on the inner side of all edges, or on a left or top edge.
    static func covers(_ outline: PixelPolygon, _ column: Int, _ row: Int) -> Bool {
        let x = column * 256 + 128
        let y = row * 256 + 128
        var corners = outline.corners.map { (x: Int($0.x), y: Int($0.y)) }
        let area = corners.indices.reduce(0) { sum, index in
            let a = corners[index]
            let b = corners[(index + 1) % corners.count]
            return sum + a.x * b.y - b.x * a.y
        }
        if area < 0 {
            corners.reverse()
        }
        return corners.indices.allSatisfy { index in
            let a = corners[index]
            let b = corners[(index + 1) % corners.count]
            // Clockwise with y down: the inner side is on the right of the direction from a to b.
            let side = (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)
            let isLeftOrUpper = b.y < a.y || (b.y == a.y && b.x > a.x)
            return side > 0 || (side == 0 && (isLeftOrUpper || (a.x == b.x && a.y == b.y)))
        }
    }

    // MARK: Contents

    /// An image in floating point.
    private struct Plane {
        var width: Int, height: Int
        var samples: [Samples]

        func at(_ x: Int, _ y: Int) -> Samples {
            samples[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]
        }

        func linear(_ u: Double, _ v: Double) -> Samples {
            let x = min(max(u - 0.5, 0), Double(width - 1))
            let y = min(max(v - 0.5, 0), Double(height - 1))
            let column = Int(x)
            let row = Int(y)
            let right = x - Double(column)
            let down = y - Double(row)
            let upper = at(column, row) * (1 - right) + at(column + 1, row) * right
            return upper * (1 - down) + (at(column, row + 1) * (1 - right) + at(column + 1, row + 1) * right) * down
        }

        /// Catmull and Rom's interpolation; colors are held within alpha.
        func cubic(_ u: Double, _ v: Double) -> Samples {
            let x = min(max(u - 0.5, 0), Double(width - 1))
            let y = min(max(v - 0.5, 0), Double(height - 1))
            func weights(_ t: Double) -> [Double] {
                [
                    (2 * t * t - t * t * t - t) / 2, (3 * t * t * t - 5 * t * t + 2) / 2,
                    (4 * t * t - 3 * t * t * t + t) / 2, (t * t * t - t * t) / 2,
                ]
            }
            let across = weights(x - x.rounded(.down))
            let down = weights(y - y.rounded(.down))
            var sum = Samples()
            for row in 0..<4 {
                for column in 0..<4 {
                    sum += at(Int(x) + column - 1, Int(y) + row - 1) * (across[column] * down[row])
                }
            }
            let held = sum.clamped(lowerBound: Samples(), upperBound: Samples(repeating: 255))
            return pointwiseMin(held, Samples(repeating: held.w))
        }

        var halved: Plane {
            var half = Plane(width: (width + 1) / 2, height: (height + 1) / 2, samples: [])
            for y in 0..<half.height {
                for x in 0..<half.width {
                    let upper = at(2 * x, 2 * y) + at(2 * x + 1, 2 * y)
                    half.samples.append((upper + at(2 * x, 2 * y + 1) + at(2 * x + 1, 2 * y + 1)) / 4)
                }
            }
            return half
        }
    }

    private mutating func sampled(_ contents: RenderContents, _ column: Int, _ row: Int) -> [Samples] {
        guard let inverse = contents.projection.inverse else { return [] }
        func sourcePoint(_ x: Double, _ y: Double) -> Point? { inverse.project(Point(x: x, y: y)) }
        let x = Double(column) + 0.5
        let y = Double(row) + 0.5
        guard let center = sourcePoint(x, y) else { return [] }
        let planes = planes(of: contents)
        let origin = Point(x: contents.source.minX.rounded(.down), y: contents.source.minY.rounded(.down))
        let u = center.x - origin.x
        let v = center.y - origin.y
        switch contents.filter {
        case .nearest:
            return [-1e-4, 1e-4].flatMap { right in
                [-1e-4, 1e-4].map { down in
                    planes[0].at(Int((u + right).rounded(.down)), Int((v + down).rounded(.down)))
                }
            }
        case .linear:
            return [planes[0].linear(u, v)]
        case .supersampled:
            guard contents.projection.isAffine else { return [planes[0].linear(u, v)] }
            return [supersampled(planes[0], u, v, inverse)]
        case .sharp:
            guard contents.projection.isAffine else { return [planes[0].linear(u, v)] }
            return sharp(planes[0], u, v, inverse)
        case .cubic:
            return [planes[0].cubic(u, v)]
        case .trilinear:
            // With perspective the level is chosen for 16 pixels of a row at a time.
            let middle = contents.projection.isAffine ? x : Double(column & ~15) + 8
            let level = min(Self.level(inverse, middle, y), Double(planes.count - 1))
            let fine = Int(level)
            let weight = level - level.rounded(.down)
            func sample(_ level: Int) -> Samples {
                let scale = Double(1 << level)
                return planes[min(level, planes.count - 1)].linear(u / scale, v / scale)
            }
            return [sample(fine) * (1 - weight) + sample(fine + 1) * weight]
        }
    }

    /// The mean of four samples; see ``InverseProjection/sampleDistances``.
    private func supersampled(_ plane: Plane, _ u: Double, _ v: Double, _ inverse: Projection) -> Samples {
        func step(_ row: SIMD3<Double>) -> SIMD2<Double> {
            let step = SIMD2(row.x, row.y)
            let length = hypot(row.x, row.y)
            guard 1 / length < 0.96 else { return .zero }
            return step * min((1 - 1 / length) * 0.7, 0.25, 2.5 / length)
        }
        let right = step(inverse.rows.0)
        let down = step(inverse.rows.1)
        return [right + down, right - down, down - right, -right - down].reduce(Samples()) { sum, move in
            sum + plane.linear(u + move.x, v + move.y) / 4
        }
    }

    /// Samples at places that are drawn to the nearest pixel; if pixels are magnified by whole numbers, the nearest pixels.
    private func sharp(_ plane: Plane, _ u: Double, _ v: Double, _ inverse: Projection) -> [Samples] {
        let x = inverse.rows.0
        let y = inverse.rows.1
        let scale = (1 / hypot(x.x, y.x), 1 / hypot(x.y, y.y))
        func isWhole(_ scale: Double) -> Bool { abs(scale - scale.rounded()) <= 1e-4 * scale }
        if x.y == 0, y.x == 0, isWhole(scale.0), isWhole(scale.1) {
            return [-1e-4, 1e-4].flatMap { right in
                [-1e-4, 1e-4].map { down in
                    plane.at(Int((u + right).rounded(.down)), Int((v + down).rounded(.down)))
                }
            }
        }
        func drawn(_ place: Double, _ scale: Double, _ length: Int) -> Double {
            let held = min(max(place - 0.5, 0), Double(length - 1))
            let whole = held.rounded(.down)
            return whole + min(max((held - whole - 0.5) * max(1, scale) + 0.5, 0), 1) + 0.5
        }
        return [plane.linear(drawn(u, scale.0, plane.width), drawn(v, scale.1, plane.height))]
    }

    /// The level of detail: log₂ of the distance in the contents between neighboring pixels, horizontally or
    /// vertically.
    private static func level(_ inverse: Projection, _ x: Double, _ y: Double) -> Double {
        func distance(_ dx: Double, _ dy: Double) -> Double {
            let step = 1e-4
            guard let before = inverse.project(Point(x: x - dx * step, y: y - dy * step)),
                let after = inverse.project(Point(x: x + dx * step, y: y + dy * step))
            else { return 1e9 }
            return hypot(after.x - before.x, after.y - before.y) / (2 * step)
        }
        return max(0, log2(max(distance(1, 0), distance(0, 1))))
    }

    private mutating func planes(of contents: RenderContents) -> [Plane] {
        if let planes = mips[ObjectIdentifier(contents.buffer)] { return planes }
        let source = contents.source
        let columns = Int(source.minX.rounded(.down))..<Int(source.maxX.rounded(.up))
        let rows = Int(source.minY.rounded(.down))..<Int(source.maxY.rounded(.up))
        var planes = [
            Plane(
                width: columns.count, height: rows.count,
                samples: rows.flatMap { row in columns.map { Self.samples(contents.buffer[$0, row]) } })
        ]
        while let last = planes.last, last.width * last.height > 1 {
            planes.append(last.halved)
        }
        mips[ObjectIdentifier(contents.buffer)] = planes
        return planes
    }

    private static func samples(_ pixel: UInt32) -> Samples {
        Samples(Double(pixel & 255), Double(pixel >> 8 & 255), Double(pixel >> 16 & 255), Double(pixel >> 24))
    }

    private static func samples(_ color: Color) -> Samples {
        Samples(color.blue, color.green, color.red, 1) * color.alpha * 255
    }
}
