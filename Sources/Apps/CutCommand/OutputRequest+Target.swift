internal import FilePyramids
internal import Georeferencing
internal import TilePyramid

extension OutputRequest {
    /// Returns the kind of pyramid that the options and the output's extension describe.
    ///
    /// - Parameter output: the path of the pyramid itself; nil if it gets the image's name.
    /// - Returns: a target with consistent options.
    /// - Throws: ``UsageError`` if the options contradict each other or the path.
    func target(named output: String?) throws(UsageError) -> PyramidTarget {
        let named = output.flatMap(formats.format(forOutput:)).map { format in
            format.role == .layout ? Container.folder : .file(format)
        }
        if let container, let named, let output, container != .folder, container != named {
            throw UsageError(
                "--container \(container.name) contradicts the extension of \(output). Leave one of them out.")
        }
        var target = try target(in: container ?? named ?? .folder)
        target.rounding = rounding
        target.isCentered = isCentered
        target.identifier = identifier
        target.name = name
        target.description = description
        target.attribution = attribution
        target.page = page
        target.tiff = tiff
        try check(target)
        return target
    }

    /// Returns the target in a container, with the requested layout.
    private func target(in container: Container) throws(UsageError) -> PyramidTarget {
        guard case .file(let file) = container else { return PyramidTarget(layout ?? .deepZoom) }
        guard let layout else { return PyramidTarget(file) }
        guard file.role != .file else {
            throw UsageError("\(file.phrase) has a layout of its own. Leave --layout out.")
        }
        guard file.canHold(layout) else {
            let layouts = formats.layouts.filter(file.canHold).map(\.id)
            throw UsageError(
                "\(file.phrase) cannot hold the \(layout.id) layout. It can hold \(Self.list(layouts, "and")).")
        }
        return PyramidTarget(layout, in: file)
    }

    /// Throws if options cannot be combined.
    private func check(_ target: PyramidTarget) throws(UsageError) {
        let name = target.phrase
        let capabilities = target.capabilities
        if let rounding, rounding != target.usualShape.rounding, !capabilities.supportsBothRoundings {
            throw UsageError("readers of \(name) round sizes \(rounding == .up ? "down" : "up"). Leave --rounding out.")
        }
        try checkGeoreference(target)
        let usesSubIFDs = tiff.reducedImages == .subIFDs
        let tiffOptions = [
            (tiff.isCloudOptimized, "--cog"), (usesSubIFDs, "--subifds"), (!tiff.compresses, "--uncompressed"),
        ]
        if let (_, option) = tiffOptions.first(where: { $0.0 }), target.container != .tiff {
            throw UsageError("\(option) needs a TIFF. Give the output the extension .tif, or leave \(option) out.")
        }
        if usesSubIFDs, tiff.isCloudOptimized {
            throw UsageError("a Cloud-Optimized GeoTIFF stores reduced images as pages. Leave --subifds out.")
        }
        if isCentered, !capabilities.supportsCentering {
            throw UsageError("--center needs the google layout. Add --layout google, or leave --center out.")
        }
        if identifier != nil, !capabilities.storesIdentifier {
            throw UsageError("--id needs an IIIF layout. Add --layout iiif, or leave --id out.")
        }
        if let identifier { try check(IIIFIdentifier(identifier)) }
    }

    /// Throws if the target supports neither the requested georeference nor the web page.
    private func checkGeoreference(_ target: PyramidTarget) throws(UsageError) {
        if !target.capabilities.isMapTiled {
            let hasPosition = crs != nil || ![.embedded, .omitted].contains(boundsSource)
            if hasPosition && !target.capabilities.storesBounds || minimumZoom != nil || maximumZoom != nil {
                throw UsageError(
                    target.capabilities.storesBounds
                        ? "\(target.phrase) stores the image's own pixels and has no zoom levels. Leave --zoom out."
                        : "\(target.phrase) cannot be georeferenced. Choose \(georeferencedFormats), or leave "
                            + "--bounds, --srs and --zoom out.")
            }
        }
        if writesPage, !target.capabilities.supportsViewerPage {
            throw UsageError(
                "--html is for tiles in a folder, in any layout but flat. Leave it out, or choose another output.")
        }
        if page.address != nil, !writesPage {
            throw UsageError("--page-url is the address of a web page. Add --html, or leave --page-url out.")
        }
        if page.basemap != nil, !writesPage || !target.capabilities.isMapTiled {
            throw UsageError(
                "--basemap is for the web page of a map. Add --html and --layout xyz or tms, or leave --basemap out.")
        }
    }

    /// The formats that can be georeferenced, as in "--layout xyz or tms, MBTiles or TIFF".
    private var georeferencedFormats: String {
        let layouts = formats.layouts.filter(\.capabilities.isMapTiled).map(\.id)
        let files = formats.containers.filter { $0.capabilities.isMapTiled || $0.capabilities.storesBounds }.map(\.name)
        return [layouts.isEmpty ? "" : "--layout \(Self.list(layouts, "or"))", Self.list(files, "or")]
            .filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// Returns words as a list, such as `a, b and c`.
    static func list(_ words: [String], _ conjunction: String) -> String {
        guard words.count > 1, let last = words.last else { return words.joined() }
        return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
    }
}
