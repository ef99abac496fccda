import LayerTree
import TestLimits
import Testing
import VectorDrawing

@testable import ScrollLayers

@Suite(.timeLimited) struct KeyTests {
    @Test func `a held arrow pans at 800 points per second and stops smoothly, without turning back`() {
        var driver = ModelDriver()
        driver.key(.right, isDown: true)
        driver.run(for: 0.5)
        #expect(abs(driver.view.center.x - 5400) < 1e-6)
        #expect(abs(driver.model.velocity.center.x - 800) < 1e-3)
        driver.key(.right, isDown: false)
        driver.settle()
        // A twentieth of a second's distance to stop in.
        #expect(abs(driver.view.center.x - 5440) < 1e-6)
        #expect(zip(driver.path, driver.path.dropFirst()).allSatisfy { $0.view.center.x <= $1.view.center.x })
        #expect(driver.events == [.didScroll, .didEndAnimating])
    }

    @Test func `a tap pans by 120 points however short it is, and two taps in a row by 200`() {
        var driver = ModelDriver()
        driver.tap(.down)
        driver.settle()
        #expect(abs(driver.view.center.y - 4120) < 1e-6)
        driver.tap(.down)
        driver.tap(.down)
        driver.settle()
        #expect(abs(driver.view.center.y - 4320) < 1e-6)
    }

    @Test func `key repeats change nothing`() {
        var once = ModelDriver()
        var again = ModelDriver()
        once.key(.left, isDown: true)
        again.key(.left, isDown: true)
        for _ in 0..<10 {
            again.send(
                .key(KeyEvent(time: again.model.time + 0.03, key: .left, isDown: true, isRepeat: true)))
        }
        once.key(.left, isDown: false, after: 0.3)
        again.key(.left, isDown: false)
        once.settle()
        again.settle()
        #expect(once.view.distance(to: again.view) < 1e-6)
    }

    @Test func `two arrows pan diagonally, and opposite ones cancel out`() {
        var driver = ModelDriver()
        driver.key(.right, isDown: true)
        driver.key(.up, isDown: true)
        driver.run(for: 0.25)
        #expect((driver.view.center - Point(x: 5200, y: 3800)).length < 1e-6)
        driver.key(.left, isDown: true)
        driver.key(.down, isDown: true)
        driver.settle()
        #expect(driver.model.nextFrameTime == nil)
    }

    @Test func `a tap on plus zooms by a quarter octave about the center, and held by 5/3 in a second`() {
        var driver = ModelDriver()
        driver.tap(.character("+"))
        driver.settle()
        #expect(abs(driver.view.octaves - 0.25) < 1e-6)
        driver.key(.character("-"), isDown: true)
        driver.run(for: 0.6)
        #expect(abs(driver.view.octaves - (0.25 - 1)) < 1e-6)
        #expect((driver.view.center - Point(x: 5000, y: 4000)).length < 1e-6)
    }

    @Test func `panning while zooming has a constant velocity on the screen`() {
        var driver = ModelDriver()
        driver.key(.character("="), isDown: true)
        driver.key(.right, isDown: true)
        driver.run(for: 0.5)
        let step = 1e-3
        for _ in 0..<20 {
            let before = driver.view
            driver.run(for: step)
            let way = (driver.view.center.x - before.center.x) * driver.view.scale / step
            #expect(abs(way - 800) < 2)
            driver.run(for: 0.05)
        }
    }

    @Test func `held keys stop at the edges and at the largest scale`() {
        var driver = ModelDriver()
        driver.key(.left, isDown: true)
        driver.key(.character("+"), isDown: true)
        driver.run(for: 8)
        #expect(driver.view.scale == 16)
        driver.key(.character("+"), isDown: false)
        driver.run(for: 200)
        #expect(abs(driver.model.contentOffset.x) < 1e-6)
        driver.key(.left, isDown: false)
        driver.settle()
        #expect(abs(driver.model.contentOffset.x) < 1e-6)
        #expect(driver.path.allSatisfy { $0.view.scale <= 16 })
    }

