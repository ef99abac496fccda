import Concurrency
import Foundation
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

import Controls
@testable import TileViewing

@MainActor
@Suite(.timeLimited) struct ViewerFoldersTests {
    private let sources = (0..<4).map { PaintedSource(PixelSize(width: 100 + $0, height: 80)) }

    private func stage(
        inFolder: [String: [String]] = [:], beside: [String: [String]] = [:],
        _ settings: (inout ViewerSettings) -> Void = { _ in }
    ) -> ViewerStage {
        let stage = ViewerStage(sources, opensFiles: false) { all in
            all.filesInFolder = { inFolder[$0] }
            all.filesBeside = { beside[$0] ?? [$0] }
            settings(&all)
        }
        return stage
    }

    /// Opens files, and returns the titles after a number of taps of a key.
    private func titles(_ stage: ViewerStage, _ paths: [String], taps: Int, _ key: Key = .character(" ")) -> [String] {
        stage.viewer.open(paths)
        stage.frames(for: 0.1)
        var titles = [stage.viewer.title]
        for _ in 0..<taps {
            stage.tap(key)
            stage.frames(for: 0.1)
            titles.append(stage.viewer.title)
        }
        return titles.map { String($0.dropLast(" - tileview".count)) }
    }

    @Test func `a folder stands for the images in it`() {
        let stage = stage(inFolder: ["photos": ["file-2", "file-0", "file-3"]])
        #expect(
            titles(stage, ["photos/"], taps: 3)
                == ["file-2 (1 of 3)", "file-0 (2 of 3)", "file-3 (3 of 3)", "file-2 (1 of 3)"])
    }

    @Test func `a folder among other files stands for its images at its position`() {
        let stage = stage(inFolder: ["photos": ["file-2", "file-3"]])
        #expect(titles(stage, ["file-1", "photos", "file-0"], taps: 1) == ["file-1 (1 of 3)", "file-2 (2 of 4)"])
    }

    @Test func `of a file that is opened alone, the keys step through its folder`() {
        let stage = stage(beside: ["file-1": ["file-0", "file-1", "file-3"]])
        #expect(titles(stage, ["file-1"], taps: 2) == ["file-1 (2 of 3)", "file-3 (3 of 3)", "file-0 (1 of 3)"])
        #expect(titles(stage, ["file-1"], taps: 1, .backspace) == ["file-1 (2 of 3)", "file-0 (1 of 3)"])
    }

    @Test func `of several files that are named, the keys step through these`() {
        let stage = stage(beside: ["file-1": ["file-0", "file-1", "file-3"]])
        #expect(titles(stage, ["file-1", "file-2"], taps: 1) == ["file-1 (1 of 2)", "file-2 (2 of 2)"])
    }

    @Test func `files that are dropped replace those that were found in a folder`() {
        let stage = stage(beside: ["file-1": ["file-0", "file-1", "file-3"], "file-2": ["file-2"]])
        #expect(titles(stage, ["file-1"], taps: 0) == ["file-1 (2 of 3)"])
        #expect(titles(stage, ["file-0", "file-2"], taps: 0) == ["file-0 (1 of 2)"])
        #expect(titles(stage, ["file-3"], taps: 0) == ["file-3 (3 of 3)"])
    }

    @Test func `a step while the folder is being listed is made when it is known`() {
        let work = BackgroundWork()
        let stage = stage(beside: ["file-1": ["file-0", "file-1", "file-3"]]) { $0.inBackground = { work.add($0) } }
        stage.viewer.open(["file-1"])
        work.runAll()
        stage.frame()
        #expect(stage.viewer.title == "file-1 - tileview")
        stage.tap(" ")
        #expect(stage.messages == [])
        for _ in 0..<3 {
            work.runAll()
            stage.frame()
        }
        #expect(stage.viewer.title == "file-3 (3 of 3) - tileview")
    }

    @Test func `o asks for a dialog in the folder of the file that is shown`() {
        let stage = stage()
        stage.tap("o")
        stage.viewer.open(["file-0"])
        stage.frame()
        stage.tap("o", .control)
        stage.tap("o", .shift)
        #expect(
            stage.requests == [.chooseFiles(folder: nil), .chooseFiles(folder: "."), .chooseFiles(folder: ".")])
    }

    @Test func `without a file there is a start screen, whose numbers open the files that were opened last`() throws {
        let folder = try TemporaryFolder()
        let recent = RecentFiles(path: folder.path("recent"))
        for name in ["file-0", "file-1"] {
            try folder.write(Data(), to: name)
            recent.add(folder.path(name))
        }
        let stage = stage { settings in
            settings.recentFiles = recent
            let open = settings.open
            settings.open = { try open(String($0.suffix(6))) }
        }
        #expect(stage.viewer.status.recentFiles == nil)
        stage.viewer.showStartScreen()
        stage.frames(for: 0.1)
        #expect(stage.viewer.status.recentFiles == ["file-1", "file-0"].map(folder.path))
        stage.tap("3")
        stage.frame()
        #expect(stage.viewer.document == nil)
        stage.tap("2")
        stage.frames(for: 0.1)
        #expect(stage.viewer.title == "file-0 - tileview")
        #expect(stage.viewer.status.recentFiles == nil)
        #expect(recent.read() == ["file-0", "file-1"].map(folder.path))
    }

    @Test func `a click on a row of the start screen opens its file`() throws {
        let folder = try TemporaryFolder()
        let recent = RecentFiles(path: folder.path("recent"))
        try folder.write(Data(), to: "file-3")
        recent.add(folder.path("file-3"))
        let stage = stage { settings in
            settings.recentFiles = recent
            let open = settings.open
            settings.open = { try open(String($0.suffix(6))) }
        }
        stage.viewer.showStartScreen()
        stage.frames(for: 0.1)
        let start = try #require(stage.viewer.start.screen)
        let row = try #require((0..<600).first { start.file(at: Point(x: 400, y: Double($0))) != nil })
        #expect(start.file(at: Point(x: 60, y: Double(row))) == nil)
        stage.pointer(.moved, 400, Double(row + 5))
        stage.pointer(.down(.primary, clicks: 1), 400, Double(row + 5))
        stage.pointer(.up(.primary, clicks: 1), 400, Double(row + 5))
        stage.frames(for: 0.1)
        #expect(stage.viewer.title == "file-3 - tileview")
    }

    @Test func `the row under the pointer lights up, and opens its file where the button is released on it`() throws {
        let stage = stage()
        stage.pointer(.moved, 400, 300)
        stage.viewer.start.recentFiles = ["file-0", "file-1"]
        stage.frame()
        let start = try #require(stage.viewer.start.screen)
        /// The middle of the row of a file.
        func middle(_ file: String) throws -> Double {
            let rows = stride(from: 0.0, to: 600, by: 1).filter { start.file(at: Point(x: 400, y: $0)) == file }
            return try #require(rows.first) + RecentFileRow.height / 2
        }
        stage.pointer(.moved, 400, try middle("file-1"))
        #expect(start.highlightedIndex == 1)
        // The rows move below the pointer.
        stage.viewer.start.recentFiles = ["file-1"]
        stage.frame()
        let isOn = start.file(at: Point(x: 400, y: try #require(stage.viewer.pointer).y)) == "file-1"
        #expect(start.highlightedIndex == (isOn ? 0 : nil))
        stage.viewer.start.recentFiles = ["file-0", "file-1"]
        stage.frame()
        let y = try middle("file-0")
        stage.pointer(.moved, 400, y)
        stage.pointer(.down(.primary, clicks: 1), 400, y)
        stage.frame()
        #expect(stage.viewer.document == nil)
        stage.pointer(.moved, 400, try middle("file-1"))
        stage.pointer(.up(.primary, clicks: 1), 400, try middle("file-1"))
        stage.frame()
        #expect(stage.viewer.document == nil && start.highlightedIndex == 1, "a release on another row opens nothing")
        stage.pointer(.down(.primary, clicks: 1), 400, try middle("file-1"))
        stage.pointer(.up(.primary, clicks: 1), 400, try middle("file-1"))
        stage.frames(for: 0.1)
        #expect(stage.viewer.document?.path == "file-1")
    }

    @Test func `a start screen that opens under the pointer lights its row at once`() throws {
        let stage = ViewerStage(opensFiles: false)
        let files = (0..<10).map { "file-\($0)" }
        stage.pointer(.moved, 400, 400)
        stage.viewer.start.recentFiles = files
        stage.frame()
        let start = try #require(stage.viewer.start.screen)
        let file = try #require(start.file(at: Point(x: 400, y: 400)))
        #expect(start.highlightedIndex == files.firstIndex(of: file))
    }

    @Test func `in a small window with the statistics, the start screen has all the room below them`() throws {
        let stage = ViewerStage(opensFiles: false) { settings in
            settings.size = PixelSize(width: 400, height: 300)
            settings.features = [.hud]
        }
        stage.viewer.start.recentFiles = ["file-0", "file-1"]
        stage.frames(for: 1)
        let start = try #require(stage.viewer.start.screen)
        let frame = try #require(stage.viewer.context.arranger.arrangement.frames[StartScreen.id])
        let hud = stage.viewer.hud.layer.frame
        #expect(start.showsHint && stage.viewer.features.contains(.hud))
        #expect(frame.maxY == 290 && frame.minY > hud.maxY && frame.minY - hud.maxY < 10)
    }

    @Test func `a file that cannot be opened leaves the start screen as it is`() {
        let stage = stage()
        stage.viewer.showStartScreen()
        stage.viewer.open(["file-9"])
        stage.frames(for: 0.1)
        #expect(stage.messages == [Message(.error, "file-9: there is no such file.", duration: 8)])
        #expect(stage.viewer.status.recentFiles == [])
        stage.viewer.open(["file-1"])
        stage.frames(for: 0.1)
        #expect(stage.viewer.title == "file-1 - tileview")
    }
}
