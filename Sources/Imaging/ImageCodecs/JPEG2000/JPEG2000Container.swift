/// What a JPEG 2000 file says beside its codestream (ISO 15444-1, annex I).
enum JPEG2000Container {
    /// What the colors of a file are.
    struct ColorSpecification {
        /// The ICC profile; nil when a number says what colors are.
        var profile: [UInt8]?
        /// 16 is sRGB, 17 gray; nil when a profile says it, or nothing.
        var number: Int?
        /// Whether samples are numbers of colors, or there is something beside colors.
        var hasPaletteOrChannelDefinitions = false
    }

    /// The most bytes of a profile.
    private static let profileLimit = 16 << 20
    /// Far more boxes than any file has in front of its codestream; a bound for damaged ones.
    private static let boxLimit = 1000

    /// The bits of a sample of the first component: Ssiz in the SIZ marker segment (A.5.1), whether the codestream stands
    /// alone or in a JP2 file's box; nil when it is not found.
    static func precision(_ bytes: ImageBytes) -> Int? {
        guard let start = codestreamOffset(bytes) else { return nil }
        let head = bytes.read(at: start, count: 43)
        guard head.count == 43, head[0..<4].elementsEqual([0xFF, 0x4F, 0xFF, 0x51]) else { return nil }
        return Int(head[42] & 0x7F) + 1
    }

    /// Whether a file that begins so is JPEG 2000: a JP2 file, or a codestream by itself.
    static func isJPEG2000(_ head: [UInt8]) -> Bool {
        head.starts(with: [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A])
            || head.starts(with: [0xFF, 0x4F, 0xFF, 0x51])
    }

    /// The offset of the codestream: boxes (annex I.4) are walked until the one that holds it.
    static func codestreamOffset(_ bytes: ImageBytes) -> Int? {
        guard !bytes.read(at: 0, count: 2).elementsEqual([0xFF, 0x4F]) else { return 0 }
        var offset: Int?
        forEachBox(bytes, from: 0, to: .max) { kind, content in
            if kind == "jp2c" { offset = content.lowerBound }
            return offset == nil
        }
        return offset
    }

    /// What the first color specification says (I.5.3.3), and whether a palette or definitions of channels are there.
    static func color(_ bytes: ImageBytes) -> ColorSpecification {
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
                    if head[0] == 1 { color.number = head[3...].reduce(0) { $0 << 8 | Int($1) } }
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

    /// Names the boxes of a part of a file, and where their content is, until `body` has had enough.
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
            // The last box may leave open how long it is.
            let isOpen = size == 0
            guard isOpen || size >= UInt64(headBytes) && size < 1 << 60, offset < 1 << 60 else { return }
            let next = isOpen ? Int.max : offset + Int(size)
            guard body(String(decoding: head[4..<8], as: UTF8.self), offset + headBytes..<next), !isOpen else { return }
            offset = next
        }
    }
}
