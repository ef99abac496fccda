public import TilePyramid

extension LayoutStore {
    /// Creates a pyramid in a ZIP archive, or in one for slide viewers (SZI).
    ///
    /// The archive is named `<path>.partial` until it is finished. Everything in it is in one folder, named after the
    /// image.
    ///
    /// - Parameters:
    ///   - path: the path of the finished archive.
    ///   - pyramid: the geometry, of the target's shape.
    ///   - format: the format of every tile.
    ///   - target: the layout, any but flat, and the metadata. SZI is always Deep Zoom.
    ///   - options: whether an existing archive is replaced. A run cannot be continued.
    /// - Throws: ``StoreError``, naming the path and the remedy, also when the layout does not support the pyramid.
    public convenience init(
        creatingArchive path: String, pyramid: Pyramid, format: TileFormat, target: PyramidTarget,
        options: StoreOptions = StoreOptions()
    ) throws {
        precondition(target.layout != .flat, "flat tiles have no names within an archive")
        var target = target
        if target.container == .szi { target.layout = .deepzoom }
        var naming = try target.naming(for: pyramid, format: format, path: path)
        if target.container == .szi {
            naming = SZINaming(naming, ScanProperties(of: pyramid, micronsPerPixel: target.micronsPerPixel))
        }
        let name = target.name ?? FilePath.name(of: FilePath.withoutExtension(path))
        let files = try ZIPContainerWriter(
            creating: path, root: LayoutFile.safeName(name), first: naming.descriptors, options: options)
        self.init(pyramid: pyramid, format: format, naming: naming, files: files)
    }
}

/// The names of Deep Zoom, with the properties of the scan among the descriptors as SZI requires.
private struct SZINaming: LayoutNaming {
    private let names: any LayoutNaming
    private let properties: ScanProperties

    init(_ names: any LayoutNaming, _ properties: ScanProperties) {
        self.names = names
        self.properties = properties
    }

    func name(of index: TileIndex) -> String { names.name(of: index) }

    func index(of name: String) -> TileIndex? { names.index(of: name) }

    var descriptors: [LayoutFile] {
        names.descriptors + [LayoutFile(name: ScanProperties.fileName, text: properties.xml)]
    }
}
