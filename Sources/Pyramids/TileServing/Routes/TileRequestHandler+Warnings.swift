internal import FilePyramids
internal import TileContainers
internal import TileStores

extension TileRequestHandler {
    /// The most pyramids that are opened for their warnings when a server starts: 100.
    static let warnedPyramidLimit = 100

    /// Returns the metadata that tiles contradict and the links that are not followed, as lines that begin with a path.
    ///
    /// Opens the first 100 pyramids, and blocks meanwhile. A pyramid that cannot be opened is reported
    /// when a client requests it.
    public func warnings() -> [String] {
        let formats = images.formats
        let pyramids = catalog.entries.filter { entry in
            entry.status.isFolder || formats.format(ofListed: entry.path) != nil
        }
        let links = catalog.refusedLinks.map {
            "\($0): warning: "
                + images.messages.adapt(
                    "this link leads out of the folders that are served, and is left out. Serve its target as well, or allow "
                        + "the folder.")
        }
        return links
            + pyramids.prefix(Self.warnedPyramidLimit).flatMap { entry in
                ((try? Pyramids.openBlocking(entry.path, formats: formats))?.warnings ?? []).map {
                    "\(entry.path): warning: \(images.messages.adapt($0))"
                }
            }
    }
}
