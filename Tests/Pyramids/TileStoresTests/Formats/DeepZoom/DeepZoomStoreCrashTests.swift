import Foundation
import TestSupport
import TestLimits
import Testing
import TileContainers
import TilePyramid
import TileStores

/// A run that is killed within ``LayoutStore/finish()`` of a Deep Zoom pyramid; each step leaves the files that are made by
/// hand here.
@Suite(.timeLimited) struct DeepZoomStoreCrashTests {
    /// The last step of the killed run.
    enum Step: CaseIterable {
        /// All tiles are in the partial folder.
        case tilesWritten
        /// The folder is renamed, and an older one has the partial name; the descriptor is missing or that of the older
        /// one.
        case folderMoved
        /// The new descriptor is written under its temporary name.
        case descriptorBegun
        /// The new descriptor is in place; the journal still exists.
        case descriptorWritten
    }

    private let fixture: DeepZoomFixture

    init() throws {
        fixture = try DeepZoomFixture()
    }

    /// Leaves the files of a run killed after `step`; `replaces` if it was replacing an older pyramid.
    private func crash(after step: Step, replaces: Bool) throws {
        if replaces {
            try fixture.makeFinished(word: "old")
            try fixture.folder.write(Data("old".utf8), to: "big.dzi")
        }
        try fixture.makeSuspended(with: 10, options: replaces ? .replacing() : .starting())
        guard step != .tilesWritten else { return }
        try fixture.folder.move("big_files.partial", to: "aside")
        if replaces {
            try fixture.folder.move("big_files", to: "big_files.partial")
        }
        try fixture.folder.move("aside", to: "big_files")
        switch step {
        case .tilesWritten, .folderMoved: break
        case .descriptorBegun: try fixture.folder.writeLeftover(Data("<?xml".utf8), to: "big.dzi.partial")
        case .descriptorWritten: try fixture.folder.write(Data(DeepZoomFixture.descriptor.utf8), to: "big.dzi")
        }
    }

    /// The options of a run that continues after a crash, replacing if the first run did.
    private func going(on replaces: Bool) -> StoreOptions {
        var options = StoreOptions.resuming()
        options.replacesExisting = replaces
        return options
    }

    @Test(arguments: Step.allCases, [false, true])
    func `a resumed run completes it without writing a tile again`(step: Step, replaces: Bool) throws {
        try crash(after: step, replaces: replaces)
        let store = try fixture.store(going(on: replaces))
        #expect(store.finishedTiles == smallPyramid.indices)
        try store.finish()
        #expect(try fixture.folder.files() == fixture.finishedFiles())
        #expect(fixture.folder.contents().filter { $0.contains("partial") }.isEmpty)
    }

    @Test(arguments: Step.allCases, [false, true])
    func `the run that completes it can be interrupted, too`(step: Step, replaces: Bool) throws {
        try crash(after: step, replaces: replaces)
        for _ in 0..<2 {
            let store = try fixture.store(going(on: replaces))
            #expect(store.finishedTiles == smallPyramid.indices)
            #expect(replaces || !fixture.folder.contents().contains("big.dzi"))
            try store.suspend()
        }
        try fixture.store(going(on: replaces)).finish()
        #expect(try fixture.folder.files() == fixture.finishedFiles())
    }

    @Test(arguments: [Step.folderMoved, .descriptorBegun, .descriptorWritten])
    func `resuming is enough once the folder has moved`(step: Step) throws {
        try crash(after: step, replaces: true)
        let store = try fixture.store(.resuming())
        #expect(store.finishedTiles == smallPyramid.indices)
        try store.finish()
        #expect(try fixture.folder.files() == fixture.finishedFiles())
    }

    @Test(arguments: [Step.folderMoved, .descriptorBegun, .descriptorWritten], [false, true])
    func `a run that does not resume is refused as interrupted`(step: Step, replaces: Bool) throws {
        try crash(after: step, replaces: replaces)
        let before = fixture.folder.contents()
        let error = storeError { _ = try fixture.store() }
        #expect(error?.code == .interrupted)
        #expect(error?.path == fixture.folder.path("big_files"))
        #expect(fixture.folder.contents() == before)
        let store = try fixture.store(going(on: replaces))
        #expect(store.finishedTiles == smallPyramid.indices)
    }

    @Test(arguments: Step.allCases)
    func `a replacing run starts over and keeps the older pyramid until its end`(step: Step) throws {
        try crash(after: step, replaces: true)
        let store = try fixture.store(.replacing())
        #expect(store.finishedTiles.isEmpty)
        for index in smallPyramid.indices {
            #expect(try fixture.folder.bytes(of: "big_files/\(index).jpg") == Data(contents(of: index, "old").utf8))
        }
        try store.write(smallPyramid.indices)
        try store.finish()
        #expect(try fixture.folder.files().filter { !$0.key.hasSuffix(".partial") } == fixture.finishedFiles())
    }

    @Test func `a pyramid is finished even if the older one was not removed`() throws {
        try fixture.makeFinished()
        try fixture.folder.write(Data("old".utf8), to: "big_files.partial/3/0_0.jpg")
        try fixture.folder.write(Data(), to: "big_files.partial/tilekit-replaced")
        #expect(storeError { _ = try fixture.store(.resuming()) }?.code == .exists)
        try fixture.makeFinished(options: .replacing())
        #expect(try fixture.folder.files() == fixture.finishedFiles())
    }

    @Test(arguments: [false, true])
    func `a run that is moving its folder is not disturbed`(replaces: Bool) throws {
        if replaces {
            try fixture.makeFinished(word: "old")
        }
        let busy = try fixture.store(replaces ? .replacing() : .starting())
        try busy.write(smallPyramid.indices)
        try fixture.folder.move("big_files.partial", to: "aside")
        if replaces {
            try fixture.folder.move("big_files", to: "big_files.partial")
        }
        try fixture.folder.move("aside", to: "big_files")
        let before = fixture.folder.contents()
        #expect(storeError { _ = try fixture.store() }?.code == .interrupted)
        for options in [StoreOptions.resuming(), .replacing()] {
            #expect(storeError { _ = try fixture.store(options) }?.code == .busy)
        }
        #expect(fixture.folder.contents() == before)
        withExtendedLifetime(busy) {}
    }
}
