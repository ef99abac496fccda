import RemotePyramids
import Controls
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

@MainActor
@Suite(.timeLimited) struct ViewerSortingTests {
    /// The dates are in the order 2, 0, 3, 1, and the sizes in the order 1, 3, 2, 0.
    private nonisolated static let attributes: [String: FileAttributes] = [
        "file-0": FileAttributes(modification: .init(seconds: 20), byteCount: 40),
        "file-1": FileAttributes(modification: .init(seconds: 40), byteCount: 10),
        "file-2": FileAttributes(modification: .init(seconds: 10), byteCount: 30),
        "file-3": FileAttributes(modification: .init(seconds: 30), byteCount: 20),
    ]

    private func stage(_ change: (inout ViewerSettings) -> Void = { _ in }) -> ViewerStage {
        let sources = (0..<4).map { PaintedSource(PixelSize(width: 100 + $0, height: 80)) }
        return ViewerStage(sources, opensFiles: false) { settings in
            settings.filesInFolder = { $0 == "photos" ? (0..<4).map { "file-\($0)" } : nil }
            settings.filesBeside = { _ in (0..<4).map { "file-\($0)" } }
            settings.fileAttributes = { Self.attributes[$0] }
            change(&settings)
        }
    }

    private func title(_ stage: ViewerStage) -> String {
        stage.frames(for: 0.1)
        return String(stage.viewer.title.dropLast(" - tileview".count))
    }

    @Test func `N sorts by date, by size and by name in turn, and says so; the file stays`() {
        let stage = stage()
        stage.viewer.open(["file-1"])
        #expect(title(stage) == "file-1 (2 of 4)")
        let titles = (0..<3).map { _ in
            stage.tap("n", .shift)
            return title(stage)
        }
        #expect(titles == ["file-1 (4 of 4)", "file-1 (1 of 4)", "file-1 (2 of 4)"])
        #expect(
            stage.messages.map(\.text) == [
                "Sorted by date, the oldest file first.", "Sorted by size, the smallest file first.", "Sorted by name.",
            ])
    }

    /// The items of the menu that sort, of which the one with the check mark is the order in effect.
    private func items(_ stage: ViewerStage) -> [MenuItem] {
        let all = stage.viewer.part(MenuPart.self).sections(at: .zero).flatMap(\.self)
        return all.flatMap { $0.submenu.flatMap(\.self) }.filter { $0.title.hasPrefix("Sort by ") }
    }

    @Test func `the menu has an item for each order, and marks the one that is in effect`() throws {
        let stage = stage()
        stage.viewer.open(["file-1"])
        _ = title(stage)
        #expect(items(stage).map(\.title) == ["Sort by name", "Sort by date", "Sort by size"])
        #expect(items(stage).map(\.isChecked) == [true, false, false])
        stage.viewer.perform(.sortFiles(by: .size))
        #expect(title(stage) == "file-1 (1 of 4)" && items(stage).map(\.isChecked) == [false, false, true])
        stage.viewer.perform(.sortFiles(by: .date))
        #expect(title(stage) == "file-1 (4 of 4)" && items(stage).map(\.isChecked) == [false, true, false])
        stage.tap("n", .shift)
        #expect(title(stage) == "file-1 (1 of 4)" && items(stage).map(\.isChecked) == [false, false, true])
        #expect(stage.messages.last?.text == "Sorted by size, the smallest file first.")
        let folder = self.stage { $0.fileOrder = .date }
        folder.viewer.open(["photos"])
        _ = title(folder)
        #expect(items(folder).map(\.isChecked) == [false, true, false])
    }

    @Test func `files that were named are in no order until they are sorted`() {
        let stage = stage()
        stage.viewer.open(["file-3", "file-0", "file-1"])
        _ = title(stage)
        #expect(items(stage).map(\.isChecked) == [false, false, false])
        stage.viewer.perform(.sortFiles(by: .name))
        #expect(title(stage) == "file-3 (3 of 3)" && items(stage).map(\.isChecked) == [true, false, false])
    }

    @Test func `the keys step in the order, which is kept for folders that are opened later`() {
        let stage = stage()
        stage.viewer.open(["file-1"])
        #expect(title(stage) == "file-1 (2 of 4)")
        stage.tap("n", .shift)
        #expect(title(stage) == "file-1 (4 of 4)")
        stage.tap(" ")
        #expect(title(stage) == "file-2 (1 of 4)")
        stage.viewer.open(["file-3"])
        #expect(title(stage) == "file-3 (3 of 4)")
        stage.viewer.open(["photos"])
        #expect(title(stage) == "file-2 (1 of 4)")
    }

    @Test func `folders are opened in the order of the settings, and files that were named are not`() {
        let stage = stage { $0.fileOrder = .size }
        stage.viewer.open(["photos"])
        #expect(title(stage) == "file-1 (1 of 4)")
        let other = self.stage { $0.fileOrder = .size }
        other.viewer.open(["file-3", "file-0", "file-1"])
        #expect(title(other) == "file-3 (1 of 3)")
        other.tap("n", .shift)
        #expect(title(other) == "file-3 (3 of 3)", "by name")
    }

    @Test func `a folder that is being listed is sorted in the order that was chosen meanwhile`() {
        let work = BackgroundWork()
        let stage = stage { $0.inBackground = { work.add($0) } }
        stage.viewer.open(["file-1"])
        work.runAll()
        stage.frame()
        stage.tap("n", .shift)
        #expect(stage.viewer.title == "file-1 - tileview")
        for _ in 0..<3 {
            work.runAll()
            stage.frame()
        }
        #expect(title(stage) == "file-1 (4 of 4)")
    }

    @Test func `files that are added while others are being sorted are sorted with them`() {
        let work = BackgroundWork()
        let stage = stage { $0.inBackground = { work.add($0) } }
        func settle() {
            for _ in 0..<4 {
                work.runAll()
                stage.frame()
            }
        }
        stage.viewer.open(["file-3", "file-2"])
        settle()
        stage.tap("n", .shift)
        stage.viewer.open(["file-0"])
        settle()
        #expect(title(stage) == "file-0 (2 of 3)", "the dates are in the order 2, 0, 3")
    }

    @Test func `the files of a server keep its order, and a message says why`() {
        let stage = stage { settings in
            settings.open = { Document(path: $0, source: PaintedSource()) }
            settings.filesAtAddress = { address in
                address == "http://h:1"
                    ? AddressList(["2", "1"].map { AddressList.Item("http://h:1/\($0).dzi") }) : nil
            }
        }
        stage.viewer.open(["http://h:1/"])
        #expect(title(stage) == "2.dzi (1 of 2)")
        stage.tap("n", .shift)
        #expect(title(stage) == "2.dzi (1 of 2)")
        #expect(
            stage.messages.map(\.text) == ["The files of a server keep its order: they have no dates and sizes."])
    }
}
