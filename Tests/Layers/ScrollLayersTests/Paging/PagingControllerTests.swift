import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import ScrollLayers

@MainActor
@Suite(.timeLimited) struct PagingControllerTests {
    private struct Damage: Error, CustomStringConvertible {
        var description: String
    }

    /// Ten pages of 1600 × 800 pixels in a window of 800 × 600 points.
    @MainActor
    private final class Window {
        let clock = ManualClock()
        let root = Layer()
        let scene: LayerScene
        let dispatcher: InputDispatcher
        let pages: PagingController
        var made: [Int] = []
        var shown: [Int] = []
        /// The pages whose content cannot be made.
        var broken: Set<Int> = []

        init(page: Int = 3) async {
            root.frame = Rect(x: 0, y: 0, width: 800, height: 600)
            scene = LayerScene(
                root: root, size: PixelSize(width: 800, height: 600), background: .black, clock: clock)
            dispatcher = InputDispatcher(scene: scene)
            var make: (@MainActor (Int) throws -> Layer)?
            pages = PagingController(pageCount: 10, page: page, clock: clock) { index in
                try make?(index) ?? Layer()
            }
            make = { [unowned self] index in
                made.append(index)
                if broken.contains(index) { throw Damage(description: "page \(index) is broken") }
                let content = Layer()
                content.bounds = Rect(x: 0, y: 0, width: 1600, height: 800)
                return content
            }
            pages.onPageChange = { [unowned self] in shown.append($0) }
            pages.layer.frame = root.bounds
            root.addSublayer(pages.layer)
            dispatcher.add(pages)
            await settle()
        }

        /// Lets time pass until nothing moves.
        func settle() async {
            dispatcher.update()
            await pages.waitForContent()
            while let next = dispatcher.nextUpdateTime, next < clock.now + 1 {
                clock.advance(by: 1 / 60)
                dispatcher.update()
            }
            await pages.waitForContent()
        }

        func pointer(_ phase: PointerEvent.Phase, _ x: Double, _ y: Double = 300) {
            clock.advance(by: 1 / 60)
            dispatcher.handle(.pointer(PointerEvent(time: clock.now, phase: phase, position: Point(x: x, y: y))))
            dispatcher.update()
        }

        func touch(_ finger: Int, _ phase: TouchEvent.Phase, _ x: Double, _ y: Double = 300) {
            clock.advance(by: 1 / 60)
            dispatcher.handle(
                .touch(TouchEvent(time: clock.now, phase: phase, finger: finger, position: Point(x: x, y: y))))
            dispatcher.update()
        }

        func drag(_ positions: [(x: Double, y: Double)]) {
            guard let first = positions.first, let last = positions.last else { return }
            pointer(.down(.primary, clicks: 1), first.x, first.y)
            for position in positions.dropFirst() { pointer(.moved, position.x, position.y) }
            pointer(.up(.primary, clicks: 1), last.x, last.y)
        }

        func press(_ key: Key) {
            dispatcher.handle(.key(KeyEvent(time: clock.now, key: key, isDown: true)))
            dispatcher.handle(.key(KeyEvent(time: clock.now, key: key, isDown: false)))
        }

        /// The rectangle in which the content of a page is seen.
        func frame(_ page: Int) -> Rect? {
            pages.contentLayers[page].flatMap { $0.convert($0.bounds, to: root) }
        }

        /// Zooms the page that is shown to a scale, with a point of its content in the middle.
        func zoom(to scale: Double, atX x: Double) {
            pages.pageController?.change {
                $0.setView(ViewState(center: Point(x: x, y: 400), scale: scale), animated: false, at: $1)
            }
        }
    }

    @Test func `the shown page and its neighbors exist, the shown one first`() async {
        let window = await Window()
        #expect(window.made.sorted() == [2, 3, 4])
        #expect(window.made.first == 3)
        #expect(window.frame(3) == Rect(x: 0, y: 100, width: 800, height: 400))
        #expect(window.frame(4) == Rect(x: 820, y: 100, width: 800, height: 400))
        #expect(window.pages.layer.sublayers.count == 3)
    }

    @Test func `a swipe turns a page, whose next neighbor is made in a layer that was used before`() async {
        let window = await Window()
        let layers = Set(window.pages.layer.sublayers.map(ObjectIdentifier.init))
        window.drag([(600, 300), (560, 302), (500, 304), (440, 306)])
        #expect(window.shown == [4])
        await window.settle()
        #expect(window.frame(4) == Rect(x: 0, y: 100, width: 800, height: 400))
        #expect(window.made.sorted() == [2, 3, 4, 5])
        #expect(window.pages.contentLayers.keys.sorted() == [3, 4, 5])
        window.drag([(200, 300), (400, 300), (500, 300)])
        await window.settle()
        #expect(window.shown == [4, 3])
        #expect(Set(window.pages.layer.sublayers.map(ObjectIdentifier.init)).subtracting(layers).count <= 1)
    }

