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
        let named = output.flatMap(formats.format(forOutput:)).map { format in
            format.role == .layout ? Container.folder : .file(format)
        }
        if let container, let named, let output, container != .folder, container != named {
            throw UsageError(
                description: "--container \(container.name) does not fit the name \(output). Leave one of them out."
            )
        }
        var target = try target(in: container ?? named ?? .folder)
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

    /// The target in a container, with the layout that is asked for.
    private func target(in container: Container) throws(UsageError) -> PyramidTarget {
        guard case .file(let file) = container else { return PyramidTarget(layout ?? .deepZoom) }
        guard let layout else { return PyramidTarget(file) }
        guard file.role != .file else {
            throw UsageError(description: "\(file.phrase) has a layout of its own. Leave --layout out.")
        }
        guard file.canHold(layout) else {
            let layouts = formats.layouts.filter(file.canHold).map(\.id)
            throw UsageError(
                description: "\(file.phrase) cannot hold the \(layout.id) layout. It takes \(Self.list(layouts)).")
        }
        return PyramidTarget(layout, in: file)
    }

    /// Throws when options do not go together.
    private func check(_ target: PyramidTarget) throws(UsageError) {
        let (name, capabilities) = (target.phrase, target.capabilities)
        if let rounding, rounding != target.usualShape.rounding, !capabilities.supportsBothRoundings {
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
        if isCentered, !capabilities.supportsCentering {
            throw UsageError(description: "--center is for the google layout. Add --layout google, or leave it out.")
        }
        if identifier != nil, !capabilities.storesIdentifier {
            throw UsageError(description: "--id is the address of an IIIF image. Add --layout iiif, or leave it out.")
        }
        if blankTolerance.map({ !(0...255).contains($0) }) ?? false {
            throw UsageError(description: "the tolerance of --skip-blank is from 0 to 255.")
        }
        if blankTolerance != nil, !capabilities.supportsSparseTiles {
            throw UsageError(
                description: "\(name) cannot say that a tile is absent, and its readers would show an error. Leave "
                    + "--skip-blank out.")
        }
    }

    /// Throws when a place on the Earth, or a page, is asked for where there can be none.
    private func checkGeoreference(_ target: PyramidTarget) throws(UsageError) {
        if !target.capabilities.isMapTiled {
            let bounds: GeoBounds? = if case .bounds(let bounds) = boundsSource { bounds } else { nil }
            if bounds != nil && !target.capabilities.storesBounds || minimumZoom != nil || maximumZoom != nil {
                throw UsageError(
                    description: target.capabilities.storesBounds
                        ? "\(target.phrase) keeps the picture's own pixels, and has no zooms. Leave --zoom out."
                        : "\(target.phrase) has no place on the Earth. Choose \(georeferencedFormats), or leave "
                            + "--bounds and --zoom out.")
            }
            if let bounds, !bounds.isValid {
                throw UsageError(
                    description: "--bounds are west, south, east and north, with the south below the north.")
            }
        }
        if writesPage, !target.capabilities.supportsViewerPage {
            throw UsageError(
                description: "a page can show pyramids in folders only, and not flat ones. Leave --html out.")
        }
    }

    /// The formats that can say where on the Earth an image lies, as in "--layout xyz or tms, MBTiles or TIFF".
    private var georeferencedFormats: String {
        let layouts = formats.layouts.filter(\.capabilities.isMapTiled).map(\.id)
        let files = formats.containers.filter { $0.capabilities.isMapTiled || $0.capabilities.storesBounds }.map(\.name)
        return [layouts.isEmpty ? "" : "--layout \(Self.list(layouts, "or"))", Self.list(files, "or")]
            .filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private static func list(_ words: [String], _ conjunction: String = "and") -> String {
        guard words.count > 1, let last = words.last else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
    }
}
