import Controls
import Georeferencing
import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TextLayers
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

/// The position and the color under the pointer while images are compared, in a window of 801×600 pixels at actual size.
@MainActor
@Suite(.timeLimited) struct ViewerComparedValuesTests {
    private static let first = PaintedSource(PixelSize(width: 3000, height: 2000))
    /// Of half the size, so that it is shown twice as large as it is.
    private static let second = OffsetSource(PixelSize(width: 1500, height: 1000), red: 10, green: 3)

    private func stage(
        _ comparison: Comparison, _ sources: [any TileSource] = [first, second],
        _ change: (inout ViewerSettings) -> Void = { _ in }
    ) -> ViewerStage {
        let stage = ViewerStage(sources, view: ViewState(center: Point(x: 1200, y: 900))) { settings in
            settings.size = PixelSize(width: 801, height: 600)
            settings.comparison = comparison
            settings.reducesMotion = true
            settings.features = [.statusLine]
            change(&settings)
        }
        stage.frames(for: 0.6)
        return stage
    }

    /// The text of the status line about the pixel at a point of the window, such as "B: 550, 450 #30C500".
    private func text(_ stage: ViewerStage, _ x: Double, _ y: Double = 300) -> String? {
        stage.pointer(.moved, x, y)
        stage.frame()
        return stage.viewer.statusLine.values.hoveredPixel.map { pixel in
            "\(StatusValues.positionText(pixel)) \(pixel.color.map(StatusValues.colorText) ?? "none")"
        }
    }

    private func color(_ x: Int, _ y: Int) -> String {
        StatusValues.colorText(Color(premultiplied: PaintedSource.pixel(x, y)))
    }

    /// The text for a pixel of the first image.
    private func first(_ x: Int, _ y: Int) -> String { "A: \(x), \(y) \(color(x, y))" }

    /// The text for a pixel of the second image.
    private func second(_ x: Int, _ y: Int) -> String { "B: \(x), \(y) \(color(x + 10, y + 3))" }

    @Test func `side by side, the status line names the pixel of the image in whose pane the pointer is`() {
        let stage = stage(Comparison())
        #expect(text(stage, 100) == first(1100, 900))
        #expect(text(stage, 501) == second(550, 450))
        let texts = stage.viewer.statusLine.layer.sublayers.compactMap { ($0 as? TextLayer)?.text }
        #expect(texts.contains("B: 550, 450"))
        #expect(text(stage, 100) == first(1100, 900))
    }

    @Test func `of many images each has its letter`() {
        let sources = (0..<9).map { OffsetSource(PixelSize(width: 3000, height: 2000), red: $0, green: 0) }
        let stage = stage(Comparison(), sources)
        let letters = [100.0, 300, 500].flatMap { y in [130.0, 400, 670].map { (x: $0, y: y) } }.map { point in
            text(stage, point.x, point.y)?.prefix(2)
        }
        #expect(letters == ["A:", "B:", "C:", "D:", "E:", "F:", "G:", "H:", "I:"])
    }

    @Test func `under a curtain the image counts that is on the side of the pointer`() {
        let stage = stage(Comparison(.curtain))
        #expect(text(stage, 300) == first(1100, 900))
        #expect(text(stage, 600) == second(700, 450))
    }

    @Test func `of images that take turns, the one counts that is seen`() {
        let stage = stage(Comparison(.blink))
        #expect(text(stage, 300) == first(1100, 900))
        stage.tap("b", .alt)
        #expect(text(stage, 300) == second(550, 450))
    }

    @Test func `in an overlay the image on top counts, and beside it the one below; of a difference the first one`() {
        let low = OffsetSource(PixelSize(width: 1500, height: 400), red: 10, green: 3)
        let stage = stage(Comparison(.overlay), [Self.first, low])
        #expect(text(stage, 300, 150) == second(550, 375))
        #expect(text(stage, 300, 350) == first(1100, 950))
        stage.viewer.compare(Comparison(.difference))
        stage.frames(for: 0.6)
        #expect(text(stage, 300, 150) == first(1100, 750))
    }

    @Test func `the place on the Earth is that of the same image, and at the end of the comparison no letter is left`()
        throws
    {
        let stage = stage(Comparison()) { settings in
            let open = settings.open
            settings.open = { path in
                let document = try open(path)
                guard path == "file-1" else { return document }
                let bounds = GeoBounds(west: 10, south: 50, east: 25, north: 60, crs: .wgs84)
                let projection = MapProjection(bounds: bounds, size: PixelSize(width: 1500, height: 1000))
                document.update { $0.metadata.place = ImagePlace(projection) }
                return document
            }
        }
        #expect(text(stage, 100) == first(1100, 900))
        #expect(stage.viewer.statusLine.values.hoveredPixel?.place == nil)
        #expect(text(stage, 501) == second(550, 450))
        let coordinate = try #require(stage.viewer.status.pointer?.coordinate)
        #expect(abs(coordinate.latitude - 55.5) < 1e-9 && abs(coordinate.longitude - 15.5) < 1e-9)
        #expect(stage.viewer.statusLine.values.hoveredPixel?.place?.isEmpty == false)
        stage.viewer.compare(nil)
        stage.frames(for: 0.6)
        #expect(text(stage, 100)?.hasPrefix("900, 900 ") == true)
    }

    @Test func `the menu copies the position in the image that was clicked`() {
        let stage = stage(Comparison())
        stage.pointer(.moved, 501, 300)
        stage.frame()
        let items = stage.viewer.part(ValuesPart.self).menuItems(at: Point(x: 501, y: 300))
        #expect(items.map(\.title) == ["Copy the position 550, 450", "Copy the color \(color(560, 453))"])
    }
}
