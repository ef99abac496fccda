internal import Caching
internal import Concurrency
internal import ImageMetadata

/// A TIFF whose directories and bytes are read from any thread.
final class TIFFChannelFile: @unchecked Sendable {
    // The guard of `@unchecked Sendable`: of `file` only the reading of bytes and the opening of further handles are used, which
    // any thread may do; its own handle of libtiff is not.
    let file: TIFFFile
    /// The file or bytes.
    let input: ImageInput
    private let reader: TIFFByteReader
    private let chain: Locked<Chain>
    private let pages = SharedCache<Int, TIFFChannelPage>(limit: pageLimit)

    /// The most directories of a file that are counted.
    static let directoryLimit = 1 << 20
    /// The most directories that are kept in memory.
    static let pageLimit = 1024

    /// The directories that have been found so far.
    private struct Chain {
        var offsets: [Int] = []
        var seen: Set<Int> = []
        /// The offset of the next directory; 0 after the last.
        var next: Int
    }

    /// Opens a file or bytes; nil if it is not a TIFF.
    ///
    /// - Throws: ``CodecError`` when its first directory cannot be read.
    init?(_ input: ImageInput) throws {
        guard let file = try TIFFFile(input), let reader = file.byteReader else { return nil }
        self.file = file
        self.input = input
        self.reader = reader
        chain = Locked(Chain(next: try reader.firstDirectory()))
    }

    /// The name for errors.
    var name: String { file.name }
    /// Whether numbers have the most significant byte first.
    var isBigEndian: Bool { reader.header.isBigEndian }

    /// The offset of a directory, counted from 0; nil if the chain ends or breaks before it.
    func offset(ofDirectory index: Int) -> Int? {
        guard 0..<Self.directoryLimit ~= index else { return nil }
        return chain.withLock { chain in
            while chain.offsets.count <= index {
                guard let next = follow(&chain) else { return nil }
                chain.offsets.append(next)
            }
            return chain.offsets[index]
        }
    }

    /// The next directory of the chain; nil at its end, and when it leads back.
    ///
    /// Only the number of its entries and its own link are read.
    private func follow(_ chain: inout Chain) -> Int? {
        let start = chain.next
        let header = reader.header
        guard start >= 8, chain.seen.insert(start).inserted,
            let count = try? reader.number(at: start, bytes: header.countBytes),
            1...TIFFDirectory.entryLimit ~= count,
            let next = try? reader.number(
                // Checked: at most 4096 entries, at an offset that has been read.
                at: start + header.countBytes + count * header.entryBytes, bytes: header.offsetBytes)
        else { return nil }
        chain.next = next
        return start
    }

    /// Reads the directory at an offset.
    ///
    /// - Throws: ``CodecError`` when it is damaged.
    func directory(at offset: Int) throws -> TIFFDirectory { try TIFFDirectory(at: offset, of: reader) }

    /// Reads the page at an offset, or returns it if it is kept; nil for pixels that are converted elsewhere.
    ///
    /// - Throws: ``CodecError`` when it cannot be read.
    func page(at offset: Int) throws -> TIFFChannelPage? {
        if let page = pages.value(for: offset) { return page }
        guard let page = try TIFFChannelPage(directory(at: offset), isBigEndian: isBigEndian, file: name) else {
            return nil
        }
        pages.insert(page, for: offset, cost: 1)
        return page
    }

    /// The numbers of a range of a table.
    ///
    /// - Throws: ``CodecError`` when the file does not hold them.
    func numbers(of table: TIFFDirectory.Table, _ range: Range<Int>) throws -> [Int] {
        try reader.numbers(of: table, range)
    }

    /// The part of the file that holds a block, as far as the file goes.
    ///
    /// - Throws: ``CodecError`` when the tables of the page cannot be read.
    func extent(of number: Int, in page: TIFFChannelPage) throws -> TIFFBlocks.Extent {
        let offset: Int
        let count: Int
        switch page.storage {
        case .contiguous(let start):
            offset = start
            count = page.blockBytes
        case .tables(let offsets, let byteCounts):
            guard number < offsets.count else { return TIFFBlocks.Extent(offset: 0, count: 0, isTruncated: true) }
            offset = try reader.numbers(of: offsets, number..<number + 1)[0]
            // Some writers leave the sizes of strips without compression out.
            if let byteCounts, number < byteCounts.count {
                count = try reader.numbers(of: byteCounts, number..<number + 1)[0]
            } else {
                count = page.blockBytes
            }
        }
        guard offset >= 8, count > 0, offset < file.size else {
            return TIFFBlocks.Extent(offset: 0, count: 0, isTruncated: true, isAbsent: offset == 0 && count == 0)
        }
        let left = file.size - offset
        return TIFFBlocks.Extent(offset: offset, count: min(count, left), isTruncated: count > left)
    }
}
