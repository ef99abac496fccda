internal import Georeferencing
internal import ImageMetadata
internal import Numbers

extension PlaceSource {
    /// Creates a source from the tags of a GeoTIFF.
    ///
    /// - Parameters:
    ///   - directory: the page's directory.
    ///   - origin: the name of the tags for people.
    ///   - name: the file's name in errors.
    init(geoTIFF directory: TIFFDirectory, origin: String, name: String) {
        let keys = GeoKeys(directory)
        self.init(
            origin: origin,
            transform: {
                guard let transform = try Geotransform.geoTIFF(directory, name: name) else { return nil }
                // Coordinates are those of pixel centers, so the image starts half a pixel earlier.
                return keys.pixelIsPoint ? transform.beginning(atX: -0.5, y: -0.5) : transform
            },
            crs: {
                do throws(GeoKeys.Fault) {
                    return try keys.crs()
                } catch {
                    throw CodecError.unreadStatement(
                        .place, file: name,
                        "its coordinate system is not read: \(error.reason). "
                            + "Name it, such as EPSG:25832.")
                }
            })
        warnings = [keys.warning].compactMap(\.self)
        let scale = directory.values(.modelPixelScale)
        if scale.count >= 2, scale[1] < 0 {
            warnings.append("its ModelPixelScaleTag has a negative height, which is read as a positive one.")
        }
    }
}

extension Geotransform {
    /// Reads the georeferencing tags of a GeoTIFF; nil when there are none.
    ///
    /// - Throws: ``CodecError`` when control points do not lie on a plane.
    fileprivate static func geoTIFF(_ directory: TIFFDirectory, name: String) throws -> Geotransform? {
        let scale = directory.values(.modelPixelScale)
        let tiepoint = directory.values(.modelTiepoint)
        let matrix = directory.values(.modelTransformation)
        if scale.count >= 2, tiepoint.count >= 6, scale[0] != 0, scale[1] != 0 {
            // A negative height would put the south at the top. Files that have one do not mean that, and GDAL ignores the sign.
            let height = abs(scale[1])
            return Geotransform(
                origin: (tiepoint[3] - tiepoint[0] * scale[0], tiepoint[4] + tiepoint[1] * height),
                column: (scale[0], 0), row: (0, -height))
        }
        if matrix.count >= 8 {
            return Geotransform(
                origin: (matrix[3], matrix[7]), column: (matrix[0], matrix[4]), row: (matrix[1], matrix[5]))
        }
        let count = (directory.length(of: .modelTiepoint) ?? 0) / 6
        guard count > 0 else { return nil }
        let points = ControlPoints(
            stride(from: 0, to: tiepoint.count - 5, by: 6).map {
                .init(column: tiepoint[$0], row: tiepoint[$0 + 1], x: tiepoint[$0 + 3], y: tiepoint[$0 + 4])
            })
        return try points.transform(count: count, name: name)
    }
}

extension ControlPoints {
    /// The largest error in pixels with which an affine mapping stands for control points.
    private static let largestError = 0.5

    /// The affine mapping of all points.
    ///
    /// - Parameters:
    ///   - count: the number of points that the file has.
    ///   - name: the file's name in errors.
    /// - Returns: the mapping.
    /// - Throws: ``CodecError`` when a point is more than half a pixel from it.
    func transform(count: Int, name: String) throws(CodecError) -> Geotransform {
        let fit = affineFit
        if let fit, fit.largestError <= Self.largestError, count == points.count { return fit.transform }
        let reason =
            if let fit, count == points.count {
                "and the map that fits them best is off by up to \(NumberText.decimal(fit.largestError, digits: 1)) pixels"
            } else {
                "which are too few, too many, or on one line"
            }
        throw CodecError.unreadStatement(
            .place, file: name,
            "it is georeferenced by \(NumberText.count(count, "control point")), \(reason). "
                + "Warp it first: gdalwarp -t_srs EPSG:3857 in.tif out.tif.")
    }
}
