import Controls
import LayerTree
import ScrollLayers
import TilePyramid
import VectorDrawing

@testable import TileViewing

/// A part of the viewer that has been opened, or an action that has begun.
enum OpenPart: String, CaseIterable {
    case menu, entry, bookmarks, help, information, adjustment, statistics, annotating, draft, annotation, name
    case selection, comparison, export, fullScreen = "full-screen", message, question
    case imageDrag = "image-drag", mapDrag = "map-drag", selectionDrag = "selection-drag", finger

    /// Opens the part, as a user would.
    @MainActor
    func open(in stage: PriorityStage) {
        let viewer = stage.stage.viewer
        switch self {
        case .menu: viewer.perform(.contextMenu)
        case .entry: viewer.perform(.goToPlace)
        case .bookmarks: viewer.perform(.listBookmarks)
        case .help: viewer.perform(.toggle(.help))
        case .information: viewer.perform(.toggle(.information))
        case .adjustment: viewer.perform(.toggle(.adjustment))
        case .statistics: viewer.perform(.toggle(.hud))
        case .annotating: viewer.perform(.annotate)
        case .draft:
            annotate(in: viewer)
            for x in [400.0, 460] { viewer.annotations.editor.click(at: Point(x: 1100 + x, y: 1000), within: 7) }
        case .annotation, .name:
            annotate(in: viewer)
            for (index, x) in [400.0, 460, 460].enumerated() {
                viewer.annotations.editor.click(at: Point(x: 1100 + x, y: 1000), isRepeated: index == 2, within: 7)
            }
            if self == .name { viewer.annotations.editor.enter() }
        case .selection: viewer.select(PixelRect(x: 1450, y: 950, width: 100, height: 80))
        case .comparison: for _ in 0..<2 { viewer.perform(.compare(.next)) }
        case .export:
            stage.holdingWork {
                viewer.perform(.export)
                viewer.part(ConfirmationPart.self).sheet.activate(1, at: stage.stage.clock.now)
            }
        case .question: viewer.perform(.exportAnnotated)
        case .fullScreen: viewer.perform(.toggleFullScreen)
        case .message: viewer.post("There is news.", .error)
        case .imageDrag:
            stage.stage.pointer(.down(.primary, clicks: 1), 420, 220)
            stage.stage.pointer(.moved, 440, 230)
        case .mapDrag:
            let map =
                viewer.overlayLayer.sublayers.first { $0.name == "overview" }?.frame
                ?? Rect(origin: .zero, size: .zero)
            stage.stage.pointer(
                .down(.primary, clicks: 1), map.origin.x + map.size.width / 2, map.origin.y + map.size.height / 2)
        case .selectionDrag:
            stage.stage.pointer(.down(.primary, clicks: 1), 420, 220, .shift)
            stage.stage.pointer(.moved, 480, 270, .shift)
        case .finger:
            viewer.handle(
                .touch(
                    TouchEvent(time: stage.stage.clock.now, phase: .down, finger: 5, position: Point(x: 420, y: 220))))
        }
        stage.stage.frame(after: 0.02)
    }

    @MainActor
    private func annotate(in viewer: Viewer) {
        if !viewer.annotations.editor.isOn { viewer.perform(.annotate) }
    }
}

/// Something that a user does.
enum ScriptedEvent: String, CaseIterable {
    case escape, enter, space, backspace, delete, tab, up, down, pageDown = "page-down", home
    case one = "1", two = "2", i, j, k, w, r, s, questionMark = "?", undo = "ctrl+z", rename = "F2", contextMenu =
        "menu-key"
    case moveSecond = "alt+left", text = "text-x", paste, wheel, pinch
    case clickMiddle = "click-middle", clickLeft = "click-left-edge", clickMap = "click-map", clickUpperLeft =
        "click-upper-left"
    case clickBelow = "click-below", doubleClick = "double-click", rightClick = "right-click"
    case drag, dragSelection = "shift+drag", dragMap = "drag-map", move
    case tap, longPress = "long-press", stroke, focusLost = "focus-lost", resize

