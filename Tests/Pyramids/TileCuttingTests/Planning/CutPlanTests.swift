import Foundation
import ImageCodecs
import ImageMetadata
import ImageSources
import Concurrency
import TestSupport
import TestLimits
import Testing
import TileCutting
import TilePyramid
import TileStores

/// From a JPEG on disk to a Deep Zoom pyramid on disk.
@Suite(.timeLimited) struct CutPlanTests {
    private let folder: TemporaryFolder
    private let size = PixelSize(width: 300, height: 215)
    private var options = CutOptions()

    init() throws {
        folder = try TemporaryFolder()
        options.tileSize = 64
        options.overlap = 1
        options.quality = 100
        options.chroma = .full
        try folder.write(Data(TestJPEG.make(width: size.width, height: size.height)), to: "big.jpg")
    }

    private func plan() throws -> CutPlan {
        try CutPlan(.file(folder.path("big.jpg")), options: options)
    }

    private func store(_ plan: CutPlan, named name: String = "big", resumes: Bool = false) throws -> any TileStore {
        var options = StoreOptions()
        options.resumes = resumes
        options.fingerprint = plan.fingerprint
        return try PyramidFormat.deepZoom.makeStore(
            at: folder.path(name), pyramid: plan.pyramid, format: plan.format, options: options)
    }

    /// The files whose names begin with a prefix, by the rest of their names.
    private func files(_ prefix: String) throws -> [String: Data] {
        Dictionary(
            uniqueKeysWithValues: try folder.files().filter { $0.key.hasPrefix(prefix) }.map {
                (String($0.key.dropFirst(prefix.count)), $0.value)
            })
    }

