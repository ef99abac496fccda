import Files
import Foundation
import Glibc
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import FilePyramids
@testable import TileContainers
@testable import TileStores

/// Pyramids in folders whose files are links: they show what lies in the folder, and nothing else.
@Suite(.timeLimited) struct LinkedTileTests {
    private let folder: TemporaryFolder

    /// A Deep Zoom pyramid of three levels, and a file that is none of its own.
    init() throws {
        folder = try TemporaryFolder()
        let xml = """
            <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="jpg" Overlap="0" TileSize="4">
            <Size Width="4" Height="4"/></Image>
            """
        try folder.write(Data(xml.utf8), to: "up/a.dzi")
        for level in 0...2 { try folder.write(Data([UInt8(level)]), to: "up/a_files/\(level)/0_0.jpg") }
        try folder.write(Data([99]), to: "private/secret.jpg")
    }

    private func bytes(_ level: Int, of path: String = "up/a.dzi") throws -> [UInt8]? {
        let source = try #require(try Pyramids.openBlocking(folder.path(path))).source
        return try source.read(TileIndex(level: level, column: 0, row: 0))?.bytes
    }

    private func replace(_ name: String, byLinkTo target: String) throws {
        try folder.remove(name)
        try folder.link(name, to: target)
    }

    @Test(arguments: ["../../../private/secret.jpg", "/etc/hostname", "../../b.jpg"])
    func `a tile that is a link out of the folder is an error that names it`(target: String) throws {
        try folder.write(Data([98]), to: "up/b.jpg")
        try replace("up/a_files/1/0_0.jpg", byLinkTo: target)
        let error = #expect(throws: StoreError.self) { try bytes(1) }
        #expect(error?.path == folder.path("up/a_files/1/0_0.jpg") && error?.code == .unreadable)
        #expect(error?.message.contains("leads out of the folder") == true)
        #expect(try bytes(2) == [2])
    }

    @Test func `a level that is a link out of the folder is as well`() throws {
        try folder.write(Data([97]), to: "private/0_0.jpg")
        try replace("up/a_files/1", byLinkTo: "../../private")
        let error = #expect(throws: StoreError.self) { try bytes(1) }
        #expect(error?.message.contains("leads out of the folder") == true)
    }

    @Test func `links within the folder, and to the whole folder, are followed`() throws {
        try replace("up/a_files/1/0_0.jpg", byLinkTo: "../2/0_0.jpg")
        #expect(try bytes(1) == [2])
        try FileManager.default.moveItem(atPath: folder.path("up/a_files"), toPath: folder.path("elsewhere"))
        try folder.link("up/a_files", to: "../elsewhere")
        #expect(try bytes(1) == [2])
        try folder.link("b.dzi", to: "up/a.dzi")
        try folder.link("b_files", to: "elsewhere")
        #expect(try bytes(0, of: "b.dzi") == [0])
    }

    @Test func `names that are not UTF-8 are compared byte by byte`() throws {
        let name = folder.path("x") + "\u{FFFD}"
        // Another folder, whose name repaired as text would be the same.
        let path = Array(folder.path("x").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
        let isMade = path.withUnsafeBufferPointer { bytes in bytes.baseAddress.map { mkdir($0, 0o700) } == 0 }
        try #require(isMade)
        try #require(mkdir(name, 0o700) == 0)
        let resolved = try #require(ResolvedFolder(name))
        let file = path.dropLast() + "/file".utf8CString
        let descriptor = Array(file).withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { open($0, O_CREAT | O_RDWR, 0o600) } ?? -1
        }
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        #expect(!resolved.contains(descriptor: descriptor, openedAt: name + "/file"))
    }
}
