internal import TileStores

/// Where a pyramid goes, and what it is to be.
struct OutputLocation: Hashable {
    /// The path its store is created with.
    var path: String
    /// The folder that the pyramid is made in, which is created if it is missing; nil beside the image.
    var folder: String?
    /// What kind of pyramid it is.
    var target: PyramidTarget
}

extension OutputRequest {
    /// The place of the pyramid that an image, or another pyramid, becomes.
    ///
    /// - Parameters:
    ///   - image: what is to become a pyramid; "-" is standard input.
    ///   - isOneOfSeveral: whether there are others, so that the output is a folder for all of them.
    /// - Returns: the path, its folder and the target.
    /// - Throws: ``UsageError`` when it would have no name, and when options contradict each other.
    func location(for image: String, isOneOfSeveral: Bool) throws(UsageError) -> OutputLocation {
        guard let path else {
            guard image != "-" else {
                throw UsageError(
                    description: "standard input has no name to call the pyramid by. Say where it goes with --output.")
            }
            let target = try target(named: nil)
            return OutputLocation(path: target.path(for: FilePath.withoutExtension(image)), target: target)
        }
        guard !path.isEmpty else {
            throw UsageError(description: "--output is empty. Give a path, or leave it out to write beside the image.")
        }
        guard isOneOfSeveral || isFolder(path) else {
            let target = try target(named: path)
            let output = target.path(forGiven: path)
            return OutputLocation(path: output, folder: FilePath.parent(of: output), target: target)
        }
        guard image != "-" else {
            throw UsageError(
                description: "standard input has no name to call the pyramid by inside the folder \(path). Name the "
                    + "pyramid itself with --output.")
        }
        let target = try target(named: nil)
        let folder = FilePath.withoutTrailingSlashes(path)
        let name = FilePath.withoutExtension(FilePath.name(of: image))
        return OutputLocation(
            path: target.path(for: folder == "/" ? "/\(name)" : "\(folder)/\(name)"), folder: folder, target: target)
    }

    /// Whether an output is a folder for pyramids: by its slash, or because there is one that is no pyramid itself.
    private func isFolder(_ path: String) -> Bool {
        path.hasSuffix("/") || FileSystem.isFolder(path) && !Pyramids.isPyramidFolder(path, formats: formats)
    }
}
