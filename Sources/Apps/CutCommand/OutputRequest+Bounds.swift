internal import Georeferencing
internal import ImageCodecs

extension OutputRequest {
    /// Where an image lies on the Earth that keeps its pixels, or why that is not known.
    func boundsToStore(of path: String, page: Int) throws -> (bounds: GeoBounds?, warning: String?) {
        do {
            return (try bounds(of: path, page: page), nil)
        } catch let error as CodecError where error.code == .unsupported {
            return (nil, "the new pyramid does not say where on the Earth its picture lies: \(error.message)")
        }
    }

    /// Where an image lies on the Earth; nil for one by itself.
    ///
    /// - Throws: `CodecError` when it is in a coordinate system that is not known here.
    func bounds(of path: String, page: Int) throws -> GeoBounds? {
        switch boundsSource {
        case .bounds(let bounds): return bounds
        case .omitted: return nil
        case .embedded:
            do {
                return try GeoBounds.readGeoTIFF(.file(path), page: page)
            } catch var error as CodecError where error.code == .unsupported {
                error.message += " Or leave its place out, with --bounds none."
                throw error
            }
        }
    }
}
