internal import Numbers

/// Finds the codestream and the header boxes of a JP2 or JPX file (ISO 15444-1, annex I).
package enum JPEG2000Container {
    /// The maximum number of boxes that are read: far more than precede any real codestream.
    private static let boxLimit = 1000

    /// True when a file is a codestream without boxes.
    static func isCodestream(_ bytes: ImageBytes) -> Bool { bytes.read(at: 0, count: 2).elementsEqual([0xFF, 0x4F]) }

    /// The offset of the codestream: 0, or the content of the first jp2c box (I.5.4); nil when there is none.
    package static func codestreamOffset(_ bytes: ImageBytes) -> Int? {
        guard !isCodestream(bytes) else { return 0 }
        var offset: Int?
        forEachBox(bytes, from: 0, to: .max) { kind, content in
            if kind == "jp2c" { offset = content.lowerBound }
            return offset == nil
        }
        return offset
    }

    /// The number of codestreams: a JPX file can have several.
    package static func codestreamCount(_ bytes: ImageBytes) -> Int {
        guard !isCodestream(bytes) else { return 1 }
        var count = 0
        let end = bytes.size
        forEachBox(bytes, from: 0, to: end) { kind, _ in
            if kind == "jp2c" { count += 1 }
            return true
        }
        return count
    }

    /// Calls `body` with the type and content range of each box (I.4) until it returns `false`.
    static func forEachBox(
        _ bytes: ImageBytes, from start: Int, to end: Int, _ body: (String, Range<Int>) -> Bool
    ) {
        var offset = start
        for _ in 0..<boxLimit where offset < end {
            let head = bytes.read(at: offset, count: 16)
            guard head.count >= 8 else { return }
            let isLong = head[0..<4].elementsEqual([0, 0, 0, 1])
            guard !isLong || head.count == 16 else { return }
            let field = isLong ? head[8..<16] : head[0..<4]
            let size = field.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let headBytes = isLong ? 16 : 8
            // The last box may have no length; it extends to the end of the file.
            let isOpen = size == 0
            let next =
                isOpen
                ? Int.max
                : CheckedNumber.integer(size, in: headBytes ... .max).flatMap { CheckedNumber.sum(offset, $0) }
            // Checked: the box is at least as long as its head.
            guard let next, body(String(decoding: head[4..<8], as: UTF8.self), offset + headBytes..<next), !isOpen
            else { return }
            offset = next
        }
    }
}
