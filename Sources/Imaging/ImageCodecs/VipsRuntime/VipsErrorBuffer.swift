internal import ImageMetadata
internal import ImageSources
internal import CVips
internal import Concurrency

/// Makes errors from libvips' error buffer, which all threads share.
enum VipsErrorBuffer {
    /// A lock that serializes opening; it holds the number of times something was opened.
    ///
    /// `Void` would do as the value, but ThreadSanitizer confuses a value without size with its neighbor in memory.
    private static let openingLock = Locked(0)

    /// The operations that may fail at this moment.
    private struct Operations {
        var count = 0
        /// The last text taken from the buffer while an operation was running.
        var takenText = ""
    }

    private static let operations = Locked(Operations())

    /// Runs `open` while no other thread does, so that the buffer holds the text of its own failure.
    ///
    /// Reading pixels is not serialized: a failure there at the same moment may mix in its text.
    static func serialized<Result, Failure: Error>(_ open: () throws(Failure) -> Result) throws(Failure) -> Result {
        try openingLock.withLock { count throws(Failure) in
            count += 1
            _ = takeText()
            beginOperation()
            defer { endOperation() }
            return try open()
        }
    }

    /// Starts an operation that may fail; until ``endOperation()``, the last text that another thread takes is kept.
    static func beginOperation() { operations.withLock { $0.count += 1 } }

    static func endOperation() {
        operations.withLock { operations in
            operations.count -= 1
            if operations.count == 0 { operations.takenText = "" }
        }
    }

    /// Clears the buffer.
    static func clear() {
        openingLock.withLock { count in
            count += 1
            vips.pointee.error_clear()
        }
    }

    /// Takes the text from libvips' buffer and makes an error from it; called right after the failure.
    ///
    /// Without a `code`, the kind of failure is derived from the text. An empty buffer means that another thread has
    /// taken the text; the kept copy is used then.
    static func take(file: String, code: CodecError.Code? = nil) -> CodecError {
        let text = takeText()
        return make(file: file, code: code, text: text.isEmpty ? operations.withLock { $0.takenText } : text)
    }

    /// Reads and clears the buffer in one call (`vips_error_buffer_copy`), so that no other thread's text is lost in
    /// between.
    private static func takeText() -> String {
        operations.withLock { operations in
            guard let buffer = vips.pointee.error_buffer_copy() else { return "" }
            defer { g_free(buffer) }
            let text = String(cString: buffer)
            if !text.isEmpty, operations.count > 0 { operations.takenText = text }
            return text
        }
    }

    /// Makes the error for a text, which may have several lines.
    static func make(file: String, code: CodecError.Code? = nil, text: String) -> CodecError {
        if text.contains("out of memory") { return .noMemory(file) }
        let code = code ?? kind(of: text.lowercased())
        let detail = detail(of: text)
        if code != .encoding, let error = ScarceMemory.error(file, detail: detail) { return error }
        return switch code {
        case .truncated:
            CodecError(code, file: file, "the image ends before its last row\(detail). Get a complete copy of it.")
        case .unsupported:
            CodecError(code, file: file, "this is not an image of a kind that can be read\(detail).")
        case .inputOutput:
            CodecError(code, file: file, "reading or writing failed\(detail). Check the disk and try again.")
        case .encoding:
            CodecError(code, file: file, "the tile could not be encoded\(detail).")
        default:
            CodecError(code, file: file, "the image is damaged\(detail). Get an intact copy of it.")
        }
    }

    /// The kind of failure that a text of libvips or its libraries, in lower case, describes.
    private static func kind(of text: String) -> CodecError.Code {
        func says(_ phrases: [String]) -> Bool { phrases.contains { text.contains($0) } }
        if says(["no space left", "disc full", "disk full", "file too large", "input/output error"]) {
            return .inputOutput
        }
        if says([
            "premature end", "end of file", "truncat", "unexpected eof", "end of stream", "not enough", "too short",
        ]) {
            return .truncated
        }
        if says([
            "not in a known format", "is not a known file format", "unsupported", "not supported", "unimplemented",
            // From libtiff about compressions, and from libvips about samples of more than 32 bits.
            "is not implemented", "samples out of range",
        ]) {
            return .unsupported
        }
        return .damaged
    }

    /// The first line in parentheses; later lines are consequences of it.
    private static func detail(of text: String) -> String {
        let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
        guard let line = lines.first else { return "" }
        return " (\(withoutOrigin(line.last == "." ? line.dropLast() : line)))"
    }

    /// A line without the prefix of libvips: the name of the operation or of the nameless source.
    static func withoutOrigin(_ line: Substring) -> String {
        let nameless = "source input: "
        if line.hasPrefix(nameless) { return String(line.dropFirst(nameless.count)) }
        guard let colon = line.firstIndex(of: ":"), !line[..<colon].contains(" ") else { return String(line) }
        return String(line[line.index(after: colon)...].drop { $0 == " " })
    }
}
