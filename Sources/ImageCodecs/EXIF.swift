/// The little of EXIF that cutting needs.
///
/// A block is a TIFF file in miniature: byte order, 42, the offset of the first directory; a directory is a count and
/// entries of 12 bytes: tag, type, count, value. (Exif 2.32, section 4.5.)
enum EXIF {
    /// The orientation, 1 to 8, declared in a block without its "Exif\0\0"; nil when there is none that makes sense.
    static func orientation(in block: [UInt8]) -> Int? {
        guard block.count >= 8 else { return nil }
        let isLittle: Bool
        switch (block[0], block[1]) {
        case (0x49, 0x49): isLittle = true
        case (0x4D, 0x4D): isLittle = false
        default: return nil
        }
        func integer(at offset: Int, bytes: Int) -> Int? {
            guard offset >= 0, offset + bytes <= block.count else { return nil }
            let slice = block[offset..<(offset + bytes)]
            return isLittle
                ? slice.reversed().reduce(0) { $0 << 8 | Int($1) }
                : slice.reduce(0) { $0 << 8 | Int($1) }
        }
        guard integer(at: 2, bytes: 2) == 42, let directory = integer(at: 4, bytes: 4),
            let count = integer(at: directory, bytes: 2)
        else { return nil }
        for entry in 0..<count {
            let offset = directory + 2 + entry * 12
            guard let tag = integer(at: offset, bytes: 2) else { return nil }
            if tag == 0x0112, let value = integer(at: offset + 8, bytes: 2), (1...8).contains(value) {
                return value
            }
        }
        return nil
    }
}
