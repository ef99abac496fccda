import TestLimits
import Testing

@testable import ScrollLayers

/// Pages of 800 points, 20 apart.
@Suite(.timeLimited) struct PagingModelTests {
    private func model(_ page: Int = 3) -> PagingModel { PagingModel(pageCount: 10, page: page, pageWidth: 800) }

    /// Drags in steps of a 60th of a second, and lifts the finger at the last one.
    private func dragged(_ translations: [Double], from page: Int = 3) -> PagingModel {
        var model = model(page)
        model.beginDrag(at: 1)
        var time = 1.0
        for translation in translations {
            time += 1 / 60
            model.drag(by: translation, at: time)
        }
        model.endDrag(at: time)
        return model
    }

    @Test func `a page is shown at its place, and the nearest if there is none of its number`() {
        #expect(model().offset == 3 * 820)
        #expect(model().visiblePages == 3..<4)
        #expect(model(99).page == 9)
        #expect(model(-1).page == 0)
        let none = PagingModel(pageCount: 0, pageWidth: 800)
        #expect(none.page == 0 && none.visiblePages.isEmpty && none.nextFrameTime == nil)
        #expect(PagingModel(pageCount: 2, pageWidth: 0, gap: 0).visiblePages == 0..<1)
    }

    @Test func `pages follow the finger`() {
        var model = model()
        model.beginDrag(at: 1)
        model.drag(by: -100, at: 1.5)
        #expect(model.offset == 3 * 820 + 100)
        #expect(model.visiblePages == 3..<5)
        model.drag(by: 100, at: 1.6)
        #expect(model.offset == 3 * 820 - 100)
        #expect(model.visiblePages == 2..<4)
        model.drag(by: 10, at: 1.7)
        // Only the gap is visible.
        #expect(model.visiblePages == 3..<4)
        #expect(model.isTracking && model.page == 3)
    }

    @Test func `half a page leads to the next, and less leads back`() {
        var far = dragged([-420, -420, -420, -420, -420, -420, -420])
        #expect(far.page == 4 && far.isMoving)
        far.update(at: 9)
        #expect(far.offset == 4 * 820 && !far.isMoving && far.nextFrameTime == nil)
        var near = dragged([-400, -400, -400, -400, -400, -400, -400])
        #expect(near.page == 3)
        near.update(at: 9)
        #expect(near.offset == 3 * 820)
    }

    @Test func `a flick leads to the next page, in either direction, and not farther`() {
        #expect(dragged([-20, -40, -60]).page == 4)
        #expect(dragged([20, 40, 60]).page == 2)
        #expect(dragged([-200, -900, -1500]).page == 4)
        // Back before the page was left.
        #expect(dragged([-300, -280, -260, -240]).page == 3)
        // 150 points per second are not a flick.
        #expect(dragged([-2.5, -5, -7.5]).page == 3)
    }

    @Test(arguments: [0.0, 0.0009])
    func `a swipe whose events have waited together turns a page`(jitter: Double) {
        func page(_ translation: Double, heldFor pause: Double = 0) -> Int {
            var model = model()
            model.beginDrag(at: 1)
            model.drag(by: translation / 4, at: 1)
            // Times that are taken from milliseconds go back now and then.
            model.drag(by: translation / 2, at: 1 - jitter)
            model.drag(by: translation, at: 1 - jitter)
            model.endDrag(at: 1 - jitter + pause)
            return model.page
        }
        #expect(page(-200) == 4)
        #expect(page(200) == 2)
        // A click that is not quite still, and a finger that has stopped.
        #expect(page(-12) == 3)
        #expect(page(-200, heldFor: 0.11) == 3)
    }

    @Test func `a page arrives by the spring's formula, and does not pass its place`() {
        var model = dragged([-20, -40, -60])
        let spring = CriticallyDampedSpring(displacement: 60 - 820, velocity: 1200, frequency: 12)
        let start = model.time
        for step in 1...60 {
            model.update(at: start + Double(step) / 60)
            #expect(abs(model.offset - (4 * 820 + spring.displacement(at: model.time - start))) < 0.3)
            #expect(model.offset <= 4 * 820)
        }
        var fast = dragged([-300, -600])
        for step in 1...60 {
            fast.update(at: start + Double(step) / 60)
            #expect(fast.offset <= 4 * 820)
        }
    }

    @Test func `beyond the ends pages follow on a rubber band, and come back`() {
        var model = model(0)
        model.beginDrag(at: 1)
        model.drag(by: 200, at: 2)
        let stretch = RubberBand(dimension: 800).stretch(for: 200)
        #expect(model.offset == -stretch)
        #expect(model.visiblePages == 0..<1)
        model.endDrag(at: 3)
        #expect(model.page == 0)
        model.update(at: 9)
        #expect(model.offset == 0)
        model.bounces = false
        model.beginDrag(at: 10)
        model.drag(by: 200, at: 11)
        #expect(model.offset == 0)
        var last = dragged([-100, -300], from: 9)
        #expect(last.page == 9)
        last.update(at: 9)
        #expect(last.offset == 9 * 820)
    }

    @Test func `swipes in quick succession turn one page each`() {
        var model = dragged([-50, -100])
        model.update(at: model.time + 0.05)
        #expect(model.isMoving)
        let offset = model.offset
        model.beginDrag(at: model.time)
        // The pages are caught where they are.
        #expect(model.offset == offset)
        let time = model.time
        model.drag(by: -50, at: time + 1 / 60)
        model.drag(by: -100, at: time + 2 / 60)
        model.endDrag(at: time + 2 / 60)
        #expect(model.page == 5)
        model.update(at: 20)
        #expect(model.offset == Double(model.page) * 820)
    }

    @Test func `a drag that something else ends shows the nearest page`() {
        var model = model()
        model.beginDrag(at: 1)
        model.drag(by: -50, at: 1.01)
        model.drag(by: -100, at: 1.02)
        model.endDrag(isFlick: false, at: 1.02)
        #expect(model.page == 3)
    }

    @Test func `a page slides in, or is shown at once`() {
        var model = model()
        model.show(4, at: 1)
        #expect(model.page == 4 && model.isMoving && model.offset == 3 * 820)
        model.update(at: 1.1)
        #expect(model.offset > 3 * 820 && model.offset < 4 * 820)
        model.show(5, at: 1.1)
        model.update(at: 5)
        #expect(model.offset == 5 * 820)
        model.show(0, animated: false, at: 6)
        #expect(model.offset == 0 && !model.isMoving)
        model.show(70, animated: false, at: 6)
        #expect(model.page == 9)
        model.reducesMotion = true
        model.show(8, at: 7)
        #expect(model.offset == 8 * 820)
    }

    @Test func `another width or number of pages keeps the page`() {
        var model = model()
        model.setPages(count: 10, width: 500, at: 1)
        #expect(model.page == 3 && model.offset == 3 * 520)
        model.setPages(count: 2, width: 500, at: 1)
        #expect(model.page == 1 && model.offset == 520)
        model.setPages(count: 0, width: 500, at: 1)
        #expect(model.page == 0 && model.offset == 0)
    }
}
