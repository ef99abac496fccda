import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

@Suite(.timeLimited) struct ImagePlacementTests {
    private typealias Pair = ImagePlacement.Pair

    private func pair(_ x: Double, _ y: Double, _ firstX: Double, _ firstY: Double) -> Pair {
        Pair(image: Point(x: x, y: y), first: Point(x: firstX, y: firstY))
    }

    /// Pairs of points that a transform maps exactly.
    private func pairs(_ transform: AffineTransform, _ points: [Point]) -> [Pair] {
        points.map { Pair(image: $0, first: transform.apply(to: $0)) }
    }

    private func isNear(_ one: AffineTransform, _ other: AffineTransform) -> Bool {
        zip([one.a, one.b, one.c, one.d], [other.a, other.b, other.c, other.d]).allSatisfy { abs($0 - $1) < 1e-9 }
            && abs(one.tx - other.tx) < 1e-6 && abs(one.ty - other.ty) < 1e-6
    }

    @Test func `two pairs move, rotate and scale`() throws {
        let moved = try ImagePlacement(fitting: [pair(410, 200, 400, 200), pair(610, 500, 600, 500)])
        #expect(moved.transform == AffineTransform(translationX: -10, y: 0))
        // A quarter to the right, twice as large.
        let rotated = try ImagePlacement(fitting: [pair(0, 0, 100, 50), pair(10, 0, 100, 70)])
        #expect(rotated.transform == AffineTransform(a: 0, b: 2, c: -2, d: 0, tx: 100, ty: 50))
        #expect(rotated.transform.apply(to: Point(x: 0, y: 10)) == Point(x: 80, y: 50))
    }

    @Test func `three pairs shear, scale in two directions and mirror`() throws {
        for transform in [
            AffineTransform(a: 2, b: 0, c: 0, d: 3, tx: 5, ty: -7),
            AffineTransform(a: 1, b: 0.25, c: 0.5, d: 1.5, tx: -20, ty: 4),
            AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 1000, ty: 0),
        ] {
            let points = [Point(x: 0, y: 0), Point(x: 800, y: 100), Point(x: 300, y: 600)]
            #expect(isNear(try ImagePlacement(fitting: pairs(transform, points)).transform, transform))
        }
    }

    @Test func `of more pairs the squares of the distances are least`() throws {
        let square = [Point(x: 0, y: 0), Point(x: 100, y: 0), Point(x: 100, y: 100), Point(x: 0, y: 100)]
        var all = pairs(.identity, square)
        #expect(isNear(try ImagePlacement(fitting: all).transform, .identity))
        // One point is 4 pixels off: each of the four is off by one then.
        all[2].first.x += 4
        let transform = try ImagePlacement(fitting: all).transform
        let distances = all.map { abs(transform.apply(to: $0.image).x - $0.first.x) }
        #expect(distances.allSatisfy { abs($0 - 1) < 1e-9 })
    }

    @Test func `points that determine nothing are refused with what to do`() {
        func fault(_ pairs: [Pair]) -> ImagePlacement.Fault? {
            do {
                _ = try ImagePlacement(fitting: pairs)
                return nil
            } catch {
                return error
            }
        }
        #expect(fault([]) == .tooFew && fault([pair(1, 2, 3, 4)]) == .tooFew)
        #expect(fault([pair(10, 10, 0, 0), pair(10.5, 10, 90, 0)]) == .samePlace)
        #expect(fault([pair(10, 10, 5, 5), pair(90, 10, 5, 5)]) == .samePlace)
        #expect(fault([pair(0, 0, 0, 0), pair(50, 50, 50, 0), pair(100, 100, 0, 50)]) == .oneLine)
        #expect(fault([pair(0, 0, 0, 0), pair(50, 0, 50, 50), pair(0, 50, 100, 100)]) == .oneLine)
        #expect(ImagePlacement.Fault.oneLine.description == "The points lie on one line. Mark one beside it.")
    }

    @Test func `a placement is read as it is written, and nothing else is one`() {
        for text in ["1,0,0,1,-10,0", "0,2,-2,0,100,50", "1.5,0.25,0,1,0,0.125"] {
            #expect(ImagePlacement(link: text)?.link == text)
        }
        for text in ["", "1,0,0,1,0", "1,0,0,1,0,0,0", "0,0,0,0,5,5", "1,2,2,4,0,0", "nan,0,0,1,0,0", "1e13,0,0,1,0,0"]
        {
            #expect(ImagePlacement(link: text) == nil, "\(text)")
        }
    }

    @Test func `an image that is placed with a rotation is dragged as it is seen`() throws {
        let placement = try #require(ImagePlacement(link: "0,2,-2,0,100,50"))
        var registration = ImageRegistration(placement, size: PixelSize(width: 40, height: 30))
        #expect(registration.transform == placement.transform)
        registration.drag(by: Point(x: 8, y: 6))
        #expect(registration.transform.apply(to: .zero) == Point(x: 108, y: 56))
    }

    // MARK: Marking

    @Test func `points are marked in the first image and then in the second one, pair by pair`() throws {
        var marking = PointMarking()
        #expect(!marking.awaitsSecond && marking.instruction.hasPrefix("Point 1:"))
        let early = try marking.markSecond(.zero)
        #expect(early == nil && marking.pairs.isEmpty, "the first image comes first")
        marking.markFirst(Point(x: 5, y: 5))
        marking.markFirst(Point(x: 400, y: 200))
        #expect(marking.awaitsSecond)
        let alone = try marking.markSecond(Point(x: 410, y: 200))
        #expect(alone == nil)
        marking.markFirst(Point(x: 400, y: 200))
        #expect(throws: ImagePlacement.Fault.samePlace) { try marking.markSecond(Point(x: 410, y: 200)) }
        #expect(marking.pairs.count == 1 && !marking.awaitsSecond, "what is refused is not kept")
        marking.markFirst(Point(x: 600, y: 500))
        let placement = try marking.markSecond(Point(x: 610, y: 500))
        #expect(placement?.transform == AffineTransform(translationX: -10, y: 0))
        #expect(marking.instruction == "2 pairs; click point 3 in the first image, or Enter keeps the placement.")
    }

    @Test func `the number of pairs is limited`() throws {
        var marking = PointMarking()
        for index in 0..<PointMarking.pairLimit + 3 {
            let point = Point(x: Double(index * index), y: Double(10 * index))
            marking.markFirst(point)
            _ = try marking.markSecond(point)
        }
        #expect(marking.pairs.count == PointMarking.pairLimit)
        #expect(!marking.awaitsSecond, "an overlay would show the second image for a point that is not kept")
        #expect(marking.instruction == "12 pairs are marked; Enter keeps them.")
    }
}
