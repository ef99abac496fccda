import Foundation
import TestLimits
import TestSupport
import Testing

@testable import TileViewing

@Suite(.timeLimited) struct FileOrderTests {
    private static let attributes: [String: FileAttributes] = [
        "a/scan 10.png": FileAttributes(modification: .init(seconds: 5), byteCount: 300),
        "a/scan 9.png": FileAttributes(modification: .init(seconds: 5, nanoseconds: 1), byteCount: 100),
        "a/B.png": FileAttributes(modification: .init(seconds: 4, nanoseconds: 999), byteCount: 100),
        "a/pyramid": FileAttributes(modification: .init(seconds: 1), byteCount: nil),
    ]
    private let files = ["a/scan 10.png", "a/pyramid", "a/scan 9.png", "a/B.png", "a/gone.png"]

    private func sorted(_ order: FileOrder, _ files: [String]) -> [String] {
        order.sorted(files) { Self.attributes[$0] }
    }

    @Test func `names are in natural order, whatever the case`() {
        #expect(
            sorted(.name, files) == ["a/B.png", "a/gone.png", "a/pyramid", "a/scan 9.png", "a/scan 10.png"])
    }

    @Test func `dates begin with the oldest file, and files without one come last`() {
        #expect(
            sorted(.date, files) == ["a/pyramid", "a/B.png", "a/scan 10.png", "a/scan 9.png", "a/gone.png"])
    }

    @Test func `sizes begin with the smallest file, and equal ones are in natural order`() {
        #expect(
            sorted(.size, files) == ["a/B.png", "a/scan 9.png", "a/scan 10.png", "a/gone.png", "a/pyramid"])
    }

    @Test(arguments: FileOrder.allCases) func `addresses keep the order of their server, after all files`(
        order: FileOrder
    ) {
        let addresses = ["https://h.org/2.dzi", "https://h.org/10.dzi", "https://h.org/1.dzi"]
        #expect(sorted(order, addresses + ["a/B.png"]) == ["a/B.png"] + addresses)
    }

    @Test func `the orders follow each other in a circle`() {
        #expect(FileOrder.allCases.map(\.next) == [.date, .size, .name])
    }

    @Test func `a file has its date and size, and a folder has no size`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Data([1, 2, 3]), to: "inside/file")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: folder.path("inside/file"))
        #expect(
            FileAttributes(of: folder.path("inside/file"))
                == FileAttributes(modification: .init(seconds: 1_000_000), byteCount: 3))
        #expect(FileAttributes(of: folder.path("inside")).map { $0.byteCount == nil } == true)
        #expect(FileAttributes(of: folder.path("none")) == nil)
    }
}
