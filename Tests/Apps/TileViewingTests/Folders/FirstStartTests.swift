import Foundation
import LayerTree
import TestLimits
import TestSupport
import Testing

@testable import TileViewing

/// The first start, and its hint.
@MainActor
@Suite(.timeLimited) struct FirstStartTests {
    private let folder: TemporaryFolder
    private var firstStart: FirstStart { FirstStart(path: folder.path("state/tilekit/started")) }

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `the first start is claimed once, and never where nothing can be written`() throws {
        #expect(firstStart.claim())
        #expect(!firstStart.claim())
        #expect(FileManager.default.fileExists(atPath: firstStart.path))
        #expect(!FirstStart(path: "/dev/null/started").claim())
    }

    @Test func `the hint is shown for eight seconds, never again, and asks for no frame afterwards`() {
        let stage = ViewerStage { [firstStart] in $0.firstStart = firstStart }
        stage.frame()
        let controls = stage.viewer.buttons
        #expect(controls.shownHint == "F1: help · Right click: menu" && controls.layer.superlayer != nil)
        stage.frames(for: 7.9)
        #expect(controls.shownHint != nil)
        stage.frames(for: 1)
        #expect(controls.shownHint == nil && controls.layer.superlayer == nil)
        stage.frame()
        #expect(stage.viewer.nextFrameTime == nil)
        let second = ViewerStage { [firstStart] in $0.firstStart = firstStart }
        second.frames(for: 1)
        #expect(second.viewer.buttons.shownHint == nil)
    }

    @Test func `the help ends the hint`() {
        let stage = ViewerStage { [firstStart] in $0.firstStart = firstStart }
        stage.tap(.function(1))
        stage.frame()
        #expect(stage.viewer.buttons.shownHint == nil)
    }

    @Test func `without a place for the state there is no hint`() {
        let stage = ViewerStage()
        stage.frames(for: 1)
        #expect(stage.viewer.buttons.shownHint == nil)
    }
}
