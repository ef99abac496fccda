internal import Georeferencing
public import LayerTree
public import TiledLayers
internal import TilePyramid

/// The layer of one map in a ``MapView``, placed by its coordinates.
///
/// Its coordinates are full-size pixels, in which sublayers are placed. Its opacity fades when it is changed, so a switch between maps
/// is `other.opacity = 1`.
public final class MapTileLayer: TiledLayer {
    /// The map.
    public let map: MapImage

    init(_ map: MapImage, loader: TileLoader) {
        self.map = map
        super.init(image: map.image, loader: loader)
        let rect = WorldMap.rect(of: map.projection.bounds)
        let size = map.image.pyramid.size
        self.anchorPoint = .zero
        self.position = rect.origin
        self.affineTransform = AffineTransform(
            scaleX: rect.size.width / Double(size.width), y: rect.size.height / Double(size.height))
    }

    /// Animates changes of the opacity, and none of the rest.
    override public class func defaultAction(for key: ActionKey) -> LayerActionResult {
        key == .opacity ? .run(ImplicitAnimation()) : .none
    }
}
