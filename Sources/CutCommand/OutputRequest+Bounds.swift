internal import ImageCodecs

extension OutputRequest {
    /// Where an image lies on the Earth; nil for one by itself.
    ///
    /// - Throws: `CodecError` when it is in a coordinate system that is not known here.
    func bounds(of path: String, page: Int) throws -> WorldBounds? {
        switch place {
        case .bounds(let bounds): return bounds
        case .nowhere: return nil
        case .found:
            do {
                return try WorldBounds.ofGeoTIFF(.file(path), page: page)
            } catch var error as CodecError where error.code == .unsupported {
                error.message += " Or cut it as a picture by itself, with --bounds none."
                throw error
            }
        }
    }
}
