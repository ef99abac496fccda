import LayerTree
import TestLimits
import Testing
import VectorDrawing

@MainActor
@Suite(.timeLimited) struct InputDispatcherTests {
    private let stage = GestureStage()

    @Test func `without gestures a controller gets all events on its layer at once`() {
        stage.down(GestureStage.onPin)
        stage.move(Point(x: 220, y: 150))
        stage.up(Point(x: 220, y: 150))
        #expect(stage.controller.events == ["down", "moved", "up"])
    }

    @Test(arguments: [nil, 7]) func `a tap on a pin is the pin's, and the controller beneath sees nothing of it`(
        finger: Int?
    ) {
        stage.addTap(to: stage.pin, "tap")
        stage.click(GestureStage.onPin, finger: finger)
        stage.click(GestureStage.onPin, finger: finger)
        #expect(stage.log == ["tap", "tap"])
        #expect(stage.controller.events == [])
    }

    @Test func `a drag that begins on a layer with a tap is the controller's, from its beginning, with its times`() {
        stage.addTap(to: stage.pin, "tap")
        stage.down(GestureStage.onPin)
        stage.wait(0.1)
        stage.move(Point(x: 203, y: 150))
        #expect(stage.controller.events == [], "three points are not a drag yet")
        stage.wait(0.1)
        stage.move(Point(x: 206, y: 150))
        #expect(stage.controller.events == ["down", "moved", "moved"])
        #expect(stage.controller.times == [0, 0.1, 0.2])
        stage.up(Point(x: 206, y: 150))
        #expect(stage.controller.events.last == "up" && stage.log == [])
    }

    @Test(arguments: [nil, 7])
    func `a tap that does not delay scrolling gives the press to the controller until it counts`(
        finger: Int?
    ) {
        let tap = TapRecognizer { [stage] _ in stage.log.append("tap") }
        tap.delaysScrolling = false
        stage.map.addGesture(tap)
        stage.addTap(to: stage.pin, "pin")
        let press = finger == nil ? "down" : "down 7"
        stage.down(GestureStage.beside, finger: finger)
        #expect(stage.controller.events == [press])
        stage.up(GestureStage.beside, finger: finger)
        #expect(stage.log == ["tap"] && stage.controller.events == [press, "cancel"])
        // The pin's tap has precedence.
        stage.click(GestureStage.onPin, finger: finger)
        #expect(stage.log == ["tap", "pin"] && stage.controller.events.count == 2)
    }

    @Test func `a pan on a pin wins over the controller`() {
        stage.addPan(to: stage.pin, "pan")
        stage.down(GestureStage.onPin)
        stage.move(Point(x: 202, y: 150))
        stage.move(Point(x: 210, y: 155))
        stage.move(Point(x: 230, y: 160))
        stage.up(Point(x: 230, y: 160))
        #expect(stage.log == ["pan began 10,5", "pan changed 30,10", "pan ended 30,10"])
        #expect(stage.controller.events == [])
    }

    @Test func `a click on a pin that can only be dragged is the controller's`() {
        stage.addPan(to: stage.pin, "pan")
        stage.click(GestureStage.onPin)
        #expect(stage.log == [] && stage.controller.events == ["down", "up"])
    }

    @Test func `beside the pin its gestures see nothing`() {
        stage.addTap(to: stage.pin, "tap")
        stage.click(GestureStage.beside)
        #expect(stage.log == [] && stage.controller.events == ["down", "up"])
    }

    @Test func `of two taps that of the deeper layer counts, and of one layer the one added first`() {
        stage.addTap(to: stage.map, "map")
        stage.addTap(to: stage.pin, "first")
        stage.addTap(to: stage.pin, "second")
        stage.click(GestureStage.onPin)
        stage.click(GestureStage.beside)
        #expect(stage.log == ["first", "map"])
    }

    @Test func `a tap waits until a double tap of its layer has failed`() {
        stage.addTap(to: stage.pin, "single")
        stage.addTap(to: stage.pin, "double", count: 2)
        stage.click(GestureStage.onPin)
        #expect(stage.log == [])
        #expect(stage.dispatcher.nextUpdateTime == 0.05 + TapRecognizer.maximumInterval)
        stage.wait(0.4)
        #expect(stage.log == ["single"])
        stage.click(GestureStage.onPin)
        stage.click(GestureStage.onPin)
        stage.wait(0.4)
        #expect(stage.log == ["single", "double"])
        #expect(stage.controller.events == [] && stage.dispatcher.nextUpdateTime == nil)
    }

    @Test func `a click on a layer with a double tap alone goes to the controller once the second one is missing`() {
        stage.addTap(to: stage.pin, "double", count: 2)
        stage.click(GestureStage.onPin)
        #expect(stage.controller.events == [])
        stage.wait(0.4)
        #expect(stage.controller.events == ["down", "up"] && stage.controller.times == [0, 0.05])
    }

