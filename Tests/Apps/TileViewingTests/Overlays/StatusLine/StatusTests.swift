import Controls
import LayerTree
import TestLimits
import Testing
import TextLayers
import TilePyramid
import TilePyramid
import VectorDrawing

@testable import TileViewing

/// The words of the status line.
@Suite(.timeLimited) struct StatusTextTests {
    @Test(
        arguments: [
            (1, "100 %"), (0.5, "50 %"), (16, "1600 %"), (0.3333, "33 %"), (0.1, "10 %"), (0.0999, "10 %"),
            (0.0634, "6.3 %"), (0.05, "5 %"), (0.0042, "0.42 %"), (0.000123, "0.012 %"), (2.505, "251 %"),
            (1e-9, "0 %"), (0, "–"), (.nan, "–"), (.infinity, "–"),
        ] as [(Double, String)])
    func `zoom in percent has more digits where steps are finer`(zoom: Double, text: String) {
        #expect(StatusValues.zoomText(zoom) == text)
    }

    @Test(
        arguments: [
            (.tiles(1), "1 tile loading"), (.tiles(12), "12 tiles loading"),
            (.cutting(0.439), "cutting 43 %"), (.cutting(1), "cutting 100 %"), (.cutting(-1), "cutting 0 %"),
            (.failed([TileIndex(level: 12, column: 3, row: 4)]), "tile 12/3_4 failed"),
            (
                .failed([TileIndex(level: 1, column: 0, row: 0), TileIndex(level: 1, column: 1, row: 0)]),
                "2 tiles failed"
            ),
        ] as [(StatusValues.Loading, String)])
    func `the loading state is shown in words`(loading: StatusValues.Loading, text: String) {
        #expect(StatusValues.loadingText(loading) == text)
    }

    @Test(
        arguments: [
            (Color(red: 0, green: 0.5, blue: 1), "#0080FF"), (.white, "#FFFFFF"),
            (Color(red: 10.0 / 255, green: 11.0 / 255, blue: 12.0 / 255), "#0A0B0C"),
            (Color(red: -1, green: 2, blue: 0), "#00FF00"),
        ])
    func `colors have six digits`(color: Color, text: String) {
        #expect(StatusValues.colorText(color) == text)
    }
}

/// The status line in a window.
@MainActor
@Suite(.timeLimited) struct StatusLineTests {
    private var values: StatusValues {
        var values = StatusValues()
        values.zoom = 0.5
        values.name = "marble.dzi"
        values.filePosition = .init(number: 2, count: 7)
        values.loading = .tiles(3)
        values.hoveredPixel = .init(column: 120, row: 45, color: .white)
        return values
    }

    private func texts(_ stage: OverlayStage) -> [String] {
        stage.status.layer.sublayers.compactMap { $0 as? TextLayer }.filter { !$0.isHidden }.map(\.text)
    }

    @Test(arguments: [320, 400, 700, 1200])
    func `names of several images are shortened each on its own, whatever the width`(width: Int) throws {
        let stage = OverlayStage(width, 600)
        var values = values
        values.name = "a photograph of the Earth.jpg"
        values.otherNames = ["a photograph of Africa.jpg", "a map of Africa.tif"]
        stage.status.update(values, in: stage.layout)
        stage.arrange()
        let names = stage.status.layer.sublayers.compactMap { $0 as? TextLayer }.filter { $0.text.contains(" | ") }
        let name = try #require(names.first)
        #expect(name.text.split(separator: " | ").count == 3)
        #expect(name.textStyle.width == nil, "the layer leaves nothing out")
    }

    @Test func `all parts are shown from left to right, none over another`() {
        let stage = OverlayStage(900, 600)
        stage.status.update(values, in: stage.layout)
        stage.arrange()
        #expect(texts(stage) == ["50 %", "marble.dzi", "2/7", "3 tiles loading", "120, 45", "#FFFFFF"])
        let frames = stage.status.layer.sublayers.filter { !$0.isHidden }.map(\.frame).sorted { $0.minX < $1.minX }
        #expect(frames.count == 7)
        for (left, right) in zip(frames, frames.dropFirst()) {
            #expect(left.maxX < right.minX)
        }
        let panel = stage.status.layer.frame
        #expect(panel.minX == 12 && panel.maxY == 588)
        #expect(frames.allSatisfy { $0.minY >= 0 && $0.maxY <= panel.size.height && $0.maxX <= panel.size.width })
    }

    @Test func `of a map over the network it says whose data it is, and whether the server cannot be reached`() {
        let stage = OverlayStage(900, 600)
        var values = StatusValues()
        values.zoom = 1
        values.name = "map"
        values.attribution = "© Somebody"
        stage.status.update(values, in: stage.layout)
        stage.arrange()
        #expect(texts(stage) == ["100 %", "map", "© Somebody"])
        values.isOffline = true
        stage.status.update(values, in: stage.layout)
        stage.arrange()
        #expect(Set(texts(stage)) == ["100 %", "offline", "map", "© Somebody"])
    }

    @Test(arguments: [Color.black, .white, Color(red: 0.09, green: 0.09, blue: 0.11)])
    func `the color under the pointer has an outline of a point in the color of the text`(color: Color) throws {
        let stage = OverlayStage(1000, 600)
        var values = values
        values.hoveredPixel = .init(column: 120, row: 45, color: color)
        stage.status.update(values, in: stage.layout)
        let swatch = try #require(stage.status.layer.sublayers.first { $0.backgroundColor == color })
        #expect(!swatch.isHidden && swatch.bounds.size == Size(width: 12, height: 12))
        #expect(swatch.borderWidth == 1 && swatch.borderColor == stage.environment.theme.textColor)
    }

    @Test func `the position of a single file is left out, and so is what is nil`() {
        let stage = OverlayStage(900, 600)
        var values = StatusValues()
        values.zoom = 1
        values.filePosition = .init(number: 1, count: 1)
        stage.status.update(values, in: stage.layout)
        stage.arrange()
        #expect(texts(stage) == ["100 %"])
        stage.status.update(StatusValues(), in: stage.layout)
        stage.arrange()
        #expect(stage.status.layer.isHidden)
    }

    @Test(arguments: [(1600, 900), (900, 600), (640, 480), (400, 300), (200, 120), (60, 40)])
    func `the line stays within windows of any size, with the last parts left out`(width: Int, height: Int) throws {
        let stage = OverlayStage(width, height)
        var values = values
        values.name = String(repeating: "long name ", count: 40)
        stage.status.update(values, in: stage.layout)
        stage.arrange()
        let line = stage.status.layer
        #expect(line.frame.maxX <= Double(width) && line.frame.minX >= 0)
        let all = ["50 %", values.name, "2/7", "3 tiles loading", "120, 45", "#FFFFFF"]
        #expect(texts(stage).allSatisfy { all.contains($0) || $0.contains("…") })
        if width >= 200 { #expect(texts(stage).first == "50 %") }
        if width >= 900 { #expect(texts(stage).count == 6) }
    }

    @Test func `while the pointer moves, what follows its coordinates does not jump back`() throws {
        let stage = OverlayStage(900, 600)
        func colorX(_ column: Int) throws -> Double {
            var values = values
            values.hoveredPixel = .init(column: column, row: 5, color: .white)
            stage.status.update(values, in: stage.layout)
            stage.arrange()
            return try #require(stage.status.layer.sublayers.compactMap { $0 as? TextLayer }.last).frame.minX
        }
        let wide = try colorX(12345)
        #expect(try colorX(7) == wide)
        #expect(try colorX(123_456) > wide)
    }
}
