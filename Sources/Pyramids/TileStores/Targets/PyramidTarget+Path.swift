internal import TilePyramid

extension PyramidTarget {
    /// The file extensions of a Deep Zoom descriptor.
    private static let descriptorExtensions = ["dzi", "xml"]

    /// The container that the file extension of an output stands for; `nil` if it stands for none.
    ///
    /// Other extensions are part of the name, because names such as "map-1.5" are common. A Deep Zoom descriptor stands
    /// for a folder.
    package static func container(forOutput output: String) -> PyramidContainer? {
        let fileExtension = FilePath.fileExtension(of: output)
        return descriptorExtensions.contains(fileExtension) ? .folder : PyramidContainer(fileExtension: fileExtension)
    }

    /// The path of the store for an output that was given without a file extension.
    package func path(for name: String) -> String {
        switch (container.fileExtension, layout) {
        case (let fileExtension?, _): "\(name).\(fileExtension)"
        case (nil, .deepzoom): "\(name).dzi"
        case (nil, _): name
        }
    }

    /// The path of the store for an output as the user gave it.
    package func path(forGiven output: String) -> String {
        let output = FilePath.withoutTrailingSlashes(output)
        let fileExtension = FilePath.fileExtension(of: output)
        if container != .folder {
            return PyramidContainer(fileExtension: fileExtension) == container ? output : path(for: output)
        }
        switch layout {
        case .deepzoom:
            return Self.descriptorExtensions.contains(fileExtension) ? output : path(for: output)
        case .flat:
            let isTileFormat = TileFormat(fileExtension: fileExtension) != nil
            return isTileFormat ? FilePath.withoutExtension(output) : output
        case .zoomify, .iiif, .iiif2, .xyz, .tms, .google:
            return output
        }
    }
}
