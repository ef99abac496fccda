package import Georeferencing

/// Maps pixels of an output image to those of a source image by their positions on the Earth.
///
/// It is used by one thread at a time.
package final class PixelMapping {
    private let output: Geotransform
    /// From coordinates of the source's system to its pixels.
    private let toSource: Geotransform
    /// Nil where both images are in the same system.
    private let transform: CoordinateTransform?

    /// Creates a mapping.
    ///
    /// - Throws: ``GeoreferencingError`` when there is no way between the systems, or the source has no area.
    package convenience init(from output: RasterGeoreference, to source: RasterGeoreference) throws(GeoreferencingError)
    {
        try self.init(
            from: output.transform, to: source.transform,
            by: output.crs == source.crs ? nil : CoordinateTransform(from: output.crs, to: source.crs))
    }

    /// Creates a mapping with a transform that exists, which is used by this mapping alone meanwhile.
    ///
    /// - Parameters:
    ///   - output: the positions of the output's pixels.
    ///   - source: the positions of the source's pixels.
    ///   - transform: leads from the output's system to the source's; nil if they are the same.
    /// - Throws: ``GeoreferencingError`` when the source has no area.
    package init(
        from output: Geotransform, to source: Geotransform, by transform: CoordinateTransform?
    ) throws(GeoreferencingError) {
        guard let inverse = source.inverse else {
            throw GeoreferencingError("the pixels of the image have no area on the map. Correct its georeference.")
        }
        (self.output, toSource, self.transform) = (output, inverse, transform)
    }

    /// Maps points in place; those that have no position in the source's system become NaN.
    package func map(_ x: inout [Double], _ y: inout [Double]) {
        for index in x.indices {
            (x[index], y[index]) = output.coordinate(x: x[index], y: y[index])
        }
        transform?.transform(&x, &y)
        for index in x.indices {
            (x[index], y[index]) = toSource.coordinate(x: x[index], y: y[index])
        }
    }
}
