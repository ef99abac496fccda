import Foundation
import TestSupport
import Testing
import TilePyramid
import TileStores

/// A run that is killed within ``DeepZoomStore/finish()``: the states it leaves are made by hand, one for each step.
@Suite struct DeepZoomStoreCrashTests {
    /// How far the killed run has come.
    enum Step: CaseIterable {
        /// All tiles are there under the partial name.
        case tilesWritten
        /// The folder has its name, the older one the partial name; the descriptor is missing or the older one.
        case folderMoved
        /// The new descriptor lies beside its place.
        case descriptorBegun
        /// The descriptor is the new one, the journal is still there.
        case descriptorWritten
    }

    private let place: DeepZoomPlace

    init() throws {
        place = try DeepZoomPlace()
    }

    /// Leaves what a run killed after `step` leaves; `replaces` when it was to replace an older pyramid.
    private func crash(after step: Step, replaces: Bool) throws {
        if replaces {
            try place.makeFinished(word: "old")
            try place.folder.write(Data("old".utf8), to: "big.dzi")
        }
        try place.makeSuspended(with: 10, options: replaces ? .replacing() : .starting())
        guard step != .tilesWritten else { return }
        try place.folder.move("big_files.partial", to: "aside")
        if replaces {
            try place.folder.move("big_files", to: "big_files.partial")
        }
        try place.folder.move("aside", to: "big_files")
        switch step {
        case .tilesWritten, .folderMoved: break
        case .descriptorBegun: try place.folder.write(Data("<?xml".utf8), to: "big.dzi.partial")
        case .descriptorWritten: try place.folder.write(Data(DeepZoomPlace.descriptor.utf8), to: "big.dzi")
        }
    }

    /// Options of a run that goes on after a crash: replacing once more if the first run did.
    private func going(on replaces: Bool) -> StoreOptions {
        var options = StoreOptions.resuming()
        options.replacesExisting = replaces
        return options
    }

    @Test(arguments: Step.allCases, [false, true])
    func `a resuming run completes it without making a tile again`(step: Step, replaces: Bool) throws {
        try crash(after: step, replaces: replaces)
        let store = try place.store(going(on: replaces))
        #expect(store.finishedTiles == smallPyramid.indices)
        try store.finish()
        #expect(try place.folder.files() == place.finishedFiles())
        #expect(place.folder.contents().filter { $0.contains("partial") }.isEmpty)
    }

    @Test(arguments: Step.allCases, [false, true])
    func `the run that completes it may be interrupted, too`(step: Step, replaces: Bool) throws {
        try crash(after: step, replaces: replaces)
        for _ in 0..<2 {
            let store = try place.store(going(on: replaces))
            #expect(store.finishedTiles == smallPyramid.indices)
            #expect(replaces || !place.folder.contents().contains("big.dzi"))
            try store.suspend()
        }
        try place.store(going(on: replaces)).finish()
        #expect(try place.folder.files() == place.finishedFiles())
    }

    @Test(arguments: [Step.folderMoved, .descriptorBegun, .descriptorWritten])
    func `resuming is enough once the folder has moved`(step: Step) throws {
        try crash(after: step, replaces: true)
        let store = try place.store(.resuming())
        #expect(store.finishedTiles == smallPyramid.indices)
        try store.finish()
        #expect(try place.folder.files() == place.finishedFiles())
    }

    @Test(arguments: [Step.folderMoved, .descriptorBegun, .descriptorWritten], [false, true])
    func `a run that does not resume is told that it could`(step: Step, replaces: Bool) throws {
        try crash(after: step, replaces: replaces)
        let before = place.folder.contents()
        let error = storeError { _ = try place.store() }
        #expect(error?.code == .interrupted)
        #expect(error?.path == place.folder.path("big_files"))
        #expect(place.folder.contents() == before)
        let store = try place.store(going(on: replaces))
        #expect(store.finishedTiles == smallPyramid.indices)
    }

    @Test(arguments: Step.allCases)
    func `a replacing run begins anew and keeps the older pyramid until its end`(step: Step) throws {
        try crash(after: step, replaces: true)
        let store = try place.store(.replacing())
        #expect(store.finishedTiles.isEmpty)
        for index in smallPyramid.indices {
            #expect(try place.folder.bytes(of: "big_files/\(index).jpg") == Data(contents(of: index, "old").utf8))
        }
        try store.write(smallPyramid.indices)
        try store.finish()
        #expect(try place.folder.files().filter { !$0.key.hasSuffix(".partial") } == place.finishedFiles())
    }

    @Test func `a pyramid whose older one was not removed in time is finished all the same`() throws {
        try place.makeFinished()
        try place.folder.write(Data("old".utf8), to: "big_files.partial/3/0_0.jpg")
        #expect(storeError { _ = try place.store(.resuming()) }?.code == .exists)
        try place.makeFinished(options: .replacing())
        #expect(try place.folder.files() == place.finishedFiles())
    }

    @Test(arguments: [false, true])
    func `a run that is at this moment moving its folder is not disturbed`(replaces: Bool) throws {
        if replaces {
            try place.makeFinished(word: "old")
        }
        let busy = try place.store(replaces ? .replacing() : .starting())
        try busy.write(smallPyramid.indices)
        try place.folder.move("big_files.partial", to: "aside")
        if replaces {
            try place.folder.move("big_files", to: "big_files.partial")
        }
        try place.folder.move("aside", to: "big_files")
        let before = place.folder.contents()
        #expect(storeError { _ = try place.store() }?.code == .interrupted)
        for options in [StoreOptions.resuming(), .replacing()] {
            #expect(storeError { _ = try place.store(options) }?.code == .busy)
        }
        #expect(place.folder.contents() == before)
        withExtendedLifetime(busy) {}
    }
}
