internal import Files
internal import Glibc
internal import Numbers
internal import TileContainers

/// A file of the user that changes the keys of the viewer, one a line: `KEY COMMAND`, or `KEY none`.
///
/// Empty lines, and lines that begin with `#`, mean nothing. A line with a fault is left out, and the others are used.
public struct KeyFile: Hashable, Sendable {
    /// A fault in a line.
    public struct Fault: Hashable, Sendable, CustomStringConvertible {
        /// The file.
        public var path: String
        /// The number of the line, from 1.
        public var line: Int
        /// The fault and the remedy.
        public var message: String

        /// The file and the line.
        public var place: String { "\(VisibleText.escaped(path)):\(line)" }

        /// The file, the line, the fault and the remedy.
        public var description: String { "\(place): \(message)" }
    }

    /// A change of the keys: the command of a trigger, or nil for none.
    struct Change: Hashable, Sendable {
        var trigger: ViewerKeyBindings.Trigger
        var command: ViewerCommand?
    }

    /// The path of the file.
    public let path: String
    /// The faults, in the order of the lines.
    public private(set) var faults: [Fault] = []
    /// The changes, in the order of the lines.
    private(set) var changes: [Change] = []

    /// The most bytes of a file.
    public static let byteLimit = 1 << 16
    /// The most lines of a file.
    public static let lineLimit = 1000

    /// The path of the user's own file; nil for a user without a home.
    ///
    /// It is `tilekit/keys` in `$XDG_CONFIG_HOME`, or in `~/.config` if that is not set.
    public static var standardPath: String? { standardPath(PathText.variable) }

    /// The standard path for an environment whose variables a closure returns.
    static func standardPath(_ variable: (_ name: String) -> String?) -> String? {
        func folder(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        return (folder("XDG_CONFIG_HOME") ?? folder("HOME").map { "\($0)/.config" }).map { "\($0)/tilekit/keys" }
    }

    /// Reads a file; blocks while the disk is read.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - isRequired: whether it is a fault if there is no such file; `false` by default.
    /// - Returns: nil if there is no such file.
    /// - Throws: `StoreError` if it cannot be read.
    public static func read(_ path: String, isRequired: Bool = false) throws -> KeyFile? {
        let bytes: [UInt8]?
        do throws(StateFileError) {
            bytes = try StateFile(path: path).read(upTo: byteLimit)
        } catch {
            throw StoreError(.unreadable, path: path, String(error.description.dropFirst(path.count + 2)))
        }
        guard let bytes else {
            guard isRequired else { return nil }
            throw StoreError(.unreadable, path: path, "there is no such file. Name a key file, or leave it out.")
        }
        return KeyFile(parsing: String(decoding: bytes, as: UTF8.self), path: path)
    }

    /// Parses the text of a file.
    init(parsing text: String, path: String) {
        self.path = path
        let commands = ViewerKeyBindings.namedCommands
        var lines: [ViewerKeyBindings.Trigger: Int] = [:]
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let number = index + 1
            guard index < Self.lineLimit else {
                add("a key file has up to \(Self.lineLimit) lines. Remove the rest.", at: number)
                break
            }
            let words = line.split(whereSeparator: \.isWhitespace)
            guard let key = words.first, !key.hasPrefix("#") else { continue }
            parse(key, words.dropFirst(), commands, at: number, &lines)
        }
    }

    private mutating func parse(
        _ key: Substring, _ rest: ArraySlice<Substring>, _ commands: [String: ViewerCommand], at number: Int,
        _ lines: inout [ViewerKeyBindings.Trigger: Int]
    ) {
        let name = Self.shown(key)
        guard let triggers = KeyName.triggers(of: String(key)) else {
            return add("\"\(name)\" is not a key. Write it as e, E, Ctrl+e, Alt+Left, F5 or Space.", at: number)
        }
        guard let word = rest.first, rest.count == 1 else {
            return add("a line has a key and a command. Write \(name) and one of the commands, or none.", at: number)
        }
        let command = commands[String(word)]
        guard command != nil || word == "none" else {
            return add("there is no command \"\(Self.shown(word))\"; the file of all keys lists them.", at: number)
        }
        if let earlier = triggers.compactMap({ lines[$0] }).first {
            return add("\(name) has a command in line \(earlier) already. Remove one of the lines.", at: number)
        }
        for trigger in triggers {
            lines[trigger] = number
            changes.append(Change(trigger: trigger, command: command))
        }
    }

    /// A word in a message; long ones are shortened.
    private static func shown(_ word: Substring) -> String {
        let start = word.unicodeScalars.prefix(KeyName.lengthLimit)
        return VisibleText.escaped(String(Substring(start))) + (start.endIndex < word.endIndex ? "…" : "")
    }

    private mutating func add(_ message: String, at line: Int) {
        faults.append(Fault(path: path, line: line, message: message))
    }
}
