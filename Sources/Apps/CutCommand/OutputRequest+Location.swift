internal import FilePyramids
internal import TileContainers

/// The location and kind of a pyramid that is written.
struct OutputLocation: Hashable {
    /// The path of its store.
    var path: String
    /// The folder of the pyramid, which is created if it is missing; nil beside the image.
    var folder: String?
    /// The kind of pyramid.
    var target: PyramidTarget
    /// Whether the pyramid goes to standard output; the path is then that of the file with the same bytes.
    var isStandardOutput = false
}

extension OutputRequest {
    /// Returns the location of the pyramid that is made of an image or another pyramid.
    ///
    /// - Parameters:
    ///   - image: the path of the image or pyramid; "-" is standard input.
    ///     An output of "-" is standard output.
    ///   - isOneOfSeveral: whether there are other images, so that the output is a folder for all of them.
    /// - Returns: the path, its folder and the target.
    /// - Throws: ``UsageError`` if the pyramid would have no name, or options contradict each other.
    func location(for image: String, isOneOfSeveral: Bool) throws(UsageError) -> OutputLocation {
        guard let path else {
            guard image != "-" else {
                throw UsageError("standard input has no file name. Name the pyramid with --output.")
            }
            let target = try target(named: nil)
            return OutputLocation(path: target.path(for: baseName(of: image)), target: target)
        }
        guard !path.isEmpty else {
            throw UsageError("--output is empty. Give a path, or leave it out to write beside the image.")
        }
        if path == "-" { return try standardOutput(for: image, isOneOfSeveral: isOneOfSeveral) }
        if isOneOfSeveral, !isFolder(path), let format = formats.format(forOutput: path) {
            throw UsageError(
                "\(path) would be one pyramid (\(format.name)), but several images are given. Name a folder with --output, "
                    + "cut them one at a time, or join georeferenced images to one with --mosaic.")
        }
        guard isOneOfSeveral || isFolder(path) else {
            let target = try target(named: path)
            let output = target.path(forGiven: path)
            try checkExtension(of: path, becoming: output)
            return OutputLocation(path: output, folder: FilePath.parent(of: output), target: target)
        }
        guard image != "-" else {
            throw UsageError(
                "standard input has no file name for a pyramid in the folder \(path). Name the pyramid itself with "
                    + "--output.")
        }
        try checkExtension(ofFolder: path)
        let target = try target(named: nil)
        let folder = FilePath.withoutTrailingSlashes(path)
        let name = baseName(of: FilePath.name(of: image))
        return OutputLocation(
            path: target.path(for: folder == "/" ? "/\(name)" : "\(folder)/\(name)"), folder: folder, target: target)
    }

    /// Returns what the name of a pyramid begins with, which has that of its image.
    private func baseName(of image: String) -> String { keepsExtension ? image : FilePath.withoutExtension(image) }

    /// Returns the location of a pyramid that goes to standard output, with the name of the image.
    private func standardOutput(
        for image: String, isOneOfSeveral: Bool
    ) throws(UsageError) -> OutputLocation {
        let target = try target(named: nil)
        guard target.format.capabilities.supportsStreams else {
            let names = formats.containers.filter(\.capabilities.supportsStreams).map(\.id)
            throw UsageError(
                "\(target.phrase) cannot be written to standard output. Add --container \(Self.list(names, "or")).")
        }
        guard !isOneOfSeveral else {
            throw UsageError("standard output is one pyramid, but several images are given. Cut them one at a time.")
        }
        let name = image == "-" ? "image" : FilePath.withoutExtension(FilePath.name(of: image))
        return OutputLocation(path: target.path(for: name), target: target, isStandardOutput: true)
    }

    /// Returns whether an output is the name of a pyramid, or standard output, rather than a folder for pyramids.
    func namesPyramid(_ path: String) -> Bool { path == "-" || !path.isEmpty && !isFolder(path) }

    /// Returns whether an output is a folder for pyramids: it ends in a slash, or is an existing folder and no pyramid.
    private func isFolder(_ path: String) -> Bool {
        path.hasSuffix("/") || FileSystem.isFolder(path) && !Pyramids.isPyramidFolder(path, formats: formats)
    }
}
