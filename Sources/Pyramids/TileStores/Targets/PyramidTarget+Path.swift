internal import TilePyramid

extension PyramidTarget {
    /// Endings of a Deep Zoom descriptor.
    private static let descriptorExtensions = ["dzi", "xml"]

    /// The container that the name of an output stands for; nil where it stands for none.
    ///
    /// Names with a dot in them ("map-1.5") are common; only endings that stand for a container are taken as such. A
    /// Deep Zoom descriptor is part of a folder's pyramid.
    package static func container(forOutput output: String) -> PyramidContainer? {
        let fileExtension = FilePath.fileExtension(of: output)
        return descriptorExtensions.contains(fileExtension) ? .folder : PyramidContainer(fileExtension: fileExtension)
    }

    /// The path a store is created with, for an output that was given without an ending.
    package func path(for name: String) -> String {
        switch (container.fileExtension, layout) {
        case (let fileExtension?, _): "\(name).\(fileExtension)"
        case (nil, .deepzoom): "\(name).dzi"
        case (nil, _): name
        }
    }

    /// The path a store is created with, for an output as the user gave it.
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
