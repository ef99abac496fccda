import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

/// Transitions that turn a layer over or roll it up.
@MainActor
@Suite(.timeLimited) struct TurningTransitionTests {
    /// A sheet of 120 × 90 points with a picture, in transition to another picture for 1 s.
    private func stage(_ kind: Transition.Kind, from edge: Transition.Edge, scale: Double = 1) -> KindStage {
        let stage = KindStage(160, 130, scale: scale)
        let sheet = stage.add(Layer(), Rect(x: 20, y: 20, width: 120, height: 90))
        sheet.backgroundColor = Color(red: 0.9, green: 0.3, blue: 0.2)
        let sign = stage.add(Layer(.white), Rect(x: 10, y: 10, width: 30, height: 20), to: sheet)
        sign.actions = .none
        _ = stage.snapshot()
        sheet.addAnimation(Transition(kind, from: edge, duration: 1), forKey: Transition.key)
        Transaction.run(disablesActions: true) {
            sheet.backgroundColor = Color(red: 0.2, green: 0.4, blue: 0.8)
            sign.position.x = 95
        }
        _ = stage.snapshot()
        return stage
    }

    private static let old: UInt32 = 0xFFE6_4D33
    private static let new: UInt32 = 0xFF33_66CC

    @Test(arguments: Transition.Edge.allCases)
    func `a flip shows the old side, is edge-on in the middle, and shows the new side then`(edge: Transition.Edge) {
        let stage = stage(.flip, from: edge)
        let whole = stage.snapshot(at: 0)
        #expect(whole[80, 90] == Self.old)
        let quarter = stage.snapshot(at: 0.25)
        #expect(quarter.pixels.contains(Self.old) && !quarter.pixels.contains(Self.new))
        #expect(quarter.pixels.count { $0 == Self.old } < whole.pixels.count { $0 == Self.old })
        #expect(stage.snapshot(at: 0.5).count(otherThan: 0xFFFF_FFFF) < 400)
        let last = stage.snapshot(at: 0.75)
        #expect(!last.pixels.contains(Self.old) && last.pixels.contains(Self.new))
        let end = stage.snapshot(at: 1)
        #expect(end.pixels.count { $0 == Self.new } == 120 * 90 - 600)
    }

    @Test func `the edge of a flip comes toward the viewer`() {
        // Nearer is larger: the height of the sheet at its left and right edge.
        func heights(_ edge: Transition.Edge) -> (left: Int, right: Int) {
            let snapshot = stage(.flip, from: edge).snapshot(at: 0.2)
            let columns = (0..<160).map { column in (0..<130).count { snapshot[column, $0] != 0xFFFF_FFFF } }
            let covered = columns.indices.filter { columns[$0] > 0 }
            return (columns[(covered.first ?? 0) + 1], columns[(covered.last ?? 0) - 1])
        }
        #expect(heights(.left).left > heights(.left).right)
        #expect(heights(.right).left < heights(.right).right)
    }

    @Test(arguments: Transition.Edge.allCases)
    func `a page is rolled up from the edge, and uncovers the new one`(edge: Transition.Edge) {
        let stage = stage(.curlUp, from: edge)
        #expect(stage.snapshot(at: 0).pixels.count { $0 == Self.old } == 120 * 90 - 600)
        let middle = stage.snapshot(at: 0.5)
        let (lifted, fixed): ((Int, Int), (Int, Int)) =
            switch edge {
            case .left: ((25, 95), (130, 95))
            case .right: ((135, 95), (25, 95))
            case .top: ((80, 25), (80, 106))
            case .bottom: ((80, 106), (50, 45))
            }
        #expect(middle[lifted.0, lifted.1] == Self.new)
        #expect(middle[fixed.0, fixed.1] != Self.new)
        #expect(stage.snapshot(at: 0.999).pixels.count { $0 == Self.new } > 120 * 90 - 700)
    }

    @Test func `rolling out is rolling up, played backward, of the new page`() {
        let up = stage(.curlUp, from: .right)
        let down = stage(.curlDown, from: .right)
        let first = up.snapshot(at: 0.25)
        let second = down.snapshot(at: 0.75)
        #expect(first[30, 100] == Self.old && second[30, 100] == Self.new)
        #expect(first[138, 100] == Self.new && second[138, 100] == Self.old)
    }

    @Test(arguments: [Transition.Kind.flip, .curlUp, .curlDown], [0.25, 0.6])
    func `flips and curls follow a layer that has moved`(kind: Transition.Kind, progress: Double) {
        let still = stage(kind, from: .right).snapshot(at: progress)
        let stage = stage(kind, from: .right)
        Transaction.run(disablesActions: true) {
            stage.root.sublayers[0].position = Point(x: 80 + 15, y: 65 + 10)
        }
        let moved = stage.snapshot(at: progress)
        func differs(_ index: Int) -> Bool {
            let one = moved[index % 145 + 15, index / 145 + 10]
            let other = still[index % 145, index / 145]
            for shift: UInt32 in [0, 8, 16] {
                let first = Int(one >> shift & 255)
                let second = Int(other >> shift & 255)
                if abs(first - second) > 8 { return true }
            }
            return false
        }
        // Rounding may move an edge by a pixel here and there.
        #expect((0..<145 * 120).count(where: differs) < 100)
        #expect(still.count(otherThan: 0xFFFF_FFFF) > 2000)
    }

    @Test func `an iris opens from the center: new inside of the circle, old outside`() {
        let stage = KindStage(160, 130)
        let sheet = stage.add(Layer(Color(red: 1, green: 0, blue: 0)), Rect(x: 20, y: 20, width: 120, height: 90))
        _ = stage.snapshot()
        let iris = CustomTransition(duration: 1) { progress, bounds in
            let center = bounds.point(at: Point(x: 0.5, y: 0.5))
            let radius = 80 * progress
            let circle = Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
            return [.old, TransitionPart(.new, mask: Path(ellipseIn: circle))]
        }
        sheet.addAnimation(iris, forKey: Transition.key)
        Transaction.run(disablesActions: true) { sheet.backgroundColor = Color(red: 0, green: 0, blue: 1) }
        #expect(stage.snapshot().pixels.count { $0 == 0xFFFF_0000 } == 120 * 90)
        let half = stage.snapshot(at: 0.5)
        // π · 40² · 255: blue, around (80, 65).
        let levels = half.pixels.filter { $0 != 0xFFFF_FFFF }.map { Int($0 & 255) }
        #expect(abs(levels.reduce(0, +) - 1_281_770) < 1300)
        #expect(half[80, 65] == 0xFF00_00FF && half[80, 27] == 0xFF00_00FF && half[80, 22] == 0xFFFF_0000)
        #expect(half[42, 65] == 0xFF00_00FF && half[38, 65] == 0xFFFF_0000)
        #expect(stage.snapshot(at: 1).pixels.count { $0 == 0xFF00_00FF } == 120 * 90)
    }

    @Test(arguments: [Transition.Kind.flip, .curlUp, .curlDown])
    func `flips and curls look as recorded`(kind: Transition.Kind) throws {
        for scale in [1.0, 2] {
            let stage = stage(kind, from: kind == .flip ? .left : .bottom, scale: scale)
            try expectSnapshot(stage.snapshot(at: 0.4), matches: "\(kind)-\(Int(scale))x")
        }
    }
}
