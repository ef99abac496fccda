internal import TileStores

extension TileRequestHandler {
    /// The most pyramids that are opened for their warnings when a server starts: 100.
    public static let warnedPyramidLimit = 100

    /// What the metadata of pyramids say and their tiles contradict, and links that are not followed, as lines with the path of each.
    ///
    /// Opens the first ``warnedPyramidLimit`` pyramids, and blocks meanwhile. One that cannot be opened is reported when it is
    /// asked for.
    public func warnings() -> [String] {
        let pyramids = catalog.entries.filter { entry in
            entry.status.isFolder
                || CatalogScan.pyramidExtensions.contains(FilePath.fileExtension(of: entry.path))
        }
        let links = catalog.refusedLinks.map {
            "\($0): warning: this link leads out of the folders that are served, and is left out. Serve its target as well, or allow "
                + "the folder with --allow-files FOLDER."
        }
        return links
            + pyramids.prefix(Self.warnedPyramidLimit).flatMap { entry in
                ((try? Pyramids.openBlocking(entry.path))?.warnings ?? []).map { "\(entry.path): warning: \($0)" }
            }
    }
}
