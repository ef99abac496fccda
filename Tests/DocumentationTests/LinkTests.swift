import Foundation
import TestLimits
import Testing

/// Checks that the files to which the documents link exist.
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

    @Test func `each limit that the page about security names exists`() throws {
        let limits = try #require(try Documentation.text(of: "SECURITY.md").split(separator: "\n## Limits").last)
        let names = limits.matches(of: #/`([A-Za-z][\w.]+)`(?:,| \|)/#).map { String($0.1) }
        #expect(names.count > 20)
        let sources = try Documentation.swiftFiles(below: "Sources").map(\.text)
        for name in names {
            let parts = name.split(separator: ".").map(String.init)
            let declarations = ["let", "var", "struct", "enum"].map { "\($0) \(parts[parts.count - 1])" }
            #expect(sources.contains { $0.contains(parts[0]) && declarations.contains(where: $0.contains) }, "\(name)")
        }
    }

    @Test func `each test that the table of images names exists`() throws {
        let table = try Documentation.text(of: "Sources/Imaging/ImageCodecs/ImageCodecs.docc/SupportedImages.md")
        let names = table.matches(of: #/\| `([^`]+)` \|\n/#).map { String($0.1) }
        #expect(names.count > 25)
        #expect(names.count == table.split(separator: "\n").filter { $0.hasPrefix("|") }.count - 2)
        let tests = try Documentation.swiftFiles(below: "Tests").map(\.text)
        for name in names {
            #expect(tests.contains { $0.contains("func `\(name)`") }, "\(name)")
        }
    }

    @Test func `the README is no longer than 180 lines, the map than 12 kB`() throws {
        #expect(
            try Documentation.text(of: "README.md").split(separator: "\n", omittingEmptySubsequences: false).count
                <= 181)
        #expect(try Documentation.text(of: "ARCHITECTURE.md").utf8.count <= 12_000)
    }
}
