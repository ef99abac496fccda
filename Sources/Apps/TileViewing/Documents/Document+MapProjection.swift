internal import Georeferencing

extension Document {
    /// The place of the image on the map; nil if it has none.
    var mapProjection: MapProjection? { state.metadata.place?.projection }
}
