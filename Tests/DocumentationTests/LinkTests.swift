import Foundation
import TestLimits
import Testing

/// What the documents point at exists.
@Suite(.timeLimited) struct LinkTests {
    @Test func `each relative link of a document leads to a file`() throws {
        var count = 0
        for document in try Documentation.markdown() {
            let folder = Documentation.root.appending(path: document.path).deletingLastPathComponent()
            for match in document.text.matches(of: #/\]\(([^)#:]+)\)/#) {
                count += 1
                let target = folder.appending(path: String(match.1)).standardizedFileURL.path
                #expect(FileManager.default.fileExists(atPath: target), "\(document.path): \(match.1)")
            }
        }
        #expect(count > 10)
    }

    @Test func `each path of the map exists`() throws {
        let map = try Documentation.text(of: "ARCHITECTURE.md")
        let paths = map.matches(of: #/`((?:CLibraries|Basics|Imaging|Pyramids|Layers|Apps|Tools)/[\w/+.]+)`/#)
        #expect(paths.count > 15)
        for path in paths {
            let names = path.1.hasPrefix("Tools/") ? [String(path.1)] : ["Sources/\(path.1)"]
            #expect(
                names.contains { FileManager.default.fileExists(atPath: Documentation.root.appending(path: $0).path) },
                "\(path.1)")
        }
    }

    @Test func `the README is no longer than 180 lines, the map than 12 kB`() throws {
        #expect(
            try Documentation.text(of: "README.md").split(separator: "\n", omittingEmptySubsequences: false).count
                <= 181)
        #expect(try Documentation.text(of: "ARCHITECTURE.md").utf8.count <= 12_000)
    }
}
