import LayerTree
import TestLimits
import Testing
import VectorDrawing

@testable import ScrollLayers

@Suite(.timeLimited) struct DoubleClickTests {
    private var driver = ModelDriver()
    private var start: ViewState { ModelDriver().view }

    /// A press and a release; `presses` is the system's count of successive presses.
    private mutating func click(
        _ x: Double, _ y: Double, presses: Int, after delay: Double = 0.05, to end: Point? = nil,
        _ modifiers: KeyModifiers = []
    ) {
        let end = end ?? Point(x: x, y: y)
        press(x, y, presses: presses, after: delay, modifiers)
        if end != Point(x: x, y: y) {
            driver.pointer(.moved, end.x, end.y, after: 0.03)
        }
        release(end.x, end.y, presses: presses, modifiers)
    }

    private mutating func press(
        _ x: Double, _ y: Double, presses: Int, after delay: Double = 0.05, _ modifiers: KeyModifiers = []
    ) {
        driver.send(
            .pointer(
                PointerEvent(
                    time: driver.model.time + delay, phase: .down(.primary, clicks: presses),
                    position: Point(x: x, y: y), modifiers: modifiers)))
    }

    private mutating func release(_ x: Double, _ y: Double, presses: Int, _ modifiers: KeyModifiers = []) {
        driver.send(
            .pointer(
                PointerEvent(
                    time: driver.model.time + 0.03, phase: .up(.primary, clicks: presses),
                    position: Point(x: x, y: y), modifiers: modifiers)))
    }

    @Test mutating func `a double click zooms in by an octave about its position, at the second release`() {
        let contentPoint = driver.model.contentPoint(at: Point(x: 200, y: 200))
        click(200, 200, presses: 1)
        press(200, 200, presses: 2)
        driver.run(for: 0.5)
        #expect(driver.view == start)
        release(200, 200, presses: 2)
        driver.settle()
        #expect(driver.view.scale == 2)
        #expect((driver.model.viewPoint(of: contentPoint) - Point(x: 200, y: 200)).length < 1e-6)
    }

    @Test mutating func `with Shift it zooms out, and at the largest scale it fits the content`() {
        click(200, 200, presses: 1)
        click(200, 200, presses: 2, .shift)
        driver.settle()
        #expect(driver.view.scale == 0.5)
        driver.model.setView(
            ViewState(center: Point(x: 1000, y: 1000), scale: 16), animated: false, at: driver.model.time)
        click(200, 200, presses: 1)
        click(200, 200, presses: 2)
        driver.settle()
        #expect(driver.view == driver.model.geometry.view(showing: driver.model.geometry.contentRect))
    }

    @Test mutating func `set to fit, it shows all of the content, and then its actual size about the pointer`() {
        driver.model.settings.doubleClick = .fit
        let whole = driver.model.geometry.fittedView
        click(200, 200, presses: 1)
        click(200, 200, presses: 2)
        driver.settle()
        #expect(driver.view == whole)
        let contentPoint = driver.model.contentPoint(at: Point(x: 420, y: 310))
        click(420, 310, presses: 1)
        click(420, 310, presses: 2)
        driver.settle()
        #expect(driver.view.scale == 1)
        #expect((driver.model.viewPoint(of: contentPoint) - Point(x: 420, y: 310)).length < 1e-6)
        click(420, 310, presses: 1)
        click(420, 310, presses: 2, .shift)
        driver.settle()
        #expect(driver.view.scale == 0.5)
    }

    @Test mutating func `quick drags from the same position move the content and never zoom`() {
        for presses in 1...6 {
            let center = driver.view.center
            click(400, 300, presses: presses, to: Point(x: 340, y: 300))
            #expect(driver.view.center.x > center.x)
        }
        driver.settle()
        #expect(driver.view.scale == 1)
    }

    @Test(arguments: [true, false])
    mutating func `a click and a drag are not a double click, in either order`(isDragFirst: Bool) {
        click(400, 300, presses: 1, to: isDragFirst ? Point(x: 440, y: 300) : nil)
        click(400, 300, presses: 2, to: isDragFirst ? nil : Point(x: 440, y: 300))
        driver.settle()
        #expect(driver.view.scale == 1)
    }

    @Test mutating func `a drag that returns to its start is not a click`() {
        click(400, 300, presses: 1)
        press(400, 300, presses: 2)
        driver.pointer(.moved, 460, 300, after: 0.02)
        driver.pointer(.moved, 400, 300, after: 0.02)
        release(400, 300, presses: 2)
        driver.settle()
        #expect(driver.view.scale == 1)
    }

    @Test mutating func `two clicks after a drag are a double click, though the system counts three presses`() {
        click(400, 300, presses: 1, to: Point(x: 430, y: 300))
        click(400, 300, presses: 2)
        click(400, 300, presses: 3)
        driver.settle()
        #expect(driver.view.scale == 2)
    }

    @Test mutating func `a tremor within the slop is a click, and the content is not flung`() {
        let slop = ClickCounter.slop
        click(400, 300, presses: 1, to: Point(x: 400 + slop, y: 300))
        driver.settle()
        let contentPoint = driver.model.contentPoint(at: Point(x: 400, y: 300))
        click(400, 300, presses: 2, to: Point(x: 400, y: 300 + slop))
        driver.settle()
        #expect(driver.view.scale == 2)
        #expect((driver.model.viewPoint(of: contentPoint) - Point(x: 400, y: 300 + slop)).length < 1e-6)
    }

    @Test mutating func `slow clicks and clicks of the middle button do not zoom`() {
        for _ in 0..<4 {
            click(400, 300, presses: 1)
        }
        for presses in 1...2 {
            driver.pointer(.down(.middle, clicks: presses), 400, 300, after: 0.05)
            driver.pointer(.up(.middle, clicks: presses), 400, 300, after: 0.05)
        }
        click(400, 300, presses: 1)
        driver.keep(driver.model.cancelInput(at: driver.model.time))
        click(400, 300, presses: 2)
        driver.settle()
        #expect(driver.view.scale == 1)
    }

    @Test mutating func `four clicks in quick succession zoom twice, and three zoom once`() {
        for (presses, scale) in zip(1...4, [1.0, 2, 2, 4]) {
            click(400, 300, presses: presses, after: 0.02)
            driver.settle()
            #expect(driver.view.scale == scale)
        }
    }

    @Test mutating func `a click that was handled elsewhere counts as the first of two`() {
        driver.model.addClick()
        click(400, 300, presses: 2)
        driver.settle()
        #expect(driver.view.scale == 2)
    }
}
