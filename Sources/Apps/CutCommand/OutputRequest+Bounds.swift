internal import Georeferencing
internal import ImageCodecs
internal import TileCutting

extension OutputRequest {
    /// Returns the bounds that a pyramid with the image's own pixels stores, or a warning if they are unknown.
    func boundsToStore(of path: String, page: Int) throws -> (bounds: GeoBounds?, warning: String?) {
        do {
            return (try bounds(of: path, page: page), nil)
        } catch let error as CodecError where error.code == .unsupported {
            return (nil, "the new pyramid is not georeferenced: \(error.message)")
        }
    }

    /// Sets the position of an image that becomes map tiles; none is set where it is not georeferenced.
    ///
    /// - Throws: `CodecError` if its coordinate reference system cannot be read.
    func place(_ options: inout CutOptions, path: String) throws {
        let page = options.decoding.page
        if case .embedded = boundsSource {
            do {
                let georeference = try RasterGeoreference.readGeoTIFF(.file(path), page: page)
                if let georeference, !georeference.transform.isNorthUp || georeference.builtInCRS == nil {
                    options.rasterGeoreference = georeference
                    return
                }
            } catch let error as CodecError where error.code == .unsupported {
                throw Self.explained(error)
            }
        }
        options.bounds = try bounds(of: path, page: page)
    }

    private static func explained(_ error: CodecError) -> CodecError {
        var error = error
        error.message += " Or ignore its georeference with --bounds none."
        return error
    }

    /// Returns the bounds of an image; nil if it is not georeferenced.
    ///
    /// - Throws: `CodecError` if the image's coordinate reference system is not supported.
    func bounds(of path: String, page: Int) throws -> GeoBounds? {
        switch boundsSource {
        case .bounds(let bounds): return bounds
        case .omitted: return nil
        case .embedded:
            do {
                return try GeoBounds.readGeoTIFF(.file(path), page: page)
            } catch let error as CodecError where error.code == .unsupported {
                throw Self.explained(error)
            }
        }
    }
}
