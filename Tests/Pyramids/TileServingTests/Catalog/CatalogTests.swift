import Concurrency
import Foundation
import Glibc
import TestLimits
import Testing
import TestSupport
import TilePyramid
import TileStores

@testable import TileServing

@Suite(.timeLimited)
struct CatalogTests {
    private let served: ServedFolder

    init() throws {
        served = try ServedFolder()
    }

    private func names(_ limits: ServingLimits = ServingLimits()) -> [String] {
        CatalogScan([served.folder.path], limits).entries.map(\.name)
    }

    @Test func `images and pyramids are listed by name, without the parts that they consist of`() async throws {
        try await served.addPyramid("b.dzi", 40, 40, as: .deepZoom)
        try await served.addPyramid("zoomify", 40, 40, as: .zoomify)
        try await served.addPyramid("map.pmtiles", 40, 40, as: .pmtiles)
        try served.addImage("a.png", 4, 4)
        for name in [
            ".hidden.png", "c.png.partial", "d.szi.shard-1-of-4", "notes.txt", "d_files/0/0_0.png", "e.dzi.partial",
        ] {
            try served.folder.write(Data([1]), to: name)
        }
        #expect(names() == ["a", "b", "map", "zoomify"])
    }

    @Test func `names are in natural order: numbers by their value, and letters without their case`() throws {
        for name in ["Zebra", "apple", "scan 10", "Scan 9", "b/z", "B/y"] {
            try served.folder.write(Data([1]), to: "\(name).png")
        }
        #expect(names() == ["apple", "B/y", "b/z", "Scan 9", "scan 10", "Zebra"])
    }

    @Test func `images of all formats that can be read are listed, by extensions in any case`() throws {
        for name in ["a.svg", "b.PDF", "c.Pnm", "d.jfif", "e.j2c", "f.fits", "g.txt", "h.bmp", "svg"] {
            try served.folder.write(Data([1]), to: name)
        }
        #expect(names() == ["a", "b", "c", "d", "e", "f"])
    }

    @Test func `images of one name have their file extensions`() throws {
        try served.addImage("a.png", 4, 4)
        try served.addImage("a.jpg", 4, 4)
        try served.addImage("b.jpg", 4, 4)
        #expect(names() == ["a.jpg", "a.png", "b"])
    }

    @Test func `folders are searched to a depth, and come before the names`() throws {
        try served.folder.write(Data(), to: "x/y/z.png")
        try served.folder.write(Data(), to: "x/a.png")
        try served.folder.write(Data(), to: "a.png")
        #expect(names() == ["a", "x/a", "x/y/z"])
        var limits = ServingLimits()
        limits.folderDepth = 1
        #expect(names(limits) == ["a", "x/a"])
        limits.listedImages = 1
        #expect(names(limits) == ["a"])
    }

    @Test func `links are followed, but not in circles`() throws {
        try served.folder.write(Data(), to: "x/a.png")
        try served.folder.write(Data(), to: "x/y/b.png")
        for (name, target) in [("latest", "x"), ("x/self", "."), ("x/y/up", "../..")] {
            try served.folder.link(name, to: target)
        }
        #expect(names() == ["latest/a", "latest/y/b", "x/a", "x/y/b"])
    }

