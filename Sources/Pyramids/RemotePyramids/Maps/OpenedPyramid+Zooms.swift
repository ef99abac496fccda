public import FilePyramids
public import Georeferencing
internal import TilePyramid

extension OpenedPyramid {
    /// Returns the map without the finest zooms that its description names but its server does not have.
    ///
    /// A few tiles are requested to find out, one after the other: some thirty, or up to six if the finest zoom is there.
    /// The omitted zooms are among the ``OpenedPyramid/warnings``. Pyramids in files, images and maps in other systems are returned as
    /// they are, and so is a map of which no tile is found.
    ///
    /// - Parameter region: the region in degrees that matters, with an east beyond 180 if it crosses the 180th meridian;
    ///   the default is `nil`: all of the map.
    /// - Returns: the map.
    /// - Throws: ``StoreError`` when the server does not answer.
    public func withoutMissingZooms(in region: GeoBounds? = nil) throws -> OpenedPyramid {
        guard let remote = source as? RemoteTileSource, remote.isSparse, let georeference = remote.georeference else {
            return self
        }
        let old = remote.pyramid
        var search = FinestZoomSearch(remote, georeference, in: region ?? georeference.bounds)
        guard let finest = try search.level(), finest < old.finestLevel.index else { return self }
        let kept = old.levels[...finest]
        // Checked: the level is one of them.
        let scale = old.levels[finest].downsample
        var description = remote.description
        description.pyramid = Pyramid(
            levels: kept.map {
                LevelShape(size: $0.size, tileSize: $0.tileSize, downsample: $0.downsample / scale, origin: $0.origin)
            }, overlap: old.overlap, padsTiles: old.padsTiles)
        let zooms = (georeference.zoom - old.finestLevel.index + finest, georeference.zoom)
        description.georeference = Georeference(zoom: zooms.0, bounds: georeference.bounds)
        description.warnings.append(
            "the zooms \(zooms.0 + 1) to \(zooms.1) are left out: its server has no tile of them at the places that were asked "
                + "for. Name zooms to have all of their tiles requested.")
        let trimmed = RemoteTileSource(remote.path, description, client: remote.client, request: remote.request)
        var opened = OpenedPyramid(source: trimmed, format: format, path: path, name: name)
        opened.addressHash = addressHash
        return opened
    }
}
