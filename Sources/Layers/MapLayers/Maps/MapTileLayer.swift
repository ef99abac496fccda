internal import Georeferencing
public import LayerTree
internal import TilePyramid
public import TiledLayers
internal import VectorDrawing

/// The layer of one map in a ``MapView``, placed by its coordinates.
///
/// Sublayers are placed in full-size pixels. A change of the opacity fades, so `other.opacity = 1` switches between maps.
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

    /// Animates only changes of the opacity.
    override public class func defaultAction(for key: ActionKey) -> LayerActionResult {
        key == .opacity ? .run(ImplicitAnimation()) : .none
    }
}