    @Test func `with Shift an arrow pans by nine tenths of the view, and twice by twice that`() {
        var driver = ModelDriver()
        driver.tap(.right, .shift)
        driver.tap(.right, .shift)
        driver.tap(.up, .shift)
        driver.settle()
        #expect((driver.view.center - Point(x: 5000 + 1440, y: 4000 - 540)).length < 1e-9)
    }

    @Test(arguments: [(Key.home, 0.075), (.character("0"), 0.075), (.character("1"), 1), (.character("7"), 7)])
    func `Home and 0 fit the content, 1 shows its actual size, and 7 seven times that`(key: Key, scale: Double) {
        var driver = ModelDriver(view: ViewState(center: Point(x: 5000, y: 4000), scale: 0.5))
        driver.tap(key)
        driver.settle()
        #expect(driver.view == ViewState(center: Point(x: 5000, y: 4000), scale: scale))
        driver.model.setGeometry(
            {
                var geometry = driver.model.geometry
                geometry.actualScale = 0.5
                return geometry
            }(), at: driver.model.time)
        driver.tap(.character("1"))
        driver.settle()
        #expect(driver.view.scale == 0.5)
    }

    @Test func `R rotates by 90° clockwise and with Shift counterclockwise, however fast it is tapped`() {
        var driver = ModelDriver()
        driver.tap(.character("r"))
        driver.run(for: 0.1)
        driver.tap(.character("r"))
        driver.settle()
        #expect(driver.view.angle == 180)
        driver.tap(.character("r"), .shift)
        driver.settle()
        #expect(driver.view.angle == 90)
        #expect(driver.view.center == Point(x: 5000, y: 4000))
    }

    @Test func `a rotated view stays fitted`() {
        var driver = ModelDriver(view: nil)
        driver.tap(.character("r"))
        driver.settle()
        #expect(driver.view.angle == 90)
        #expect(driver.view.scale == 600.0 / 10_000)
        #expect((driver.view.center - Point(x: 5000, y: 4000)).length < 1e-9)
    }

    @Test func `a rotation interrupted by a drag continues after the release`() {
        var driver = ModelDriver()
        driver.tap(.character("r"))
        driver.run(for: 0.15)
        driver.press(400, 300)
        driver.pointer(.moved, 410, 300, after: 0.05)
        #expect(driver.view.angle > 0 && driver.view.angle < 90)
        driver.lift(410, 300, after: 0.2)
        driver.settle()
        #expect(driver.view.angle == 90)
    }

    @Test func `H and V mirror the view, at any angle, and a flight continues mirrored`() {
        var driver = ModelDriver(view: ViewState(center: Point(x: 5000, y: 4000), angle: 30))
        driver.tap(.character("h"))
        #expect(driver.view == ViewState(center: Point(x: 5000, y: 4000), angle: -30, isFlipped: true))
        #expect(driver.events == [.didRotate, .didScroll])
        driver.tap(.character("v"))
        #expect(driver.view == ViewState(center: Point(x: 5000, y: 4000), angle: 210))
        driver.tap(.character("2"))
        driver.run(for: 0.1)
        driver.tap(.character("h"))
        driver.settle()
        #expect(driver.view == ViewState(center: Point(x: 5000, y: 4000), scale: 2, angle: -210, isFlipped: true))
    }

    @Test func `keys without a command do nothing, and the key map can be changed`() {
        var driver = ModelDriver()
        driver.tap(.character("x"))
        driver.tap(.character("h"), .control)
        #expect(driver.events.isEmpty)
        driver.model.settings.keys.commands[KeyMap.Stroke(.character("x"))] = .magnify(3)
        driver.tap(.character("x"))
        driver.settle()
        #expect(driver.view.scale == 3)
    }
}
