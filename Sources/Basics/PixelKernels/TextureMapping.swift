internal import CPixelKernels

/// A projective map from the centers of a frame's pixels to places in a plane of pixels, and the range of these places.
///
/// The place of the pixel in a column and row is (x/w, y/w) of `origin + row · perRow + column · perColumn`. The order of the
/// calculation is always the same, so a place does not depend on the other pixels of a call.
package struct TextureMapping: Sendable {
    /// The x, y and w of the pixel in column 0 and row 0.
    package let origin: SIMD3<Double>
    /// The terms that each column and each row add.
    package let perColumn: SIMD3<Double>, perRow: SIMD3<Double>
    /// The largest place each way, below 2³¹; the smallest is 0, and places outside are clamped.
    package let limit: SIMD2<Double>

    /// Creates a map from its numbers; without perspective if `w` is 1 everywhere.
    package init(
        origin: SIMD3<Double>, perColumn: SIMD3<Double>, perRow: SIMD3<Double>, limit: SIMD2<Double>
    ) {
        self.origin = origin
        self.perColumn = perColumn
        self.perRow = perRow
        self.limit = limit
    }

    /// Whether `w` is 1 everywhere.
    package var isAffine: Bool { origin.z == 1 && perColumn.z == 0 && perRow.z == 0 }

    /// Whether x depends only on the column and y only on the row.
    package var isAxisAligned: Bool { isAffine && perColumn.y == 0 && perRow.x == 0 }

    /// Calculates the places of a row's pixels, each rounded to the nearest whole number.
    ///
    /// - Parameters:
    ///   - row: the row of the frame.
    ///   - columns: the columns of the frame.
    ///   - xs: room for the horizontal places, one number for each pixel.
    ///   - ys: room for the vertical places, one number for each pixel.
    package func positions(
        row: Int, columns: Range<Int>, xs: UnsafeMutablePointer<Int32>, ys: UnsafeMutablePointer<Int32>
    ) {
        let done = writePositionsFast(row, columns, xs, ys)
        positionsPortable(
            row: row, columns: (columns.lowerBound + done)..<columns.upperBound, xs: xs + done, ys: ys + done)
    }

    /// The same for any processor.
    func positionsPortable(
        row: Int, columns: Range<Int>, xs: UnsafeMutablePointer<Int32>, ys: UnsafeMutablePointer<Int32>
    ) {
        // Called with constants, so that there are two loops, and the one for affine maps does without the division.
        let done =
            isAffine
            ? writePositions(row, columns, xs, ys, isAffine: true)
            : writePositions(row, columns, xs, ys, isAffine: false)
        positionsScalar(
            row: row, columns: (columns.lowerBound + done)..<columns.upperBound, xs: xs + done, ys: ys + done)
    }

    /// The plain twin of ``positions(row:columns:xs:ys:)``.
    func positionsScalar(
        row: Int, columns: Range<Int>, xs: UnsafeMutablePointer<Int32>, ys: UnsafeMutablePointer<Int32>
    ) {
        let start = self.start(ofRow: row)
        for (index, column) in columns.enumerated() {
            let position = Double(column) * perColumn + start
            let weight = isAffine ? 1 : 1 / position.z
            xs[index] = Self.rounded(position.x * weight, limit: limit.x)
            ys[index] = Self.rounded(position.y * weight, limit: limit.y)
        }
    }

    /// Returns the place of one pixel.
    package func position(row: Int, column: Int) -> (x: Int, y: Int) {
        var position: (Int32, Int32) = (0, 0)
        positionsScalar(row: row, columns: column..<(column + 1), xs: &position.0, ys: &position.1)
        return (Int(position.0), Int(position.1))
    }

    /// Returns the vertical place of every pixel of a row, for axis-aligned maps.
    package func axisAlignedPosition(ofRow row: Int) -> Int {
        Int(Self.rounded(start(ofRow: row).y, limit: limit.y))
    }

    private func start(ofRow row: Int) -> SIMD3<Double> { Double(row) * perRow + origin }

    /// Held between 0 and the limit; 0 for what is not a number.
    private static func rounded(_ position: Double, limit: Double) -> Int32 {
        Int32((position >= 0 ? min(position, limit) : 0).rounded(.toNearestOrEven))
    }
}

extension TextureMapping {
    private typealias Lanes = SIMD4<Double>

    /// Four pixels at a time with AVX2, if the processor has it.
    ///
    /// - Returns: the number of places worked out.
    private func writePositionsFast(
        _ row: Int, _ columns: Range<Int>, _ xs: UnsafeMutablePointer<Int32>, _ ys: UnsafeMutablePointer<Int32>
    ) -> Int {
        let start = start(ofRow: row)
        return tk_map_columns(
            tk_vector(x: start.x, y: start.y, z: start.z), tk_vector(x: perColumn.x, y: perColumn.y, z: perColumn.z),
            limit.x, limit.y, isAffine ? 1 : 0, Double(columns.lowerBound), columns.count, xs, ys)
    }

    /// Four pixels at a time.
    ///
    /// - Returns: the number of places worked out.
    @inline(__always)
    private func writePositions(
        _ row: Int, _ columns: Range<Int>, _ xs: UnsafeMutablePointer<Int32>, _ ys: UnsafeMutablePointer<Int32>,
        isAffine: Bool
    ) -> Int {
        let start = start(ofRow: row)
        let end = columns.count & ~3
        var column = Lanes(0, 1, 2, 3) + Double(columns.lowerBound)
        var index = 0
        while index < end {
            let weight = isAffine ? Lanes(repeating: 1) : 1 / (column * perColumn.z + start.z)
            store((column * perColumn.x + start.x) * weight, limit.x, xs + index)
            store((column * perColumn.y + start.y) * weight, limit.y, ys + index)
            column += 4
            index &+= 4
        }
        return end
    }

    /// Rounds by adding 1.5 · 2⁵²: the sum has no fraction, and its lowest bits are the number.
    @inline(__always)
    private func store(_ positions: Lanes, _ limit: Double, _ target: UnsafeMutablePointer<Int32>) {
        let zero = Lanes()
        let positive = zero.replacing(with: positions, where: positions .>= zero)
        let held = positive.replacing(with: limit, where: positive .> limit)
        let bits = unsafeBitCast(held + 6_755_399_441_055_744, to: SIMD4<Int64>.self)
        UnsafeMutableRawPointer(target).storeBytes(of: SIMD4<Int32>(truncatingIfNeeded: bits), as: SIMD4<Int32>.self)
    }
}
