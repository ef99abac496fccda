import Foundation
import TestSupport
import TestLimits
import Testing

@testable import TileContainers
@testable import TileStores

@Suite(.timeLimited) struct PartialFileTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("big.zip") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func file(_ options: StoreOptions = StoreOptions()) throws -> PartialFile {
        try PartialFile(creating: path, options: options)
    }

    @Test func `the file has its final name only after it is moved into place`() throws {
        let file = try file()
        try file.file.write([1, 2, 3], at: 0)
        #expect(folder.contents() == ["big.zip.partial"])
        try file.moveIntoPlace()
        #expect(try folder.files() == ["big.zip": Data([1, 2, 3])])
    }

    @Test func `a file that is removed or released leaves nothing`() throws {
        let file = try file()
        try file.remove()
        #expect(folder.contents().isEmpty)
        _ = try self.file()
        #expect(folder.contents().isEmpty)
    }

    @Test func `the file of a killed run is overwritten`() throws {
        try folder.writeLeftover(Data(repeating: 9, count: 100), to: "big.zip.partial")
        let file = try file()
        try file.file.write([1], at: 0)
        try file.moveIntoPlace()
        #expect(try folder.files() == ["big.zip": Data([1])])
    }

    @Test func `somebody else's file with the partial name is neither overwritten nor replaced`() throws {
        try folder.write(Data("theirs".utf8), to: "big.zip.partial")
        for options in [StoreOptions(), .replacing(), .resuming()] {
            let error = #expect(throws: StoreError.self) { _ = try self.file(options) }
            #expect(error?.code == .cannotCreate)
            #expect(
                error?.description
                    == "\(path).partial: this is in the way, and no interrupted run of yours has left it. "
                    + "Move it away, or choose another place.")
        }
        #expect(try folder.files() == ["big.zip.partial": Data("theirs".utf8)])
    }

    @Test func `a second run is refused without harm to the first`() throws {
        let first = try file()
        #expect(storeError { _ = try self.file() }?.code == .busy)
        try first.file.write([1], at: 0)
        try first.moveIntoPlace()
        #expect(folder.contents() == ["big.zip"])
    }

    @Test func `after a file was removed the next run can begin while the first object is still there`() throws {
        let first = try file()
        try first.remove()
        let second = try file()
        try first.remove()
        #expect(folder.contents() == ["big.zip.partial"])
        try second.moveIntoPlace()
    }

    @Test func `an existing file is not touched`() throws {
        try folder.write(Data("old".utf8), to: "big.zip")
        #expect(storeError { _ = try self.file() }?.code == .exists)
        #expect(try folder.files() == ["big.zip": Data("old".utf8)])
    }

    @Test func `a file that appears meanwhile is not replaced`() throws {
        let file = try file()
        try folder.write(Data("other".utf8), to: "big.zip")
        #expect(storeError { try file.moveIntoPlace() }?.code == .exists)
        try file.remove()
        #expect(try folder.files() == ["big.zip": Data("other".utf8)])
    }

    @Test func `a file is replaced at the end if the options allow it`() throws {
        try folder.write(Data("old".utf8), to: "big.zip")
        let file = try file(.replacing())
        try file.file.write([1], at: 0)
        #expect(try folder.bytes(of: "big.zip") == Data("old".utf8))
        try file.moveIntoPlace()
        #expect(try folder.files() == ["big.zip": Data([1])])
    }

    @Test func `a folder is never replaced by a file`() throws {
        try folder.write(Data(), to: "big.zip/tile")
        #expect(storeError { _ = try self.file(.replacing()) }?.code == .exists)
        #expect(folder.contents() == ["big.zip/", "big.zip/tile"])
    }

    @Test func `a file cannot be created in a missing folder`() {
        let path = folder.path("none/big.zip")
        #expect(storeError { _ = try PartialFile(creating: path, options: StoreOptions()) }?.code == .cannotCreate)
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting a small file system takes root"))
    func `the error for a full disk does not suggest to continue`() throws {
        let disk = try SmallDisk(pages: 8)
        let file = try PartialFile(creating: disk.path + "/big.zip", options: StoreOptions())
        let error = #expect(throws: StoreError.self) {
            try file.file.write([UInt8](repeating: 1, count: 100_000), at: 0)
        }
        #expect(error?.code == .diskFull)
        #expect(error?.message.hasSuffix("Free some space and run again.") == true)
    }
}
