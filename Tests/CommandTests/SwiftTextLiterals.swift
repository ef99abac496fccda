import Foundation

/// The text literals of a Swift source file, as far as a test of messages needs them.
///
/// Literals that are joined by "+" are one text; an interpolation is a single "…". Comments are left out.
struct SwiftTextLiterals {
    private let source: [UInt8]
    private var position = 0
    private(set) var texts: [String] = []

    init(of source: String) {
        self.source = Array(source.utf8)
        var isJoined = false
        while position < self.source.count {
            if starts(with: "//") {
                skip(past: "\n")
            } else if starts(with: "/*") {
                skip(past: "*/")
            } else if current == UInt8(ascii: "\"") {
                let text = literal()
                if isJoined, let last = texts.popLast() { texts.append(last + text) } else { texts.append(text) }
                isJoined = skipsPlus()
            } else {
                position += 1
                isJoined = false
            }
        }
    }

    private var current: UInt8 { source[position] }

    private func starts(with text: String) -> Bool { source[position...].starts(with: text.utf8) }

    private mutating func skip(past end: String) {
        while position < source.count, !starts(with: end) { position += 1 }
        position += end.utf8.count
    }

    /// Skips white space and a "+" after a literal; leaves the position where it is unless another literal follows.
    private mutating func skipsPlus() -> Bool {
        var next = position
        var hasPlus = false
        while next < source.count {
            switch source[next] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"): next += 1
            case UInt8(ascii: "+") where !hasPlus:
                hasPlus = true
                next += 1
            case UInt8(ascii: "\"") where hasPlus:
                position = next
                return true
            default: return false
            }
        }
        return false
    }

    /// Reads a literal of one or several lines, and leaves the position after it.
    private mutating func literal() -> String {
        let quotes = starts(with: "\"\"\"") ? "\"\"\"" : "\""
        position += quotes.utf8.count
        var bytes: [UInt8] = []
        while position < source.count, !starts(with: quotes) {
            if starts(with: "\\(") {
                position += 2
                skipInterpolation()
                bytes += Array("…".utf8)
            } else if starts(with: "\\\n") {
                position += 2
                while position < source.count, current == UInt8(ascii: " ") { position += 1 }
            } else if starts(with: "\\") {
                bytes.append(contentsOf: source[min(position + 1, source.count - 1)...].prefix(1))
                position += 2
            } else {
                bytes.append(current)
                position += 1
            }
        }
        position += quotes.utf8.count
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func skipInterpolation() {
        var depth = 1
        while position < source.count, depth > 0 {
            switch current {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            case UInt8(ascii: "\""):
                _ = literal()
                continue
            default: break
            }
            position += 1
        }
    }
}
