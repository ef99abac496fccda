import Concurrency
import Controls
import Files
import Foundation
import Georeferencing
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

/// The files beside images in a viewer of 800×600 points at actual size, with the image point (500, 400) in the center.
@MainActor
@Suite(.timeLimited) struct ViewerCompanionTests {
    private let folder: TemporaryFolder
    private nonisolated static let size = PixelSize(width: 1000, height: 800)

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Shows an image of a size, on a map of 10° by 8° whose western edge is given.
    private func open(
        _ name: String, _ size: PixelSize = Self.size, west: Double? = nil,
        _ change: (inout ViewerSettings) -> Void = { _ in }
    ) throws -> ViewerStage {
        if !folder.contents().contains(name) { try folder.write(Data(), to: name) }
        let stage = ViewerStage(
            [], view: ViewState(center: Point(x: 500, y: 400)), opensFiles: false
        ) { settings in
            settings.features = [.annotations, .scaleBar]
            settings.open = { path in
                let document = Document(path: path, source: PaintedSource(size))
                if let west {
                    let bounds = GeoBounds(west: west, south: 50, east: west + 10, north: 58, crs: .wgs84)
                    document.update { $0.metadata.place = ImagePlace(MapProjection(bounds: bounds, size: size)) }
                }
                return document
            }
            change(&settings)
        }
        stage.viewer.open([folder.path(name)])
        for _ in 0..<3 { stage.frame() }
        return stage
    }

    private func click(_ x: Double, _ y: Double, in stage: ViewerStage) {
        stage.pointer(.down(.primary, clicks: 1), x, y)
        stage.pointer(.up(.primary, clicks: 1), x, y)
    }

    /// Draws a distance of 100 pixels from (400, 400).
    private func draw(in stage: ViewerStage) {
        stage.tap("k")
        click(300, 300, in: stage)
        click(400, 300, in: stage)
        stage.tap(.enter)
        stage.frame()
    }

    private func annotations(_ stage: ViewerStage) -> [Annotation] {
        stage.viewer.annotations.editor.list.annotations
    }

    private func text(_ name: String) throws -> String { String(decoding: try folder.bytes(of: name), as: UTF8.self) }

    // MARK: One file for an image

    @Test func `measures of an image are not shown in another one of the same name`() throws {
        draw(in: try open("map.tif", west: 10))
        let written = try text("map.tif.geojson")
        #expect(written.contains(#""image":"map.tif""#) && written.contains(#""width":1000"#))
        let tiles = try open("map.pmtiles", PixelSize(width: 2000, height: 1600), west: 10)
        #expect(annotations(tiles).isEmpty && tiles.messages.isEmpty)
        draw(in: tiles)
        #expect(try text("map.tif.geojson") == written)
        #expect(try text("map.pmtiles.geojson").contains(#""width":2000"#))
        #expect(annotations(try open("map.tif", west: 10)).count == 1)
    }

    @Test func `an old file is shown and kept, and changes go to the new name`() throws {
        var old = GeoJSONDocument()
        old.annotations = [Annotation(.point, .points([Point(x: 3, y: 4)]), name: "old")]
        try folder.write(Data(old.text(in: .pixels).utf8), to: "map.geojson")
        let stage = try open("map.tif")
        #expect(annotations(stage).map(\.name) == ["old"])
        draw(in: stage)
        #expect(try text("map.geojson") == old.text(in: .pixels))
        #expect(annotations(try open("map.tif")).map(\.kind) == [.point, .distance])
        stage.frame()
        #expect(stage.messages.map(\.text) == ["Annotations are kept in \(folder.path("map.tif.geojson"))"])
    }

