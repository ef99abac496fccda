package import LayerTree
internal import PixelKernels
package import TilePyramid

/// The inverse projection from the frame to contents: the position of each pixel's center in the image.
package struct InverseProjection: Sendable {
    /// The pixels of the image that may be read.
    package let source: PixelRect
    /// The position (x, y, w) of the center of pixel (0, 0), and the increments for each column and row.
    private let origin: SIMD3<Double>, perColumn: SIMD3<Double>, perRow: SIMD3<Double>

    /// Creates the inverse projection of contents; nil if they are edge-on.
    package init?(_ contents: RenderContents) {
        guard let inverse = contents.projection.inverse else { return nil }
        source = contents.sourcePixels
        let (column, row, corner) = inverse.rows
        let isAffine = column.z == 0 && row.z == 0
        // Without perspective w is constant and is normalized to 1, so that there is nothing to divide by.
        let scale = isAffine ? 1 / corner.z : 1
        perColumn = column * scale
        perRow = row * scale
        var center = (corner + 0.5 * column + 0.5 * row) * scale
        if isAffine {
            center.z = 1
        }
        origin = center
    }

    /// Whether the projection has no perspective.
    package var isAffine: Bool { perColumn.z == 0 && perRow.z == 0 }

    /// The mapping to nearest pixels.
    func nearest(in plane: PixelBufferView) -> TextureMapping {
        // Rounding to the nearest center is a floor from the left edge. The offset makes positions on the edge between
        // two pixels, or before it by a rounding error, belong to the right one.
        let rounding = 1.0 / 65536
        return mapping(scale: 1, offset: 0.5 - rounding, limit: [Double(plane.width - 1), Double(plane.height - 1)])
    }

    /// The mapping to 256ths between pixel centers of the source, or of a mipmap level.
    func linear(in plane: PixelBufferView, level: Int = 0) -> TextureMapping {
        let fractions = Double(Sampling.fractions)
        let steps = SIMD2(Double(plane.width - 1), Double(plane.height - 1)) * fractions
        return mapping(
            scale: fractions / Double(1 << level), offset: fractions / 2,
            limit: pointwiseMin(steps, SIMD2(repeating: 0x7FFF_0000)))
    }

    /// The mapping to positions that are sharpened.
    func sharp(in plane: PixelBufferView, _ sharpening: Sampling.Sharpening) -> TextureMapping {
        let fractions = Double(sharpening.fractions)
        return mapping(
            scale: fractions, offset: fractions / 2,
            limit: SIMD2(Double(plane.width - 1), Double(plane.height - 1)) * fractions)
    }

    /// Pixels of the frame for each pixel of the image, along each axis of the image; without perspective.
    ///
    /// It is measured across the lines between columns and between rows, which rotation and shearing do not change.
    var magnification: SIMD2<Double> {
        let squares =
            SIMD2(perColumn.x * perColumn.x, perColumn.y * perColumn.y)
            + SIMD2(perRow.x * perRow.x, perRow.y * perRow.y)
        return 1 / squares.squareRoot()
    }

    /// Whether the image is upright or turned by 180°, perhaps mirrored, and each of its pixels is magnified to a whole number of
    /// pixels.
    var isMagnifiedByWholeNumbers: Bool {
        guard isAffine, perColumn.y == 0, perRow.x == 0 else { return false }
        let scale = magnification
        func isWhole(_ scale: Double) -> Bool {
            scale.isFinite && abs(scale - scale.rounded()) <= Self.wholeTolerance * scale
        }
        return isWhole(scale.x) && isWhole(scale.y)
    }

    /// The relative difference up to which a magnification counts as whole: less than a pixel of any screen.
    private static let wholeTolerance = 1e-4

    /// The distances of samples from the center of a pixel, in pixels of the frame, along rows and columns; without perspective.
    ///
    /// They are 0 where an image is hardly minified.
    var sampleDistances: SIMD2<Double> {
        func distance(_ step: SIMD3<Double>) -> Double {
            let length = (step.x * step.x + step.y * step.y).squareRoot()
            guard length * Self.supersampledScale > 1 else { return 0 }
            let distance = (1 - 1 / length) * Self.distancePerScale
            return min(distance, Self.longestDistance, Self.longestReach / length)
        }
        return SIMD2(distance(perColumn), distance(perRow))
    }

    /// The positions of the four samples of a pixel relative to that of its center, in pixels of the image, for a painter that
    /// takes one after another; none where an image is hardly minified, and with perspective.
    package var sampleOffsets: [SIMD2<Double>] {
        let distances = isAffine ? sampleDistances : .zero
        guard distances != .zero else { return [] }
        return [SIMD2(-1.0, -1), SIMD2(1, -1), SIMD2(-1, 1), SIMD2(1, 1)].map { side in
            let move = (side.x * distances.x) * perColumn + (side.y * distances.y) * perRow
            return SIMD2(move.x, move.y)
        }
    }

    /// The scale below which samples are apart, in pixels of the frame for each pixel of the image.
    static let supersampledScale = 0.96
    /// The distance of a sample for what the scale lacks to 1, in pixels of the frame.
    ///
    /// With it, the mean of the samples of photographs is nearest to that of the pixel's area: by 6 dB and more at scales of a half
    /// to three quarters, where one sample is farthest from it.
    static let distancePerScale = 0.7
    /// The greatest distance of a sample: a quarter of a pixel.
    static let longestDistance = 0.25
    /// The greatest distance of a sample in pixels of the image, so that a row of the frame shows a few rows of the image.
    static let longestReach = 2.5

    /// Maps a position p of the source to `scale` · p − `offset`.
    private func mapping(scale: Double, offset: Double, limit: SIMD2<Double>) -> TextureMapping {
        func moved(_ position: SIMD3<Double>) -> SIMD3<Double> {
            [
                (position.x - Double(source.x) * position.z) * scale - offset * position.z,
                (position.y - Double(source.y) * position.z) * scale - offset * position.z, position.z,
            ]
        }
        return TextureMapping(origin: moved(origin), perColumn: moved(perColumn), perRow: moved(perRow), limit: limit)
    }

    /// Returns the level of detail at a pixel, in 256ths of a level.
    ///
    /// It is log₂ of the distance in the image between neighboring pixels.
    ///
    /// The direction with the larger distance counts. The result is 0 if the image is magnified, and `limit` at and beyond the
    /// horizon.
    ///
    /// - Parameters:
    ///   - column: the column of the pixel, possibly fractional.
    ///   - row: its row.
    ///   - limit: the maximum result.
    /// - Returns: a number from 0 to `limit`.
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
        // The logarithm of a square is twice that of its root.
        return square.isFinite ? min(Logarithm.base2(square) / 2, limit) : limit
    }
}