    /// Lets it happen; returns whether any of it meant something to the viewer.
    @MainActor
    func happen(in stage: ViewerStage) -> Bool {
        let viewer = stage.viewer
        func key(_ key: Key, _ modifiers: KeyModifiers = []) -> Bool {
            let isUsed = viewer.handle(
                .key(KeyEvent(time: stage.clock.now, key: key, isDown: true, modifiers: modifiers)))
            viewer.handle(.key(KeyEvent(time: stage.clock.now, key: key, isDown: false, modifiers: modifiers)))
            return isUsed
        }
        func pointer(_ phase: PointerEvent.Phase, _ point: Point, _ modifiers: KeyModifiers = []) -> Bool {
            viewer.handle(
                .pointer(PointerEvent(time: stage.clock.now, phase: phase, position: point, modifiers: modifiers)))
        }
        func click(_ x: Double, _ y: Double, _ button: PointerButton = .primary, count: Int = 1) -> Bool {
            let point = Point(x: x, y: y)
            let uses = [
                pointer(.moved, point), pointer(.down(button, clicks: count), point),
                pointer(.up(button, clicks: count), point),
            ]
            return uses.contains(true)
        }
        func drag(_ points: [Point], _ modifiers: KeyModifiers = []) -> Bool {
            var uses = [
                pointer(.moved, points[0], modifiers), pointer(.down(.primary, clicks: 1), points[0], modifiers),
            ]
            for point in points.dropFirst() { uses.append(pointer(.moved, point, modifiers)) }
            uses.append(pointer(.up(.primary, clicks: 1), points[points.count - 1], modifiers))
            return uses.contains(true)
        }
        func touch(_ phase: TouchEvent.Phase, _ x: Double, _ y: Double) -> Bool {
            viewer.handle(
                .touch(TouchEvent(time: stage.clock.now, phase: phase, finger: 1, position: Point(x: x, y: y))))
        }
        func wheel(isPinch: Bool) -> Bool {
            viewer.handle(
                .wheel(
                    WheelEvent(
                        time: stage.clock.now, delta: Point(x: 0, y: 1), isPinch: isPinch,
                        position: Point(x: 400, y: 300))))
        }
        switch self {
        case .escape: return key(.escape)
        case .enter: return key(.enter)
        case .space: return key(.character(" "))
        case .backspace: return key(.backspace)
        case .delete: return key(.delete)
        case .tab: return key(.tab)
        case .up: return key(.up)
        case .down: return key(.down)
        case .pageDown: return key(.pageDown)
        case .home: return key(.home)
        case .one, .two, .i, .j, .k, .w, .r, .s: return key(.character(Character(rawValue)))
        case .questionMark: return key(.function(1))
        case .undo: return key(.character("z"), .control)
        case .rename: return key(.function(2))
        case .contextMenu: return key(.menu)
        case .moveSecond: return key(.left, .alt)
        case .text: return viewer.handle(text: "x")
        case .paste:
            viewer.paste("12")
            return true
        case .wheel: return wheel(isPinch: false)
        case .pinch: return wheel(isPinch: true)
        case .clickMiddle: return click(400, 300)
        case .clickLeft: return click(30, 300)
        case .clickMap: return click(700, 60)
        case .clickUpperLeft: return click(60, 40)
        case .clickBelow: return click(400, 560)
        case .doubleClick: return [click(300, 200), click(300, 200, count: 2)].contains(true)
        case .rightClick: return click(300, 380, .secondary)
        case .drag: return drag([Point(x: 350, y: 260), Point(x: 380, y: 300), Point(x: 390, y: 340)])
        case .dragSelection: return drag([Point(x: 350, y: 260), Point(x: 380, y: 300), Point(x: 390, y: 340)], .shift)
        case .dragMap: return drag([Point(x: 700, y: 60), Point(x: 710, y: 70), Point(x: 720, y: 80)])
        case .move: return pointer(.moved, Point(x: 410, y: 280))
        case .tap: return [touch(.down, 400, 300), touch(.up, 400, 300)].contains(true)
        case .longPress:
            let isUsed = touch(.down, 300, 380)
            stage.frames(for: 1)
            return [isUsed, touch(.up, 300, 380)].contains(true)
        case .stroke: return [touch(.down, 350, 260), touch(.moved, 390, 340), touch(.up, 390, 340)].contains(true)
        case .focusLost:
            viewer.focusLost()
            return true
        case .resize:
            viewer.resize(to: PixelSize(width: 640, height: 480), scale: 1)
            return true
        }
    }
}
