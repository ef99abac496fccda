import LayerTree
import TestLimits
import Testing
import VectorDrawing

@testable import TileViewing

@Suite(.timeLimited) struct AnnotationListTests {
    private func point(_ x: Double, _ name: String = "") -> Annotation {
        Annotation(.point, .points([Point(x: x, y: 0)]), name: name)
    }

    @Test func `additions, replacements and removals are taken back and made again, in order`() {
        var list = AnnotationList([point(0)])
        let added = list.add(point(1))
        list.replace(added, with: point(2))
        list.remove(0)
        let states = [[point(0)], [point(0), point(1)], [point(0), point(2)], [point(2)]]
        #expect(list.annotations == states[3])
        for state in states.dropLast().reversed() {
            list.undo()
            #expect(list.annotations == state)
        }
        #expect(!list.canUndo)
        list.undo()
        #expect(list.annotations == states[0])
        for state in states.dropFirst() {
            list.redo()
            #expect(list.annotations == state)
        }
        #expect(!list.canRedo)
        list.redo()
        #expect(list.annotations == states[3])
    }

    @Test func `the size of a pixel by a known length is one of the changes`() {
        var list = AnnotationList([point(0)])
        list.calibrate(0.5)
        list.calibrate(0.5)
        list.add(point(1))
        list.calibrate(nil)
        #expect(list.calibration == nil && list.revision == 3)
        list.undo()
        #expect(list.calibration == 0.5 && list.annotations.count == 2)
        list.undo()
        list.undo()
        #expect(list.calibration == nil && list.annotations == [point(0)] && !list.canUndo)
        list.redo()
        #expect(list.calibration == 0.5)
    }

    @Test func `a new change forgets what was taken back, and each change counts`() {
        var list = AnnotationList()
        list.add(point(1))
        list.undo()
        list.add(point(2))
        #expect(!list.canRedo)
        #expect(list.revision == 3)
        list.replace(7, with: point(3))
        list.remove(7)
        #expect(list.revision == 3, "there is no annotation 7")
    }

    @Test func `the history is bounded`() {
        var list = AnnotationList()
        for number in 0..<AnnotationList.historyLimit + 10 {
            list.add(point(Double(number)))
        }
        while list.canUndo { list.undo() }
        #expect(list.annotations.count == 10)
    }

    @Test func `outlines are hit before areas, the topmost first, and of areas the smallest`() {
        func square(_ start: Double, _ side: Double) -> Annotation {
            Annotation(.rectangle, .polygon(Rect(x: start, y: start, width: side, height: side).corners))
        }
        let list = AnnotationList([square(40, 10), square(0, 100), point(45), square(20, 60)])
        #expect(list.hit(at: Point(x: 45, y: 45), within: 2) == 0, "inside three squares")
        #expect(list.hit(at: Point(x: 30, y: 30), within: 2) == 3)
        #expect(list.hit(at: Point(x: 51, y: 45), within: 2) == 0)
        #expect(list.hit(at: Point(x: 45, y: 1), within: 2) == 2)
        #expect(list.hit(at: Point(x: 101, y: 50), within: 2) == 1)
        #expect(list.hit(at: Point(x: 110, y: 50), within: 2) == nil)
    }

    @Test func `a point in a hole is not inside`() {
        let shape = AnnotationShape.polygons([
            [
                Rect(x: 0, y: 0, width: 10, height: 10).corners, Rect(x: 4, y: 4, width: 2, height: 2).corners,
            ]
        ])
        #expect(shape.contains(Point(x: 2, y: 5)))
        #expect(!shape.contains(Point(x: 5, y: 5)))
        #expect(!shape.contains(Point(x: 12, y: 5)))
    }
}
