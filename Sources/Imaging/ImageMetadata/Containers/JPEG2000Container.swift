internal import CheckedNumbers

/// Reads the boxes of a JP2 file around its codestream (ISO 15444-1, annex I).
package enum JPEG2000Container {
    /// The color space of a file.
    package struct ColorSpecification {
        /// The ICC profile; nil when the color space is enumerated or missing.
        package var profile: [UInt8]?
        /// EnumCS: 16 is sRGB, 17 gray; nil when there is a profile or no color specification.
        package var enumeratedColorSpace: Int?
        /// True when samples are palette indices, or when channels are defined, such as alpha.
        package var hasPaletteOrChannelDefinitions = false
    }

    /// The maximum size of a profile in bytes.
    private static let profileLimit = 16 << 20
    /// The maximum number of boxes that are read: far more than precede any real codestream.
    private static let boxLimit = 1000

    /// The bits per sample of the first component: Ssiz in the SIZ marker segment (A.5.1) of a bare codestream or a JP2
    /// file; nil when there is none.
    package static func precision(_ bytes: ImageBytes) -> Int? {
        guard let start = codestreamOffset(bytes) else { return nil }
        let head = bytes.read(at: start, count: 43)
        guard head.count == 43, head[0..<4].elementsEqual([0xFF, 0x4F, 0xFF, 0x51]) else { return nil }
        return Int(head[42] & 0x7F) + 1
    }

    /// True when a file that starts with these bytes is a JP2 file or a bare codestream.
    package static func isJPEG2000(_ head: [UInt8]) -> Bool {
        head.starts(with: [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A])
            || head.starts(with: [0xFF, 0x4F, 0xFF, 0x51])
    }

    /// The offset of the codestream: 0, or the content of the jp2c box (I.5.4); nil when there is none.
    package static func codestreamOffset(_ bytes: ImageBytes) -> Int? {
        guard !bytes.read(at: 0, count: 2).elementsEqual([0xFF, 0x4F]) else { return 0 }
        var offset: Int?
        forEachBox(bytes, from: 0, to: .max) { kind, content in
            if kind == "jp2c" { offset = content.lowerBound }
            return offset == nil
        }
        return offset
    }

    /// Reads the first color specification (I.5.3.3) and notes any palette or channel definition.
    package static func color(_ bytes: ImageBytes) -> ColorSpecification {
        var color = ColorSpecification()
        guard !bytes.read(at: 0, count: 2).elementsEqual([0xFF, 0x4F]) else { return color }
        var hasColorSpecification = false
        forEachBox(bytes, from: 0, to: .max) { kind, header in
            guard kind == "jp2h" else { return kind != "jp2c" }
            forEachBox(bytes, from: header.lowerBound, to: header.upperBound) { kind, content in
                switch kind {
                case "pclr", "cmap", "cdef": color.hasPaletteOrChannelDefinitions = true
                case "colr" where !hasColorSpecification:
                    hasColorSpecification = true
                    let head = bytes.read(at: content.lowerBound, count: 7)
                    guard head.count == 7 else { return true }
                    if head[0] == 1 { color.enumeratedColorSpace = head[3...].reduce(0) { $0 << 8 | Int($1) } }
                    if head[0] == 2, content.count <= profileLimit {
                        color.profile = bytes.read(at: content.lowerBound + 3, count: content.count - 3)
                    }
                default: break
                }
                return true
            }
            return true
        }
        return color
    }

    /// Calls `body` with the type and content range of each box (I.4) until it returns `false`.
    private static func forEachBox(
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