    @Test func `links that lead out of what is served are left out, unless their folder is allowed`() async throws {
        let other = try ServedFolder()
        try other.folder.write(Data(), to: "private/notes.txt")
        try other.addImage("private/secret.png", 4, 4)
        try await other.addPyramid("private/tiles.dzi", 40, 40, as: .deepZoom)
        try await served.addPyramid("own.dzi", 40, 40, as: .deepZoom)
        try await served.addPyramid("stolen.dzi", 40, 40, as: .deepZoom)
        try FileManager.default.removeItem(atPath: served.folder.path("stolen_files"))
        for (name, target) in [
            ("a.png", "private/secret.png"), ("folder", "private"), ("stolen_files", "private/tiles_files"),
            ("none.png", "private/none.png"),
        ] {
            try served.folder.link(name, to: other.folder.path(target))
        }
        try served.folder.link("within.dzi", to: "own.dzi")
        try served.folder.link("within_files", to: "own_files")
        #expect(names() == ["own", "within"])
        let scan = CatalogScan([served.folder.path], ServingLimits())
        #expect(
            scan.refusedLinks.map(FilePath.name) == ["a.png", "folder", "stolen_files"])
        var limits = ServingLimits()
        limits.allowedFolders = [other.folder.path("private")]
        #expect(names(limits) == ["a", "folder/secret", "folder/tiles", "own", "stolen", "within"])
        // What the user names is served wherever it leads.
        #expect(CatalogScan([served.folder.path("a.png")], ServingLimits()).entries.map(\.name) == ["a"])
    }

    @Test func `a search ends when enough is listed`() throws {
        for folder in ["a", "b", "c"] { try served.folder.write(Data(), to: "\(folder)/1.png") }
        var limits = ServingLimits()
        limits.listedImages = 1
        let scan = CatalogScan([served.folder.path], limits)
        #expect(scan.entries.map(\.name) == ["a/1"])
        // The folder itself, and the first in it.
        #expect(scan.folders.count == 2)
    }

    @Test func `names in different Unicode forms are different files`() throws {
        let names = ["\u{E9}", "e\u{301}"]
        for name in names { try served.folder.write(Data(name.utf8), to: "\(name).png") }
        let catalog = Catalog([served.folder.path], ServingLimits())
        #expect(catalog.entries.count == 2)
        for name in names {
            let entry = try #require(catalog.entry(named: name))
            #expect(Array(entry.name.utf8) == Array(name.utf8))
        }
    }

    @Test func `a file that replaces another of its date and size has another state`() throws {
        let path = served.folder.path("a.png")
        try served.folder.write(Data([1, 2]), to: "a.png")
        let date = Date(timeIntervalSince1970: 1_000_000)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        let first = try #require(FileStatus(of: path))
        try served.folder.write(Data([3, 4]), to: "b.png")
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: served.folder.path("b.png"))
        try #require(rename(served.folder.path("b.png"), path) == 0)
        let second = try #require(FileStatus(of: path))
        #expect(first != second)
        #expect(first.text != second.text)
        #expect(FileStatus(of: path) == second)
    }

    @Test func `a file that is named is listed whatever its name`() throws {
        try served.folder.write(Data(), to: "scan.raw")
        #expect(CatalogScan([served.folder.path("scan.raw")], ServingLimits()).entries.map(\.name) == ["scan"])
        #expect(CatalogScan([served.folder.path("none")], ServingLimits()).entries == [])
    }

    @Test func `a file whose contents change is found again, though its folder has not changed`() throws {
        try served.addImage("a.png", 4, 4)
        let catalog = Catalog([served.folder.path], ServingLimits())
        let first = try #require(catalog.entry(named: "a"))
        let file = open(served.folder.path("a.png"), O_WRONLY | O_APPEND)
        try #require(write(file, "more", 4) == 4)
        close(file)
        catalog.refresh()
        let second = try #require(catalog.entry(named: "a"))
        #expect(second.status.byteCount == first.status.byteCount + 4)
    }

    @Test func `what is added, changed and removed is found again`() throws {
        try served.addImage("a.png", 4, 4)
        // The clock stands still, so that only the calls below check the folder.
        let catalog = Catalog([served.folder.path], ServingLimits()) { [now = ContinuousClock.now] in now }
        let first = try #require(catalog.entry(named: "a"))
        let revision = catalog.lastRevision
        catalog.refresh()
        #expect(catalog.lastRevision == revision)
        try served.folder.write(Data([1]), to: "sub/b.png")
        try served.folder.write(Data([1, 2, 3]), to: "a.png")
        catalog.refresh()
        #expect(catalog.entries.map(\.name) == ["a", "sub/b"])
        #expect(catalog.entry(named: "a") != first)
        #expect(catalog.lastRevision == revision + 1)
        // The status of the folder changes, and no entry.
        try served.folder.write(Data([1]), to: ".upload")
        catalog.refresh()
        #expect(catalog.lastRevision == revision + 1)
        try served.folder.remove("a.png")
        catalog.refresh()
        #expect(catalog.entry(named: "a") == nil)
    }

    @Test func `all is read again on request, with another revision`() async throws {
        try served.addImage("a.png", 4, 4)
        let catalog = Catalog([served.folder.path], ServingLimits()) { [now = ContinuousClock.now] in now }
        let revision = catalog.lastRevision
        await withCheckedContinuation { done in catalog.reload { done.resume() } }
        #expect(catalog.entries.map(\.name) == ["a"] && catalog.lastRevision == revision + 1)
        try served.addImage("b.png", 4, 4)
        await withCheckedContinuation { done in catalog.reload { done.resume() } }
        #expect(catalog.entries.map(\.name) == ["a", "b"] && catalog.lastRevision == revision + 2)
    }

    @Test func `after a minute without requests, the next one waits until the folders are checked`() async throws {
        try served.addImage("a.png", 4, 4)
        let time = Locked(ContinuousClock.now)
        let catalog = Catalog([served.folder.path], ServingLimits()) { time.withLock { $0 } }
        let first = try #require(catalog.entry(named: "a"))
        try served.folder.write(Data([1, 2, 3]), to: "a.png")
        time.withLock { $0 += Catalog.longestAge }
        guard case .unchecked(let check) = catalog.revision else {
            Issue.record("the entries are taken for checked")
            return
        }
        await check.wait()
        #expect(catalog.entry(named: "a") != first)
        guard case .checked(let revision) = catalog.revision else {
            Issue.record("the check has had no effect")
            return
        }
        #expect(revision == catalog.lastRevision && revision > 0)
    }
}
