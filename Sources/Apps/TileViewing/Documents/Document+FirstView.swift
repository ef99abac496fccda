internal import FilePyramids
internal import Georeferencing
internal import Glibc
internal import LayerTree
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

extension Document {
    /// The part of the image to show at first, in full-size pixels; nil for all of it.
    ///
    /// A map without coarse zooms begins with a part of it, around the center that its description names, if all of it
    /// would take more than ``ComposedTiles/firstViewLimit`` requests.
    func firstRect(in viewport: Size) -> Rect? {
        let pyramid = image.pyramid
        let count = image.composedLevelCount
        guard count > 0, pyramid.levels.indices.contains(count), viewport.width > 0, viewport.height > 0 else {
            return nil
        }
        let level = pyramid.levels[count]
        guard level.grid.count > ComposedTiles.firstViewLimit else { return nil }
        // Half of the tiles, because those at the edges are in view by a part.
        let tiles = Double(ComposedTiles.firstViewLimit / 2)
        let area = tiles * Double(level.tileSize.area) * level.downsample * level.downsample
        let size = Size(
            width: min((area * viewport.width / viewport.height).squareRoot(), Double(pyramid.size.width)),
            height: min((area * viewport.height / viewport.width).squareRoot(), Double(pyramid.size.height)))
        let middle = Point(x: Double(pyramid.size.width) / 2, y: Double(pyramid.size.height) / 2)
        let center = state.metadata.center ?? middle
        func start(_ center: Double, _ extent: Double, _ length: Int) -> Double {
            min(max(0, center - extent / 2), Double(length) - extent)
        }
        return Rect(
            x: start(center.x, size.width, pyramid.size.width), y: start(center.y, size.height, pyramid.size.height),
            width: size.width, height: size.height)
    }
}

extension DocumentMetadata {
    /// The point in full-size pixels that the properties of a map name as its center: `longitude,latitude,zoom`.
    static func namedCenter(_ properties: [PyramidProperty], _ place: ImagePlace?) -> Point? {
        guard let place, let text = properties.first(where: { $0.name == "center" })?.value else { return nil }
        let numbers = text.split(separator: ",").compactMap { Double($0.filter { !"[] ".contains($0) }) }
        guard numbers.count >= 2, abs(numbers[0]) <= 180, abs(numbers[1]) < 90 else { return nil }
        let (x, y) = place.projection.pixel(at: Coordinate(latitude: numbers[1], longitude: numbers[0]))
        let size = place.projection.size
        guard (0...Double(size.width)).contains(x), (0...Double(size.height)).contains(y) else { return nil }
        return Point(x: x, y: y)
    }
}
