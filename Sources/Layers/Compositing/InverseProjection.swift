package import LayerTree
internal import PixelKernels
package import TilePyramid

/// How a picture is seen in the frame, from the frame's side: where the center of each pixel lies in the picture.
package struct InverseProjection: Sendable {
    /// The pixels that may be read.
    package let source: PixelRect
    /// Where the center of the pixel in column 0 and row 0 lies, as (x, y, w), and what each column and row adds.
    private let origin: SIMD3<Double>, perColumn: SIMD3<Double>, perRow: SIMD3<Double>

    /// The way back from the frame to contents; nil when they are seen from the edge.
    package init?(_ contents: RenderContents) {
        guard let inverse = contents.projection.inverse else { return nil }
        source = contents.sourcePixels
        let (column, row, corner) = inverse.rows
        let isAffine = column.z == 0 && row.z == 0
        // Without perspective the common weight is left out, so that there is nothing to divide by.
        let scale = isAffine ? 1 / corner.z : 1
        perColumn = column * scale
        perRow = row * scale
        var center = (corner + 0.5 * column + 0.5 * row) * scale
        if isAffine {
            center.z = 1
        }
        origin = center
    }

    /// Whether lines that are parallel in the picture are so in the frame.
    package var isAffine: Bool { perColumn.z == 0 && perRow.z == 0 }

    /// The way to the pixel that is nearest.
    func nearest(in plane: PixelBufferView) -> TextureMapping {
        // Rounding to the nearest center is rounding down from the left edge; what lies on the edge of two pixels, or
        // before it by rounding, belongs to the right one.
        let rounding = 1.0 / 65536
        return mapping(scale: 1, offset: 0.5 - rounding, limit: [Double(plane.width - 1), Double(plane.height - 1)])
    }

    /// The way to places between the pixels of the source, or of one that is halved `level` times.
    func linear(in plane: PixelBufferView, level: Int = 0) -> TextureMapping {
        let fractions = Double(Sampling.fractions)
        let steps = SIMD2(Double(plane.width - 1), Double(plane.height - 1)) * fractions
        return mapping(
            scale: fractions / Double(1 << level), offset: fractions / 2,
            limit: pointwiseMin(steps, SIMD2(repeating: 0x7FFF_0000)))
    }

    /// Places in the source become `scale` · place − `offset`.
    private func mapping(scale: Double, offset: Double, limit: SIMD2<Double>) -> TextureMapping {
        func moved(_ position: SIMD3<Double>) -> SIMD3<Double> {
            [
                (position.x - Double(source.x) * position.z) * scale - offset * position.z,
                (position.y - Double(source.y) * position.z) * scale - offset * position.z, position.z,
            ]
        }
        return TextureMapping(
            origin: moved(origin), perColumn: moved(perColumn), perRow: moved(perRow), limit: limit)
    }
}

extension InverseProjection {
    /// How often the picture is to be halved for pixels of it to be as far apart as those of the frame, in 256ths.
    ///
    /// It goes by the direction in which they are further apart. 0 where the picture is enlarged, and `limit` at most:
    /// also at the horizon, where nothing can be said.
    ///
    /// - Parameters:
    ///   - column: the column of a pixel, or between two.
    ///   - row: its row.
    ///   - limit: the greatest answer.
    /// - Returns: from 0 to `limit`.
    package func levelOfDetail(column: Double, row: Double, limit: Int) -> Int {
        let position = origin + column * perColumn + row * perRow
        guard position.z > 0 else { return limit }
        // The derivative of x/w is (x′ − x/w · w′) / w.
        let point = position / position.z
        let alongRow = (perColumn - point * perColumn.z) / position.z
        let alongColumn = (perRow - point * perRow.z) / position.z
        let square = max(
            alongRow.x * alongRow.x + alongRow.y * alongRow.y,
            alongColumn.x * alongColumn.x + alongColumn.y * alongColumn.y)
        guard square > 1 else { return 0 }
        // Of a square the logarithm is twice as large.
        return square.isFinite ? min(Logarithm.base2(square) / 2, limit) : limit
    }
}
