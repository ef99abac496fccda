import Compositing
import Foundation
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import LayerGallery

/// The pictures of all demos, and what holds for each.
@MainActor
@Suite(.timeLimited) struct DemoTests {
    @Test(arguments: Demo.all.map(\.name))
    func `a demo looks as recorded at its times`(name: String) throws {
        let demo = try #require(Demo.named(name))
        let player = DemoPlayer(demo)
        for time in demo.times {
            try expectSnapshot(player.picture(at: time), matches: "\(name)-\(Int((time * 1000).rounded()))")
        }
    }

    @Test(arguments: Demo.all.filter { $0.times.count > 1 }.map(\.name))
    func `frames of what moves differ`(name: String) throws {
        let demo = try #require(Demo.named(name))
        let player = DemoPlayer(demo)
        let pictures = demo.times.map { player.picture(at: $0).pixels }
        #expect(Set(pictures).count == pictures.count)
    }

    @Test func `no two demos look the same`() throws {
        var names: [[UInt32]: String] = [:]
        for demo in Demo.all {
            let first = try #require(demo.times.first)
            let pixels = DemoPlayer(demo).picture(at: first).pixels
            #expect(names[pixels] == nil, "\(demo.name) looks like \(names[pixels] ?? "")")
            names[pixels] = demo.name
        }
    }

    @Test func `each recorded picture is that of a demo`() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Goldens")
        let recorded = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
        let expected = Demo.all.flatMap { demo in
            demo.times.map { "\(demo.name)-\(Int(($0 * 1000).rounded()))" }
        }
        #expect(recorded.filter { !$0.hasSuffix("-at-2.png") } == Set(expected.map { "\($0).png" }))
    }

    @Test func `names are unique, in lower case, and summaries fit a line`() {
        #expect(Set(Demo.all.map(\.name)).count == Demo.all.count)
        for demo in Demo.all {
            #expect(demo.name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
            #expect(!demo.summary.isEmpty && demo.summary.count + demo.name.count < 78)
            #expect(demo.times == demo.times.sorted() && !demo.times.isEmpty)
        }
    }
}

extension PixelBuffer {
    /// All pixels, row by row.
    fileprivate var pixels: [UInt32] { withPixels { Array($0) } }
}
