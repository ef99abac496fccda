import LayerTree
import ScrollLayers
import TestSupport
import TilePyramid
import VectorDrawing

@testable import TileViewing

/// A user who does anything: keys, text, the pointer, the wheel, fingers, windows of other sizes, and pauses.
///
/// The same seed does the same.
@MainActor
struct RandomInput {
    private let stage: ViewerStage
    private var random: SeededRandom
    private var held: Set<PointerButton> = []
    private var keys: Set<KeyMap.Stroke> = []
    private var fingers: [Int: Point] = [:]
    /// The last events, for the message of a failure.
    private(set) var log: [String] = []

    init(_ stage: ViewerStage, seed: UInt64) {
        self.stage = stage
        random = SeededRandom(seed: seed)
    }

    /// The keys that do something, with all of their modifiers, without those that close the window or the file, the one that
    /// leaves a picture to the window, and those that save one beside a file whose name may be any text.
    private static let strokes: [KeyMap.Stroke] = {
        let keys = ViewerKeyBindings.standard
        let left: [ViewerCommand] = [.close, .closeFile, .copyPicture, .saveView, .askToSaveView]
        let strokes = keys.viewing.filter { !left.contains($0.value) }.map(\.key) + keys.scrolling.commands.keys
        let editing: [Key] = [.enter, .escape, .tab, .delete, .left, .right, .up, .down, .home, .end, .insert]
        return (strokes + editing.map { KeyMap.Stroke($0, []) }).sorted { "\($0)" < "\($1)" }
    }()

    private static let texts = ["1", "500,400", "100%", "?", "[", "]", ",", "x", "ä", "10,20,30x40"]

    /// Does something, and often lets time pass.
    mutating func act() {
        let viewer = stage.viewer
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<30: press(Self.strokes.randomElement(using: &random))
        case 30..<34:
            let text = Self.texts.randomElement(using: &random) ?? "1"
            note("text \(text)")
            viewer.handle(text: text)
        case 34..<58: point(.moved)
        case 58..<64: press(button: true)
        case 64..<72: press(button: false)
        case 72..<74: point(.exited)
        case 74..<84: scroll()
        case 84..<92: touch()
        case 92..<94: resize()
        case 94..<96:
            note("focus")
            viewer.focusLost()
            viewer.focusGained()
        case 96: viewer.paste(Self.texts.randomElement(using: &random) ?? "")
        default: pass(Double.random(in: 0...2, using: &random))
        }
        if Bool.random(using: &random) { pass(Double.random(in: 0...0.05, using: &random)) }
    }

    /// Releases everything that is held; the pointer stays where it is.
    mutating func releaseAll() {
        for button in [PointerButton.primary, .secondary, .middle] where held.contains(button) {
            pointer(.up(button, clicks: 1), position)
        }
        held = []
        for (finger, point) in fingers.sorted(by: { $0.key < $1.key }) { touch(.up, finger, point) }
        fingers = [:]
        releaseKeys()
    }

    /// Releases the keys that are held.
    mutating func releaseKeys() {
        for stroke in keys.sorted(by: { "\($0)" < "\($1)" }) { key(stroke, isDown: false) }
        keys = []
    }

    private var position: Point { stage.viewer.pointer ?? Point(x: 10, y: 10) }

    private mutating func note(_ text: String) {
        log.append(text)
        if log.count > 60 { log.removeFirst() }
    }

    private mutating func randomPoint() -> Point {
        let size = stage.viewer.controller.scrollLayer.bounds.size
        return Point(
            x: Double.random(in: -5...size.width + 5, using: &random),
            y: Double.random(in: -5...size.height + 5, using: &random))
    }

    private mutating func press(_ stroke: KeyMap.Stroke?) {
        guard let stroke else { return }
        key(stroke, isDown: true)
        if Int.random(in: 0..<8, using: &random) == 0 {
            keys.insert(stroke)
        } else {
            key(stroke, isDown: false)
            keys.remove(stroke)
        }
        if Int.random(in: 0..<8, using: &random) == 0 { releaseKeys() }
    }

    private mutating func key(_ stroke: KeyMap.Stroke, isDown: Bool) {
        note("key \(stroke.key) \(stroke.modifiers.rawValue) \(isDown ? "down" : "up")")
        stage.viewer.handle(
            .key(KeyEvent(time: stage.clock.now, key: stroke.key, isDown: isDown, modifiers: stroke.modifiers)))
    }

    private mutating func pointer(_ phase: PointerEvent.Phase, _ point: Point) {
        let modifiers: [KeyModifiers] = [[], [], [], [], .shift, .alt, .control]
        let chosen = modifiers.randomElement(using: &random) ?? []
        note("pointer \(phase) \(point) \(chosen)")
        stage.viewer.handle(
            .pointer(PointerEvent(time: stage.clock.now, phase: phase, position: point, modifiers: chosen)))
    }

    private mutating func point(_ phase: PointerEvent.Phase) {
        pointer(phase, randomPoint())
    }

    private mutating func press(button isDown: Bool) {
        let buttons: [PointerButton] = [.primary, .primary, .secondary, .middle]
        let button = buttons.randomElement(using: &random) ?? .primary
        guard isDown != held.contains(button) else { return }
        if isDown { held.insert(button) } else { held.remove(button) }
        let count = Int.random(in: 1...2, using: &random)
        let point = Bool.random(using: &random) ? position : randomPoint()
        pointer(isDown ? .down(button, clicks: count) : .up(button, clicks: count), point)
    }

    private mutating func scroll() {
        let isPinch = Int.random(in: 0..<5, using: &random) == 0
        let delta = Point(
            x: Double.random(in: -2...2, using: &random), y: Double.random(in: -4...4, using: &random))
        let event = WheelEvent(
            time: stage.clock.now, device: WheelEvent.Device.allCases.randomElement(using: &random) ?? .unknown,
            phase: Int.random(in: 0..<4, using: &random) == 0 ? .ended : .moved, delta: delta, isPinch: isPinch,
            position: randomPoint())
        note("wheel \(event)")
        stage.viewer.handle(.wheel(event))
    }

    private mutating func touch(_ phase: TouchEvent.Phase, _ finger: Int, _ point: Point) {
        note("touch \(phase) \(finger) \(point)")
        stage.viewer.handle(
            .touch(TouchEvent(time: stage.clock.now, phase: phase, finger: finger, position: point)))
    }

    private mutating func touch() {
        let finger = Int.random(in: 0..<3, using: &random)
        let point = randomPoint()
        guard fingers[finger] != nil else {
            fingers[finger] = point
            return touch(.down, finger, point)
        }
        let phase: TouchEvent.Phase = [.moved, .moved, .up, .cancelled].randomElement(using: &random) ?? .up
        fingers[finger] = phase == .moved ? point : nil
        touch(phase, finger, point)
    }

    private mutating func resize() {
        let scale: Double = [1, 1.5, 2].randomElement(using: &random) ?? 1
        let size = PixelSize(
            width: Int.random(in: 1...1000, using: &random), height: Int.random(in: 1...800, using: &random))
        note("resize \(size) \(scale)")
        stage.viewer.resize(to: size, scale: scale)
    }

    private mutating func pass(_ seconds: Double) {
        note("pass \(seconds)")
        stage.frame(after: seconds)
    }
}
