internal import PixelKernels
internal import TilePyramid

/// The coverage of pixels by the paths that a context is clipped to.
final class ClipMask: Sendable {
    private let bounds: PixelRect
    /// The coverage of each pixel in 255ths, row by row.
    private let coverage: [UInt8]

    /// Creates the mask of a path within the clip so far.
    ///
    /// - Parameters:
    ///   - path: the coverage of the path.
    ///   - bounds: the pixels, which lie within those of `outer`.
    ///   - outer: the mask so far; coverages are multiplied.
    init(_ path: PathCoverage, in bounds: PixelRect, within outer: ClipMask?) {
        var coverage = path.mask(of: bounds)
        if let outer {
            let width = bounds.size.width
            coverage.withUnsafeMutableBufferPointer { memory in
                guard var line = memory.baseAddress else { return }
                for row in bounds.rows {
                    outer.withRow(row, from: bounds.x) {
                        CoverageRows.multiply(line, $0, count: width, into: line)
                    }
                    line += width
                }
            }
        }
        self.bounds = bounds
        self.coverage = coverage
    }

    /// Whether all pixels are covered as a whole, so that the rectangle alone is the clip.
    var isWhole: Bool { coverage.allSatisfy { $0 == 255 } }

    /// Whether no pixel is covered.
    var isEmpty: Bool { coverage.allSatisfy { $0 == 0 } }

    /// Calls `body` with the coverage of a row from a column on, both within the bounds.
    func withRow(_ row: Int, from column: Int, _ body: (UnsafePointer<UInt8>) -> Void) {
        coverage.withUnsafeBufferPointer { memory in
            guard let base = memory.baseAddress else { return }
            body(base + ((row - bounds.y) * bounds.size.width + column - bounds.x))
        }
    }
}
