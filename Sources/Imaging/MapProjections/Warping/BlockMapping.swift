package import TilePyramid

/// The source pixels of a block of output pixels: exact at the nodes of a grid, interpolated in between.
package struct BlockMapping: Sendable {
    /// The side of a block in output pixels; blocks begin at multiples of it, so that pixels depend on nothing else.
    package static let side = 64
    /// The largest error of the interpolation, in source pixels.
    package static let errorLimit = 0.125

    /// The output pixels.
    package let rect: PixelRect
    /// The number of output pixels from one node to the next; 1 if every pixel is exact.
    package let step: Int
    private let nodesPerRow: Int
    private let x, y: [Double]

    /// Maps a block; nil if the block shows nothing of the source.
    ///
    /// The distance of the nodes is halved until the interpolation at twice the distance has an error of at most
    /// ``errorLimit``, so that the remaining error is about a quarter of it.
    ///
    /// - Parameters:
    ///   - rect: the output pixels, at most ``side`` each way.
    ///   - source: the size of the source.
    ///   - mapping: the mapping from output pixels to source pixels.
    package init?(_ rect: PixelRect, source: PixelSize, mapping: PixelMapping) {
        var step = Self.side / 2
        var nodes = Nodes(rect, step: step, mapping)
        while step > 1, nodes.interpolationError > Self.errorLimit {
            if nodes.areBeyond(source) { return nil }
            step /= 2
            nodes = Nodes(rect, step: step, mapping)
        }
        if nodes.areBeyond(source) { return nil }
        self.rect = rect
        self.step = step
        nodesPerRow = nodes.columns
        x = nodes.x
        y = nodes.y
    }

    /// Returns the source position of the center of an output pixel, counted from the block's corner; NaN if there is none.
    @inline(__always)
    package func source(column: Int, row: Int) -> (x: Double, y: Double) {
        let nodeColumn = column / step
        let nodeRow = row / step
        let index = nodeRow * nodesPerRow + nodeColumn
        guard step > 1 else { return (x[index], y[index]) }
        let right = Double(column - nodeColumn * step) / Double(step)
        let down = Double(row - nodeRow * step) / Double(step)
        func interpolated(_ values: [Double]) -> Double {
            let upper = values[index] + (values[index + 1] - values[index]) * right
            let below = index + nodesPerRow
            let lower = values[below] + (values[below + 1] - values[below]) * right
            return upper + (lower - upper) * down
        }
        return (interpolated(x), interpolated(y))
    }

    /// Calls a function with the position of each pixel of a part of a row, from left to right, as ``source(column:row:)``
    /// returns it.
    ///
    /// - Parameters:
    ///   - columns: the pixels, counted from the block's corner.
    ///   - row: the row, counted from the block's corner.
    ///   - body: receives the position; NaN where there is none.
    @inline(__always)
    package func forEachSource(columns: Range<Int>, row: Int, _ body: (_ x: Double, _ y: Double) -> Void) {
        guard step > 1 else {
            for column in columns {
                let position = source(column: column, row: row)
                body(position.x, position.y)
            }
            return
        }
        let nodeRow = row / step
        let down = Double(row - nodeRow * step) / Double(step)
        // A power of two: exact.
        let stepInverse = 1 / Double(step)
        var column = columns.lowerBound
        while column < columns.upperBound {
            let nodeColumn = column / step
            let first = nodeColumn * step
            let upper = nodeRow * nodesPerRow + nodeColumn, lower = upper + nodesPerRow
            let start = SIMD4(x[upper], y[upper], x[lower], y[lower])
            let change = SIMD4(x[upper + 1], y[upper + 1], x[lower + 1], y[lower + 1]) - start
            let end = min(columns.upperBound, first + step)
            while column < end {
                let ends = start + change * (Double(column &- first) * stepInverse)
                let position = ends.lowHalf + (ends.highHalf - ends.lowHalf) * down
                body(position.x, position.y)
                column &+= 1
            }
        }
    }

    /// The number of source pixels under one output pixel, horizontally and vertically: the mean over the block.
    package var scale: (x: Double, y: Double) {
        var sumX = 0.0
        var sumY = 0.0
        var count = 0
        for row in 0..<max(0, x.count / nodesPerRow - 1) {
            for column in 0..<nodesPerRow - 1 {
                let node = row * nodesPerRow + column
                let right = node + 1
                let below = node + nodesPerRow
                let across = ((x[right] - x[node]) / Double(step), (x[below] - x[node]) / Double(step))
                let down = ((y[right] - y[node]) / Double(step), (y[below] - y[node]) / Double(step))
                let scales = (
                    (across.0 * across.0 + across.1 * across.1).squareRoot(),
                    (down.0 * down.0 + down.1 * down.1).squareRoot()
                )
                guard scales.0.isFinite, scales.1.isFinite else { continue }
                sumX = sumX + scales.0
                sumY = sumY + scales.1
                count = count + 1
            }
        }
        return count == 0 ? (1, 1) : (sumX / Double(count), sumY / Double(count))
    }

    /// Finds the source pixels that a filter needs for some pixels of the block.
    ///
    /// - Parameters:
    ///   - part: output pixels that lie in the block.
    ///   - radius: the radius of the filter, in source pixels.
    ///   - source: the size of the source.
    /// - Returns: the pixels, clamped to the source; nil if there are none.
    package func sourceRect(of part: PixelRect, radius: (x: Double, y: Double), source: PixelSize) -> PixelRect? {
        var left = Double.infinity
        var right = -Double.infinity
        var top = Double.infinity
        var bottom = -Double.infinity
        let sampledColumns = extremes(part.columns.lowerBound - rect.x..<part.columns.upperBound - rect.x)
        for row in extremes(part.rows.lowerBound - rect.y..<part.rows.upperBound - rect.y) {
            for column in sampledColumns {
                let position = self.source(column: column, row: row)
                guard position.x.isFinite, position.y.isFinite else { continue }
                left = min(left, position.x)
                right = max(right, position.x)
                top = min(top, position.y)
                bottom = max(bottom, position.y)
            }
        }
        guard let columns = Self.range(left, right, radius.x, source.width),
            let rows = Self.range(top, bottom, radius.y, source.height)
        else { return nil }
        return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    /// Whether all pixels of a part of the block have positions in the source, at a distance from its edges.
    ///
    /// - Parameters:
    ///   - part: output pixels that lie in the block.
    ///   - source: the size of the source.
    ///   - margin: the distance, in source pixels.
    /// - Returns: whether they have.
    func isInside(_ part: PixelRect, source: PixelSize, margin: (x: Double, y: Double)) -> Bool {
        let sampledColumns = extremes(part.columns.lowerBound - rect.x..<part.columns.upperBound - rect.x)
        let width = Double(source.width) - margin.x
        let height = Double(source.height) - margin.y
        return extremes(part.rows.lowerBound - rect.y..<part.rows.upperBound - rect.y).allSatisfy { row in
            sampledColumns.allSatisfy { column in
                let position = self.source(column: column, row: row)
                return position.x >= margin.x && position.x < width && position.y >= margin.y && position.y < height
            }
        }
    }

    /// The first and the last of some columns or rows, and those next to nodes: interpolated positions have their extremes there.
    private func extremes(_ range: Range<Int>) -> [Int] {
        range.filter { index in
            index == range.lowerBound || index == range.upperBound - 1 || index % step == 0 || index % step == step - 1
        }
    }

    private static func range(_ least: Double, _ greatest: Double, _ radius: Double, _ length: Int) -> Range<Int>? {
        guard least <= greatest else { return nil }
        // A pixel more covers rounding.
        let first = max(0, (least - radius - 1).rounded(.down))
        let end = min(Double(length), (greatest + radius + 1).rounded(.up))
        guard first < end else { return nil }
        // Checked: both lie within the source.
        return Int(first)..<Int(end)
    }
}

/// Exact positions at the nodes of a grid over a block.
private struct Nodes {
    let columns, rows: Int
    var x, y: [Double]

    init(_ rect: PixelRect, step: Int, _ mapping: PixelMapping) {
        // At least two nodes each way, the last after the last pixel; an odd number where errors are measured.
        func count(_ length: Int) -> Int { max(3, (length - 1) / step + 2) | 1 }
        columns = count(rect.size.width)
        rows = count(rect.size.height)
        x = []
        y = []
        x.reserveCapacity(columns * rows)
        y.reserveCapacity(columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                x.append(Double(rect.x + column * step) + 0.5)
                y.append(Double(rect.y + row * step) + 0.5)
            }
        }
        mapping.map(&x, &y)
    }

    /// The largest error at odd nodes when they are interpolated from the even ones; infinite if only some have a position.
    var interpolationError: Double {
        guard x.contains(where: \.isFinite) else { return 0 }
        var largest = 0.0
        for row in 0..<rows {
            for column in 0..<columns where !(row.isMultiple(of: 2) && column.isMultiple(of: 2)) {
                let left = column & ~1
                let upper = row & ~1
                let right = min(columns - 1, (column + 1) & ~1)
                let lower = min(rows - 1, (row + 1) & ~1)
                func error(_ values: [Double]) -> Double {
                    let mean =
                        (values[upper * columns + left] + values[upper * columns + right]
                            + values[lower * columns + left] + values[lower * columns + right]) / 4
                    return abs(values[row * columns + column] - mean)
                }
                let errorX = error(x)
                let errorY = error(y)
                guard errorX.isFinite, errorY.isFinite else { return .infinity }
                largest = max(largest, errorX, errorY)
            }
        }
        return largest
    }

    /// True when all nodes lie so far beyond one side of the source that nothing between them can lie in it.
    func areBeyond(_ source: PixelSize) -> Bool {
        func isBeyond(_ values: [Double], _ length: Int) -> Bool {
            let finite = values.filter(\.isFinite)
            guard let least = finite.min(), let greatest = finite.max(), finite.count == values.count else {
                return finite.isEmpty
            }
            let margin = greatest - least + 2
            return greatest < -margin || least > Double(length) + margin
        }
        return isBeyond(x, source.width) || isBeyond(y, source.height)
    }
}