    @Test func `a press elsewhere ends the wait for a second tap, and the controller gets both in order`() {
        stage.addTap(to: stage.pin, "double", count: 2)
        stage.click(GestureStage.onPin)
        stage.click(GestureStage.beside)
        #expect(stage.log == [] && stage.controller.events == ["down", "up", "down", "up"])
        #expect(stage.controller.times == stage.controller.times.sorted())
    }

    @Test func `a tap that is not exclusive leaves the press to the controller`() {
        stage.addTap(to: stage.map, "tap", isExclusive: false)
        stage.down(GestureStage.beside)
        #expect(stage.controller.events == ["down"], "nothing is held back")
        stage.up(GestureStage.beside)
        #expect(stage.log == ["tap"] && stage.controller.events == ["down", "up"])
    }

    @Test func `a tap that is not exclusive knows what was hit, and whether another gesture has claimed it`() {
        let tap = TapRecognizer { [unowned stage] tap in
            stage.log.append("\(tap.hitLayer === stage.pin ? "pin" : "map") \(tap.isClaimedByAnother)")
        }
        tap.isExclusive = false
        stage.map.addGesture(tap)
        stage.click(GestureStage.onPin)
        stage.addTap(to: stage.pin, "tap")
        stage.click(GestureStage.onPin)
        stage.click(GestureStage.beside)
        #expect(stage.log == ["pin false", "tap", "pin true", "map false"])
    }

    @Test func `a tap around the controller's layer is recognized beside what the controller does`() {
        stage.addTap(to: stage.root, "tap")
        stage.addPan(to: stage.root, "pan")
        stage.click(GestureStage.beside)
        stage.down(GestureStage.beside)
        stage.move(Point(x: 150, y: 100))
        #expect(stage.log == ["tap"] && stage.controller.events == ["down", "up", "down", "moved"])
    }

    @Test func `a long press begins in time, moves, and ends; a tap of its layer does not count then`() {
        stage.addTap(to: stage.pin, "tap")
        stage.addLongPress(to: stage.pin, "press")
        stage.down(GestureStage.onPin)
        #expect(stage.dispatcher.nextUpdateTime == 0.5)
        stage.wait(0.49)
        #expect(stage.log == [])
        stage.wait(0.01)
        #expect(stage.log == ["press began"])
        stage.move(Point(x: 260, y: 150))
        stage.up(Point(x: 260, y: 150))
        #expect(stage.log == ["press began", "press changed", "press ended"])
        #expect(stage.controller.events == [])
        stage.click(GestureStage.onPin)
        #expect(stage.log.last == "tap")
    }

    @Test func `a press that moves is not a long press`() {
        stage.addLongPress(to: stage.pin, "press")
        stage.down(GestureStage.onPin, finger: 1)
        stage.move(Point(x: 211, y: 150), finger: 1)
        stage.wait(1)
        #expect(stage.log == [] && stage.controller.events == ["down 1", "moved 1"])
    }

    @Test func `two fingers pan and pinch a layer at once`() {
        stage.addPan(to: stage.map, "pan")
        stage.addPinch(to: stage.map, "pinch")
        stage.down(Point(x: 100, y: 100), finger: 1)
        stage.down(Point(x: 200, y: 100), finger: 2)
        stage.move(Point(x: 300, y: 100), finger: 2)
        #expect(stage.log == ["pan began 50,0", "pinch began 2.0"])
        stage.move(Point(x: 50, y: 100), finger: 1)
        #expect(stage.log.suffix(2) == ["pan changed 25,0", "pinch changed 2.5"])
        stage.up(Point(x: 50, y: 100), finger: 1)
        stage.move(Point(x: 300, y: 140), finger: 2)
        stage.up(Point(x: 300, y: 140), finger: 2)
        #expect(stage.log.suffix(3) == ["pinch ended 2.5", "pan changed 25,40", "pan ended 25,40"])
        #expect(stage.controller.events == [])
    }

    @Test func `a pinch takes over from the controller that one finger has dragged`() {
        stage.addPinch(to: stage.map, "pinch")
        stage.down(Point(x: 100, y: 100), finger: 1)
        stage.move(Point(x: 120, y: 100), finger: 1)
        #expect(stage.controller.events == ["down 1", "moved 1"])
        stage.down(Point(x: 220, y: 100), finger: 2)
        stage.move(Point(x: 320, y: 100), finger: 2)
        #expect(stage.log == ["pinch began 2.0"])
        #expect(stage.controller.events == ["down 1", "moved 1", "cancel"])
    }

    @Test func `the loss of the focus cancels a gesture, and the next one begins afresh`() {
        stage.addPan(to: stage.pin, "pan")
        stage.down(GestureStage.onPin)
        stage.move(Point(x: 210, y: 150))
        stage.dispatcher.cancelInput()
        stage.move(Point(x: 230, y: 150))
        stage.up(Point(x: 230, y: 150))
        #expect(stage.log == ["pan began 10,0", "pan cancelled 10,0"])
        stage.log = []
        stage.down(GestureStage.onPin)
        stage.move(Point(x: 205, y: 150))
        #expect(stage.log == ["pan began 5,0"])
    }

