/// The list of the images in a JPEG file that has several, one after the other (CIPA DC-007, Multi-Picture Format).
enum MultiPictureFormat {
    /// The first bytes of the segment with the list.
    static let identifier = Array("MPF\0".utf8)
    /// The tag of the list.
    private static let entriesTag = 0xB002
    /// The bytes of an entry of the list.
    private static let entryBytes = 16
    /// The most images that are looked at.
    private static let imageLimit = 16

    /// The offsets of the images after the first one.
    ///
    /// - Parameters:
    ///   - segment: the content of the segment, after its identifier.
    ///   - start: the offset of that content in the file, from which the list counts.
    /// - Returns: the offsets in the file; none when the list is damaged.
    static func otherImages(in segment: [UInt8], at start: Int) -> [Int] {
        let directory = TIFFDirectory(page: 0) { offset, count in Array(segment.dropFirst(offset).prefix(count)) }
        guard let directory, let entry = directory.entries[entriesTag] else { return [] }
        let header = directory.reader.header
        return (0..<min(imageLimit, entry.count / entryBytes)).compactMap { index in
            // Checked: at most 16 entries, at an offset that the directory has read.
            let field = segment.dropFirst(entry.offset).dropFirst(index * entryBytes + 8).prefix(4)
            guard field.count == 4 else { return nil }
            let offset = header.number(field)
            // That of the first image is 0.
            // Checked: a number of 32 bits.
            return offset > 0 ? start + offset : nil
        }
    }
}
