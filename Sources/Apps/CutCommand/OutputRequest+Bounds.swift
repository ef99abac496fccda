internal import Georeferencing
internal import ImageCodecs
internal import Mosaics
internal import TileCutting

extension OutputRequest {
    /// Returns the bounds that a pyramid with the image's own pixels stores, or a warning if they are unknown.
    func boundsToStore(of path: String, decoding: DecodeOptions) throws -> (bounds: GeoBounds?, warning: String?) {
        do {
            return (try bounds(of: path, decoding: decoding), nil)
        } catch let error as CodecError where error.code == .unsupported {
            return (nil, "the new pyramid is not georeferenced: \(error.message)")
        }
    }

    /// Sets the position of an image that becomes map tiles; none is set where it is not georeferenced.
    ///
    /// - Throws: `CodecError` if its coordinate reference system cannot be read.
    func place(_ options: inout CutOptions, path: String) throws {
        if case .embedded = boundsSource {
            // Without their georeferences, a list would not say where its images lie: there is no way around its errors.
            let mosaic = try MosaicFile.mosaic(.file(path), options: options.decoding)
            do {
                let georeference =
                    try mosaic.map(\.georeference)
                    ?? RasterGeoreference.readGeoTIFF(.file(path), page: options.decoding.page)
                if let georeference, !georeference.transform.isNorthUp || georeference.builtInCRS == nil {
                    options.rasterGeoreference = georeference
                    return
                }
            } catch let error as CodecError where error.code == .unsupported {
                throw Self.explained(error)
            }
        }
        options.bounds = try bounds(of: path, decoding: options.decoding)
    }

    private static func explained(_ error: CodecError) -> CodecError {
        var error = error
        error.message += " Or ignore its georeference with --bounds none."
        return error
    }

    /// Returns the bounds of an image or of a list of images; nil if it is not georeferenced.
    ///
    /// - Throws: `CodecError` if the image's coordinate reference system is not supported.
    private func bounds(of path: String, decoding: DecodeOptions) throws -> GeoBounds? {
        switch boundsSource {
        case .bounds(let bounds): return bounds
        case .omitted: return nil
        case .embedded:
            if let mosaic = try MosaicFile.mosaic(.file(path), options: decoding) {
                return mosaic.georeference?.bounds(of: mosaic.size)
            }
            do {
                return try GeoBounds.readGeoTIFF(.file(path), page: decoding.page)
            } catch let error as CodecError where error.code == .unsupported {
                throw Self.explained(error)
            }
        }
    }
}