    @Test func `a touch that the system cancels cancels the gesture`() {
        stage.addPan(to: stage.pin, "pan")
        stage.down(GestureStage.onPin, finger: 3)
        stage.move(Point(x: 220, y: 150), finger: 3)
        stage.dispatcher.handle(
            .touch(TouchEvent(time: 0, phase: .cancelled, finger: 3, position: Point(x: 220, y: 150))))
        #expect(stage.log == ["pan began 20,0", "pan cancelled 20,0"])
    }

    @Test func `an action may cancel all input`() {
        stage.pin.addGesture(
            PanRecognizer { [stage] pan in
                if pan.state == .began { stage.dispatcher.cancelInput() }
            })
        stage.down(GestureStage.onPin)
        stage.move(Point(x: 210, y: 150))
        stage.move(Point(x: 220, y: 150))
        stage.up(Point(x: 220, y: 150))
        #expect(stage.controller.events == ["cancel", "moved", "up"])
        stage.addTap(to: stage.pin, "tap")
        stage.click(GestureStage.onPin)
        #expect(stage.log == ["tap"])
    }

    @Test func `a press whose release was lost ends with the next one`() {
        stage.addPan(to: stage.pin, "pan")
        stage.down(GestureStage.onPin)
        stage.move(Point(x: 210, y: 150))
        stage.down(GestureStage.beside)
        #expect(stage.log == ["pan began 10,0", "pan cancelled 10,0"])
        stage.down(GestureStage.beside)
        stage.up(GestureStage.beside)
        #expect(stage.controller.events == ["down", "cancel", "down", "up"])
    }

    @Test func `a gesture that is not enabled, or was removed, sees nothing`() throws {
        stage.addTap(to: stage.pin, "tap")
        let tap = try #require(stage.pin.gestures.first)
        tap.isEnabled = false
        stage.click(GestureStage.onPin)
        tap.isEnabled = true
        stage.pin.removeGesture(tap)
        stage.click(GestureStage.onPin)
        #expect(stage.log == [] && tap.layer == nil && stage.controller.events == ["down", "up", "down", "up"])
    }

    @Test func `a pan knows its translation in a layer that is zoomed, and its velocity`() {
        var moved: [Point?] = []
        var velocity = Point.zero
        stage.map.transform = Transform3D(scaleX: 2, y: 2)
        stage.pin.addGesture(
            PanRecognizer {
                moved.append($0.translation())
                velocity = $0.velocity
            })
        // The map's middle, which the pin covers, stays where it is.
        stage.down(GestureStage.onPin)
        for step in 1...5 {
            stage.wait(0.01)
            stage.move(Point(x: 200 + 6 * Double(step), y: 150))
        }
        #expect(moved.map { $0?.x } == [3, 6, 9, 12, 15])
        #expect(abs(velocity.x - 600) < 1e-6 && velocity.y == 0)
    }

    @Test func `other buttons, wheels and a pointer that moves reach the controller; keys reach every one`() {
        stage.addPan(to: stage.pin, "pan")
        let other = RecordingController(layer: stage.root)
        stage.dispatcher.add(other)
        let position = GestureStage.onPin
        for phase in [PointerEvent.Phase.moved, .down(.middle, clicks: 1), .moved, .up(.middle, clicks: 1)] {
            stage.dispatcher.handle(.pointer(PointerEvent(time: 0, phase: phase, position: position)))
        }
        stage.dispatcher.handle(.wheel(WheelEvent(time: 0, delta: Point(x: 0, y: 1), position: position)))
        stage.dispatcher.handle(.key(KeyEvent(time: 0, key: .left, isDown: true)))
        #expect(stage.controller.events == ["moved", "down", "moved", "up", "wheel", "key down"])
        #expect(other.events == ["key down"] && stage.log == [])
        stage.dispatcher.remove(other)
        #expect(stage.dispatcher.controllers.count == 1)
    }

    @Test func `the pointer has the shape of the layer below it, or of the one that was pressed`() {
        #expect(stage.dispatcher.cursor == .arrow)
        stage.map.cursor = .openHand
        stage.pin.cursor = .pointingHand
        stage.addPan(to: stage.pin, "pan")
        stage.move(GestureStage.beside)
        #expect(stage.dispatcher.cursor == .openHand)
        stage.move(GestureStage.onPin)
        #expect(stage.dispatcher.cursor == .pointingHand)
        stage.down(GestureStage.onPin)
        stage.move(GestureStage.beside)
        #expect(stage.dispatcher.cursor == .pointingHand)
        stage.up(GestureStage.beside)
        #expect(stage.dispatcher.cursor == .openHand)
        stage.dispatcher.handle(.pointer(PointerEvent(time: 0, phase: .exited, position: .zero)))
        #expect(stage.dispatcher.cursor == .arrow)
    }
}
