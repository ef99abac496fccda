/// The one fact of a JPEG 2000 file that libvips does not pass on.
enum JPEG2000Header {
    /// The bits of a sample of the first component: Ssiz in the SIZ marker segment (ISO 15444-1, A.5.1), whether the
    /// codestream stands alone or in a JP2 file's box; nil when it is not found.
    static func precision(_ bytes: ImageBytes) -> Int? {
        guard let start = codestream(bytes) else { return nil }
        let head = bytes.read(at: start, count: 43)
        guard head.count == 43, head[0..<4].elementsEqual([0xFF, 0x4F, 0xFF, 0x51]) else { return nil }
        return Int(head[42] & 0x7F) + 1
    }

    /// The offset of the codestream: boxes (annex I.4) are walked until the one that holds it.
    private static func codestream(_ bytes: ImageBytes) -> Int? {
        var offset = 0
        // Far more boxes than any file has in front of its codestream; a bound for damaged ones.
        for _ in 0..<1000 {
            let head = bytes.read(at: offset, count: 16)
            guard head.count >= 8 else { return nil }
            if head[0] == 0xFF, head[1] == 0x4F { return offset }
            let isLong = head[0..<4].elementsEqual([0, 0, 0, 1])
            if head[4..<8].elementsEqual("jp2c".utf8) { return offset + (isLong ? 16 : 8) }
            let field = isLong ? head.dropFirst(8) : head[0..<4]
            let size = field.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            guard size >= 8, size < 1 << 62, offset < 1 << 62 else { return nil }
            offset += Int(size)
        }
        return nil
    }
}
