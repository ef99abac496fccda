import FilePyramids
import SDLPresenter
import ScrollLayers
import TileCutting
import TilePyramid
import TiledLayers
import VectorDrawing

/// The gray of a point c: brighter the later z² + c leaves the circle of radius 2, and black if it stays for 64 steps.
func gray(_ x: Double, _ y: Double) -> UInt8 {
    var z = Point(x: 0, y: 0)
    for step: UInt8 in 0..<64 {
        guard z.x * z.x + z.y * z.y <= 4 else { return 4 * step }
        z = Point(x: z.x * z.x - z.y * z.y + x, y: 2 * z.x * z.y + y)
    }
    return 0
}

/// The Mandelbrot set in a square of any number of pixels.
func mandelbrot(side: Int) -> ClosureTileDrawing {
    let pyramid = Pyramid(size: PixelSize(width: side, height: side))
    return ClosureTileDrawing(pyramid: pyramid) { index in
        let rect = pyramid.rect(of: index)
        let pixel = 3 / Double(pyramid.levels[index.level].size.width)
        let bytes = rect.rows.flatMap { y in
            rect.columns.map { x in gray(Double(x) * pixel - 2.25, Double(y) * pixel - 1.5) }
        }
        return try PixelBuffer(size: rect.size, bytes: bytes, format: .gray)
    }
}

do {
    if let path = CommandLine.arguments.dropFirst().first {
        let source = DrawnTileSource(mandelbrot(side: 1024))
        let plan = try CutPlan(tilesOf: source, name: "Mandelbrot set", identity: "1024")
        let store = try PyramidFormat.deepZoom.makeStore(at: path, pyramid: plan.pyramid, format: plan.format)
        print(try await plan.cut(into: store).tiles, "tiles")
    } else {
        try await LayerWindow(title: "Mandelbrot set").runUntilClosed { window in
            let image = TiledImage(mandelbrot(side: 1 << 24), name: "Mandelbrot set")
            window.add(ScrollController(for: TiledLayer(image: image)))
        }
    }
} catch {
    print(error)
}
