/// The pages of a TIFF that are images of their own, without those that hold another one at a smaller size, or its mask.
package struct TIFFPageList: Hashable, Sendable {
    /// The numbers of the pages, counted from 1 over all directories of the file, in ascending order.
    package private(set) var numbers: [Int] = []
    /// ImageDescription of the first directory, where OME-TIFF has its metadata; nil if there is none.
    package private(set) var description: String?

    /// The most directories that are read.
    package static let directoryLimit = 1 << 16
    /// The most entries of all directories, which bounds the time that a file can cost.
    package static let entryLimit = 1 << 20
    /// The most bytes of a description.
    package static let descriptionLimit = 16 << 20
    /// The bits of NewSubfileType for a reduced resolution and for a mask (TIFF 6.0, page 36).
    private static let otherKinds = 1 | 4

    /// Reads the chain of directories as far as it is intact; nil if the bytes are no TIFF.
    ///
    /// - Complexity: O(entries of all directories); pixels are not read.
    package init?(_ bytes: ImageBytes) {
        guard let header = TIFFHeader(bytes.read(at: 0, count: 16)) else { return nil }
        let reader = TIFFByteReader(header, size: bytes.size, read: bytes.read) { Unreadable(reason: $0) }
        var seen: Set<Int> = []
        var entryCount = 0
        var next = (try? reader.firstDirectory()) ?? 0
        while next != 0, seen.insert(next).inserted, seen.count <= Self.directoryLimit,
            entryCount <= Self.entryLimit, let directory = try? TIFFDirectory(at: next, of: reader)
        {
            entryCount += directory.entryCount
            if seen.count == 1, let text = try? directory.bytes(.imageDescription, limit: Self.descriptionLimit) {
                description = String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
            }
            if (directory.integer(.newSubfileType) ?? 0) & Self.otherKinds == 0 { numbers.append(seen.count) }
            next = directory.next
        }
    }

    /// Ends the chain of directories.
    private struct Unreadable: Error {
        var reason: String
    }
}
