internal import Georeferencing
internal import ImageCodecs

extension OutputRequest {
    /// Returns the bounds that a pyramid with the image's own pixels stores, or a warning if they are unknown.
    func boundsToStore(of path: String, page: Int) throws -> (bounds: GeoBounds?, warning: String?) {
        do {
            return (try bounds(of: path, page: page), nil)
        } catch let error as CodecError where error.code == .unsupported {
            return (nil, "the new pyramid is not georeferenced: \(error.message)")
        }
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
            } catch var error as CodecError where error.code == .unsupported {
                error.message += " Or ignore its georeference with --bounds none."
                throw error
            }
        }
    }
}
