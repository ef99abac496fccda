import LayerTree
import TestLimits
import TestSupport
import Testing
import VectorDrawing

@testable import ScrollLayers

@Suite(.timeLimited) struct TouchTests {
    @Test func `two fingers that move apart zoom in, and each keeps its content point`() {
        var driver = ModelDriver { $0.rotationThreshold = 0 }
        driver.touch(.down, 1, 300, 300)
        driver.touch(.down, 2, 500, 300, after: 0.02)
        let places = [Point(x: 300, y: 300), Point(x: 500, y: 300)].map { driver.model.contentPoint(at: $0) }
        for step in 1...20 {
            let part = Double(step) / 20
            let fingers = [
                Point(x: 300 - 100 * part, y: 300 + 80 * part), Point(x: 500 + 60 * part, y: 300 - 120 * part),
            ]
            driver.touch(.moved, 1, fingers[0].x, fingers[0].y, after: 0.005)
            driver.touch(.moved, 2, fingers[1].x, fingers[1].y, after: 0.005)
            #expect((driver.model.viewPoint(of: places[0]) - fingers[0]).length < 1e-6)
            #expect((driver.model.viewPoint(of: places[1]) - fingers[1]).length < 1e-6)
        }
        #expect(driver.view.scale > 1.5)
        #expect(driver.view.angle < -20)
    }

