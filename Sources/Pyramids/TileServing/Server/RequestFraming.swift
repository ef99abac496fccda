internal import CMicroHTTPD

/// Finds faults of a header that make programs disagree about the end of a request, or about its host.
///
/// Behind a proxy that reads such a header in another way, a client could hide a second request in its first one (request
/// smuggling). RFC 9112 has these requests refused: sections 2.2, 3.2, 5.1, 5.2 and 6.3.
struct RequestFraming {
    /// The first line of a request, in the buffer of its connection.
    struct Line {
        /// The address of the method.
        let start: UInt
        /// The target.
        let target: String
        /// The address of the byte after the target.
        let targetEnd: UInt
        /// The address of the version.
        let version: UInt
        /// The version.
        let versionText: String
    }

    /// The fault, as a sentence; nil as long as there is none.
    private(set) var fault: String?
    private var hosts = 0
    private var lengths = 0
    private var hasTransferEncoding = false
    /// The address of the byte after what was looked at; nil if the library moves the lines of a header.
    private var end: UInt?

    /// The bytes that end a line: CR and LF, in place of which the library writes zeros.
    private static let lineEnd: UInt = 2
    private static let lineFault =
        "each line of a request ends in CR LF, has no NUL in it, and is not continued on the next one."

    /// Begins with the first line.
    private init(_ line: Line) {
        if line.target.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            fault = "the target of a request has no control characters."
        }
        guard tk_mhd_keeps_lines() != 0 else { return }
        end = line.version &+ UInt(line.versionText.utf8.count) &+ Self.lineEnd
        // One space is between target and version; more of what was sent would be hidden after a NUL.
        if line.targetEnd &+ 1 != line.version { fault = Self.lineFault }
    }

    /// The fault of a request whose header has arrived; nil if there is none.
    static func fault(in line: Line, of connection: OpaquePointer) -> RequestError? {
        var framing = RequestFraming(line)
        RequestFields.visit(connection) { name, value in framing.add(name, value) }
        framing.finish(headerEnd: line.start &+ UInt(tk_mhd_header_size(connection)), version: line.versionText)
        return framing.fault.map { RequestError(400, $0) }
    }

    private mutating func add(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        guard fault == nil else { return }
        guard !name.isEmpty, name.allSatisfy(Self.isTokenByte) else {
            fault = "the name of a field has letters, digits and hyphens, and the colon follows at once."
            return
        }
        guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }) else {
            fault = "the value of a field has no control characters."
            return
        }
        checkPosition(name, value)
        if Self.isEqual(name, "host") { hosts += 1 }
        if Self.isEqual(name, "content-length") { lengths += 1 }
        if Self.isEqual(name, "transfer-encoding") { hasTransferEncoding = true }
    }

    /// Checks that a line begins where the last one ends, and that its value follows its name.
    private mutating func checkPosition(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        guard let end else { return }
        let nameStart = UInt(bitPattern: name.baseAddress)
        let valueStart = UInt(bitPattern: value.baseAddress)
        let nameEnd = nameStart &+ UInt(name.count)
        guard nameStart == end, valueStart > nameEnd else {
            fault = Self.lineFault
            return
        }
        self.end = valueStart &+ UInt(value.count) &+ Self.lineEnd
    }

    private mutating func finish(headerEnd: UInt, version: String) {
        guard fault == nil else { return }
        if let end, end &+ Self.lineEnd != headerEnd {
            fault = Self.lineFault
        } else if hosts > 1 || hosts == 0 && version != "HTTP/1.0" {
            fault = "a request has one Host field."
        } else if lengths > 1 || lengths == 1 && hasTransferEncoding {
            fault = "a request has one length: a single Content-Length field, or Transfer-Encoding."
        }
    }

    private static func isEqual(_ name: UnsafeRawBufferPointer, _ lowercase: StaticString) -> Bool {
        name.count == lowercase.utf8CodeUnitCount
            && lowercase.withUTF8Buffer { zip(name, $0).allSatisfy { $0 == $1 || $0 | 0x20 == $1 } }
    }

    /// Whether a byte may be part of a field's name (RFC 9110, section 5.6.2).
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: "!#$%&'*+.^_`|~".utf8.contains(byte)
        }
    }
}
