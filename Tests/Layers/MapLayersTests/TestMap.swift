import Georeferencing
import LayerTree
import MapLayers
import TestSupport
import TextLayers
import TilePyramid
import TiledLayers
import VectorDrawing

/// Maps with a line at every tenth degree, and a view of them that loads at once.
enum TestMap {
    /// A map of the tiles in a range, with lines of half a degree in white on a color.
    static func graticule(
        _ tiles: TileRange, zooms: ClosedRange<Int>, tileSize: Int, color: UInt32, attribution: String = ""
    ) -> MapImage {
        let pyramid = TileMatrixSet(tiles, zooms: zooms, tileSize: PixelSize(width: tileSize, height: tileSize)).pyramid
        let projection = MapProjection(pyramid: pyramid, zoom: zooms.upperBound)
        let drawing = ClosureTileDrawing(pyramid: pyramid) { index in
            let rect = pyramid.rect(of: index)
            let downsample = pyramid.levels[index.level].downsample
            func isLine(_ degrees: Double) -> Bool { abs(degrees - (degrees / 10).rounded() * 10) < 0.25 }
            let columns = (0..<rect.size.width).map { x in
                isLine(projection.coordinate(ofX: (Double(rect.x + x) + 0.5) * downsample, y: 0).longitude)
            }
            return PixelBuffer(size: rect.size, isOpaque: true) { pixels in
                for y in 0..<rect.size.height {
                    let latitude = projection.coordinate(ofX: 0, y: (Double(rect.y + y) + 0.5) * downsample).latitude
                    let isRow = isLine(latitude)
                    for x in 0..<rect.size.width {
                        pixels[y * rect.size.width + x] = isRow || columns[x] ? 0xFFFF_FFFF : color
                    }
                }
            }
        }
        return MapImage(TiledImage(drawing, name: "map"), projection: projection, attribution: attribution)
    }

    /// The whole Earth in tiles of 256 pixels.
    static func world(zooms: ClosedRange<Int> = 0...3, attribution: String = "") -> MapImage {
        graticule(
            TileRange(columns: 0..<(1 << zooms.lowerBound), rows: 0..<(1 << zooms.lowerBound)), zooms: zooms,
            tileSize: 256, color: 0xFF30_60A0, attribution: attribution)
    }
}

/// Loads tiles at once, on the thread that requests them.
struct ImmediateTileExecutor: TileExecutor {
    func run(_ worker: TileWorker) { worker.runToEnd() }

    func run(after seconds: Double, _ action: @escaping @Sendable () -> Void) {}
}