    @Test func `a file that does not fit is refused with the reason, and never written again`() throws {
        draw(in: try open("map.tif"))
        let written = try text("map.tif.geojson")
        let stage = try open("map.tif", PixelSize(width: 900, height: 800))
        #expect(annotations(stage).isEmpty)
        #expect(stage.messages.count == 1 && stage.messages.first?.severity == .error)
        let path = folder.path("map.tif.geojson")
        #expect(
            stage.messages.first?.text.hasPrefix(
                "\(path): the annotations are of map.tif with 1000×800 pixels, and this image has 900×800.") == true)
        draw(in: stage)
        #expect(try text("map.tif.geojson") == written)
        #expect(try text("map.tif.tileview.geojson").contains(#""width":900"#))
        let again = try open("map.tif", PixelSize(width: 900, height: 800))
        #expect(annotations(again).count == 1 && again.messages.isEmpty)
    }

    @Test func `an old file that may be that of another image waits for the scale of this one`() throws {
        try folder.write(Data(), to: "map.tif")
        draw(in: try open("map.pmtiles", west: 10))
        let measured = try text("map.pmtiles.geojson")
        // As an earlier version has written it.
        let start = try #require(measured.range(of: #""tileview":{"#))
        let end = try #require(measured.range(of: "},", range: start.upperBound..<measured.endIndex))
        var old = measured
        old.removeSubrange(start.lowerBound..<end.upperBound)
        try FileManager.default.removeItem(atPath: folder.path("map.pmtiles.geojson"))
        try folder.write(Data(old.utf8), to: "map.geojson")
        let documents = LockedDocuments()
        let stage = try open("map.tif") { settings in
            settings.open = { path in
                let document = Document(path: path, source: PaintedSource(Self.size))
                document.update { $0.isReadingDetails = true }
                documents.add(document)
                return document
            }
        }
        #expect(stage.viewer.annotations.isReading && stage.messages.isEmpty)
        let bounds = GeoBounds(west: 10, south: 50, east: 15, north: 58, crs: .wgs84)
        documents.all.first?.update { state in
            state.metadata.place = ImagePlace(MapProjection(bounds: bounds, size: Self.size))
            state.isReadingDetails = false
        }
        for _ in 0..<3 { stage.frame() }
        #expect(!stage.viewer.annotations.isReading && annotations(stage).isEmpty)
        #expect(stage.messages.first?.text.contains("its annotations were measured in another image") == true)
        #expect(annotations(try open("map.pmtiles", west: 10)).count == 1)
        #expect(try text("map.geojson") == old)
    }

    // MARK: By coordinates

    @Test func `annotations of another map are shown by coordinates on request, and never written`() throws {
        draw(in: try open("map.tif", west: 10))
        let written = try text("map.tif.geojson")
        let stage = try open("map.pmtiles", PixelSize(width: 2000, height: 800), west: 12) { settings in
            settings.overlaidAnnotations = self.folder.path("map.tif.geojson")
        }
        let shown = stage.viewer.annotations.view.lines.content.entries.map(\.annotation)
        #expect(shown.map(\.kind) == [.distance] && annotations(stage).isEmpty)
        // 14° E is two degrees from the west edge of the other map, at 200 pixels a degree.
        #expect(abs((shown.first?.shape.vertices.first?.x ?? 0) - 400) < 1e-6)
        #expect(stage.viewer.annotations.view.labels.labels.map(\.text).first?.hasSuffix(" km") == true)
        draw(in: stage)
        #expect(annotations(stage).count == 1)
        #expect(stage.viewer.annotations.view.lines.content.entries.count == 2)
        #expect(try text("map.tif.geojson") == written)
        #expect(try GeoJSONDocument(path: folder.path("map.pmtiles.geojson"))?.annotations.count == 1)
    }

    @Test func `a map that is closed while annotations are read leaves nothing to wait for`() throws {
        let work = BackgroundWork()
        let stage = try open("map.tif", west: 10) { settings in
            settings.overlaidAnnotations = self.folder.path("other.geojson")
            settings.inBackground = { work.add($0) }
        }
        work.runAll()
        stage.frame()
        #expect(stage.viewer.document != nil && stage.viewer.isReadingAnnotations)
        stage.viewer.perform(.closeFile)
        #expect(stage.viewer.document == nil && !stage.viewer.isReadingAnnotations)
        work.runAll()
        stage.frame()
        #expect(!stage.viewer.isReadingAnnotations && stage.messages.isEmpty)
    }

    @Test func `a command asks for the file, and removes the annotations again`() throws {
        draw(in: try open("map.tif", west: 10))
        let stage = try open("map.pmtiles", west: 10)
        let lines = stage.viewer.annotations.view.lines
        stage.viewer.perform(.overlayAnnotations)
        #expect(stage.viewer.entry.question?.title == "Annotations of")
        stage.viewer.handle(text: folder.path("none.geojson"))
        stage.tap(.enter)
        for _ in 0..<2 { stage.frame() }
        #expect(stage.messages.last?.text.contains("there is no such file") == true)
        stage.viewer.perform(.overlayAnnotations)
        stage.viewer.handle(text: folder.path("map.tif.geojson"))
        stage.tap(.enter)
        for _ in 0..<2 { stage.frame() }
        #expect(lines.content.entries.count == 1 && annotations(stage).isEmpty)
        #expect(stage.viewer.annotations.state(of: .overlayAnnotations) == CommandState(isChecked: true))
        stage.viewer.perform(.overlayAnnotations)
        stage.frame()
        #expect(stage.viewer.annotations.state(of: .overlayAnnotations) == CommandState(isChecked: false))
        #expect(stage.viewer.annotations.view.layer.superlayer == nil)
    }

    @Test func `a link names the file of the other map while its annotations are shown`() throws {
        draw(in: try open("map.tif", west: 10))
        let path = folder.path("map.tif.geojson")
        let stage = try open("map.pmtiles", west: 10) { $0.overlaidAnnotations = path }
        func link() -> String {
            stage.tap("c")
            guard case .copy(let text) = stage.requests.last else { return "none" }
            return text
        }
        let option = " --overlay-annotations \(path.shellQuoted)"
        #expect(link().hasSuffix(option))
        stage.viewer.perform(.overlayAnnotations)
        #expect(link().hasPrefix("tileview ") && !link().contains("--overlay-annotations"))
        stage.viewer.perform(.overlayAnnotations)
        stage.viewer.handle(text: path)
        stage.tap(.enter)
        for _ in 0..<2 { stage.frame() }
        #expect(link().hasSuffix(option))
        stage.viewer.perform(.closeFile)
        stage.viewer.open([folder.path("map.pmtiles")])
        for _ in 0..<3 { stage.frame() }
        #expect(link().hasPrefix("tileview ") && !link().contains("--overlay-annotations"))
    }

    @Test func `an image without a place has no such command`() throws {
        let stage = try open("a.png")
        #expect(stage.viewer.annotations.state(of: .overlayAnnotations) == nil)
        stage.viewer.perform(.overlayAnnotations)
        #expect(stage.messages.map(\.severity) == [.error] && !stage.viewer.entry.isOpen)
    }

    // MARK: Known lengths

    private func calibrate(_ text: String, in stage: ViewerStage) {
        stage.tap("9")
        click(300, 300, in: stage)
        click(400, 300, in: stage)
        stage.viewer.handle(text: text)
        stage.tap(.enter)
        for _ in 0..<2 { stage.frame() }
    }

    private func scaleBar(_ stage: ViewerStage) -> String? { stage.viewer.part(ScaleBarPart.self).bar.length?.label }

    @Test func `a known length gives scale bar, measures and selection their unit, and is kept`() throws {
        let stage = try open("slide.png")
        #expect(scaleBar(stage) == "100 px")
        draw(in: stage)
        stage.tap("9")
        #expect(stage.viewer.annotations.editor.tool == .calibrate)
        calibrate("50 µm", in: stage)
        #expect(!stage.viewer.entry.isOpen && annotations(stage).count == 1)
        #expect(scaleBar(stage) == "50 µm")
        #expect(stage.viewer.annotations.view.labels.labels.map(\.text) == ["50 µm"])
        stage.viewer.select(PixelRect(x: 100, y: 100, width: 20, height: 10))
        stage.frame()
        #expect(StatusValues(stage.viewer.status).selection == "selected 20×10 px, 10×5 µm")
        let written = try text("slide.png.geojson")
        #expect(written.contains(#""calibrated":true"#) && written.contains(#""unit":"mm","unitsPerPixel":0.0005"#))
        #expect(written.contains(#""Length µm":50"#))
        let again = try open("slide.png")
        #expect(scaleBar(again) == "50 µm" && again.viewer.status.metadata?.calibration == 0.0005)
    }

    @Test func `a known length is undone, made again, and removed`() throws {
        let stage = try open("slide.png")
        stage.tap("k")
        calibrate("1 mm", in: stage)
        #expect(stage.viewer.status.metadata?.calibration == 0.01)
        stage.tap("z", .control)
        stage.frame()
        #expect(stage.viewer.status.metadata?.calibration == nil && scaleBar(stage) == "100 px")
        stage.tap("z", [.control, .shift])
        stage.frame()
        #expect(stage.viewer.status.metadata?.calibration == 0.01)
        stage.tap(.delete)
        stage.frame()
        #expect(stage.viewer.status.metadata?.calibration == nil)
        #expect(try !text("slide.png.geojson").contains("calibrated"))
        calibrate("2 mm", in: stage)
        #expect(stage.viewer.status.metadata?.calibration == 0.02)
        calibrate("", in: stage)
        #expect(stage.viewer.status.metadata?.calibration == nil)
    }

    @Test func `a length without a unit is refused in place, and Esc leaves the line, then drops it`() throws {
        let stage = try open("slide.png")
        stage.tap("k")
        calibrate("12", in: stage)
        #expect(stage.viewer.entry.isOpen && stage.viewer.entry.fault?.hasPrefix("Add the unit") == true)
        stage.tap(.escape)
        #expect(!stage.viewer.entry.isOpen && stage.viewer.annotations.editor.knownLine != nil)
        stage.tap(.enter)
        #expect(stage.viewer.entry.isOpen)
        stage.tap(.escape)
        stage.tap(.escape)
        #expect(stage.viewer.annotations.editor.knownLine == nil && stage.viewer.annotations.editor.isOn)
        #expect(stage.viewer.status.metadata?.calibration == nil)
    }

    @Test func `a map has the scale of its place`() throws {
        let stage = try open("map.tif", west: 10)
        let before = scaleBar(stage)
        stage.tap("k")
        stage.tap("9")
        click(300, 300, in: stage)
        click(400, 300, in: stage)
        stage.frame()
        #expect(!stage.viewer.entry.isOpen && scaleBar(stage) == before)
        #expect(stage.messages.map(\.text) == ["The scale of this image is that of its place on the Earth."])
    }

    @Test func `another image has no known length`() throws {
        let stage = try open("slide.png")
        stage.tap("k")
        calibrate("1 mm", in: stage)
        stage.viewer.open([folder.path("other.png")])
        for _ in 0..<3 { stage.frame() }
        #expect(stage.viewer.document?.name == "other.png" && scaleBar(stage)?.hasSuffix(" px") == true)
    }
}

/// The documents that a viewer has opened.
private final class LockedDocuments: Sendable {
    private let documents = Locked<[Document]>([])

    var all: [Document] { documents.withLock { $0 } }

    func add(_ document: Document) {
        documents.withLock { $0.append(document) }
    }
}
