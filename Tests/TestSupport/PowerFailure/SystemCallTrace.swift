/// The operations on files in a folder, from a recording of strace.
///
/// Make the recording with `strace -f -y -xx` and a string size above the largest write, for the calls in ``calls``, with the
/// folder as working directory. Calls are in the order of their ends. Calls with effects outside the model, such as a writable
/// mapping of a file, are ``unsupported``.
public struct SystemCallTrace: Sendable {
    /// The calls to record.
    public static let calls = [
        "open", "openat", "openat2", "creat", "close", "lseek", "write", "pwrite64", "writev", "pwritev", "pwritev2",
        "copy_file_range", "sendfile", "splice", "ftruncate", "truncate", "fallocate", "fsync", "fdatasync",
        "sync_file_range", "syncfs", "sync", "msync", "rename", "renameat", "renameat2", "link", "linkat", "symlink",
        "symlinkat", "unlink", "unlinkat", "rmdir", "mkdir", "mkdirat", "mmap",
    ]

    /// The operations, in order.
    public private(set) var operations: [FileOperation] = []
    /// The lines with changes of files in the folder that are outside the model.
    public private(set) var unsupported: [String] = []

    private let folder: String
    /// The position of each descriptor of a file in the folder.
    private var positions: [Int: Int] = [:]
    /// The beginnings of calls that have not ended, by process.
    private var unfinished: [Substring: String] = [:]

    /// Reads a recording.
    ///
    /// - Parameters:
    ///   - recording: the output of strace.
    ///   - folder: the absolute path of the folder, without links in it.
    public init(_ recording: String, folder: String) {
        self.folder = folder + "/"
        for line in recording.split(separator: "\n") { add(line) }
    }

    private mutating func add(_ line: Substring) {
        guard let space = line.firstIndex(of: " ") else { return }
        let process = line[..<space]
        var call = String(line[space...].drop { $0 == " " })
        if let range = call.range(ofText: " <unfinished ...>") {
            unfinished[process] = String(call[..<range.lowerBound])
            return
        }
        if call.hasPrefix("<... "), let range = call.range(ofText: " resumed>") {
            guard let beginning = unfinished.removeValue(forKey: process) else { return }
            call = beginning + call[range.upperBound...]
        }
        guard let parsed = TracedCall(call), parsed.result >= 0 else { return }
        interpret(parsed, line: call)
    }

    /// The path in the folder of an argument, or of a path that is relative to an open folder; nil for one elsewhere.
    private func path(_ argument: String?, in parent: String? = nil) -> String? {
        guard let argument else { return nil }
        let absolute = argument.hasPrefix("/") ? argument : (parent ?? String(folder.dropLast())) + "/" + argument
        if absolute + "/" == folder { return "" }
        guard absolute.hasPrefix(folder), !absolute.hasSuffix(" (deleted)") else { return nil }
        return String(absolute.dropFirst(folder.count))
    }

    private mutating func interpret(_ call: TracedCall, line: String) {
        let first = call.arguments.first
        switch call.name {
        case "open", "creat": opened(path(first?.text), call)
        case "openat", "openat2": opened(path(call[1]?.text, in: first?.descriptorPath), call)
        case "lseek": positions[first?.number ?? -1] = call.result
        case "write":
            guard let path = path(first?.descriptorPath), let bytes = call[1]?.bytes else { return }
            let offset = positions[first?.number ?? -1] ?? 0
            positions[first?.number ?? -1] = offset + call.result
            operations.append(.write(path, offset: offset, bytes: Array(bytes.prefix(call.result))))
        case "pwrite64":
            guard let path = path(first?.descriptorPath), let bytes = call[1]?.bytes, let offset = call[3]?.number
            else { return }
            operations.append(.write(path, offset: offset, bytes: Array(bytes.prefix(call.result))))
        case "ftruncate":
            guard let path = path(first?.descriptorPath), let size = call[1]?.number else { return }
            operations.append(.truncate(path, size: size))
        case "fsync", "fdatasync": if let path = path(first?.descriptorPath) { operations.append(.sync(path)) }
        case "syncfs": if path(first?.descriptorPath) != nil { operations.append(.syncAll) }
        case "mkdir": if let path = path(first?.text) { operations.append(.makeFolder(path)) }
        case "mkdirat":
            if let path = path(call[1]?.text, in: first?.descriptorPath) { operations.append(.makeFolder(path)) }
        case "unlink", "rmdir": if let path = path(first?.text) { operations.append(.remove(path)) }
        case "unlinkat":
            if let path = path(call[1]?.text, in: first?.descriptorPath) { operations.append(.remove(path)) }
        case "rename", "link":
            moved(path(first?.text), path(call[1]?.text), call)
        case "renameat", "renameat2", "linkat":
            moved(
                path(call[1]?.text, in: first?.descriptorPath), path(call[3]?.text, in: call[2]?.descriptorPath), call)
        case "close": positions[first?.number ?? -1] = nil
        case "mmap":
            guard line.contains("PROT_WRITE"), line.contains("MAP_SHARED") else { return }
            refuse(call, line)
        default: refuse(call, line)
        }
    }

    private mutating func opened(_ path: String?, _ call: TracedCall) {
        guard let path else { return }
        let flags = call.arguments.dropFirst().map(\.text).joined()
        guard !flags.contains("O_TMPFILE") else { return }
        positions[call.result] = 0
        if call.name == "creat" || flags.contains("O_CREAT") { operations.append(.create(path)) }
        if call.name == "creat" || flags.contains("O_TRUNC") { operations.append(.truncate(path, size: 0)) }
    }

    private mutating func moved(_ old: String?, _ new: String?, _ call: TracedCall) {
        guard let old, let new else { return }
        if call.name.hasPrefix("link") {
            operations.append(.link(old, to: new))
        } else if call.arguments.last?.text.contains("RENAME_EXCHANGE") ?? false {
            operations.append(.exchange(old, new))
        } else {
            operations.append(.rename(old, to: new))
        }
    }

    /// Notes a call that is not modeled, if it is about a file in the folder.
    private mutating func refuse(_ call: TracedCall, _ line: String) {
        let paths = call.arguments.flatMap { [path($0.descriptorPath), path($0.text)] }
        if paths.contains(where: { $0 != nil }) || call.name == "sync" { unsupported.append(line) }
    }
}

extension String {
    fileprivate func range(ofText text: String) -> Range<String.Index>? { firstRange(of: text) }
}
