/// A line of strace: the name of a call, its arguments and its result.
struct TracedCall {
    /// An argument as strace prints it, such as `5<\x2f\x74>` or `"\x61"`.
    struct Argument {
        /// The bytes of a string.
        var bytes: [UInt8] = []
        /// The string, or any other argument as it is.
        var text = ""
        /// The number before the path, such as 5; nil for others, and for AT_FDCWD.
        var number: Int?
        /// The path of a descriptor.
        var descriptorPath: String?
    }

    var name: String
    var arguments: [Argument] = []
    /// The result; -1 after a failure.
    var result: Int

    /// The argument at a position.
    subscript(position: Int) -> Argument? { arguments.indices.contains(position) ? arguments[position] : nil }

    /// Reads a line without the number of its process; nil for one about a signal or the end of a process.
    init?(_ line: String) {
        let bytes = Array(line.utf8)
        guard let open = bytes.firstIndex(of: UInt8(ascii: "(")),
            let equals = bytes.lastIndex(of: UInt8(ascii: "=")), equals > open, bytes[0] != UInt8(ascii: "+")
        else { return nil }
        name = String(decoding: bytes[..<open], as: UTF8.self)
        let digits = bytes[(equals + 1)...].drop { $0 == UInt8(ascii: " ") }
            .prefix { $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        result = Int(String(decoding: digits, as: UTF8.self)) ?? -1
        // An address, as of a mapping, is a success.
        if bytes[(equals + 1)...].starts(with: " 0x".utf8) { result = 0 }
        guard let close = bytes[..<equals].lastIndex(of: UInt8(ascii: ")")) else { return nil }
        for part in Self.parts(of: bytes[(open + 1)..<close]) { arguments.append(Self.argument(part)) }
    }

    /// Splits at the commas that are in no string and in no braces.
    private static func parts(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var parts = [ArraySlice<UInt8>]()
        var start = bytes.startIndex
        var depth = 0
        var isText = false
        for (position, byte) in zip(bytes.indices, bytes) {
            switch byte {
            case UInt8(ascii: "\""): isText.toggle()
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += isText ? 0 : 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= isText ? 0 : 1
            case UInt8(ascii: ",") where depth == 0 && !isText:
                parts.append(bytes[start..<position])
                start = position + 1
            default: break
            }
        }
        return parts + [bytes[start...]]
    }

    private static func argument(_ part: ArraySlice<UInt8>) -> Argument {
        let part = part.drop { $0 == UInt8(ascii: " ") }
        var argument = Argument()
        if part.first == UInt8(ascii: "\"") {
            argument.bytes = unescaped(part.dropFirst().prefix { $0 != UInt8(ascii: "\"") })
            argument.text = String(decoding: argument.bytes, as: UTF8.self)
            return argument
        }
        argument.text = String(decoding: part, as: UTF8.self)
        if let start = part.firstIndex(of: UInt8(ascii: "<")), let end = part.lastIndex(of: UInt8(ascii: ">")) {
            argument.descriptorPath = String(decoding: unescaped(part[(start + 1)..<end]), as: UTF8.self)
            argument.number = Int(String(decoding: part[..<start], as: UTF8.self))
        } else {
            argument.number = Int(argument.text)
        }
        return argument
    }

    /// The bytes of text in which each byte may be written as `\xHH`.
    private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4)
        var position = text.startIndex
        while position < text.endIndex {
            if text[position] == UInt8(ascii: "\\"), position + 3 < text.endIndex,
                text[position + 1] == UInt8(ascii: "x"),
                let high = digit(text[position + 2]), let low = digit(text[position + 3])
            {
                bytes.append(high << 4 | low)
                position += 4
            } else {
                bytes.append(text[position])
                position += 1
            }
        }
        return bytes
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
