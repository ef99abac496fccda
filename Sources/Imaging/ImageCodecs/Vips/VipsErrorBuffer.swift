internal import CVips
internal import Concurrency

/// libvips' error text, turned into our errors.
enum VipsErrorBuffer {
    /// How often something has been opened.
    ///
    /// A value without a size would do, but Thread Sanitizer takes it for what lies at its place in memory.
    private static let openingLock = Locked(0)

    /// What is known of those who may fail at this moment.
    private struct Operations {
        var count = 0
        /// The last text that has been taken away while there was any.
        var takenText = ""
    }

    private static let operations = Locked(Operations())

    /// Opens something while nobody else does, so that the text of its failure is its own.
    ///
    /// libvips gathers the texts of all threads in one place. Reading pixels is not done in turn: a failure there that
    /// happens meanwhile may lend its text.
    static func serialized<Result, Failure: Error>(_ open: () throws(Failure) -> Result) throws(Failure) -> Result {
        try openingLock.withLock { count throws(Failure) in
            count += 1
            _ = takeText()
            beginOperation()
            defer { endOperation() }
            return try open()
        }
    }

    /// Notes that somebody will want to know why something has failed; until ``endOperation()`` the last text that another takes
    /// is kept.
    static func beginOperation() { operations.withLock { $0.count += 1 } }

    static func endOperation() {
        operations.withLock { operations in
            operations.count -= 1
            if operations.count == 0 { operations.takenText = "" }
        }
    }

    /// Forgets what has been gathered, for good.
    static func clear() {
        openingLock.withLock { count in
            count += 1
            vips.pointee.error_clear()
        }
    }

    /// Takes the text that libvips has gathered and makes an error of it; to be called where the failure happened.
    ///
    /// If there is none, somebody else has taken it away, who has opened something or failed too.
    ///
    /// - Parameters:
    ///   - file: the name for the message.
    ///   - code: the kind of failure, when the caller knows it; by default told from the text.
    /// - Returns: an error to throw.
    static func take(file: String, code: CodecError.Code? = nil) -> CodecError {
        let text = takeText()
        return make(file: file, code: code, text: text.isEmpty ? operations.withLock { $0.takenText } : text)
    }

    /// The text is read and cleared in one call (`vips_error_buffer_copy`), so no other thread's failure slips between.
    private static func takeText() -> String {
        operations.withLock { operations in
            guard let buffer = vips.pointee.error_buffer_copy() else { return "" }
            defer { g_free(buffer) }
            let text = String(cString: buffer)
            if !text.isEmpty, operations.count > 0 { operations.takenText = text }
            return text
        }
    }

    /// The error for a text, which may have several lines; the last one that says something is the cause.
    static func make(file: String, code: CodecError.Code? = nil, text: String) -> CodecError {
        let code = code ?? kind(of: text.lowercased())
        let detail = detail(of: text)
        return switch code {
        case .truncated:
            CodecError(code, file: file, "the image ends before its last row\(detail). Get a complete copy of it.")
        case .unsupported:
            CodecError(code, file: file, "this is not an image of a kind that can be read\(detail).")
        case .inputOutput:
            CodecError(code, file: file, "reading or writing failed\(detail).")
        case .encoding:
            CodecError(code, file: file, "the tile could not be encoded\(detail).")
        default:
            CodecError(code, file: file, "the image is damaged\(detail). Get an intact copy of it.")
        }
    }

    /// What kind of failure libvips and the libraries below it mean by a text in lower case.
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
            // libtiff of compressions, and libvips of samples of more than 32 bits.
            "is not implemented", "samples out of range",
        ]) {
            return .unsupported
        }
        return .damaged
    }

    /// The most telling line, as an aside to a sentence: the first one, since later ones follow from it.
    private static func detail(of text: String) -> String {
        let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
        guard let line = lines.first else { return "" }
        return " (\(withoutOrigin(line.last == "." ? line.dropLast() : line)))"
    }

    /// A line without the name of the operation, or of a source that has none, that libvips puts before it.
    static func withoutOrigin(_ line: Substring) -> String {
        let nameless = "source input: "
        if line.hasPrefix(nameless) { return String(line.dropFirst(nameless.count)) }
        guard let colon = line.firstIndex(of: ":"), !line[..<colon].contains(" ") else { return String(line) }
        return String(line[line.index(after: colon)...].drop { $0 == " " })
    }
}
