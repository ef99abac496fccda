package import LayerTree
internal import ScrollLayers
internal import TextLayers
internal import TextRendering
package import TilePyramid
package import VectorDrawing

/// The thumbnails of all demos in a grid, which scrolls if the window is too small for it.
@MainActor
package final class GalleryWall {
    /// The scene that shows the wall.
    package let scene: LayerScene

    private let wall = ScrollLayer()
    private var cells: [Layer] = []
    private var rows = 0

    /// The size of a cell in points: the thumbnail, and its name below.
    private static let cell = Size(width: 172, height: rowHeight)
    /// The height of a row of thumbnails in points, with their names: 146.
    nonisolated package static let rowHeight = 146.0
    private static let thumbnail = Size(width: 160, height: 120)

    /// Creates a wall with the first picture of every demo.
    ///
    /// - Complexity: O(demos); each is started and drawn once, which takes some milliseconds.
    package init(size: PixelSize, scale: Double, clock: any LayerClock) {
        let root = Layer()
        scene = LayerScene(root: root, size: size, scale: scale, background: DemoColors.gray, clock: clock)
        root.anchorPoint = .zero
        wall.anchorPoint = .zero
        root.addSublayer(wall)
        for demo in Demo.all {
            let cell = Layer()
            cell.bounds = Rect(origin: .zero, size: Self.cell)
            let picture = Layer()
            picture.frame = Rect(x: 6, y: 6, width: Self.thumbnail.width, height: Self.thumbnail.height)
            picture.contents = DemoPlayer(demo).picture(at: demo.times[0])
            picture.minificationFilter = .trilinear
            picture.borderWidth = 1
            picture.borderColor = Color(red: 0, green: 0, blue: 0, alpha: 0.3)
            cell.addSublayer(picture)
            let name = TextLayer(
                demo.name, style: TextStyle(font: TextFont(size: 11), color: .black), drawing: DemoStage.text)
            name.position = Point(x: 6, y: 128)
            cell.addSublayer(name)
            wall.addSublayer(cell)
            cells.append(cell)
        }
        resize(to: size, scale: scale)
    }

    /// Arranges the wall for a window of a size in pixels.
    package func resize(to size: PixelSize, scale: Double) {
        scene.size = size
        scene.scale = scale
        let window = Size(width: Double(size.width) / scale, height: Double(size.height) / scale)
        let columns = max(1, Int(window.width / Self.cell.width))
        rows = (cells.count + columns - 1) / columns
        let margin = max(0, (window.width - Double(columns) * Self.cell.width) / 2)
        Transaction.run(disablesActions: true) {
            scene.root.bounds = Rect(origin: .zero, size: window)
            wall.bounds.size = window
            for (index, cell) in cells.enumerated() {
                let column = Double(index % columns)
                let row = Double(index / columns)
                cell.frame = Rect(
                    origin: Point(x: margin + column * Self.cell.width, y: row * Self.cell.height), size: Self.cell)
            }
        }
        scroll(by: 0)
    }

    /// The height of the whole wall in points.
    package var height: Double { Double(rows) * Self.cell.height }

    /// Scrolls by a distance in points, within the wall.
    package func scroll(by distance: Double) {
        let limit = max(0, height - wall.bounds.size.height)
        Transaction.run(disablesActions: true) {
            wall.bounds.origin.y = min(max(0, wall.bounds.origin.y + distance), limit)
        }
    }

    /// Returns the demo at a position of the window, in points; nil if there is none.
    package func demo(at position: Point) -> Demo? {
        let inWall = Point(x: position.x, y: position.y + wall.bounds.origin.y)
        return cells.firstIndex { $0.frame.contains(inWall) }.map { Demo.all[$0] }
    }
}
