import ChannelImages
import Concurrency
import Controls
import Foundation
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TextLayers
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

/// The overlays of a viewer, of which several are opened at once.
@MainActor
@Suite(.timeLimited) struct ViewerOverlaysTests {
    /// An overlay that a user can open.
    private enum Opening: CaseIterable {
        case question, annotating, message, bookmarks, information, adjustment, statistics, regionStatistics, profile
        case filmstrip, buttons, channels

        @MainActor
        func open(in stage: ViewerStage) {
            let viewer = stage.viewer
            switch self {
            case .question: viewer.perform(.goToPlace)
            case .annotating: viewer.perform(.annotate)
            case .message:
                viewer.post(
                    "A message of several words that takes the width of the window, or more than one line.", .error)
            case .bookmarks: viewer.perform(.listBookmarks)
            case .information: viewer.features.insert(.information)
            case .adjustment: viewer.features.insert(.adjustment)
            case .statistics: viewer.features.insert(.hud)
            case .regionStatistics: viewer.features.insert(.regionStatistics)
            case .profile: viewer.features.insert(.profile)
            case .filmstrip: viewer.features.insert(.filmstrip)
            case .channels: viewer.features.insert(.channels)
            case .buttons:
                viewer.features.insert(.buttons)
                stage.pointer(.moved, 200, 150)
            }
        }
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A viewer of an image that says it has channels, without its finest levels unless `isWhole` is set: then a message says
    /// that tiles are missing.
    private func stage(_ size: PixelSize, scale: Double, isWhole: Bool = false) -> ViewerStage {
        let source = PaintedSource(PixelSize(width: 4000, height: 3000)) { isWhole || $0.level < 9 }
        var description = ChannelFixture.description(type: .uint8, sections: 3)
        description.levels = [source.pyramid.size, PixelSize(width: 256, height: 256)]
        let channels = DocumentChannels(
            CountedChannelImage(description), automatic: ChannelFixture.composite([0, 1]))
        let stage = ViewerStage([source]) { settings in
            settings.open = { path in
                let document = Document(path: path, source: source)
                document.mutableState.withLock { $0.channels = channels }
                return document
            }
            settings.size = size
            settings.scale = scale
            settings.view = ViewState(center: Point(x: 2000, y: 1500), scale: 1)
            settings.features = [.overviewMap, .scaleBar, .statusLine]
            settings.bookmarks = BookmarkStore(path: self.folder.path("bookmarks"))
            settings.annotations = self.folder.path("none.geojson")
            settings.reducesMotion = true
        }
        stage.frames(for: 0.2)
        return stage
    }

    /// Closes everything that ``Opening`` opens.
    private func closeAll(in stage: ViewerStage) {
        let viewer = stage.viewer
        viewer.entry.close()
        if viewer.annotations.editor.isOn { viewer.perform(.annotate) }
        if viewer.bookmarks.list.isOpen { viewer.perform(.listBookmarks) }
        viewer.features = [.overviewMap, .scaleBar, .statusLine]
        let point = viewer.messages.layer.sublayers.first?.frame.point(at: Point(x: 0.5, y: 0.5))
        if let point { stage.pointer(.down(.primary, clicks: 1), point.x, point.y) }
        stage.frame()
    }

    /// The frames of all overlays that are seen, by name; sheets and menus are none.
    private func frames(in stage: ViewerStage) -> [(name: String, frame: Rect)] {
        let viewer = stage.viewer
        var layers: [Layer] = []
        for layer in viewer.overlayLayer.sublayers + viewer.annotations.view.layer.sublayers {
            switch layer.name {
            case "messages", "controls": layers += layer.isHidden ? [] : layer.sublayers
            case "overview", "scale bar", "status", "HUD", "information", "adjustment", "bookmarks", "text entry",
                "annotation tools", "region statistics", "profile", "filmstrip", "channels":
                layers.append(layer)
            default: break
            }
        }
        return layers.filter { !$0.isHidden && !$0.bounds.size.isEmptyOfArea && $0.name != "tooltip" }
            .map { ($0.name ?? "", $0.frame) }
    }

    private func expectApart(in stage: ViewerStage, _ what: String) {
        let frames = frames(in: stage)
        let window = Rect(origin: .zero, size: stage.viewer.context.windowSize)
        for (index, one) in frames.enumerated() {
            #expect(window.encloses(one.frame), "\(what): \(one)")
            for other in frames[..<index] {
                #expect(one.frame.intersection(other.frame) == nil, "\(what): \(one), \(other)")
            }
        }
    }

