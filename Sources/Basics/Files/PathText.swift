package import Glibc

/// Paths as strings.
///
/// File names on Linux are bytes and need not be UTF-8, while strings are. Each byte of a name that is not part of valid UTF-8
/// becomes one character, U+10FE80 for the byte 0x80 to U+10FEFF for 0xFF, from a plane for private use. If a name contains
/// such a character itself, each of its four bytes becomes one in the same way. So no two names have the same text, and the
/// bytes of every name can be restored.
///
/// Names become texts when arguments, entries of folders and environment variables are read. They become bytes when the system
/// or a library is called: with a function of `SystemCalls.swift`, or ``withCString(_:_:)``.
package enum PathText {
    /// The code point that stands for byte 0; only the code points of bytes from 0x80 on are used.
    static let base: UInt32 = 0x10_FE00

    /// The text of a path.
    package static func text(_ path: some Collection<UInt8>) -> String {
        let bytes = Array(path)
        // Strings that are plain UTF-8 are the rule.
        if let text = String(validating: bytes, as: UTF8.self), !hasBytes(text) { return text }
        var result = String.UnicodeScalarView()
        var rest = bytes[...]
        while let first = rest.first {
            let length = max(1, min(rest.count, Int(scalarLength(first))))
            let scalar = String(validating: rest.prefix(length), as: UTF8.self)?.unicodeScalars.first
            if let scalar, byte(of: scalar) == nil {
                result.append(scalar)
                rest = rest.dropFirst(length)
            } else {
                // Bytes below 0x80 are always valid.
                result.append(Unicode.Scalar(base + UInt32(first)) ?? "?")
                rest = rest.dropFirst()
            }
        }
        return String(result)
    }

    /// The text of a path that ends with a zero.
    package static func text(_ path: UnsafePointer<CChar>) -> String {
        text(UnsafeRawBufferPointer(start: path, count: strlen(path)))
    }

    /// Returns the bytes of the path that a text stands for, without a zero at the end.
    package static func bytes(of text: String) -> [UInt8] {
        guard hasBytes(text) else { return Array(text.utf8) }
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if let byte = byte(of: scalar) {
                bytes.append(byte)
            } else {
                bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            }
        }
        return bytes
    }

    /// The bytes of a path, which a zero ends.
    static func cString(of text: String) -> [CChar] { bytes(of: text).map { CChar(bitPattern: $0) } + [0] }

    /// Whether a text stands for a path that is not UTF-8.
    package static func hasBytes(_ text: String) -> Bool {
        // The first byte of these characters, and of few others, in UTF-8.
        text.utf8.contains(0xF4) && text.unicodeScalars.contains { byte(of: $0) != nil }
    }

    /// The byte of a path that a character stands for; nil for all other characters.
    package static func byte(of scalar: Unicode.Scalar) -> UInt8? {
        guard (base + 0x80...base + 0xFF).contains(scalar.value) else { return nil }
        return UInt8(truncatingIfNeeded: scalar.value)
    }

    /// Calls a function with the zero-terminated bytes of a path.
    package static func withCString<Result>(_ text: String, _ body: (UnsafePointer<CChar>) throws -> Result) rethrows
        -> Result
    {
        guard hasBytes(text) else { return try text.withCString(body) }
        return try body(cString(of: text))
    }

    /// Returns the value of an environment variable that names a file or folder; nil if there is none.
    package static func variable(_ name: String) -> String? { getenv(name).map { text($0) } }

    /// The name of an entry that `readdir` has returned.
    package static func name(of entry: UnsafePointer<dirent>) -> String {
        // The field is longer than its declaration where a file system has longer names.
        guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return "" }
        return text((UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
    }

    /// The number of bytes of a character by the first of them.
    private static func scalarLength(_ first: UInt8) -> Int {
        switch first {
        case 0xC0..<0xE0: 2
        case 0xE0..<0xF0: 3
        case 0xF0...: 4
        default: 1
        }
    }
}
