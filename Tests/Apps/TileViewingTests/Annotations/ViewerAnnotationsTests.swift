import Compositing
import Foundation
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TextLayers
import TilePyramid
import VectorDrawing

import Controls
@testable import TileViewing

/// Annotations in a viewer of 800×600 points at actual size, with the image point (500, 400) in the center.
@MainActor
@Suite(.timeLimited) final class ViewerAnnotationsTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "annotations-\(UUID()).geojson").path
    private lazy var stage = makeStage()

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    private func makeStage(_ change: (inout ViewerSettings) -> Void = { _ in }) -> ViewerStage {
        let stage = ViewerStage(view: ViewState(center: Point(x: 500, y: 400))) { settings in
            settings.annotations = self.path
            settings.features = [.annotations]
            change(&settings)
        }
        // Annotations are read in the first frame that shows the image, and there in the next one.
        stage.frame()
        return stage
    }

    private func click(_ x: Double, _ y: Double, clicks: Int = 1) {
        stage.pointer(.down(.primary, clicks: clicks), x, y)
        stage.pointer(.up(.primary, clicks: clicks), x, y)
    }

    private var annotations: [Annotation] { stage.viewer.annotations.editor.list.annotations }

    private var saved: GeoJSONDocument? {
        (try? Data(contentsOf: URL(fileURLWithPath: path))).flatMap { try? GeoJSONDocument(parsing: Array($0)) }
    }

    @Test func `a distance that is drawn is kept in the file, and there when the image is opened again`() {
        stage.tap("k")
        click(400, 300)
        click(430, 340, clicks: 1)
        click(430, 340, clicks: 2)
        let line = Annotation(.distance, .line([Point(x: 500, y: 400), Point(x: 530, y: 440)]))
        #expect(annotations == [line])
        stage.frame()
        #expect(saved?.annotations.map(\.shape) == [line.shape])
        #expect(stage.viewer.annotations.view.labels.labels.map(\.text) == ["50 px"])
        #expect(stage.view == ViewState(center: Point(x: 500, y: 400)), "a double click does not zoom")
        stage = makeStage()
        #expect(annotations.map(\.shape) == [line.shape])
        stage.frame()
        #expect(stage.messages.isEmpty)
    }

    /// The line below the tools.
    private var hint: String? {
        stage.frame()
        return stage.viewer.annotations.view.toolBar.layer.sublayers.compactMap { $0 as? TextLayer }.last?.text
    }

    @Test func `the line below the tools asks for the text of a note, and for the name of anything else`() {
        stage.tap("k")
        stage.tap("8")
        click(400, 300)
        stage.viewer.handle(text: "Lake")
        #expect(hint == "Note: Lake▏ Enter keeps it, Esc does not.")
        stage.tap(.enter)
        #expect(hint?.hasSuffix("Enter changes its text, Delete removes it.") == true)
        stage.tap("4")
        click(200, 200)
        #expect(hint?.hasSuffix("Enter names it, Delete removes it.") == true)
        stage.tap(.enter)
        #expect(hint == "Name: ▏ Enter keeps it, Esc does not.")
    }

    @Test func `the tools lie over the selection and the annotations, and leave the window with the editing`() throws {
        stage.viewer.select(PixelRect(x: 300, y: 120, width: 200, height: 100))
        stage.tap("k")
        stage.frame()
        let bar = stage.viewer.annotations.view.toolBar.layer
        #expect(bar.superlayer === stage.viewer.overlayLayer && !bar.isHidden)
        let layers = stage.viewer.scene.root.sublayers
        let overlays = try #require(layers.firstIndex { $0 === stage.viewer.overlayLayer })
        for below in [stage.viewer.selectionMarks.layer, stage.viewer.annotations.view.layer] {
            #expect(try #require(layers.firstIndex { $0 === below }) < overlays)
        }
        stage.tap("k")
        stage.frame()
        #expect(bar.superlayer == nil)
    }

    @Test func `t says whether annotations are shown, and that there are none`() {
        stage.tap("t")
        #expect(!stage.viewer.features.contains(.annotations))
        stage.tap("t")
        #expect(stage.viewer.features.contains(.annotations))
        stage.tap("k")
        stage.tap("4")
        click(200, 200)
        stage.frame()
        let saved = stage.messages.count
        stage.tap("t")
        stage.tap("t")
        #expect(
            stage.messages.prefix(2).map(\.text) == ["Annotations: hidden", "Annotations: shown; this image has none"])
        #expect(stage.messages.dropFirst(saved).map(\.text) == ["Annotations: hidden", "Annotations: shown"])
        #expect(stage.viewer.context.state(of: .toggle(.annotations)) == CommandState(isChecked: true))
    }

    @Test func `while a known length is typed, it says how long the line is, and how to type it only afterwards`() {
        stage.tap("k")
        stage.tap("9")
        click(400, 300)
        click(430, 340)
        #expect(stage.viewer.entry.isOpen && hint == "The line is 50 px long.")
        stage.tap(.escape)
        #expect(!stage.viewer.entry.isOpen && hint == "Enter types the length of the line, Esc drops it.")
    }

    @Test func `drags pan while annotations are edited, and those of handles do not`() throws {
        stage.tap("k")
        stage.tap("7")
        click(100, 100)
        stage.pointer(.down(.primary, clicks: 1), 300, 300)
        stage.pointer(.moved, 280, 300)
        stage.pointer(.moved, 250, 300)
        stage.clock.advance(by: 1)
        stage.pointer(.up(.primary, clicks: 1), 250, 300)
        stage.frames(for: 1)
        let center = stage.view.center
        #expect(center.x > 540 && annotations.isEmpty)
        click(200, 200)
        try #require(annotations.map(\.kind) == [.rectangle])
        let corner = stage.imagePoint(200, 200)
        stage.pointer(.down(.primary, clicks: 1), 202, 201)
        stage.pointer(.moved, 240, 260)
        stage.pointer(.up(.primary, clicks: 1), 240, 260)
        #expect(stage.view.center == center)
        #expect(
            annotations[0].shape.vertices[2] == stage.imagePoint(240, 260) && annotations[0].shape.vertices[2] != corner
        )
        stage.tap("z", .control)
        #expect(annotations[0].shape.vertices[2] == corner)
        stage.tap("z", [.control, .shift])
        #expect(annotations[0].shape.vertices[2] == stage.imagePoint(240, 260))
    }

    @Test func `keys that are typed into a note are not commands`() {
        stage.tap("k")
        stage.tap("8")
        click(400, 300)
        for character in "qk?1" {
            stage.tap(character)
            stage.viewer.handle(text: String(character))
        }
        for key in [Key.function(1), .function(11), .tab] { stage.tap(key) }
        for character in "owz" { stage.tap(character, .control) }
        stage.tap(.backspace)
        stage.tap(.enter)
        #expect(annotations.map(\.name) == ["qk?"] && annotations.map(\.kind) == [.text])
        #expect(stage.requests.isEmpty && stage.viewer.features == [.annotations])
    }

    @Test func `a name is kept when another line to type into opens, and a question ends when a name is typed`() {
        for command in [ViewerCommand.openAddress, .typeAngle] {
            stage = makeStage()
            stage.tap("k")
            stage.tap("8")
            click(400, 300)
            stage.viewer.handle(text: "Lake")
            // Keys belong to the name; menus and programs perform commands.
            stage.viewer.perform(command)
            stage.viewer.handle(text: "x")
            #expect(stage.viewer.entry.isOpen && stage.viewer.entry.editor.text == "x")
            #expect(!stage.viewer.annotations.editor.isTyping && annotations.map(\.name) == ["Lake"])
            // A click in the image begins another note.
            click(700, 500)
            stage.frame()
            #expect(!stage.viewer.entry.isOpen && stage.viewer.annotations.editor.isTyping)
            stage.viewer.handle(text: "Sea")
            stage.tap(.enter)
            #expect(annotations.map(\.name) == ["Lake", "Sea"])
            stage.viewer.close()
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    @Test(arguments: ["1", "5"] as [Character])
    func `letters that are typed right after Enter has ended a drawing write and close nothing`(tool: Character) {
        stage.tap("k")
        stage.tap(tool)
        click(400, 300)
        click(700, 500)
        stage.tap(.enter)
        for character in "sequoia" {
            stage.tap(character)
            stage.viewer.handle(text: String(character))
        }
        stage.frame()
        #expect(stage.requests.isEmpty && !stage.messages.contains { $0.text.contains("saved: ") })
        stage.tap(.escape)
        #expect(annotations.map(\.name) == [""])
    }

    @Test func `Esc leaves the editing before anything else, and then keys mean what they did`() {
        stage.tap("k")
        stage.tap("2")
        #expect(stage.view.scale == 1 && stage.viewer.annotations.editor.tool == .area)
        stage.tap(.escape)
        #expect(!stage.viewer.annotations.editor.isOn && stage.requests.isEmpty)
        stage.tap("2")
        stage.frames(for: 1)
        #expect(stage.view.scale == 2)
        stage.tap(.escape)
        #expect(stage.requests.isEmpty)
    }

    @Test func `a draft stays when the window loses the focus, and a drag ends without a change`() {
        stage.tap("k")
        click(100, 100)
        click(200, 100)
        stage.viewer.focusLost()
        click(300, 100)
        stage.tap(.enter)
        let shape = AnnotationShape.line([Point(x: 200, y: 200), Point(x: 300, y: 200), Point(x: 400, y: 200)])
        #expect(annotations.map(\.shape) == [shape])
        stage.pointer(.down(.primary, clicks: 1), 300, 100)
        stage.pointer(.moved, 350, 150)
        stage.viewer.focusLost()
        stage.pointer(.up(.primary, clicks: 1), 350, 150)
        #expect(annotations.map(\.shape) == [shape])
    }

    @Test func `a click on a tool chooses it`() throws {
        stage.tap("k")
        stage.frame()
        let bar = stage.viewer.annotations.view.toolBar
        let points = stride(from: 0.0, to: 800, by: 2).map { Point(x: $0, y: bar.layer.frame.minY + 12) }
        let area = try #require(points.first { bar.tool(at: $0) == .area })
        click(area.x, area.y)
        #expect(stage.viewer.annotations.editor.tool == .area)
        #expect(stage.viewer.annotations.editor.draft.isEmpty)
        stage.tap("k")
        stage.frame()
        #expect(stage.viewer.annotations.view.layer.superlayer == nil)
    }

    /// Whether all that is seen in the bar is whole, the line below the tools, too.
    private func seenRowsAreWhole(in bar: AnnotationToolBar) -> Bool {
        let texts = bar.layer.sublayers.compactMap { $0 as? TextLayer }
        let bounds = Rect(origin: .zero, size: bar.layer.bounds.size)
        return texts.last?.isHidden == false && texts.allSatisfy { $0.isHidden || bounds.encloses($0.frame) }
    }

    /// The tools that are seen in the bar, and that can be clicked.
    private func seenTools(in bar: AnnotationToolBar) -> Set<AnnotationTool> {
        let frame = bar.layer.frame
        let rows = stride(from: frame.minY, to: frame.maxY, by: 4)
        return Set(
            rows.flatMap { y in
                stride(from: frame.minX, to: frame.maxX, by: 6).compactMap { bar.tool(at: Point(x: $0, y: y)) }
            })
    }

    @Test func `in a narrow pane the line that is typed is seen whole, whichever tools have room above it`() {
        let sources = (0..<4).map { _ in PaintedSource() }
        let stage = ViewerStage(sources, view: ViewState(center: Point(x: 500, y: 400))) { settings in
            settings.annotations = self.path
            settings.features = [.annotations, .statusLine, .overviewMap, .scaleBar]
            settings.comparison = Comparison()
            settings.size = PixelSize(width: 400, height: 300)
        }
        stage.frames(for: 0.5)
        stage.tap("k")
        stage.tap("8")
        stage.frame()
        let bar = stage.viewer.annotations.view.toolBar
        #expect(stage.viewer.context.panes.panes.count == 4 && seenRowsAreWhole(in: bar))
        stage.viewer.annotations.editor.click(at: Point(x: 500, y: 400), isRepeated: false, within: 1)
        #expect(stage.viewer.annotations.editor.isTyping)
        for text in ["Lake", String(repeating: " of many words", count: 20)] {
            stage.viewer.handle(text: text)
            stage.frame()
            #expect(!bar.layer.isHidden && seenRowsAreWhole(in: bar))
            let pane = stage.viewer.context.panes.frames[0]
            #expect(pane.encloses(bar.layer.frame))
        }
    }

    @Test(arguments: [(400, 300), (500, 400), (640, 480), (1280, 800)] as [(Double, Double)])
    func `the tools are in the window and not over the overview map, and scroll where they are higher than their frame`(
        width: Double, height: Double
    ) throws {
        let bar = AnnotationToolBar(in: ControlEnvironment(queue: DrawingQueue(mode: .immediate)))
        let layout = OverlayLayout(size: Size(width: width, height: height))
        bar.update(
            .distance, color: AnnotationPalette.defaultColor,
            hint: "Click the points of a line. Double click or Enter ends it.")
        #expect(bar.layer.isHidden)
        var map = OverlayRequest(OverlayID("overview"), .ornament, at: .topRight, sizes: [layout.mapSize()])
        map.staysAtEdge = true
        let request = try #require(bar.request(in: layout))
        let frames = OverlayArrangement([request, map], in: layout).frames
        let frame = try #require(frames[AnnotationToolBar.id])
        bar.place(in: frame)
        #expect(!bar.layer.isHidden && frame.encloses(bar.layer.frame))
        if let map = frames[OverlayID("overview")] { #expect(bar.layer.frame.intersection(map) == nil) }
        // One row of tools is scrolled through all of them, and the line below stays.
        let low = Rect(origin: frame.origin, size: Size(width: 200, height: 90))
        bar.place(in: low)
        var tools: Set<AnnotationTool> = []
        for _ in 0..<40 {
            #expect(low.encloses(bar.layer.frame))
            #expect(seenRowsAreWhole(in: bar))
            tools.formUnion(seenTools(in: bar))
            let point = bar.layer.frame.point(at: Point(x: 0.5, y: 0.5))
            _ = bar.scroll(by: WheelEvent(time: 0, delta: Point(x: 0, y: -0.1), position: point))
        }
        #expect(tools == Set(AnnotationTool.allCases))
        bar.update(nil, color: AnnotationPalette.defaultColor, hint: "")
        #expect(bar.layer.isHidden && bar.request(in: layout) == nil)
    }

    @Test(arguments: [(400, 300), (640, 480), (1000, 700), (1280, 800)] as [(Double, Double)])
    func `the tools are beside the overview map at every scale of the screen`(width: Double, height: Double) throws {
        for scale in [1, 1.25, 1.5, 2, 3] {
            let environment = ControlEnvironment(queue: DrawingQueue(mode: .immediate), scale: scale)
            let bar = AnnotationToolBar(in: environment)
            let layout = OverlayLayout(size: Size(width: width, height: height), scale: scale)
            bar.update(
                .distance, color: AnnotationPalette.defaultColor,
                hint: "Click the points of a line. Double click or Enter ends it.")
            let limit = layout.mapSize()
            for share in [0.5, 1] {
                // The map of an image that is twice as wide as it is high.
                let size = Size(width: limit.width, height: limit.width * share)
                var map = OverlayRequest(OverlayID("overview"), .ornament, at: .topRight, sizes: [size])
                map.staysAtEdge = true
                let frames = OverlayArrangement(
                    [try #require(bar.request(in: layout)), map], in: layout
                ).frames
                let frame = try #require(frames[AnnotationToolBar.id])
                let place = try #require(frames[map.id])
                #expect(abs(frame.minY - layout.area.minY) < 1e-6 && frame.maxX < place.minX, "\(scale), \(share)")
            }
        }
    }

    @Test(arguments: [1, 2] as [Double])
    func `lines are as wide at any zoom, and sharp at a scale of 2`(scale: Double) throws {
        var document = GeoJSONDocument()
        document.annotations = [
            Annotation(
                .line, .line([Point(x: 400, y: 400), Point(x: 600, y: 400)]), color: Color(red: 1, green: 0, blue: 0))
        ]
        try document.text(in: .pixels).write(toFile: path, atomically: true, encoding: .utf8)
        for zoom in [0.5, 1, 4] {
            let stage = ViewerStage(view: ViewState(center: Point(x: 500, y: 400), scale: zoom)) { settings in
                settings.annotations = self.path
                settings.features = [.annotations]
                settings.size = PixelSize(width: 200, height: 100)
                settings.scale = scale
            }
            let snapshot = stage.snapshot()
            let reds = (0..<100).count { snapshot[100, $0] & 0xFFFFFF == 0xFF0000 }
            #expect(reds == Int(2 * scale), "at \(zoom)")
        }
    }

    @Test func `annotations that are not in view are not drawn`() throws {
        var document = GeoJSONDocument()
        document.annotations = (0..<5000).map { number in
            let corner = Point(x: Double(number % 100) * 10, y: Double(number / 100) * 16)
            return Annotation(
                .rectangle, .polygon(Rect(origin: corner, size: Size(width: 6, height: 6)).corners))
        }
        try document.text(in: .pixels).write(toFile: path, atomically: true, encoding: .utf8)
        #expect(annotations.count == 5000)
        let lines = stage.viewer.annotations.view.lines
        stage.viewer.show(ViewState(center: Point(x: 500, y: 400), scale: 8), animated: false)
        stage.frame()
        #expect(lines.drawnCount > 20 && lines.drawnCount < 200)
        stage.viewer.show(ViewState(center: Point(x: 500, y: 400), scale: 0.7), animated: false)
        stage.frame()
        #expect(lines.drawnCount == 5000)
    }

    @Test(arguments: [0.0, 30]) func `a view that has panned shows annotations as one that begins there`(
        angle: Double
    ) throws {
        var document = GeoJSONDocument()
        document.annotations = (0..<300).map { number in
            let x = Double(number % 20) * 51.3
            let y = Double(number / 20) * 47.9
            let size = number % 7 == 0 ? 600.0 : 21
            var annotation = Annotation(
                .polygon, .polygon([Point(x: x, y: y), Point(x: x + size, y: y + 3), Point(x: x + 9, y: y + size)]))
            annotation.color = number % 3 == 0 ? Color(red: 0, green: 1, blue: 0) : nil
            return annotation
        }
        try document.text(in: .pixels).write(toFile: path, atomically: true, encoding: .utf8)
        #expect(annotations.count == 300)
        func show(_ center: Point, _ scale: Double) -> [UInt32] {
            stage.viewer.show(
                ViewState(center: center, scale: scale, angle: angle), isExact: true, animated: false)
            stage.frame()
            let shown = stage.snapshot()
            return (0..<shown.size.area).map { shown[$0 % shown.size.width, $0 / shown.size.width] }
        }
        let end = Point(x: 512.25, y: 300.75)
        for x in stride(from: 100.0, to: 500, by: 37.5) { _ = show(Point(x: x, y: 200), 1.5) }
        let panned = show(end, 1.5)
        // At another zoom all outlines are made again.
        #expect(show(end, 0.2) != panned)
        #expect(show(end, 1.5) == panned)
    }

    @Test func `the key for annotations hides and shows them, and editing shows them`() {
        stage.tap("k")
        stage.tap("4")
        click(400, 300)
        stage.tap("k")
        let layer = stage.viewer.annotations.view.layer
        for isHidden in [false, true, false, true] {
            stage.frame()
            #expect((layer.superlayer == nil) == isHidden)
            stage.tap("t")
        }
        stage.tap("t")
        stage.tap("k")
        stage.frame()
        #expect(layer.superlayer != nil && stage.viewer.features.contains(.annotations))
    }

    @Test func `a file that cannot be read is reported and stays as it is`() throws {
        try "{".write(toFile: path, atomically: true, encoding: .utf8)
        stage.frame()
        #expect(stage.messages.count == 1 && stage.messages[0].text.contains("cannot be read: line 1"))
        stage.tap("k")
        stage.tap("4")
        click(400, 300)
        stage.frame()
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "{")
        let other = path.replacing(".geojson", with: "-2.geojson")
        #expect(FileManager.default.fileExists(atPath: other))
        try FileManager.default.removeItem(atPath: other)
    }
}
