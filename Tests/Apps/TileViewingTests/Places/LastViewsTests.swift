import Foundation
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import VectorDrawing

@testable import TileViewing

@Suite(.timeLimited) struct LastViewsTests {
    private let folder: TemporaryFolder
    private let views: LastViews
    private let view = ViewState(center: Point(x: 12.25, y: 100), scale: 0.5, angle: 90, isFlipped: true)

    init() throws {
        folder = try TemporaryFolder()
        views = LastViews(path: folder.path("state/tilekit/views"))
        for name in ["a.png", "b c.png"] { try folder.write(Data([1]), to: name) }
    }

    @Test func `the last view of each image is kept, however it is named, until it is forgotten`() throws {
        let other = ViewState(center: Point(x: 3, y: 4))
        views.keep(other, of: folder.path("a.png"))
        views.keep(other, of: folder.path("b c.png"))
        views.keep(view, of: folder.path("a.png"))
        #expect(views.view(of: folder.path("a.png")) == view)
        #expect(views.view(of: folder.path("./b c.png")) == other)
        views.keep(nil, of: folder.path("a.png"))
        #expect(views.view(of: folder.path("a.png")) == nil)
        #expect(views.view(of: folder.path("b c.png")) == other)
    }

    @Test func `the view of an image over the network is kept, and no password`() throws {
        views.keep(view, of: "https://h/big.dzi")
        #expect(views.view(of: "https://h/big.dzi") == view)
        #expect(views.view(of: "https://h/other.dzi") == nil)
        views.keep(view, of: "https://me:secret@h/big.dzi")
        #expect(views.view(of: "https://me:secret@h/big.dzi") == nil)
        #expect(try !String(contentsOfFile: folder.path("state/tilekit/views"), encoding: .utf8).contains("secret"))
    }

    @Test func `a file with another size or date has no view`() throws {
        let path = folder.path("a.png")
        let date = Date(timeIntervalSince1970: 1_000_000)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        views.keep(view, of: path)
        try FileManager.default.setAttributes([.modificationDate: date.addingTimeInterval(1)], ofItemAtPath: path)
        #expect(views.view(of: path) == nil)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        #expect(views.view(of: path) == view)
        try folder.write(Data([1, 2]), to: "a.png")
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        #expect(views.view(of: path) == nil)
    }

    @Test func `the views of a thousand images are kept, those that were left last`() throws {
        let lines = (1...1500).map { "1,2,3 0:0:0 /none/\($0).png" }
        try folder.write(Data((lines.joined(separator: "\n") + "\n").utf8), to: "state/tilekit/views")
        views.keep(view, of: folder.path("a.png"))
        let text = try String(contentsOfFile: folder.path("state/tilekit/views"), encoding: .utf8)
        let kept = text.split(separator: "\n")
        #expect(kept.count == 1000 && kept[0].hasPrefix("12.25,100,0.5,90f 1:"))
        #expect(kept.dropFirst().map(String.init) == Array(lines.prefix(999)))
    }

    @Test(arguments: ["", "\u{0}", "nonsense\n", "1,2,3 x", "1,2,-3 0:0:0 /a", "1,2,3 0:0:0 a"])
    func `a damaged file counts as empty, and is replaced`(text: String) throws {
        try folder.write(Data(text.utf8), to: "state/tilekit/views")
        #expect(views.view(of: folder.path("a.png")) == nil)
        views.keep(view, of: folder.path("a.png"))
        #expect(views.view(of: folder.path("a.png")) == view)
    }

    @Test func `where nothing can be written, nothing is kept`() {
        let views = LastViews(path: "/dev/null/tilekit/views")
        views.keep(view, of: folder.path("a.png"))
        #expect(views.view(of: folder.path("a.png")) == nil)
    }
}