    @Test(arguments: [(400, 300, 1.0), (1280, 960, 2)] as [(Int, Int, Double)])
    func `no two overlays of a viewer meet, whichever two are opened`(width: Int, height: Int, scale: Double) {
        let stage = stage(PixelSize(width: width, height: height), scale: scale)
        let all = Opening.allCases
        for first in all.indices {
            for second in all.indices where second > first {
                for opening in [all[first], all[second]] {
                    opening.open(in: stage)
                    stage.frame()
                }
                expectApart(in: stage, "\(all[first]), \(all[second])")
                closeAll(in: stage)
            }
        }
        #expect(frames(in: stage).map(\.name).contains("status"))
    }

    @Test func `nor do they after each resize, and the panel that was opened first is closed`() {
        let stage = stage(PixelSize(width: 1920, height: 1080), scale: 1)
        for opening in [.information, .adjustment, .statistics, .message, .annotating] as [Opening] {
            opening.open(in: stage)
            stage.frame()
        }
        let panels: Set<ViewerFeature> = [.information, .adjustment, .hud]
        #expect(stage.viewer.features.isSuperset(of: panels))
        for (width, height, scale) in [
            (1280, 800, 1.0), (800, 600, 1), (1280, 960, 2), (500, 400, 1), (1200, 900, 3), (1920, 1080, 1),
        ] {
            stage.viewer.resize(to: PixelSize(width: width, height: height), scale: scale)
            stage.frame()
            expectApart(in: stage, "\(width)×\(height)")
        }
        #expect(!stage.viewer.features.contains(.information), "what was closed stays closed")
        #expect(stage.viewer.features.contains(.hud))
    }

    @Test func `a hint stays in the panel of its line, with fewer lines where there is less room`() throws {
        let stage = stage(PixelSize(width: 400, height: 300), scale: 1)
        for opening in [.bookmarks, .annotating] as [Opening] {
            opening.open(in: stage)
            stage.frame()
        }
        stage.viewer.perform(.openAddress)
        stage.frame()
        let panel = stage.viewer.entry.layer
        let hint = try #require(panel.sublayers.last as? TextLayer)
        /// Whether what is seen of the entry is in its panel.
        func fits() -> Bool {
            panel.sublayers.allSatisfy { $0.isHidden || $0.frame.maxY <= panel.bounds.size.height + 1e-9 }
        }
        #expect(fits())
        expectApart(in: stage, "address")
        let long = String(repeating: "what can be typed here, ", count: 10)
        stage.viewer.context.ask(TextEntry.Question(title: "Open", hint: long) { _ in long })
        stage.frame()
        #expect(fits())
        expectApart(in: stage, "long hint")
        stage.viewer.resize(to: PixelSize(width: 1280, height: 800), scale: 1)
        stage.frame()
        #expect(fits() && !hint.isHidden && hint.drawn.lineCount == 3)
        // Where there is no line for it, the title says why a text is not accepted.
        stage.viewer.entry.area = Rect(x: 100, y: 100, width: 300, height: 64)
        stage.tap(.enter)
        let title = try #require(panel.sublayers.first as? TextLayer)
        #expect(fits() && hint.isHidden && title.text == long)
    }

