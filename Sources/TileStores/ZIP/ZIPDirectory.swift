/// Where the directory of a ZIP archive is, by the record that ends the archive.
struct ZIPDirectory: Hashable {
    let path: String
    /// Where it begins in the file.
    var offset: Int
    /// How many bytes it has.
    var length: Int
    /// How many files and folders it names.
    var count: Int
    /// How many bytes there are before the archive: all its offsets are short by so many.
    var shift: Int

    var end: Int { offset + length }

    /// The most files of an archive that are believed.
    static let mostFiles = 1 << 24
    /// The longest comment that can follow the record.
    private static let longestComment = Int(UInt16.max)

    /// Finds the directory of an archive.
    ///
    /// - Throws: ``StoreError`` when the file is no archive, or one of several, or damaged.
    init(of file: OpenFile) throws {
        path = file.path
        let size = try file.size()
        let tailLength = min(size, ZIPRecords.endLength + Self.longestComment)
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
        if let (record, place) = try Self.end64(of: file, before: directoryEnd) {
            disks = [record.number(16, 4), record.number(20, 4)]
            counts = [record.number(24, 8), record.number(32, 8)]
            (length, declared) = (record.number(40, 8), record.number(48, 8))
            directoryEnd = place
        }
        (offset, self.length, count, shift) = (0, 0, 0, 0)
        guard disks.allSatisfy({ $0 == 0 }), counts[0] == counts[1] else { throw manyDisks }
        guard length <= UInt64(directoryEnd), declared <= UInt64(directoryEnd) - length else {
            throw damaged("its directory would be behind its end")
        }
        guard counts[0] <= length / UInt64(ZIPRecords.directoryLength) else {
            throw damaged("its directory is too short for \(counts[0]) files")
        }
        guard counts[0] <= Self.mostFiles else {
            throw damaged("it would have \(counts[0]) files, and up to \(Self.mostFiles) are read")
        }
        self.length = Int(length)
        count = Int(counts[0])
        offset = directoryEnd - self.length
        shift = offset - Int(declared)
    }

    /// The record with 64-bit numbers, and where it is; nil when there is none.
    private static func end64(of file: OpenFile, before end: Int) throws -> (Tail, Int)? {
        guard end >= ZIPRecords.locatorLength + ZIPRecords.end64Length else { return nil }
        let locatorStart = end - ZIPRecords.locatorLength
        let locator = Tail(bytes: try file.read(ZIPRecords.locatorLength, at: locatorStart), start: locatorStart)
        guard locator.number(0, 4) == UInt64(ZIPRecords.locatorSignature) else { return nil }
        // Where it says, or, when there are bytes before the archive, right before.
        for place in [locator.number(8, 8), UInt64(locatorStart - ZIPRecords.end64Length)] {
            guard place <= UInt64(locatorStart - ZIPRecords.end64Length) else { continue }
            let record = Tail(bytes: try file.read(ZIPRecords.end64Length, at: Int(place)), start: Int(place))
            if record.number(0, 4) == UInt64(ZIPRecords.end64Signature) { return (record, Int(place)) }
        }
        return nil
    }

    /// The error for an archive that consists of several files.
    var manyDisks: StoreError {
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

    func number(_ place: Int, _ count: Int) -> UInt64 {
        (0..<count).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) }
    }

    /// Where the last record is that ends an archive, such that its comment is the end of the file, or else before it.
    func end() -> Int? {
        var fallback: Int?
        for place in stride(from: bytes.count - ZIPRecords.endLength, through: 0, by: -1)
        where bytes[place] == UInt8(ascii: "P") && number(place, 4) == UInt64(ZIPRecords.endSignature) {
            let end = place + ZIPRecords.endLength + Int(number(place + 20, 2))
            if end == bytes.count { return place }
            if end < bytes.count { fallback = fallback ?? place }
        }
        return fallback
    }
}
