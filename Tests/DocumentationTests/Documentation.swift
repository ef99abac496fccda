import Foundation

/// The documents of the package: the Markdown files at the top and in the catalogs, and the comments of the sources.
enum Documentation {
    /// The folder of Package.swift.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL

    /// A listing, and the document that shows it.
    struct Listing {
        var document: String
        var text: String
    }

    /// The Markdown documents by path relative to the package.
    static func markdown() throws -> [(path: String, text: String)] {
        let top = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"]
        return try (top + files(below: "Sources") { $0.hasSuffix(".md") }).map { ($0, try text(of: $0)) }
    }

    /// The fenced Swift listings of all documents and doc comments.
    static func listings() throws -> [Listing] {
        let comments = try swiftFiles(below: "Sources").map { path, text in
            (path: path, text: text.split(separator: "\n").map(Self.comment).joined(separator: "\n"))
        }
        return try (markdown() + comments).flatMap { path, text in
            text.components(separatedBy: "```swift\n").dropFirst().map {
                Listing(document: path, text: $0.components(separatedBy: "\n```")[0])
            }
        }
    }

    /// The listings as the compiler sees them: the programs of `Tools/Examples`, the parts of programs that articles explain, and the
    /// regions of `Listings`, with and without the imports of their file.
    static func compiledListings() throws -> [(file: String, variants: [String])] {
        try swiftFiles(below: "Tools/Examples").map { ($0, [$1.trimmingCharacters(in: .newlines)]) }
            + programParts(of: "Tools/mapdemo") + compiledRegions()
    }

    /// The parts of a program between its marks.
    private static func programParts(of folder: String) throws -> [(file: String, variants: [String])] {
        try swiftFiles(below: folder).flatMap { path, text in
            text.split(separator: #/\n *\/\/ MARK: .*\n/#).map { part in
                (path, [unindented(part.components(separatedBy: "\n")).trimmingCharacters(in: .newlines)])
            }
        }
    }

    /// The lines of the apps that articles explain, which are compiled as targets of their own, by path relative to the package.
    static func apps() throws -> [(path: String, lines: [Substring])] {
        try swiftFiles(below: "Tools").filter { $0.path.hasSuffix("demo/main.swift") }.map { path, text in
            (path, text.split(separator: "\n", omittingEmptySubsequences: false))
        }
    }

    /// Whether a listing is a part of an app: consecutive lines of it, with another indentation.
    static func isPart(_ listing: String, of lines: [Substring]) -> Bool {
        let count = listing.split(separator: "\n", omittingEmptySubsequences: false).count
        return lines.indices.dropLast(max(0, count - 1)).contains { start in
            unindented(lines[start..<start + count].map(String.init)) == listing
        }
    }

    private static func compiledRegions() throws -> [(file: String, variants: [String])] {
        try swiftFiles(below: "Tests/DocumentationTests/Listings").flatMap { path, text in
            let imports = text.components(separatedBy: "\n\n")[0]
            return text.components(separatedBy: "// listing\n").dropFirst().map { region in
                let lines = region.components(separatedBy: "// end")[0].components(separatedBy: "\n")
                let body = unindented(lines).trimmingCharacters(in: .newlines)
                return (path, [body, imports + "\n\n" + body])
            }
        }
    }

    /// The Swift files below a folder, by path relative to the package.
    static func swiftFiles(below folder: String) throws -> [(path: String, text: String)] {
        try files(below: folder) { $0.hasSuffix(".swift") }.map { ($0, try text(of: $0)) }
    }

    /// The text of a file of the package.
    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private static func files(below folder: String, where isWanted: (String) -> Bool) -> [String] {
        let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
        return (names?.compactMap { $0 as? String } ?? []).filter(isWanted).sorted().map { "\(folder)/\($0)" }
    }

    /// The text of a line of a doc comment; nothing for other lines.
    private static func comment(_ line: Substring) -> Substring {
        let line = line.drop { $0 == " " }
        guard line.hasPrefix("///") else { return "" }
        let text = line.dropFirst(3)
        return text.hasPrefix(" ") ? text.dropFirst() : text
    }

    private static func unindented(_ lines: [String]) -> String {
        let indent = lines.filter { !$0.allSatisfy { $0 == " " } }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { String($0.dropFirst(indent)) }.joined(separator: "\n")
    }
}
