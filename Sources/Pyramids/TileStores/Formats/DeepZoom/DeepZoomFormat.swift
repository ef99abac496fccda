internal import TilePyramid

extension PyramidFormat {
    /// Deep Zoom, for web viewers: `NAME.dzi` and `NAME_files/LEVEL/COLUMN_ROW.jpg`.
    ///
    /// The format is described at
    /// https://learn.microsoft.com/previous-versions/windows/silverlight/dotnet-windows-silverlight/cc645077(v=vs.95).
    public static let deepZoom = PyramidFormat(
        id: "deepzoom", name: "Deep Zoom", layout: DeepZoomLayout(), fileExtensions: ["dzi", "xml"],
        capabilities: .layout {
            $0.supportsOverlap = true
            $0.supportsBothRoundings = false
        })
}

/// Deep Zoom: a descriptor beside a folder of levels.
struct DeepZoomLayout: FileLayout {
    /// Always `nil`: a descriptor has any name, and lies beside the folder that it describes.
    func describe(_ files: any ContainerReader) -> LayoutDescription? { nil }

    func naming(for request: StoreRequest) -> any LayoutNaming {
        DeepZoomNaming(
            name: request.name, pyramid: request.pyramid, fileExtension: request.format.fileExtension,
            isSparse: request.target.isSparse)
    }

    func open(_ path: String) throws -> LayoutSource { try DeepZoomFolder(opening: path).source() }

    func output(for request: StoreRequest) -> FolderPlacement {
        let path = DeepZoomDescriptor.path(forOutput: request.path)
        let naming = DeepZoomNaming(
            levelFoldersOf: FilePath.name(of: path), pyramid: request.pyramid,
            fileExtension: request.format.fileExtension, isSparse: request.target.isSparse)
        return FolderPlacement(
            naming: naming, output: WholeFolder(DeepZoomDescriptor.filesPath(for: path), descriptorPath: path))
    }
}
