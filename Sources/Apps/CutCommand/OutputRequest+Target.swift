internal import Georeferencing
internal import ImageCodecs
internal import TilePyramid
internal import TileStores

extension OutputRequest {
    /// The target that an output stands for.
    ///
    /// - Parameter output: a name of the pyramid itself; nil where it is called by its image.
    /// - Returns: a target whose options go together.
    /// - Throws: ``UsageError`` when the options contradict each other or the name.
    func target(named output: String?) throws(UsageError) -> PyramidTarget {
        let named = output.flatMap(PyramidTarget.container(forOutput:))
        if let container, let named, let output, container != .folder, container != named {
            throw UsageError(
                description: "--container \(container.rawValue) does not fit the name \(output). Leave one of them out."
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

    /// Throws when options do not go together.
    private func check(_ target: PyramidTarget) throws(UsageError) {
        let name = target.displayName
        if let layout, !target.container.layouts.contains(layout) {
            throw UsageError(
                description: target.container.layouts.isEmpty
                    ? "\(name) has a layout of its own. Leave --layout out."
                    : "\(target.container.displayName) cannot hold the \(layout.rawValue) layout. It takes "
                        + "\(Self.list(target.container.layouts.map(\.rawValue))).")
        }
        if let rounding, rounding != target.shape(rounding: nil).rounding, !target.supportsBothRoundings {
            throw UsageError(
                description: "readers of \(name) round sizes \(rounding == .up ? "down" : "up"). Leave --rounding out.")
        }
        try checkGeoreference(target)
        if isCloudOptimized, target.container != .tiff {
            throw UsageError(description: "--cog is for TIFF. Let the output end in .tif, or leave it out.")
        }
        if usesSubIFDs || isUncompressed, target.container != .tiff {
            let option = usesSubIFDs ? "--subifds" : "--uncompressed"
            throw UsageError(description: "\(option) is for TIFF. Let the output end in .tif, or leave it out.")
        }
        if usesSubIFDs, isCloudOptimized {
            throw UsageError(description: "--cog has reduced images as pages. Leave --subifds out.")
        }
        if isCentered, target.container != .folder && target.container != .zip || target.layout != .google {
            throw UsageError(description: "--center is for the google layout. Add --layout google, or leave it out.")
        }
        if identifier != nil, !target.isIIIF {
            throw UsageError(description: "--id is the address of an IIIF image. Add --layout iiif, or leave it out.")
        }
        if blankTolerance.map({ !(0...255).contains($0) }) ?? false {
            throw UsageError(description: "the tolerance of --skip-blank is from 0 to 255.")
        }
        if blankTolerance != nil, !target.supportsSparseTiles {
            throw UsageError(
                description: "\(name) cannot say that a tile is absent, and its readers would show an error. Leave "
                    + "--skip-blank out.")
        }
    }

    /// Throws when a place on the Earth, or a page, is asked for where there can be none.
    private func checkGeoreference(_ target: PyramidTarget) throws(UsageError) {
        if !target.isMapTiled {
            let bounds: GeoBounds? = if case .bounds(let bounds) = boundsSource { bounds } else { nil }
            if bounds != nil && !target.storesBounds || minimumZoom != nil || maximumZoom != nil {
                throw UsageError(
                    description: target.storesBounds
                        ? "\(target.displayName) keeps the picture's own pixels, and has no zooms. Leave --zoom out."
                        : "\(target.displayName) has no place on the Earth. Choose --layout xyz or tms, MBTiles, "
                            + "PMTiles or TIFF, or leave --bounds and --zoom out.")
            }
            if let bounds, !bounds.isValid {
                throw UsageError(
                    description: "--bounds are west, south, east and north, with the south below the north.")
            }
        }
        if writesPage, target.container != .folder || target.layout == .flat {
            throw UsageError(
                description: "a page can show pyramids in folders only, and not flat ones. Leave --html out.")
        }
    }

    private static func list(_ words: [String]) -> String {
        words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " and \(words[words.count - 1])"
    }
}

extension PyramidTarget {
    /// Whether it is served as an IIIF image.
    var isIIIF: Bool { !container.layouts.isEmpty && (layout == .iiif || layout == .iiif2) }

    /// The same with another rounding.
    func shape(rounding: PyramidShape.Rounding?) -> PyramidShape {
        var target = self
        target.rounding = rounding
        return target.shape
    }

    /// What messages call it.
    var displayName: String {
        container.layouts.isEmpty || container == .szi ? container.displayName : "the \(layout.rawValue) layout"
    }

    /// What summaries call it: the layout, and the container where it is no folder.
    var summaryName: String {
        switch container {
        case .folder: layout.rawValue
        case .zip: "\(layout.rawValue) in zip"
        case .szi, .mbtiles, .pmtiles, .tiff: container.rawValue
        }
    }
}

extension PyramidContainer {
    /// What messages call it.
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