    @Test func `two quick swipes are not a double click`() async {
        let window = await Window()
        window.drag([(600, 300), (560, 300), (500, 300)])
        window.drag([(600, 300), (560, 300), (500, 300)])
        await window.settle()
        #expect(window.pages.page == 5)
        #expect(window.pages.pageController?.model.view.scale == 0.5)
    }

    @Test func `a page that fits stays in its middle while it is dragged up`() async {
        let window = await Window()
        window.pointer(.down(.primary, clicks: 1), 400, 300)
        window.pointer(.moved, 410, 260)
        window.pointer(.moved, 430, 240)
        #expect(window.frame(3)?.minX == 0)
        #expect(window.pages.model.offset == 3 * 820)
        window.pointer(.up(.primary, clicks: 1), 430, 240)
        await window.settle()
        #expect(window.frame(3) == Rect(x: 0, y: 100, width: 800, height: 400))
        #expect(window.shown == [])
    }

    @Test func `a page that is zoomed in is panned first, and hands over at its edge`() async throws {
        let window = await Window()
        // 100 points of the content are left of the view, 700 right of it.
        window.zoom(to: 1, atX: 500)
        window.pointer(.down(.primary, clicks: 1), 400)
        window.pointer(.moved, 460)
        #expect(window.frame(3)?.minX == -40 && window.pages.model.offset == 3 * 820)
        window.pointer(.moved, 540)
        // 40 points lead beyond the edge.
        #expect(window.frame(3)?.minX == 40 && window.pages.model.offset == 3 * 820 - 40)
        window.pointer(.moved, 480)
        #expect(window.frame(3)?.minX == -20 && window.pages.model.offset == 3 * 820)
        window.pointer(.moved, 700)
        window.pointer(.moved, 950)
        #expect(window.pages.model.offset == 3 * 820 - 450)
        window.pointer(.up(.primary, clicks: 1), 950)
        await window.settle()
        #expect(window.pages.page == 2)
        // The page that was left is fitted again.
        #expect(window.frame(3) == Rect(x: 820, y: 100, width: 800, height: 400))
    }

    @Test func `at its edge a zoomed page turns at once, and a vertical drag pans it`() async {
        let window = await Window()
        window.zoom(to: 1, atX: 400)
        window.drag([(300, 300), (340, 300), (400, 300)])
        await window.settle()
        #expect(window.pages.page == 2)
        let other = await Window()
        other.zoom(to: 1, atX: 800)
        other.drag([(400, 300), (404, 340), (408, 380), (408, 380)])
        #expect(other.pages.page == 3 && other.pages.model.offset == 3 * 820)
    }

    @Test func `two fingers zoom the page, and do not turn it`() async {
        let window = await Window()
        window.touch(1, .down, 300)
        window.touch(2, .down, 500)
        window.touch(1, .moved, 200)
        window.touch(2, .moved, 600)
        #expect(window.pages.pageController?.model.view.scale == 1)
        window.touch(1, .up, 200)
        window.touch(2, .up, 600)
        await window.settle()
        #expect(window.pages.page == 3)
        #expect(window.pages.pageController?.model.view.scale == 1)
    }

    @Test func `a second finger during a swipe changes nothing, and its end decides`() async {
        let window = await Window()
        window.touch(1, .down, 500)
        window.touch(1, .moved, 400)
        window.touch(2, .down, 600)
        window.touch(2, .moved, 700)
        window.touch(1, .moved, 300)
        #expect(window.pages.model.offset == 3 * 820 + 200)
        window.touch(1, .up, 300)
        window.touch(2, .up, 700)
        await window.settle()
        #expect(window.pages.page == 4 && window.pages.gesture == nil)
    }

    @Test func `a double click zooms, and arrow keys then pan to the edge before they turn`() async {
        let window = await Window()
        for clicks in 1...2 {
            window.pointer(.down(.primary, clicks: clicks), 400)
            window.pointer(.up(.primary, clicks: clicks), 400)
        }
        await window.settle()
        #expect((window.pages.pageController?.model.view.scale ?? 0) > 1)
        window.press(.right)
        await window.settle()
        #expect(window.pages.page == 3)
        for _ in 0..<12 {
            window.press(.right)
            await window.settle()
        }
        #expect(window.pages.page > 3)
    }

