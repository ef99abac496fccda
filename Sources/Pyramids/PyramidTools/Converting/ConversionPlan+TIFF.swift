internal import FilePyramids
internal import Georeferencing
internal import ImageCodecs
internal import ImageMetadata
internal import MapProjections
internal import RemotePyramids
internal import TilePyramid

extension ConversionPlan {
    /// The statements of a TIFF about the pyramid that becomes one: its place, and the value of invalid pixels.
    struct TIFFStatements {
        /// The bounds, in a system that needs no library.
        var bounds: GeoBounds?
        /// The place in any system, which takes precedence, and the value of invalid pixels.
        var tags: GeoTIFFTags?
        /// The facts that the TIFF does not state, as sentences.
        var warnings: [String] = []

        /// True when the TIFF says where its pixels lie.
        var hasPlace: Bool { bounds != nil || tags?.hasPlace == true }
    }

    /// Returns the sample of invalid pixels that tiles of a TIFF are given instead of alpha; nil where tiles keep alpha.
    ///
    /// The tiles have to be stored without loss, and the source has to state the value for samples of the same depth.
    static func nodataSample(of opened: OpenedPyramid, in target: PyramidTarget, _ format: TileFormat) -> Int? {
        guard target.capabilities.storesBounds, format == .png,
            let sample = (opened.source as? TIFFPyramidSource)?.nodataSample
                ?? (opened.source as? RangedPyramidSource)?.nodataSample,
            let bits = GeoTIFFTags.stated(by: opened.source)?.unscaledBits, [8, 16].contains(bits), sample < 1 << bits
        else { return nil }
        return sample
    }

    /// Returns the statements of a TIFF that has the pixels of a pyramid.
    ///
    /// The tags of a TIFF are kept as they are. Other formats have a system and a transform, for which tags are made.
    ///
    /// - Parameters:
    ///   - opened: the pyramid.
    ///   - format: the format of the new tiles.
    ///   - nodata: the sample of invalid pixels in tiles that have no alpha then.
    /// - Returns: the statements.
    static func statements(of opened: OpenedPyramid, _ format: TileFormat, nodata: Int?) -> TIFFStatements {
        var statements = TIFFStatements()
        let pyramid = opened.source.pyramid
        statements.tags = GeoTIFFTags.stated(by: opened.source)
        if let georeference = opened.source.georeference {
            statements.bounds = GeoBounds(of: pyramid, zoom: georeference.zoom)
        } else if let place = try? opened.source.rasterGeoreference {
            statements.bounds = place.bounds(of: pyramid.size)
            if !statements.hasPlace {
                do {
                    statements.tags = try GeoTIFFTags(crs: place.crs).placed(by: place.transform)
                } catch {
                    statements.warnings.append("the new pyramid is not georeferenced: \(error.message)")
                }
            }
        }
        if !statements.hasPlace, statements.warnings.isEmpty { statements.warnings = lossOfPlace(of: opened) }
        statements.setNodata(nodata, of: opened, format)
        return statements
    }
}

extension ConversionPlan.TIFFStatements {
    /// States the value of invalid pixels if there are such pixels in the tiles, or could be by their depth.
    fileprivate mutating func setNodata(_ nodata: Int?, of opened: OpenedPyramid, _ format: TileFormat) {
        if let nodata {
            tags = tags ?? GeoTIFFTags()
            tags?.nodata = "\(nodata)"
            return
        }
        guard let text = tags?.nodata else { return }
        let bits = tags?.unscaledBits
        // Where no pixel can have the value, such as -9999 of bytes, it is kept as it is.
        let mayBeStated = !opened.source.mayHaveAlpha && (bits == 8 || bits == 16 && format == .png)
        guard !mayBeStated else { return }
        tags?.nodata = nil
        let instead =
            opened.source.mayHaveAlpha && format.supportsAlpha ? " Invalid pixels are transparent instead." : ""
        warnings.append("the new pyramid does not state the no-data value \(text).\(instead)")
    }
}
