internal import Georeferencing
internal import ImageCodecs
internal import ImageMetadata
internal import MapProjections
internal import Mosaics
internal import TileCutting

extension OutputRequest {
    /// The place that a pyramid with the image's own pixels stores.
    struct StoredPlace {
        /// The bounds, in a system that needs no library.
        var bounds: GeoBounds?
        /// The place in whatever system, which comes first, and the value of invalid pixels.
        var tags: GeoTIFFTags?
        /// The reason why a place is not stored.
        var warning: String?
    }

    /// Returns the place that a pyramid with the image's own pixels stores: the tags of a TIFF as they are, else what states the
    /// same.
    func placeToStore(of input: MosaicInput, decoding: DecodeOptions) throws -> StoredPlace {
        var place = StoredPlace()
        do {
            place.tags = try geoTags(of: input, decoding: decoding)
            if case .embedded = boundsSource, place.tags?.hasPlace == true { return place }
            place.tags?.removePlace()
            place.bounds = try bounds(of: input, decoding: decoding)
        } catch let error as CodecError where error.code == .unsupported {
            place.warning = "the new pyramid is not georeferenced: \(error.message)"
        } catch let error as GeoreferencingError {
            place.warning = "the new pyramid is not georeferenced: \(error.message)"
        }
        return place
    }

    /// Returns the tags of a TIFF, or those that state the position of a list of images.
    private func geoTags(of input: MosaicInput, decoding: DecodeOptions) throws -> GeoTIFFTags? {
        guard let mosaic = try input.mosaic(decoding) else {
            guard case .image(let image) = input else { return nil }
            return try GeoTIFFTags.read(image, page: decoding.page)
        }
        guard let georeference = mosaic.georeference else { return nil }
        let tags: GeoTIFFTags
        if let image = mosaic.firstImage(in: georeference.crs),
            let own = try GeoTIFFTags.read(.file(image.path), page: image.page), own.hasPlace
        {
            tags = own
        } else {
            tags = try GeoTIFFTags(crs: georeference.crs)
        }
        var placed = tags.placed(by: georeference.transform)
        placed.nodata = nil
        return placed
    }

    /// Sets the position of an image that becomes map tiles; none is set where it is not georeferenced.
    ///
    /// - Throws: `CodecError` if its coordinate reference system cannot be read.
    func place(_ options: inout CutOptions, _ input: MosaicInput) throws {
        if case .embedded = boundsSource {
            // Without their georeferences, a list would not say where its images lie: there is no way around its errors.
            let mosaic = try input.mosaic(options.decoding)
            do {
                let georeference =
                    if case .image(let image) = input, mosaic == nil {
                        try RasterGeoreference.readGeoTIFF(image, page: options.decoding.page)
                    } else {
                        mosaic?.georeference
                    }
                if let georeference, !georeference.transform.isNorthUp || georeference.builtInCRS == nil {
                    options.rasterGeoreference = georeference
                    return
                }
            } catch let error as CodecError where error.code == .unsupported {
                throw Self.explained(error)
            }
        }
        options.bounds = try bounds(of: input, decoding: options.decoding)
    }

    private static func explained(_ error: CodecError) -> CodecError {
        var error = error
        error.message += " Or ignore its georeference with --bounds none."
        return error
    }

    /// Returns the bounds of an image or of a list of images; nil if it is not georeferenced.
    ///
    /// - Throws: `CodecError` if the image's coordinate reference system is not supported.
    private func bounds(of input: MosaicInput, decoding: DecodeOptions) throws -> GeoBounds? {
        switch boundsSource {
        case .bounds(let bounds): return bounds
        case .omitted: return nil
        case .embedded:
            if let mosaic = try input.mosaic(decoding) { return mosaic.georeference?.bounds(of: mosaic.size) }
            guard case .image(let image) = input else { return nil }
            do {
                return try GeoBounds.readGeoTIFF(image, page: decoding.page)
            } catch let error as CodecError where error.code == .unsupported {
                throw Self.explained(error)
            }
        }
    }
}
