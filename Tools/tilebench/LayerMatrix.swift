internal import Compositing
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// A matrix of 100 × 100 × 10 squares in perspective, seen through a window of 800×600 pixels: a pool holds layers for
/// those in view only.
@MainActor
struct LayerMatrix {
    private struct Cell: Hashable {
        var x, y, z: Int
    }

    private nonisolated static let size = 100.0
    private nonisolated static let spacing = 150.0
    private nonisolated static let distance = 500.0
    private nonisolated static let viewport = Size(width: 800, height: 600)

    private let space = Layer()
    private let scene: LayerScene
    private let pool: LayerPool<Cell>

    init() {
        space.anchorPoint = .zero
        space.bounds = Rect(x: 0, y: 0, width: Self.viewport.width, height: Self.viewport.height)
        let center = (Self.viewport.width / 2, Self.viewport.height / 2)
        space.sublayerTransform = Transform3D(translationX: -center.0, y: -center.1)
            .followed(by: Transform3D(perspectiveDistance: Self.distance))
            .followed(by: Transform3D(translationX: center.0, y: center.1))
        pool = LayerPool(in: space) {
            Layer()
        } configure: { layer, cell in
            let shade = 1 - Double(cell.z) / 12
            layer.bounds.size = Size(width: Self.size, height: Self.size)
            layer.backgroundColor = Color(red: shade, green: shade, blue: 0.9)
            layer.position = Point(x: Double(cell.x) * Self.spacing, y: Double(cell.y) * Self.spacing)
            layer.zPosition = -Double(cell.z) * Self.spacing
        }
        let root = Layer()
        root.anchorPoint = .zero
        root.bounds = space.bounds
        root.addSublayer(space)
        scene = LayerScene(
            root: root, size: PixelSize(width: 800, height: 600), background: .white, clock: ManualClock())
    }

    /// Builds and draws frames in which the view pans; returns a line of the table.
    func run(frames: Int, with compositor: Compositor) -> String {
        var figures = LayerBench.Figures()
        scene.collectsStatistics = true
        let frameBuffer = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: scene.size.area)
        frameBuffer.initialize(repeating: 0)
        defer { frameBuffer.deallocate() }
        let atOrigin = pool.show(Self.cells(at: .zero)).shown
        var quads = 0
        for number in -10..<frames {
            let offset = Point(x: Double(number % 400) * 7, y: Double(number % 400) * 7)
            let start = ContinuousClock.now
            pool.show(Self.cells(at: offset))
            Transaction.run(disablesActions: true) { space.bounds.origin = offset }
            let changed = ContinuousClock.now
            let tree = scene.frame()
            let built = ContinuousClock.now
            compositor.draw(tree, into: frameBuffer, stride: scene.size.width)
            let drawn = ContinuousClock.now
            guard number >= 0 else { continue }
            quads = tree.items.count
            let stages = scene.statistics
            figures.set.append((changed - start) / .microseconds(1))
            figures.commit.append((stages.layoutTime + stages.displayTime + stages.animationTime) * 1000)
            figures.build.append(stages.buildTime * 1000)
            figures.frame.append((built - changed) / .microseconds(1))
            figures.draw.append((drawn - built) / .microseconds(1))
        }
        return figures.row("\(atOrigin) of 100,000, panned", quads: quads)
    }

    /// The cells in view at an offset, those farthest away first.
    private nonisolated static func cells(at offset: Point) -> [Cell] {
        (0..<10).reversed().flatMap { z -> [Cell] in
            let scale = distance / (Double(z) * spacing + distance)
            /// The cells along an axis.
            func indices(_ origin: Double, _ length: Double) -> Range<Int> {
                let reach = length + size
                let low = origin - size / 2 - (reach / scale - reach) / 2
                let first = max(0, Int((low / spacing).rounded(.up)))
                let end = min(100, Int(((low + reach / scale) / spacing).rounded(.up)))
                return first..<max(first, end)
            }
            let columns = indices(offset.x, viewport.width)
            return indices(offset.y, viewport.height).flatMap { y in columns.map { Cell(x: $0, y: y, z: z) } }
        }
    }
}
