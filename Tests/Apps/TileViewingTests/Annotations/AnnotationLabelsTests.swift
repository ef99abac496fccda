import Controls
import LayerTree
import TestLimits
import TestSupport
import Testing
import TextLayers
import TilePyramid
import VectorDrawing

@testable import TileViewing

/// The labels of annotations, of which no two meet.
@MainActor
@Suite(.timeLimited) struct AnnotationLabelsTests {
    private static let size = Size(width: 800, height: 600)
    private let scene: LayerScene
    private let labels: AnnotationLabels

    init() {
        let root = Layer()
        root.anchorPoint = .zero
        root.bounds.size = Self.size
        scene = LayerScene(
            root: root, size: PixelSize(width: 800, height: 600), scale: 1, background: .black, clock: ManualClock())
        labels = AnnotationLabels(in: ControlEnvironment(queue: DrawingQueue(mode: .immediate)))
        root.addSublayer(labels.layer)
    }

    /// The names of the labels that are shown at a zoom about the upper left corner.
    private func shown(
        _ annotations: [Annotation], selection: Int? = nil, scale: Double = 1
    ) -> [String] {
        var texts = MeasureTexts()
        let entries = AnnotationList(annotations).entries
        let selected = entries.first { $0.id == selection }
        labels.update(
            edited: selected.map { [($0.id, $0.annotation)] } ?? [], entries: entries, selection: selection,
            transform: AffineTransform(scaleX: scale, y: scale), size: Self.size, texts: &texts)
        let frames = labels.shownFrames
        for (index, frame) in frames.enumerated() where index > 0 || selection == nil {
            #expect(frames[..<index].allSatisfy { $0.intersection(frame) == nil }, "label \(index)")
        }
        return labels.shownLabels.map(\.text)
    }

    private func rectangle(_ name: String, center: Point, side: Double) -> Annotation {
        let corners = Rect(center: center, size: Size(width: side, height: side)).corners
        return Annotation(.rectangle, .polygons([[corners + corners.prefix(1)]]), name: name)
    }

    @Test func `where labels would meet, that of the larger annotation is shown`() {
        let annotations = [
            rectangle("small", center: Point(x: 400, y: 300), side: 40),
            rectangle("large", center: Point(x: 410, y: 305), side: 200),
            rectangle("medium", center: Point(x: 390, y: 298), side: 100),
            rectangle("apart", center: Point(x: 100, y: 100), side: 10),
        ]
        #expect(shown(annotations) == ["large", "apart"])
        #expect(shown(annotations.reversed()) == ["large", "apart"], "in any order")
        #expect(shown(annotations, scale: 4) == ["apart"], "the others are out of view")
    }

    @Test func `of equally large ones the earlier one is shown, and all if there is room when the view is zoomed in`() {
        let annotations = (0..<3).map { rectangle("mark \($0)", center: Point(x: 100 + Double($0), y: 100), side: 10) }
        #expect(shown(annotations) == ["mark 0"])
        let apart = (0..<3).map { rectangle("mark \($0)", center: Point(x: 10 + 40 * Double($0), y: 20), side: 10) }
        #expect(shown(apart, scale: 1) == ["mark 0"] || shown(apart, scale: 1) == ["mark 0", "mark 2"])
        #expect(shown(apart, scale: 6) == ["mark 0", "mark 1", "mark 2"])
    }

    @Test func `the selected one is always shown, and the others give way to it`() throws {
        let annotations = [
            rectangle("large", center: Point(x: 400, y: 300), side: 200),
            rectangle("small", center: Point(x: 404, y: 302), side: 20),
        ]
        let id = try #require(AnnotationList(annotations).entries.last?.id)
        #expect(shown(annotations) == ["large"])
        #expect(shown(annotations, selection: id) == ["small"])
    }

    @Test func `of thousands, as many are shown as there is room for, and again the same ones`() {
        let annotations = (0..<5000).map { (index: Int) -> Annotation in
            let center = Point(x: Double(index * 37 % 801), y: Double(index * 101 % 601))
            return rectangle("annotation \(index)", center: center, side: Double(index % 23))
        }
        let first = shown(annotations)
        #expect(first.count > 20 && first.count <= AnnotationLabels.limit)
        #expect(shown([]) == [])
        #expect(shown(annotations) == first)
    }

    @Test func `in an exported picture, labels do not cover each other, either`() throws {
        let red = Color(red: 1, green: 0, blue: 0)
        var small = rectangle("IIIIIIIIII", center: Point(x: 100, y: 100), side: 8)
        small.color = red
        let large = rectangle("-", center: Point(x: 100, y: 100), side: 60)
        func picture(_ annotations: [Annotation]) throws -> [UInt32] {
            let region = PixelRect(x: 0, y: 0, width: 200, height: 200)
            let picture = AnnotationPicture(annotations, in: region, measures: .pixels, scale: 1)
            return try #require(picture.draw(region)).withPixels { Array($0) }
        }
        var unnamed = small
        unnamed.name = ""
        #expect(try picture([small, large]) == picture([unnamed, large]))
        #expect(try picture([small]) != picture([unnamed]))
    }
}

/// The places of labels.
@Suite(.timeLimited) struct LabelSpaceTests {
    @Test func `a rectangle is free if it meets none that was taken, wherever and however large they are`() {
        var space = LabelSpace(side: 96)
        var taken: [Rect] = []
        for index in 0..<400 {
            let isHuge = index % 97 == 50
            let rect = Rect(
                x: Double(index * 7919 % 4001) - 2000, y: Double(index * 104_729 % 3001) - 1500,
                width: isHuge ? 5000 : Double(20 + index % 180), height: isHuge ? 3 : Double(10 + index % 70))
            let isFree = taken.allSatisfy { $0.intersection(rect) == nil }
            let isTaken = space.takes(rect)
            #expect(isTaken == isFree, "rectangle \(index)")
            if isFree { taken.append(rect) }
        }
        #expect(taken.count > 50)
    }

    @Test func `rectangles that touch do not meet`() {
        var space = LabelSpace(side: 10)
        space.take(Rect(x: 0, y: 0, width: 20, height: 10))
        #expect(space.isFree(Rect(x: 20, y: 0, width: 20, height: 10)))
        #expect(space.isFree(Rect(x: 0, y: 10, width: 5, height: 5)))
        #expect(!space.isFree(Rect(x: 19, y: 9, width: 5, height: 5)))
    }
}
