import Controls
import Foundation
import Georeferencing
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

/// Closing the document while everything that there is about it is open.
@MainActor
@Suite(.timeLimited) struct ViewerClosingTests {
    private let folder: TemporaryFolder
    private let stage: ViewerStage

    /// Shows the first of three maps, of which some tiles are damaged, with a point of another map.
    init() throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        let geometry = #"{"type":"Point","coordinates":[15,54]}"#
        let feature = #"{"type":"Feature","properties":{},"geometry":\#(geometry)}"#
        try folder.write(Data(#"{"type":"FeatureCollection","features":[\#(feature)]}"#.utf8), to: "other.geojson")
        stage = ViewerStage(
            [], view: ViewState(center: Point(x: 500, y: 400), scale: 20), opensFiles: false
        ) { settings in
            settings.size = PixelSize(width: 1600, height: 1200)
            settings.features = [
                .overviewMap, .scaleBar, .statusLine, .information, .adjustment, .hud, .pixelGrid, .annotations,
                .filmstrip, .regionStatistics, .profile,
            ]
            settings.annotations = folder.path("marks.geojson")
            settings.overlaidAnnotations = folder.path("other.geojson")
            settings.bookmarks = BookmarkStore(path: folder.path("bookmarks"))
            settings.open = { path in
                let source = PaintedSource { index in
                    if index.level == 10, index.column == 1 { throw TestError("the tile is damaged") }
                    return true
                }
                let document = Document(path: path, source: source)
                let bounds = GeoBounds(west: 10, south: 50, east: 20, north: 58, crs: .wgs84)
                let projection = MapProjection(bounds: bounds, size: source.pyramid.size)
                document.update { $0.metadata.place = ImagePlace(projection) }
                return document
            }
        }
        stage.viewer.open(["file-0", "file-1", "file-2"])
        // Until damaged tiles are not tried again.
        for _ in 0..<40 { stage.frame(after: 3) }
    }

    private var viewer: Viewer { stage.viewer }
    private var context: ViewerContext { stage.viewer.context }
    private var profile: ProfilePart { viewer.part() }
    private var failures: FailuresPart { viewer.part() }
    private var rotation: RotationPart { viewer.part() }

    /// Opens and begins everything, and is in the middle of a drag that rotates the view.
    private func openEverything() {
        viewer.annotations.editor.calibrate(0.5)
        viewer.select(PixelRect(x: 495, y: 395, width: 10, height: 10))
        viewer.colorAdjustment.isInverted = true
        stage.pointer(.down(.primary, clicks: 1), 650, 450)
        stage.pointer(.moved, 950, 450)
        stage.pointer(.up(.primary, clicks: 1), 950, 450)
        viewer.perform(.compare(.next))
        viewer.perform(.annotate)
        for _ in 0..<3 { stage.frame() }
        viewer.handle(
            .key(KeyEvent(time: stage.clock.now, key: .character("r"), isDown: true, modifiers: .shift)))
        stage.pointer(.down(.primary, clicks: 1), 600, 600)
        stage.pointer(.moved, 600, 650)
        failures.sheet.isOpen = true
        for command in [.toggleSlideshow, .listBookmarks, .toggleFileGrid, .goToPlace, .contextMenu] as [ViewerCommand]
        {
            viewer.perform(command)
        }
        stage.frame()
    }

    @Test func `nothing of a closed document stays, and nothing shows it`() {
        openEverything()
        let overlaid = viewer.annotations.state(of: .overlayAnnotations)
        #expect(overlaid == CommandState(isChecked: true) && context.calibration == 0.5)
        #expect(viewer.comparison != nil && !context.paneImages.isEmpty && context.tileFailures.count > 0)
        #expect(profile.line != nil && viewer.slideshow.isOn && viewer.fileGrid.grid != nil)
        #expect(viewer.entry.isOpen && viewer.menu.menu.isOpen && viewer.bookmarks.list.isOpen)
        let features = viewer.features
        weak let closed = viewer.document
        viewer.perform(.closeFile)
        for _ in 0..<3 { stage.frame(after: 0.5) }

        #expect(viewer.document == nil && viewer.title == "tileview" && viewer.start.screen != nil)
        #expect(closed == nil, "a part keeps the document")
        #expect(viewer.features == features, "what was turned on is on for the next document")
        // What the parts share.
        #expect(viewer.tiles == nil && viewer.selection.rect == nil && viewer.colorAdjustment == ColorAdjustment())
        #expect(context.calibration == nil && context.tileFailures == TileFailures() && context.paneImages.isEmpty)
        #expect(context.files.paths.isEmpty && context.panes.panes.count == 1 && !context.isEditing)
        #expect(!context.isCovered && !context.isTyping && !context.parts.isTracking)
        // What was open.
        #expect(viewer.comparison == nil && viewer.comparisonView.panes.isEmpty && !viewer.slideshow.isOn)
        #expect(viewer.fileGrid.grid == nil && viewer.filmstrip.frame == nil && viewer.filmstrip.cells.isEmpty)
        #expect(!viewer.bookmarks.list.isOpen && !failures.sheet.isOpen && failures.sheet.groups.isEmpty)
        #expect(profile.line == nil && profile.profile == nil && profile.shownRows.isEmpty)
        #expect(viewer.part(RegionStatisticsPart.self).shownRows.isEmpty && viewer.shownInformation.isEmpty)
        #expect(!viewer.adjustmentPanel.isOn && viewer.statusLine.values == StatusValues())
        #expect(viewer.part(ScaleBarPart.self).bar.length == nil)
        #expect(viewer.part(OverviewPart.self).maps.map { $0.thumbnail == nil } == [true])
        #expect(viewer.annotations.editor.list.entries.isEmpty && !viewer.annotations.editor.isOn)
        #expect(viewer.annotations.state(of: .overlayAnnotations) == nil && !viewer.annotations.isReading)
        // What is drawn.
        #expect(viewer.image.grid.bounds.size == .zero && viewer.image.checkerboard.superlayer == nil)
        #expect(viewer.scene.root.sublayers.count == 2, "the view and the overlays")
        let panels: Set = [
            "information", "adjustment", "profile", "region statistics", "filmstrip", "status", "scale bar", "overview",
            "bookmarks", "failures", "context menu", "file grid",
        ]
        let shown = viewer.overlayLayer.sublayers.filter { !$0.isHidden }.compactMap(\.name)
        #expect(panels.isDisjoint(with: shown), "\(shown)")
    }

    @Test func `the next document is shown without what was done with the closed one`() {
        openEverything()
        viewer.perform(.closeFile)
        stage.frame()
        viewer.open(["file-1"])
        for _ in 0..<3 { stage.frame() }
        #expect(viewer.status.name == "file-1" && context.files.paths == ["file-1"])
        #expect(viewer.comparison == nil && profile.line == nil && !viewer.slideshow.isOn)
        #expect(viewer.annotations.state(of: .overlayAnnotations) == CommandState(isChecked: false))
        #expect(viewer.selection.rect == nil && context.calibration == nil && viewer.start.screen == nil)
    }
}
