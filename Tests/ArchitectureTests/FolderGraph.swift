/// The folders of a module, and which of them use names that others declare.
///
/// A file's folder is its first one below the module's; files beside the folders are left out. A name counts if one file
/// alone declares it at the top level.
struct FolderGraph {
    /// The folders that each folder uses, with a name that shows it.
    private(set) var uses: [String: [String: String]] = [:]

    /// Reads files by their path below the module's folder.
    init(_ files: [(path: String, text: String)]) {
        let sources = files.compactMap { path, text -> (folder: String, source: SwiftNames)? in
            guard let slash = path.firstIndex(of: "/") else { return nil }
            return (String(path[..<slash]), SwiftNames(text))
        }
        var owners: [String: [String]] = [:]
        for (folder, source) in sources {
            for name in source.declared { owners[name, default: []].append(folder) }
        }
        for (folder, source) in sources {
            for name in source.used {
                guard let found = owners[name], found.count == 1, found[0] != folder else { continue }
                uses[folder, default: [:]][found[0]] = min(name, uses[folder]?[found[0]] ?? name)
            }
        }
    }

    /// The folders that lead back to themselves, as "A → B (Name)" for each use within the cycle, sorted.
    var cycles: [String] {
        uses.flatMap { folder, used in
            used.filter { reachable(from: $0.key).contains(folder) }.map { "\(folder) → \($0.key) (\($0.value))" }
        }.sorted()
    }

    private func reachable(from folder: String) -> Set<String> {
        var found: Set<String> = []
        var open = [folder]
        while let next = open.popLast() {
            for other in (uses[next] ?? [:]).keys where found.insert(other).inserted { open.append(other) }
        }
        return found
    }
}

/// The names that a Swift file declares at its top level, and the names that it mentions.
struct SwiftNames {
    private(set) var declared: Set<String> = []
    private(set) var used: Set<String> = []

    private static let keywords: Set<String> = [
        "class", "struct", "enum", "protocol", "actor", "typealias", "func", "let", "var",
    ]

    /// Reads the text of a file; comments and strings say nothing, and neither do members after a dot.
    init(_ text: String) {
        var depth = 0
        var afterKeyword = false
        var scanner = SwiftScanner(text)
        while let token = scanner.next() {
            switch token {
            case .open: depth += 1
            case .close: depth -= 1
            case .name(let name, let isMember):
                if afterKeyword, depth == 0 { declared.insert(name) } else if !isMember { used.insert(name) }
                afterKeyword = Self.keywords.contains(name)
            }
        }
    }
}

/// Splits Swift into names and braces, which is all that ``SwiftNames`` needs.
private struct SwiftScanner {
    enum Token {
        case open, close
        case name(String, isMember: Bool)
    }

    private let bytes: [UInt8]
    private var at = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func next() -> Token? {
        while at < bytes.count {
            let byte = bytes[at]
            if begins("//") {
                skip(past: "\n")
            } else if begins("/*") {
                skip(past: "*/")
            } else if begins("\"\"\"") {
                at += 3
                skip(past: "\"\"\"")
            } else if byte == UInt8(ascii: "\"") {
                skipString()
            } else if byte.isNamePart {
                return name()
            } else {
                at += 1
                if byte == UInt8(ascii: "{") { return .open }
                if byte == UInt8(ascii: "}") { return .close }
            }
        }
        return nil
    }

    private func begins(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard at + count <= bytes.count else { return false }
        return bytes[at..<at + count].elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: count))
    }

    private mutating func skip(past text: StaticString) {
        while at < bytes.count, !begins(text) { at += 1 }
        at += text.utf8CodeUnitCount
    }

    /// Skips a string, with the strings in its interpolations.
    private mutating func skipString() {
        at += 1
        while at < bytes.count, bytes[at] != UInt8(ascii: "\""), bytes[at] != UInt8(ascii: "\n") {
            if begins("\\(") {
                skipInterpolation()
            } else {
                at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
            }
        }
        at += 1
    }

    private mutating func skipInterpolation() {
        at += 2
        var depth = 1
        while at < bytes.count, depth > 0, bytes[at] != UInt8(ascii: "\n") {
            switch bytes[at] {
            case UInt8(ascii: "\""): skipString()
            case UInt8(ascii: "("):
                depth += 1
                at += 1
            case UInt8(ascii: ")"):
                depth -= 1
                at += 1
            default: at += 1
            }
        }
    }

    private mutating func name() -> Token {
        let start = at
        while at < bytes.count, bytes[at].isNamePart { at += 1 }
        return .name(
            String(decoding: bytes[start..<at], as: UTF8.self),
            isMember: start > 0 && bytes[start - 1] == UInt8(ascii: "."))
    }
}

extension UInt8 {
    fileprivate var isNamePart: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
