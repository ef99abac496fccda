internal import TilePyramid

extension PyramidTarget {
    /// The path of the store for an output that was given without a file extension.
    package func path(for name: String) -> String {
        format.fileExtensions.first.map { "\(name).\($0)" } ?? name
    }

    /// The path of the store for an output as the user gave it.
    ///
    /// A file gets its file extension; flat tiles lose that of a tile format.
    package func path(forGiven output: String) -> String {
        let output = FilePath.withoutTrailingSlashes(output)
        let fileExtension = FilePath.fileExtension(of: output)
        guard format.fileExtensions.isEmpty else {
            return format.fileExtensions.contains(fileExtension) ? output : path(for: output)
        }
        let isTile = capabilities.holdsFullSizeOnly && TileFormat(fileExtension: fileExtension) != nil
        return isTile ? FilePath.withoutExtension(output) : output
    }
}
