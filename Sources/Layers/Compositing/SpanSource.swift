internal import PixelKernels

/// What a quad is filled with, as pixels, row by row.
protocol SpanSource {
    /// The pixels for some columns of a row of the picture.
    ///
    /// - Parameters:
    ///   - row: the row; each is asked for once, from the top down.
    ///   - columns: the columns.
    ///   - scratch: memory for them.
    /// - Returns: where they are: in `scratch`, or wherever they lie already.
    mutating func pixels(
        row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt32>
    ) -> UnsafePointer<UInt32>
}

/// Pixels as they are: the texture lies pixel on pixel.
struct CopiedSpans: SpanSource {
    let texture: Texture
    /// The column and row of the texture's first pixel in the picture.
    let column: Int, row: Int

    func pixels(
        row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt32>
    ) -> UnsafePointer<UInt32> {
        texture.plane.row(row - self.row) + (columns.lowerBound - column)
    }
}

/// The nearest pixels, however the texture is turned.
struct NearestSpans: SpanSource {
    let source: SampledTexture

    func pixels(
        row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt32>
    ) -> UnsafePointer<UInt32> {
        Sampling.nearest(source.texture.plane, mapping: source.mapping, row: row, columns: columns, into: scratch)
        return UnsafePointer(scratch)
    }
}

/// Weighted means, however the texture is turned.
struct LinearSpans: SpanSource {
    let source: SampledTexture

    func pixels(
        row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt32>
    ) -> UnsafePointer<UInt32> {
        Sampling.linear(source.texture.plane, mapping: source.mapping, row: row, columns: columns, into: scratch)
        return UnsafePointer(scratch)
    }
}