    @Test(arguments: [true, false])
    func `in a small window messages and the filmstrip are right above the status line, and the scale bar gives way`(
        isMessage: Bool
    ) throws {
        let stage = stage(PixelSize(width: 400, height: 300), scale: 1, isWhole: true)
        let context = stage.viewer.context
        var frames: [OverlayID: Rect] { context.arranger.arrangement.frames }
        let status = try #require(frames[StatusLine.id])
        let bar = try #require(frames[ScaleBar.id])
        #expect(bar.maxY + context.overlayLayout.gap == status.minY)
        if isMessage { stage.viewer.post("A message as wide as the scale bar.") } else { stage.tap("f", .shift) }
        stage.frames(for: 0.1)
        let lowest = try #require(isMessage ? frames[MessageBar.id] : stage.viewer.filmstrip.frame)
        #expect(abs(lowest.maxY + context.overlayLayout.gap - status.minY) < 1e-6 && frames[StatusLine.id] == status)
        if let bar = frames[ScaleBar.id] { #expect(bar.maxY < lowest.minY) }
    }

    @Test func `a message that stays gives way to one that passes where there is room for one`() {
        let stage = stage(PixelSize(width: 400, height: 300), scale: 1, isWhole: true)
        /// The messages that are seen.
        func texts() -> [String] {
            stage.viewer.messages.layer.sublayers.filter { !$0.isHidden }.flatMap(\.sublayers)
                .compactMap { ($0 as? TextLayer)?.text }
        }
        stage.viewer.context.post(Message(.error, "6 tiles could not be loaded. F5 tries again."))
        stage.frame()
        #expect(texts() == ["6 tiles could not be loaded. F5 tries again."])
        stage.viewer.post("Copied: a link")
        stage.frame()
        #expect(texts().contains("Copied: a link"))
        stage.frames(for: 5)
        #expect(texts() == ["6 tiles could not be loaded. F5 tries again."])
    }

    @Test func `what is too high for the window is scrolled by the wheel, and the image stays`() throws {
        let stage = stage(PixelSize(width: 400, height: 300), scale: 1)
        stage.viewer.features.insert(.adjustment)
        stage.frame()
        let panel = stage.viewer.adjustmentPanel.layer
        #expect(panel.bounds.size.height < DrawnAdjustmentPanel.size.height && panel.contentsRect.minY == 0)
        let view = stage.view
        stage.wheel(-100, panel.frame.minX + 20, panel.frame.minY + 20)
        stage.frame()
        #expect(abs(panel.contentsRect.maxY - 1) < 1e-9 && stage.view == view)
        // The last control is seen now, and can be clicked.
        stage.viewer.colorAdjustment.isInverted = true
        let box = DrawnAdjustmentPanel.box(of: .reset)
        let hidden = DrawnAdjustmentPanel.size.height - panel.bounds.size.height
        let point = panel.frame.origin + box.point(at: Point(x: 0.5, y: 0.5)) - Point(x: 0, y: hidden)
        stage.pointer(.down(.primary, clicks: 1), point.x, point.y)
        stage.pointer(.up(.primary, clicks: 1), point.x, point.y)
        #expect(stage.viewer.colorAdjustment.isNeutral)
    }

    @Test func `it is scrolled by a drag and by a finger, too`() {
        let stage = stage(PixelSize(width: 400, height: 300), scale: 1)
        stage.viewer.features.insert(.adjustment)
        stage.frame()
        let panel = stage.viewer.adjustmentPanel.layer
        let view = stage.view
        var offset: Double { panel.contentsRect.minY * DrawnAdjustmentPanel.size.height }
        let start = panel.frame.origin + Point(x: 20, y: 50)
        stage.pointer(.down(.primary, clicks: 1), start.x, start.y)
        stage.pointer(.moved, start.x, start.y - 40)
        #expect(abs(offset - 40) < 1e-6)
        stage.pointer(.moved, start.x, start.y)
        stage.pointer(.up(.primary, clicks: 1), start.x, start.y)
        #expect(abs(offset) < 1e-6)
        for (phase, y) in [(TouchEvent.Phase.down, 0.0), (.moved, -40), (.up, -40)] {
            let position = start + Point(x: 0, y: y)
            stage.viewer.handle(
                .touch(TouchEvent(time: stage.clock.now, phase: phase, finger: 1, position: position)))
        }
        stage.frame()
        #expect(abs(offset - 40) < 1e-6 && stage.view == view && stage.viewer.colorAdjustment.isNeutral)
    }

    @Test func `all buttons have a place in a small window with a panel, and nothing moves when they appear`() {
        let stage = stage(PixelSize(width: 400, height: 300), scale: 1, isWhole: true)
        stage.viewer.features.formUnion([.buttons, .adjustment])
        stage.frames(for: 0.1)
        /// The frames of what has the same size before and after.
        func others() -> [Rect] { frames(in: stage).filter { !["buttons", "status"].contains($0.name) }.map(\.frame) }
        let before = others()
        stage.pointer(.moved, 200, 150)
        stage.frames(for: 0.1)
        let bar = stage.viewer.buttons.buttons.layer.frame
        #expect(bar.size.height == ButtonLayout.columnSize(ViewButton.allCases.count).height)
        #expect(others() == before)
        expectApart(in: stage, "buttons")
    }

    @Test func `the overview of four images lies in the pane of its image`() {
        let sources = (0..<4).map { _ in PaintedSource(PixelSize(width: 4000, height: 3000)) { $0.level < 9 } }
        let stage = ViewerStage(sources) { settings in
            settings.view = ViewState(center: Point(x: 2000, y: 1500), scale: 1)
            settings.features = [.overviewMap, .statusLine]
            settings.comparison = Comparison()
            settings.reducesMotion = true
            settings.size = PixelSize(width: 1920, height: 1080)
        }
        stage.frames(for: 0.5)
        let panes = stage.viewer.context.panes.frames
        let maps = frames(in: stage).filter { $0.name == "overview" }
        #expect(panes.count > 1 && !maps.isEmpty)
        for map in maps { #expect(panes.contains { $0.encloses(map.frame) }) }
    }

    @Test func `the hint of the first start and a panel do not meet`() {
        let started = folder.path("started")
        let stage = ViewerStage {
            $0.firstStart = FirstStart(path: started)
            $0.size = PixelSize(width: 400, height: 300)
        }
        stage.frame()
        #expect(stage.viewer.buttons.shownHint != nil)
        for feature in [ViewerFeature.information, .adjustment, .hud] {
            stage.viewer.features.insert(feature)
            stage.frame()
            expectApart(in: stage, feature.name)
        }
    }
}

extension Size {
    fileprivate var isEmptyOfArea: Bool { width <= 0 || height <= 0 }
}
