internal import Georeferencing
internal import ImageCodecs
internal import ImageMetadata
internal import ImageSources
internal import MapProjections
internal import Mosaics
internal import Numbers
internal import TileCutting
internal import TilePyramid

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
    ///
    /// - Parameters:
    ///   - input: the image or the images; nil for arrays.
    ///   - arrays: the position that arrays state; nil, the default, for none.
    ///   - delivered: the image as it is delivered, with its size and the orientation that was applied.
    ///   - decoding: how the image is read.
    /// - Returns: the place, or the reason why none is stored.
    /// - Throws: `CodecError` if the image or the list cannot be read.
    func placeToStore(
        of input: MosaicInput?, arrays: RasterGeoreference? = nil, delivered: ImageInfo, decoding: DecodeOptions
    ) throws -> StoredPlace {
        var place = StoredPlace()
        var own: GeoTIFFTags?
        if case .image(let image)? = input {
            own = try GeoTIFFTags.read(image, page: decoding.page)?.delivered(as: delivered)
        }
        place.tags = own
        place.tags?.removePlace()
        do {
            switch boundsSource {
            case .omitted: break
            case .bounds(let bounds): place.bounds = bounds
            case .projectedBounds(let bounds): try place.set(bounds.georeference(of: delivered.size))
            case .embedded:
                if let mosaic = try input?.mosaic(decoding) {
                    if let crs, var georeference = mosaic.georeference {
                        georeference.crs = crs
                        try place.set(georeference)
                    } else {
                        try place.set(mosaic)
                    }
                } else if case .image(let image)? = input,
                    let found = try StatedGeoreference.read(image, page: decoding.page, crs: crs)
                {
                    // The tags may say more than the position, such as the name of the system.
                    if let own, own.hasPlace, found.isOfGeoTIFF {
                        place.tags = own
                    } else {
                        try place.set(found.georeference.delivered(as: delivered))
                    }
                } else if var georeference = arrays {
                    georeference.crs = crs ?? georeference.crs
                    try place.set(georeference)
                }
            }
        } catch let error as CodecError where error.code == .unsupported {
            // Tags that are not understood are still those of these pixels.
            guard own?.hasPlace != true else {
                place.tags = own
                return place
            }
            place.warning =
                "the new pyramid is not georeferenced: \(error.warning(ofLost: .place) ?? error.message)"
        } catch let error as GeoreferencingError {
            place.warning = "the new pyramid is not georeferenced: \(error.message)"
        }
        return place
    }

    /// Sets the position of an image that becomes map tiles; none is set where it is not georeferenced.
    ///
    /// - Parameters:
    ///   - options: the options of the cut.
    ///   - input: the image or the images; nil for arrays.
    ///   - arrays: the arrays of an OME-Zarr; nil, the default, for files that decoders read.
    /// - Returns: warnings about what the file says of its place and is not used.
    /// - Throws: `CodecError` if its coordinate reference system cannot be read, unless the loss of the place is allowed.
    func place(
        _ options: inout CutOptions, _ input: MosaicInput?, arrays: ChannelImageInput? = nil
    ) throws -> [String] {
        switch boundsSource {
        case .omitted: return []
        case .bounds(let bounds):
            options.bounds = bounds
            return [bounds.reversalWarning].compactMap(\.self)
        case .projectedBounds(let bounds):
            options.projectedBounds = bounds
            return []
        case .embedded: break
        }
        // Without their georeferences, a list would not say where its images lie: there is no way around its errors.
        if let mosaic = try input?.mosaic(options.decoding) {
            options.rasterGeoreference = mosaic.georeference
            guard let crs else { return [] }
            guard let own = mosaic.georeference else { throw Self.placeless(input?.name ?? "", in: crs) }
            options.rasterGeoreference?.crs = crs
            return [replacementWarning(of: own.crs)].compactMap(\.self)
        }
        do {
            if case .image(let image)? = input { return try placeByStatement(&options, image) }
            if let arrays { return try placeByStatement(&options, arrays) }
            return []
        } catch let error as CodecError where options.decoding.allowedLoss.contains(.place) {
            guard let warning = error.warning(ofLost: .place) else { throw error }
            return [warning]
        }
    }

    /// Sets the position that an image or a file beside it states.
    private func placeByStatement(_ options: inout CutOptions, _ image: ImageInput) throws -> [String] {
        let decoding = options.decoding
        let read = try StatedGeoreference.readWithWarnings(image, page: decoding.page, crs: crs)
        guard let found = read.found else {
            guard let crs else { return read.warnings }
            throw Self.placeless(image.name, in: crs)
        }
        try Self.checkPlaceable(found.georeference, stated: found.origin, name: image.name)
        options.rasterGeoreference = found.georeference
        // A transform maps pixels as they are stored, whatever an orientation says.
        options.decoding.autorotate = false
        guard crs != nil, let own = try? StatedGeoreference.read(image, page: decoding.page) else {
            return found.warnings
        }
        return found.warnings + [replacementWarning(of: own.georeference.crs)].compactMap(\.self)
    }

    /// Sets the position that the arrays of an OME-Zarr state.
    private func placeByStatement(_ options: inout CutOptions, _ arrays: ChannelImageInput) throws -> [String] {
        guard var found = arrays.georeference else {
            guard let crs else { return [] }
            throw Self.placeless(arrays.name, in: crs)
        }
        found.crs = crs ?? found.crs
        try Self.checkPlaceable(
            found, stated: crs == nil ? "the attributes of its arrays" : "the request", name: arrays.name)
        options.rasterGeoreference = found
        return [replacementWarning(of: arrays.georeference?.crs)].compactMap(\.self)
    }

    /// The warning that --srs replaces another system that the file names; nil if it is the same, or PROJ does not know it.
    private func replacementWarning(of own: String?) -> String? {
        guard let crs, let own, let asked = try? CoordinateSystem(crs), let stated = try? CoordinateSystem(own),
            asked.definition != stated.definition
        else { return nil }
        return
            "the file names the coordinate system \(stated.name), and \(SystemName.short(crs)) is used in its place. Leave --srs "
            + "out to use that of the file."
    }

    /// Throws if the coordinate reference system of a position cannot be read.
    private static func checkPlaceable(_ place: RasterGeoreference, stated origin: String, name: String) throws {
        do {
            try CoordinateSystem.checkPlaceable(place.crs)
        } catch {
            throw CodecError.unreadStatement(
                .place, file: name, "its place is not known (\(origin)): \(error.message)")
        }
    }

    /// The error for a system that is given for an image without a position.
    private static func placeless(_ name: String, in crs: String) -> CodecError {
        CodecError(
            .invalidRequest, file: name,
            "nothing says where it lies in \(SystemName.short(crs)). Name its edges with --bounds, or leave --srs out.")
    }
}

