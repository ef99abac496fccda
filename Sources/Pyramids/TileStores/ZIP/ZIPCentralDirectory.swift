/// Where the directory of a ZIP archive is, by the record that ends the archive.
struct ZIPCentralDirectory: Hashable {
    let path: String
    /// Where it begins in the file.
    var offset: Int
    /// How many bytes it has.
    var length: Int
    /// How many files and folders it names.
    var count: Int
    /// How many bytes there are before the archive: all its offsets are short by so many.
    var prefixLength: Int

    var end: Int { offset + length }

    /// The most files of an archive that are believed.
    static let fileCountLimit = 1 << 24
    /// The longest comment that can follow the record.
    private static let longestComment = Int(UInt16.max)

    /// Finds the directory of an archive.
    ///
    /// - Throws: ``StoreError`` when the file is no archive, or one of several, or damaged.
    init(of file: OpenFile) throws {
        path = file.path
        let size = try file.size()
        let tailLength = min(size, ZIPRecords.endRecordLength + Self.longestComment)
        let tail = Tail(bytes: try file.read(tailLength, at: size - tailLength), start: size - tailLength)
        guard let end = tail.end() else {
            throw StoreError(
                .malformed, path: file.path,
                "this is not a ZIP archive, or its end is missing. Get it again from its source.")
        }
        var disks = [4, 6].map { tail.number(end + $0, 2) }
        var counts = [8, 10].map { tail.number(end + $0, 2) }
        var (length, declared) = (tail.number(end + 12, 4), tail.number(end + 16, 4))
        var directoryEnd = tail.start + end
        // libvips writes this record also where no number needs it.
        if let (record, position) = try Self.zip64EndRecord(of: file, before: directoryEnd) {
            disks = [record.number(16, 4), record.number(20, 4)]
            counts = [record.number(24, 8), record.number(32, 8)]
            (length, declared) = (record.number(40, 8), record.number(48, 8))
            directoryEnd = position
        }
        (offset, self.length, count, prefixLength) = (0, 0, 0, 0)
        guard disks.allSatisfy({ $0 == 0 }), counts[0] == counts[1] else { throw splitArchive }
        guard length <= UInt64(directoryEnd), declared <= UInt64(directoryEnd) - length else {
            throw damaged("its directory would be behind its end")
        }
        guard counts[0] <= length / UInt64(ZIPRecords.centralHeaderLength) else {
            throw damaged("its directory is too short for \(counts[0]) files")
        }
        guard counts[0] <= Self.fileCountLimit else {
            throw damaged("it would have \(counts[0]) files, and up to \(Self.fileCountLimit) are read")
        }
        self.length = Int(length)
        count = Int(counts[0])
        offset = directoryEnd - self.length
        prefixLength = offset - Int(declared)
    }

    /// The record with 64-bit numbers, and where it is; nil when there is none.
    private static func zip64EndRecord(of file: OpenFile, before end: Int) throws -> (Tail, Int)? {
        guard end >= ZIPRecords.zip64LocatorLength + ZIPRecords.zip64EndRecordLength else { return nil }
        let locatorStart = end - ZIPRecords.zip64LocatorLength
        let locator = Tail(bytes: try file.read(ZIPRecords.zip64LocatorLength, at: locatorStart), start: locatorStart)
        guard locator.number(0, 4) == UInt64(ZIPRecords.zip64LocatorSignature) else { return nil }
        // Where it says, or, when there are bytes before the archive, right before.
        for position in [locator.number(8, 8), UInt64(locatorStart - ZIPRecords.zip64EndRecordLength)] {
            guard position <= UInt64(locatorStart - ZIPRecords.zip64EndRecordLength) else { continue }
            let record = Tail(
                bytes: try file.read(ZIPRecords.zip64EndRecordLength, at: Int(position)), start: Int(position))
            if record.number(0, 4) == UInt64(ZIPRecords.zip64EndRecordSignature) { return (record, Int(position)) }
        }
        return nil
    }

    /// The error for an archive that consists of several files.
    var splitArchive: StoreError {
        StoreError(
            .malformed, path: path,
            "this is one part of an archive in several parts. Put them together with `zip -s 0`.")
    }

    /// The error for an archive that cannot be.
    func damaged(_ reason: String) -> StoreError {
        StoreError(.malformed, path: path, "the archive is damaged: \(reason). Get it again from its source.")
    }
}

/// Some bytes of a file with numbers in them.
private struct Tail {
    let bytes: [UInt8]
    /// Where in the file they begin.
    let start: Int

    func number(_ position: Int, _ count: Int) -> UInt64 {
        (0..<count).reduce(0) { $0 | UInt64(bytes[position + $1]) << UInt64(8 * $1) }
    }

    /// Where the last record is that ends an archive, such that its comment is the end of the file, or else before it.
    func end() -> Int? {
        var fallback: Int?
        for position in stride(from: bytes.count - ZIPRecords.endRecordLength, through: 0, by: -1)
        where bytes[position] == UInt8(ascii: "P") && number(position, 4) == UInt64(ZIPRecords.endRecordSignature) {
            let end = position + ZIPRecords.endRecordLength + Int(number(position + 20, 2))
            if end == bytes.count { return position }
            if end < bytes.count { fallback = fallback ?? position }
        }
        return fallback
    }
}