    @Test func `the tiles of the full-size level, put together, are the image`() async throws {
        let plan = try plan()
        let store = try store(plan)
        let summary = try await plan.cut(into: store)
        let decoded = try TestJPEG.decode([UInt8](folder.bytes(of: "big.jpg")))
        var largest = 0
        let level = plan.pyramid.finestLevel
        for row in 0..<level.grid.rows {
            for column in 0..<level.grid.columns {
                let index = TileIndex(level: level.index, column: column, row: row)
                let rect = plan.pyramid.rect(of: index)
                let tile = try TestJPEG.decode(#require(try store.read(index)).bytes)
                #expect(tile.size == rect.size)
                for y in 0..<rect.size.height {
                    let start = ((rect.y + y) * size.width + rect.x) * 3
                    let width = rect.size.width * 3
                    let expected = decoded.samples[start..<(start + width)]
                    let shown = tile.samples[(y * width)..<((y + 1) * width)]
                    largest = max(largest, zip(expected, shown).map { abs(Int($0) - Int($1)) }.max() ?? 0)
                }
            }
        }
        #expect(largest <= 4)
        #expect(summary.tiles == plan.pyramid.tileCount)
        #expect(summary.resumedTiles == 0)
        #expect(try summary.bytes == files("big_files/").values.reduce(0) { $0 + $1.count })
        #expect(summary.warnings.isEmpty)
    }

    @Test func `a cancelled cut is kept, and resuming makes the same files`() async throws {
        let whole = try plan()
        _ = try await whole.cut(into: store(whole, named: "whole"))
        for stop in [1, 10, 25] {
            let name = "stopped at \(stop)"
            let plan = try plan()
            let first = try store(plan, named: name)
            let running = Locked<Task<CutSummary, any Error>?>(nil)
            let task = Task {
                try await plan.cut(into: first) { progress in
                    guard progress.finishedTiles == stop else { return }
                    running.wait { $0 }.cancel()
                }
            }
            running.withLockAndNotify { $0 = task }
            let error = await #expect(throws: CuttingError.self) { _ = try await task.value }
            #expect(error?.code == .interrupted)
            #expect(!folder.contents().contains { $0.hasPrefix("\(name)_files/") || $0 == "\(name).dzi" })
            #expect(folder.contents().contains("\(name)_files.partial/tilekit-journal"))
        }
        for stop in [1, 10, 25] {
            let name = "stopped at \(stop)"
            let plan = try plan()
            let summary = try await plan.cut(into: store(plan, named: name, resumes: true))
            #expect(summary.resumedTiles >= stop)
            #expect(summary.tiles == plan.pyramid.tileCount)
            #expect(try summary.bytes == files("whole_files/").values.reduce(0) { $0 + $1.count })
            #expect(try files("\(name)_files/") == files("whole_files/"))
            #expect(try files("\(name).dzi") == files("whole.dzi"))
        }
    }

    @Test(arguments: [1, 3, 5, 9])
    func `a truncated image leaves nothing`(tenths: Int) async throws {
        let whole = try folder.bytes(of: "big.jpg")
        try folder.write(whole.prefix(whole.count * tenths / 10), to: "big.jpg")
        let plan = try plan()
        let store = try store(plan)
        let error = await #expect(throws: CodecError.self) { _ = try await plan.cut(into: store) }
        #expect(error?.code == .truncated)
        #expect(folder.contents() == ["big.jpg"])
    }

    @Test func `damage is reported rather than the failure to remove the tiles`() async throws {
        try folder.write(folder.bytes(of: "big.jpg").dropLast(2_000), to: "big.jpg")
        let plan = try plan()
        struct Stuck: Error {}
        let store = MemoryTileStore(pyramid: plan.pyramid, onDiscard: { throw Stuck() })
        let error = await #expect(throws: CodecError.self) { _ = try await plan.cut(into: store) }
        #expect(error?.code == .truncated)
        #expect(store.state.lifecycleCalls == ["discard"])
    }

    @Test func `an image that has changed since it was planned is refused`() async throws {
        let plan = try plan()
        try folder.write(Data(TestJPEG.make(width: 20, height: 20)), to: "big.jpg")
        let store = try store(plan)
        let error = await #expect(throws: CodecError.self) { _ = try await plan.cut(into: store) }
        #expect(error?.code == .unreadable)
        #expect(folder.contents() == ["big.jpg"])
    }

    @Test func `the fingerprint depends on the options and the image, not on the threads`() throws {
        let first = try plan().fingerprint
        #expect(try plan().fingerprint == first)
        func fingerprint(_ change: (inout CutOptions) -> Void) throws -> String {
            var options = options
            change(&options)
            return try CutPlan(.file(folder.path("big.jpg")), options: options).fingerprint
        }
        #expect(try fingerprint { $0.threads = 7 } == first)
        let changed = try [
            fingerprint { $0.tileSize = 65 }, fingerprint { $0.overlap = 2 }, fingerprint { $0.quality = 99 },
            fingerprint { $0.chroma = .halved }, fingerprint { $0.levelCount = 2 },
            fingerprint { $0.format = .fixed(.png) }, fingerprint { $0.decoding.allowTruncated = true },
            fingerprint { $0.shape.rounding = .down }, fingerprint { $0.background.red = 0 },
        ]
        #expect(Set(changed + [first]).count == changed.count + 1)
        try folder.write(folder.bytes(of: "big.jpg") + [0], to: "big.jpg")
        #expect(try plan().fingerprint != first)
    }

    @Test func `without a resolution the fingerprint has the one that journals of earlier versions have`() throws {
        #expect(try plan().fingerprint.contains("\ndecoding page 1 dpi 300.0 range "))
    }

    @Test func `the fingerprint depends on the image's bytes where size and date are the same`() throws {
        let image = try folder.bytes(of: "big.jpg")
        // Bytes after the end of a JPEG do not change what is decoded.
        let prints = try [0, 1, 0].map { (last: UInt8) in
            try folder.write(image + [last], to: "big.jpg")
            let date = Date(timeIntervalSinceReferenceDate: 700_000_000)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: folder.path("big.jpg"))
            return try plan().fingerprint
        }
        #expect(prints[0] == prints[2])
        func withoutContent(_ text: String) -> [Substring] {
            text.split(separator: "\n").filter { !$0.hasPrefix("content ") }
        }
        #expect(prints[0] != prints[1])
        #expect(withoutContent(prints[0]) == withoutContent(prints[1]))
    }
}