extension OutputRequest.StoredPlace {
    /// Sets a position, which tags state if it is in another system than those that need no library.
    fileprivate mutating func set(_ georeference: RasterGeoreference) throws {
        var placed = try GeoTIFFTags(crs: georeference.crs).placed(by: georeference.transform)
        placed.nodata = tags?.nodata
        placed.unscaledBits = tags?.unscaledBits
        tags = placed
    }

    /// Sets the position of a mosaic, with the keys of its first image where that has its system.
    fileprivate mutating func set(_ mosaic: Mosaic) throws {
        guard let georeference = mosaic.georeference else { return }
        guard let image = mosaic.firstImage(in: georeference.crs),
            let own = try GeoTIFFTags.read(.file(image.path), page: image.page), own.hasPlace
        else { return try set(georeference) }
        var placed = own.placed(by: georeference.transform)
        placed.nodata = nil
        tags = placed
    }
}

extension GeoBounds {
    /// The warning of edges in the wrong order, which are read as a region across the 180th meridian; nil if that is smaller than
    /// the rest of the world.
    fileprivate var reversalWarning: String? {
        let half = crs == .wgs84 ? 180 : WebMercator.originShift
        let width = unwrapped.east - unwrapped.west
        guard west > east, width > half else { return nil }
        let share = NumberText.decimal(width / (2 * half) * 100, digits: 0)
        return
            "the bounds begin east of where they end, and go across the 180th meridian around \(share)% of the Earth. Correct "
            + "their order, west,south,east,north, if that is not meant."
    }
}
