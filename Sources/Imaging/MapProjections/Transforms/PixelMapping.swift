package import Georeferencing

/// Maps pixels of an output image to pixels of a source image by their positions on the Earth.
///
/// One thread uses a mapping at a time.
package final class PixelMapping {
    private let output: Geotransform
    /// From coordinates of the source's system to its pixels.
    private let toSource: Geotransform
    /// Nil where both images are in the same system.
    private let transform: CoordinateTransform?
    /// The columns once around the Earth, the first of which is `firstColumn`; nil unless the source's columns are longitudes.
    private let around: (columns: Double, firstColumn: Double)?

    /// Creates a mapping.
    ///
    /// - Parameters:
    ///   - output: the position of the output.
    ///   - source: the position of the source.
    ///   - sourceWidth: the columns of a source that may go on beyond the 180th meridian; nil, the default, for none that does.
    /// - Throws: ``GeoreferencingError`` when there is no way between the systems, or the source has no area.
    package convenience init(
        from output: RasterGeoreference, to source: RasterGeoreference, sourceWidth: Int? = nil
    ) throws(GeoreferencingError) {
        try self.init(
            from: output.transform, to: source.transform,
            by: output.crs == source.crs ? nil : CoordinateTransform(from: output.crs, to: source.crs),
            sourceWidth: sourceWidth)
    }

    /// Creates a mapping with an existing transform, which only this mapping may use meanwhile.
    ///
    /// - Parameters:
    ///   - output: the positions of the output's pixels.
    ///   - source: the positions of the source's pixels.
    ///   - transform: the transform from the output's system to the source's; nil if they are the same.
    ///   - sourceWidth: the columns of a source that may go on beyond the 180th meridian; nil, the default, for none that does.
    /// - Throws: ``GeoreferencingError`` when the source has no area.
    package init(
        from output: Geotransform, to source: Geotransform, by transform: CoordinateTransform?, sourceWidth: Int? = nil
    ) throws(GeoreferencingError) {
        guard let inverse = source.inverse else {
            throw GeoreferencingError("the pixels of the image have no area on the map. Correct its georeference.")
        }
        self.output = output
        toSource = inverse
        self.transform = transform
        if let sourceWidth, transform?.yieldsDegrees == true, source.columnY == 0, source.rowX == 0 {
            let columns = abs(360 / source.columnX)
            around = (columns, min(0, (Double(sourceWidth) - columns) / 2))
        } else {
            around = nil
        }
    }

    /// Maps points in place; points without a position in the source's system become NaN.
    package func map(_ x: inout [Double], _ y: inout [Double]) {
        for index in x.indices {
            (x[index], y[index]) = output.coordinate(x: x[index], y: y[index])
        }
        transform?.transform(&x, &y)
        for index in x.indices {
            (x[index], y[index]) = toSource.coordinate(x: x[index], y: y[index])
            if let around {
                x[index] -= ((x[index] - around.firstColumn) / around.columns).rounded(.down) * around.columns
            }
        }
    }
}
