package import ChannelImages

extension PyramidSource {
    /// The encoding of elevations in meters whose bytes the colors of the tiles hold; nil for pictures.
    ///
    /// It is that of the property `encoding`, as maps state it for sources of elevations: `mapbox` or `terrarium`.
    package var terrain: TerrainEncoding? {
        properties.first { $0.name == TerrainEncoding.propertyName }.flatMap {
            TerrainEncoding(rawValue: $0.value.lowercased())
        }
    }
}

extension TerrainEncoding {
    /// The name of the property, as TileJSON and the metadata of MBTiles and PMTiles have it.
    package static let propertyName = "encoding"
}
