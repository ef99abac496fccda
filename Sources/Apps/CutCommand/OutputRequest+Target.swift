internal import Georeferencing
internal import ImageCodecs
internal import TilePyramid
internal import TileStores

extension OutputRequest {
    /// Returns the kind of pyramid that the options and the output's extension describe.
    ///
    /// - Parameter output: the path of the pyramid itself; nil if it gets the image's name.
    /// - Returns: a target with consistent options.
    /// - Throws: ``UsageError`` if the options contradict each other or the path.
    func target(named output: String?) throws(UsageError) -> PyramidTarget {
        let named = output.flatMap(PyramidTarget.container(forOutput:))
        if let container, let named, let output, container != .folder, container != named {
            throw UsageError(
                description:
                    "--container \(container.rawValue) contradicts the extension of \(output). Leave one of them out."
            )
        }
        let container = container ?? named ?? .folder
        var target = PyramidTarget(container: container, layout: layout ?? container.layouts.first ?? .deepzoom)
        target.rounding = rounding
        target.isCentered = isCentered
        target.identifier = identifier
        target.tiff.isCloudOptimized = isCloudOptimized
        target.tiff.reducedImages = usesSubIFDs ? .subIFDs : .pages
        target.tiff.compresses = !isUncompressed
        target.isSparse = blankTolerance != nil
        try check(target)
        return target
    }

    /// Throws if options cannot be combined.
    private func check(_ target: PyramidTarget) throws(UsageError) {
        let name = target.displayName
        if let layout, !target.container.layouts.contains(layout) {
            throw UsageError(
                description: target.container.layouts.isEmpty
                    ? "\(name) has a layout of its own. Leave --layout out."
                    : "\(target.container.displayName) cannot hold the \(layout.rawValue) layout. It can hold "
                        + "\(Self.list(target.container.layouts.map(\.rawValue), "and")).")
        }
        if let rounding, rounding != target.shape(rounding: nil).rounding, !target.supportsBothRoundings {
            throw UsageError(
                description: "readers of \(name) round sizes \(rounding == .up ? "down" : "up"). Leave --rounding out.")
        }
        try checkGeoreference(target)
        if isCloudOptimized, target.container != .tiff {
            throw UsageError(description: "--cog needs a TIFF. Give the output the extension .tif, or leave --cog out.")
        }
        if usesSubIFDs || isUncompressed, target.container != .tiff {
            let option = usesSubIFDs ? "--subifds" : "--uncompressed"
            throw UsageError(
                description: "\(option) needs a TIFF. Give the output the extension .tif, or leave \(option) out.")
        }
        if usesSubIFDs, isCloudOptimized {
            throw UsageError(
                description: "a Cloud-Optimized GeoTIFF stores reduced images as pages. Leave --subifds out.")
        }
        if isCentered, target.container != .folder && target.container != .zip || target.layout != .google {
            throw UsageError(
                description: "--center needs the google layout. Add --layout google, or leave --center out.")
        }
        if identifier != nil, !target.isIIIF {
            throw UsageError(description: "--id needs an IIIF layout. Add --layout iiif, or leave --id out.")
        }
        if let blankTolerance, !(0...255).contains(blankTolerance) {
            throw UsageError(description: "--skip-blank takes 0 to 255; \(blankTolerance) is out of range.")
        }
        if blankTolerance != nil, !target.supportsSparseTiles {
            throw UsageError(
                description:
                    "\(name) cannot mark tiles as absent, and its readers would show errors. Leave --skip-blank "
                    + "out.")
        }
    }

    /// Throws if the target supports neither the requested georeference nor the web page.
    private func checkGeoreference(_ target: PyramidTarget) throws(UsageError) {
        if !target.isMapTiled {
            let bounds: GeoBounds? = if case .bounds(let bounds) = boundsSource { bounds } else { nil }
            if bounds != nil && !target.storesBounds || minimumZoom != nil || maximumZoom != nil {
                throw UsageError(
                    description: target.storesBounds
                        ? "\(target.displayName) stores the image's own pixels and has no zoom levels. Leave --zoom out."
                        : "\(target.displayName) cannot be georeferenced. Choose --layout xyz or tms, MBTiles, "
                            + "PMTiles or TIFF, or leave --bounds and --zoom out.")
            }
            if let bounds, !bounds.isValid {
                throw UsageError(
                    description: "--bounds takes west, south, east and north, with south below north.")
            }
        }
        if writesPage, target.container != .folder || target.layout == .flat {
            throw UsageError(
                description: "a web page can only show pyramids in folders, and no flat ones. Leave --html out.")
        }
    }

    /// Returns words as a list, such as `a, b and c`.
    static func list(_ words: [String], _ conjunction: String) -> String {
        guard words.count > 1, let last = words.last else { return words.joined() }
        return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
    }
}

extension PyramidTarget {
    /// Whether this is an IIIF image.
    var isIIIF: Bool { !container.layouts.isEmpty && (layout == .iiif || layout == .iiif2) }

    /// Returns the shape of the pyramid with another rounding.
    func shape(rounding: PyramidShape.Rounding?) -> PyramidShape {
        var target = self
        target.rounding = rounding
        return target.shape
    }

    /// The name of the target in messages.
    var displayName: String {
        container.layouts.isEmpty || container == .szi ? container.displayName : "the \(layout.rawValue) layout"
    }

    /// The name of the target in summaries: the layout, and the container unless that is a folder.
    var summaryName: String {
        switch container {
        case .folder: layout.rawValue
        case .zip: "\(layout.rawValue) in zip"
        case .szi, .mbtiles, .pmtiles, .tiff: container.rawValue
        }
    }
}

extension PyramidContainer {
    /// The name of the container in messages.
    var displayName: String {
        switch self {
        case .folder: "a folder"
        case .zip: "a ZIP archive"
        case .szi: "SZI"
        case .mbtiles: "MBTiles"
        case .pmtiles: "PMTiles"
        case .tiff: "a TIFF"
        }
    }
}
