internal import TileContainers
internal import TilePyramid

extension PyramidFormat {
    /// A ZIP archive for slide viewers (SZI 1.2): Deep Zoom with the properties of the scan.
    public static let szi: PyramidFormat = PyramidFormat(
        id: "szi", name: "SZI", fileExtensions: ["szi"], mediaType: "application/zip",
        role: .archive(layout: "deepzoom"),
        capabilities: PyramidCapabilities { $0.supportsStreams = true },
        recognize: { try ZIPPyramid($0)?.isSZI == true ? [$0.path] : [] },
        open: { try ZIPPyramid(opening: $0).source(formats: $1) },
        create: { request in
            let properties = ScanProperties(of: request.pyramid, micronsPerPixel: request.target.micronsPerPixel)
            let naming = try SZINaming(names: request.naming(), properties: properties)
            return try LayoutStore(archiving: request, naming: naming)
        }
    ).readingRanges(of: { ZIPPyramid.isArchive(head: $0) }, open: { try ZIPPyramid($0).opened(formats: $1) })
}

/// The names of Deep Zoom, with the properties of the scan among the descriptors as SZI requires.
private struct SZINaming: LayoutNaming {
    let names: any LayoutNaming
    let properties: ScanProperties

    func name(of index: TileIndex) -> String { names.name(of: index) }

    func index(of name: String) -> TileIndex? { names.index(of: name) }

    var descriptors: [ContainerFile] {
        names.descriptors + [ContainerFile(name: ScanProperties.fileName, text: properties.xml)]
    }
}
