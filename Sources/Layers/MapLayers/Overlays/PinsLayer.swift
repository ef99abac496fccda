internal import Georeferencing
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// Draws all pins of a map, in points of the map's layer.
///
/// Only points on a pin hit it.
final class PinsLayer: Layer {
    /// A pin and its place in the world.
    private struct Place {
        var pin: MapPin
        var point: Point
    }

    /// The pins from north to south, so that a pin covers the pins north of it.
    private var places: [Place] = []
    private var needsSorting = false
    private var images: [Key: PixelBuffer] = [:]

    /// The values that determine the image of a drop.
    private struct Key: Hashable {
        var color: Color
        var size: Size
        var scale: Double
    }

    /// The maximum number of drawn drops that are kept, in addition to the drops of the last frame.
    private static let imageLimit = 64
    /// The number of drops that have been drawn.
    private(set) var drawnImageCount = 0

    /// The transform from the world to points of this layer.
    var worldTransform = AffineTransform.identity {
        didSet { if worldTransform != oldValue, !places.isEmpty { setNeedsFrame() } }
    }

    /// The part of the world that can be in view.
    var content = WorldMap.rect {
        didSet { if content != oldValue { pinDidMove() } }
    }
    /// Called with each pin that leaves the layer.
    var onRemove: (@MainActor (MapPin) -> Void)?

    /// The pins from north to south.
    var pins: [MapPin] {
        sort()
        return places.map(\.pin)
    }

    override init() {
        super.init()
        name = "pins"
        actions = .none
        cursor = .pointingHand
        properties.anchorPoint = .zero
    }

    /// Adds pins; pins of another map are removed from that map.
    func add(_ pins: [MapPin]) {
        for pin in pins where pin.layer !== self {
            pin.layer?.remove { $0 === pin }
            pin.layer = self
            places.append(Place(pin: pin, point: .zero))
        }
        pinDidMove()
    }

    /// Removes the pins that a closure chooses.
    func remove(where isGone: (MapPin) -> Bool) {
        let gone = places.map(\.pin).filter(isGone)
        guard !gone.isEmpty else { return }
        for pin in gone { pin.layer = nil }
        places.removeAll { $0.pin.layer == nil }
        setNeedsFrame()
        if let onRemove { gone.forEach(onRemove) }
    }

    /// Places the pins again before they are drawn.
    func pinDidMove() {
        needsSorting = true
        setNeedsFrame()
    }

    private func sort() {
        guard needsSorting else { return }
        needsSorting = false
        for index in places.indices { places[index].point = point(of: places[index].pin) }
        places.sort { ($0.point.y, $0.point.x) < ($1.point.y, $1.point.x) }
    }

    private func point(of pin: MapPin) -> Point { WorldMap.point(at: pin.coordinate, in: content) }

    /// The rectangle of a pin in the layer's coordinates.
    func frame(of pin: MapPin) -> Rect {
        pin.style.frame(at: worldTransform.apply(to: point(of: pin)))
    }

    /// Returns the uppermost pin within a few points of a point.
    ///
    /// - Complexity: O(pins).
    func pin(at point: Point) -> MapPin? {
        sort()
        let tolerance = 4.0
        return places.last { place in
            let frame = place.pin.style.frame(at: worldTransform.apply(to: place.point))
            return point.x >= frame.minX - tolerance && point.x < frame.maxX + tolerance
                && point.y >= frame.minY - tolerance && point.y < frame.maxY + tolerance
        }?.pin
    }

    /// Whether there is a pin at a point.
    override func contains(_ point: Point, in tree: LayerTreeKind = .model) -> Bool {
        super.contains(point, in: tree) && pin(at: point) != nil
    }

    /// The quads of the pins in view, on whole pixels so that they are sharp.
    override func contentsQuads(in context: LayerRenderContext) -> [ContentsQuad] {
        sort()
        let scale = scene?.scale ?? 1
        let view = context.properties.bounds
        var used: [Key: PixelBuffer] = [:]
        defer { if images.count > Self.imageLimit { images = used } }
        return places.compactMap { place in
            let frame = place.pin.style.frame(at: worldTransform.apply(to: place.point))
            guard frame.maxX > view.minX, frame.minX < view.maxX, frame.maxY > view.minY, frame.minY < view.maxY else {
                return nil
            }
            let image = image(of: place.pin.style, scale: scale, used: &used)
            let source = Rect(x: 0, y: 0, width: Double(image.size.width), height: Double(image.size.height))
            // A drop has whole pixels of its own; an image keeps the size that was asked for.
            let size =
                place.pin.style.image == nil
                ? Size(width: source.size.width / scale, height: source.size.height / scale) : frame.size
            return ContentsQuad(
                buffer: image, source: source,
                frame: Rect(
                    x: (frame.minX * scale).rounded() / scale, y: (frame.minY * scale).rounded() / scale,
                    width: size.width, height: size.height))
        }
    }

    private func image(of style: MapPinStyle, scale: Double, used: inout [Key: PixelBuffer]) -> PixelBuffer {
        if let image = style.image { return image }
        let key = Key(color: style.color, size: style.shownSize, scale: scale)
        if let image = used[key] { return image }
        let image = images[key] ?? drawn(style, scale: scale)
        images[key] = image
        used[key] = image
        return image
    }

    private func drawn(_ style: MapPinStyle, scale: Double) -> PixelBuffer {
        drawnImageCount += 1
        return style.pixels(scale: scale)
    }
}
