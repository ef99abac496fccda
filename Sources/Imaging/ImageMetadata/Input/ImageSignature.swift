/// The bytes by which the files of a format are recognized: the first ones, and of some formats the last ones too.
package struct ImageSignature: Sendable {
    /// The first bytes of files, of which one pattern has to match.
    private let heads: [BytePattern]
    /// The first bytes of files that are of another format nevertheless.
    private let exceptions: [BytePattern]
    /// The last ``FileEnd/byteCount`` bytes, of which one pattern has to match; empty for any.
    private let tails: [BytePattern]

    /// Creates the signature of files that begin with any of some patterns, but with none of the exceptions, and end with
    /// any of some others.
    package init(_ heads: BytePattern..., except exceptions: [BytePattern] = [], endingIn tails: [BytePattern] = []) {
        self.init(heads, except: exceptions, endingIn: tails)
    }

    /// Creates the signature of files that begin with any of some patterns.
    package init(_ heads: [BytePattern], except exceptions: [BytePattern] = [], endingIn tails: [BytePattern] = []) {
        self.heads = heads
        self.exceptions = exceptions
        self.tails = tails
    }

    /// Whether a file has the signature.
    ///
    /// - Parameters:
    ///   - head: the first bytes.
    ///   - tail: the last bytes, which are needed for few formats only.
    /// - Returns: whether a pattern matches at each end.
    package func matches(_ head: FileEnd, tail: @autoclosure () -> FileEnd = FileEnd([])) -> Bool {
        guard heads.contains(where: { $0.matches(head) }), !exceptions.contains(where: { $0.matches(head) }) else {
            return false
        }
        guard !tails.isEmpty else { return true }
        let tail = tail()
        return tail.count == FileEnd.byteCount && tails.contains { $0.matches(tail) }
    }
}

/// Bytes at some offsets of the first or last bytes of a file; others may have any value.
package struct BytePattern: Sendable {
    private var values = SIMD16<UInt8>()
    private var mask = SIMD16<UInt8>()
    /// The number of bytes up to the last one that is compared.
    private var count = 0

    /// Creates a pattern of bytes, which end before ``FileEnd/byteCount``.
    package init(_ bytes: some Sequence<UInt8>, at offset: Int = 0) {
        var index = offset
        for byte in bytes {
            precondition(index < FileEnd.byteCount, "a pattern is within the first bytes")
            values[index] = byte
            mask[index] = 0xFF
            index += 1
        }
        count = index
    }

    /// Creates a pattern of ASCII characters.
    package init(_ text: String, at offset: Int = 0) { self.init(text.utf8, at: offset) }

    /// Both patterns together.
    package func and(_ other: BytePattern) -> BytePattern {
        var both = self
        both.values |= other.values
        both.mask |= other.mask
        both.count = max(count, other.count)
        return both
    }

    fileprivate func matches(_ end: FileEnd) -> Bool { end.count >= count && end.bytes & mask == values }
}

/// The first bytes of a file, or the last ones, without memory of their own.
package struct FileEnd: Sendable {
    /// The most bytes.
    package static let byteCount = 16

    fileprivate var bytes = SIMD16<UInt8>()
    /// The number of bytes; smaller for shorter files.
    package private(set) var count = 0

    /// Takes the first bytes of a collection.
    package init(_ bytes: some Collection<UInt8>) {
        for byte in bytes {
            guard count < Self.byteCount else { return }
            self.bytes[count] = byte
            count += 1
        }
    }
}