    @Test func `a pinch reports its events in order`() {
        var driver = ModelDriver()
        driver.touch(.down, 1, 300, 300)
        driver.touch(.down, 2, 500, 300)
        driver.touch(.moved, 2, 600, 300, after: 0.05)
        driver.touch(.up, 1, 300, 300, after: 0.2)
        driver.touch(.moved, 2, 610, 300, after: 0.05)
        driver.touch(.up, 2, 610, 300, after: 0.2)
        #expect(
            driver.events == [
                .willBeginDragging, .willBeginZooming, .didZoom, .didScroll, .didEndZooming, .didScroll,
                .didEndDragging(willDecelerate: false),
            ])
        #expect(driver.view.scale == 1.5)
    }

    @Test func `a rotation below 10° does not rotate the content, which then follows without a jump`() {
        var driver = ModelDriver()
        driver.touch(.down, 1, 400, 300)
        driver.touch(.down, 2, 600, 300)
        var last = driver.view.angle
        for degree in 1...30 {
            let turn = AffineTransform(rotation: Double(degree) * .pi / 180)
            let finger = turn.apply(to: Point(x: 200, y: 0))
            driver.touch(.moved, 2, 400 + finger.x, 300 + finger.y, after: 0.01)
            #expect(abs(driver.view.angle - Double(max(0, degree - 10))) < 1e-6)
            #expect(driver.view.angle - last < 1.0001)
            last = driver.view.angle
        }
    }

    @Test func `two fingers can rotate the content any number of times`() {
        var driver = ModelDriver { $0.rotationThreshold = 0 }
        driver.touch(.down, 1, 400, 300)
        driver.touch(.down, 2, 600, 300)
        for step in 1...100 {
            let finger = AffineTransform(rotation: Double(step) * .pi / 18).apply(to: Point(x: 200, y: 0))
            driver.touch(.moved, 2, 400 + finger.x, 300 + finger.y, after: 0.01)
        }
        #expect(abs(driver.view.angle - 1000) < 1e-6)
    }

    @Test(arguments: [(4.0, 0.0), (6, 6), (87, 90), (-93, -90)])
    func `released within 5° of a right angle, the content snaps to it`(turn: Double, angle: Double) {
        var driver = ModelDriver { $0.rotationThreshold = 0 }
        driver.touch(.down, 1, 400, 300)
        driver.touch(.down, 2, 600, 300)
        for step in 1...10 {
            let finger = AffineTransform(rotation: turn * Double(step) / 10 * .pi / 180).apply(to: Point(x: 200, y: 0))
            driver.touch(.moved, 2, 400 + finger.x, 300 + finger.y, after: 0.01)
        }
        driver.touch(.up, 2, 400, 300, after: 0.2)
        driver.touch(.up, 1, 400, 300, after: 0.2)
        driver.settle()
        #expect(abs(driver.view.angle - angle) < 1e-6)
        if angle != 6 { #expect(driver.view.isUpright) }
    }

    @Test func `pinched beyond the largest scale it follows to at most 1.4 times, and bounces back`() {
        var driver = ModelDriver(view: ViewState(center: Point(x: 5000, y: 4000), scale: 16))
        driver.touch(.down, 1, 390, 300)
        driver.touch(.down, 2, 410, 300)
        driver.touch(.moved, 1, 100, 300, after: 0.05)
        driver.touch(.moved, 2, 700, 300, after: 0.01)
        #expect(driver.view.scale > 20 && driver.view.scale < 16 * 1.4)
        let position = driver.model.contentPoint(at: Point(x: 400, y: 300))
        #expect((position - Point(x: 5000, y: 4000)).length < 1e-6)
        driver.touch(.up, 1, 100, 300, after: 0.02)
        driver.touch(.up, 2, 700, 300)
        #expect(driver.events.last == .didEndDragging(willDecelerate: true))
        driver.settle()
        #expect(driver.view.scale == 16)
        #expect(driver.events.last == .didEndDecelerating)
    }

    @Test func `adding or lifting a finger during a gesture moves nothing`() {
        var random = SeededRandom(seed: 4)
        // From near a corner and near the smallest scale, so that both rubber bands apply.
        for _ in 0..<200 {
            var driver = ModelDriver(view: ViewState(center: .zero, scale: .random(in: 0.08...0.2, using: &random)))
            var fingers: [Int: Point] = [:]
            for step in 0..<60 {
                let finger = Int.random(in: 0..<4, using: &random)
                let position = Point(x: .random(in: 0...800, using: &random), y: .random(in: 0...600, using: &random))
                driver.run(for: .random(in: 0...0.05, using: &random))
                let before = driver.view
                if let old = fingers[finger], Bool.random(using: &random) {
                    driver.touch(.up, finger, old.x, old.y)
                    fingers[finger] = nil
                } else if fingers[finger] != nil {
                    driver.touch(.moved, finger, position.x, position.y)
                    fingers[finger] = position
                    #expect(driver.view.isValid)
                    continue
                } else {
                    driver.touch(.down, finger, position.x, position.y)
                    fingers[finger] = position
                }
                #expect(driver.view.distance(to: before) < 1e-6, "step \(step)")
                #expect(driver.view.isValid)
            }
        }
    }

    @Test func `fingers at one point, or that meet, are harmless`() {
        var driver = ModelDriver()
        driver.touch(.down, 1, 300, 300)
        driver.touch(.down, 2, 300, 300)
        driver.touch(.moved, 2, 500, 300, after: 0.01)
        #expect(driver.view.isValid && driver.view.scale == 1)
        driver.touch(.up, 2, 500, 300, after: 0.01)
        driver.touch(.down, 2, 500, 300, after: 0.01)
        driver.touch(.moved, 2, 300, 300, after: 0.01)
        #expect(driver.view.isValid)
        driver.touch(.moved, 2, 300, 300, after: 0.01)
        driver.touch(.cancelled, 2, 300, 300, after: 0.01)
        driver.touch(.cancelled, 1, 300, 300, after: 0.01)
        driver.settle()
        #expect(driver.view.isValid && driver.view.scale >= 0.075)
    }

    @Test func `the last finger of a pinch does not fling the content`() {
        var driver = ModelDriver()
        driver.touch(.down, 1, 300, 300)
        driver.touch(.down, 2, 500, 300)
        for step in 1...10 { driver.touch(.moved, 2, 500 + Double(step) * 20, 300, after: 0.01) }
        driver.touch(.up, 1, 300, 300)
        for step in 1...4 { driver.touch(.moved, 2, 700 + Double(step) * 20, 300, after: 0.01) }
        driver.touch(.up, 2, 780, 300)
        #expect(!driver.model.isDecelerating)
    }

    @Test func `a double tap zooms in by an octave, and two slow or distant taps do not`() {
        func scale(after delay: Double, at x: Double, lasting: Double = 0.05) -> Double {
            var driver = ModelDriver()
            driver.touch(.down, 1, 200, 200)
            driver.touch(.up, 1, 202, 201, after: lasting)
            driver.touch(.down, 2, x, 205, after: delay)
            driver.touch(.up, 2, x, 205, after: 0.05)
            driver.settle()
            return driver.view.scale
        }
        #expect(scale(after: 0.1, at: 210) == 2)
        #expect(scale(after: 0.31, at: 210) == 1)
        #expect(scale(after: 0.1, at: 260) == 1)
        #expect(scale(after: 0.1, at: 210, lasting: 0.4) == 1)
    }
}
