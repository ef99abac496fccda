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
    package init(from output: RasterGeoreference, to source: RasterGeoreference) throws(GeoreferencingError) {
        guard let inverse = source.transform.inverse else {
            throw GeoreferencingError("the pixels of the image have no area on the map. Correct its georeference.")
        }
        self.output = output.transform
        toSource = inverse
        transform = output.crs == source.crs ? nil : try CoordinateTransform(from: output.crs, to: source.crs)
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
