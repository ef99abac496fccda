public import FilePyramids
internal import TileContainers

extension PyramidFormat {
    /// A layer of a Web Map Tile Service, which is read over the network and never written.
    public static let wmts = PyramidFormat(
        id: "wmts", name: "WMTS", phrase: "a WMTS", fileExtensions: [], role: .service,
        capabilities: PyramidCapabilities { $0.isMapTiled = true }, shape: .mapTiles,
        recognize: { _ in [] },
        open: { path, _ in
            throw StoreError(
                .unreadable, path: path,
                "a WMTS is opened by the address of its capabilities, as in "
                    + "https://example.org/wmts?SERVICE=WMTS&REQUEST=GetCapabilities.")
        })
}
