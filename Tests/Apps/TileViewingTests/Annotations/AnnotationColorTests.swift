import Foundation
import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

/// The colors in the tool bar.
@MainActor
@Suite(.timeLimited) final class AnnotationColorTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "colors-\(UUID()).geojson").path
    private lazy var stage = makeStage()
    private let red = AnnotationPalette.colors[1]
    private let cyan = AnnotationPalette.colors[3]

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    private func makeStage(scale: Double = 1) -> ViewerStage {
        let stage = ViewerStage(view: ViewState(center: Point(x: 500, y: 400))) { settings in
            settings.annotations = self.path
            settings.features = [.annotations]
            settings.scale = scale
        }
        stage.frame()
        return stage
    }

    private var annotations: [Annotation] { stage.viewer.annotations.editor.list.annotations }

    private func click(_ point: Point) {
        stage.pointer(.down(.primary, clicks: 1), point.x, point.y)
        stage.pointer(.up(.primary, clicks: 1), point.x, point.y)
        stage.frame()
    }

    /// The point of a color's swatch in the tool bar.
    private func swatch(_ color: Color) throws -> Point {
        let bar = stage.viewer.annotations.view.toolBar
        let frame = bar.layer.frame
        for y in stride(from: frame.minY, to: frame.maxY, by: 2) {
            for x in stride(from: frame.minX, to: frame.maxX, by: 2) where bar.color(at: Point(x: x, y: y)) == color {
                return Point(x: x + 4, y: y + 4)
            }
        }
        throw TestError("there is no such swatch")
    }

    private func write(_ properties: String) throws {
        let feature = #"""
            {"type":"Feature","geometry":{"type":"Point","coordinates":[500,400]},"properties":\#(properties)}
            """#
        try feature.write(toFile: path, atomically: true, encoding: .utf8)
    }

    private var saved: String? { try? String(contentsOfFile: path, encoding: .utf8) }

    @Test func `a click on a color gives it to the selected annotation and to what is drawn next`() throws {
        stage.tap("k")
        stage.tap("4")
        click(Point(x: 400, y: 300))
        #expect(annotations.map(\.color) == [nil])
        #expect(stage.viewer.annotations.editor.shownColor == AnnotationPalette.defaultColor)
        click(try swatch(red))
        #expect(annotations.map(\.color) == [red])
        click(Point(x: 500, y: 300))
        #expect(annotations.map(\.color) == [red, red])
        #expect(saved?.contains(#""color":[255,77,77]"#) == true)
        stage = makeStage()
        #expect(annotations.map(\.color) == [red, red])
    }

    @Test func `the color of a draft changes with the tool's, and the draft stays`() throws {
        stage.tap("k")
        click(Point(x: 300, y: 300))
        click(try swatch(cyan))
        click(Point(x: 400, y: 300))
        stage.tap(.enter)
        #expect(annotations.map(\.color) == [cyan] && annotations[0].shape.vertices.count == 2)
    }

    @Test func `a change of the color is undone and made again`() throws {
        try write(#"{"objectType":"annotation","color":[1,2,3]}"#)
        stage.tap("k")
        stage.tap("0")
        click(Point(x: 400, y: 300))
        click(try swatch(red))
        #expect(annotations.map(\.color) == [red])
        #expect(saved?.contains(#""color":[255,77,77]"#) == true)
        stage.tap("z", .control)
        stage.frame()
        #expect(annotations.map(\.color) == [Color(red: 1 / 255, green: 2 / 255, blue: 3 / 255)])
        #expect(saved?.contains(#""color":[1,2,3]"#) == true)
        stage.tap("z", [.control, .shift])
        #expect(annotations.map(\.color) == [red])
    }

    @Test func `an annotation of a class gets a color of its own, and its class keeps its color`() throws {
        try write(#"{"objectType":"annotation","classification":{"name":"Tumor","color":[200,0,0]}}"#)
        stage.tap("k")
        stage.tap("0")
        click(Point(x: 400, y: 300))
        click(try swatch(cyan))
        let text = try #require(saved)
        #expect(text.contains(#""classification":{"color":[200,0,0],"name":"Tumor"},"color":[51,204,255]"#))
        stage.tap("z", .control)
        stage.frame()
        #expect(saved?.contains(#""color":[51,204,255]"#) == false)
    }

    @Test(arguments: [1, 2] as [Double]) func `the swatches stay in a bar of a small window`(scale: Double) {
        stage = makeStage(scale: scale)
        stage.viewer.resize(to: PixelSize(width: Int(400 * scale), height: Int(300 * scale)), scale: scale)
        stage.tap("k")
        stage.frames(for: 2)
        let bar = stage.viewer.annotations.view.toolBar
        #expect(bar.layer.frame.minX >= 0 && bar.layer.frame.maxX <= 400 && bar.layer.frame.maxY < 200)
        let found = AnnotationPalette.colors.filter { (try? swatch($0)) != nil }
        #expect(found == AnnotationPalette.colors)
        #expect(stage.viewer.nextFrameTime == nil)
    }
}