    @Test func `arrow and page keys turn pages, and no key turns beyond the ends`() async {
        let window = await Window(page: 8)
        window.press(.right)
        await window.settle()
        window.press(.right)
        await window.settle()
        #expect(window.pages.page == 9 && window.shown == [9])
        window.press(.left)
        window.press(.pageUp)
        await window.settle()
        #expect(window.pages.page == 7)
        window.pages.isEnabled = false
        window.press(.left)
        #expect(window.pages.page == 7)
        #expect(window.pages.layer.sublayers.isEmpty)
    }

    @Test func `pages that are disabled in the middle of a swipe forget it`() async {
        let window = await Window()
        window.pointer(.down(.primary, clicks: 1), 500)
        window.pointer(.moved, 300)
        window.pages.isEnabled = false
        window.pointer(.up(.primary, clicks: 1), 300)
        window.pages.isEnabled = true
        await window.settle()
        #expect(window.pages.model.offset == 3 * 820 && window.frame(3)?.minX == 0)
        window.drag([(600, 300), (560, 300), (500, 300)])
        await window.settle()
        #expect(window.pages.page == 4)
    }

    @Test func `the wheel zooms, and a notch to the side turns a page`() async {
        let window = await Window()
        func wheel(_ x: Double, _ y: Double, _ device: WheelEvent.Device = .wheel) {
            window.clock.advance(by: 1 / 60)
            window.dispatcher.handle(
                .wheel(
                    WheelEvent(
                        time: window.clock.now, device: device, delta: Point(x: x, y: y),
                        position: Point(x: 400, y: 300))))
            window.dispatcher.update()
        }
        wheel(0, 4)
        await window.settle()
        #expect(window.pages.pageController?.model.view.scale == 1)
        wheel(1, 0)
        await window.settle()
        #expect(window.pages.page == 4)
        for _ in 0..<5 { wheel(-4, 0, .trackpad) }
        #expect(window.pages.model.offset == 4 * 820 - 200)
        for _ in 0..<7 { wheel(-4, 0, .trackpad) }
        await window.settle()
        #expect(window.pages.page == 3)
    }

    @Test func `a transition shows another page at once`() async {
        let window = await Window()
        window.pages.show(7, transition: Transition(.fade, duration: 1))
        #expect(window.pages.model.offset == 7 * 820 && window.shown == [7])
        await window.settle()
        #expect(window.pages.contentLayers.keys.sorted() == [6, 7, 8])
        window.pages.pageCount = 7
        await window.settle()
        #expect(window.pages.page == 6 && window.shown == [7, 6])
        #expect(window.pages.contentLayers.keys.sorted() == [5, 6])
    }

    @Test func `a page whose content cannot be made shows an error, and so does damaged content`() async throws {
        let window = await Window()
        window.broken = [5, 9]
        window.pages.show(5, animated: false)
        await window.settle()
        // An empty page of the size of the window.
        #expect(window.frame(5) == Rect(x: 0, y: 0, width: 800, height: 600))
        var errors: [String] = []
        window.pages.errorContent = { page, error in
            errors.append("\(page): \(error)")
            let content = Layer()
            content.bounds.size = Size(width: 400, height: 300)
            return content
        }
        let damaged = try #require(window.pages.contentLayers[4])
        window.pages.showError(Damage(description: "damaged"), insteadOf: damaged)
        #expect(window.pages.contentLayers[4] !== damaged)
        window.pages.showError(Damage(description: "damaged"), insteadOf: damaged)
        window.pages.show(8, animated: false)
        await window.settle()
        #expect(errors == ["4: damaged", "9: page 9 is broken"])
        #expect(window.pages.contentLayers[9]?.bounds.size == Size(width: 400, height: 300))
        window.broken = []
        window.pages.reload(9)
        await window.settle()
        #expect(window.pages.contentLayers[9]?.bounds.size == Size(width: 1600, height: 800))
    }

    @Test func `pages follow the size of the window`() async {
        let window = await Window()
        window.pages.layer.frame = Rect(x: 0, y: 0, width: 400, height: 600)
        await window.settle()
        #expect(window.pages.page == 3)
        #expect(window.frame(3) == Rect(x: 0, y: 200, width: 400, height: 200))
    }

    @Test func `content that arrives after its page is gone is dropped`() async {
        let window = await Window()
        window.pages.show(9, animated: false)
        window.pages.show(0, animated: false)
        await window.settle()
        #expect(window.pages.contentLayers.keys.sorted() == [0, 1])
        #expect(window.pages.layer.sublayers.allSatisfy { $0.sublayers.count == 1 })
        // Nothing was made for pages that were passed at once.
        #expect(window.made == [3, 2, 4, 0, 1] || window.made == [3, 4, 2, 0, 1])
        window.pages.reload(0)
        await window.settle()
        #expect(window.pages.contentLayers.keys.sorted() == [0, 1])
    }
}
