internal import Numbers

/// The location of a ZIP archive's central directory.
struct ZIPCentralDirectory: Hashable {
    let path: String
    /// The offset of the directory.
    var offset: Int
    /// The size of the directory in bytes.
    var length: Int
    /// The number of files and folders.
    var count: Int
    /// The number of bytes before the archive, to be added to all of its offsets.
    var prefixLength: Int

    var end: Int { offset + length }

    /// The most files of an archive that are accepted.
    static let fileCountLimit = 1 << 24
    /// The longest comment that can follow the end record.
    private static let longestComment = Int(UInt16.max)

    /// Locates the central directory of an archive.
    ///
    /// - Throws: ``StoreError`` when the file is not an archive, is part of a split archive, or is damaged.
    init(of file: any RandomAccessFile) throws {
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
        var length = tail.number(end + 12, 4)
        var declared = tail.number(end + 16, 4)
        var directoryEnd = tail.start + end
        // libvips writes the ZIP64 record even where no number needs it.
        if let (record, position) = try Self.zip64EndRecord(of: file, before: directoryEnd) {
            disks = [record.number(16, 4), record.number(20, 4)]
            counts = [record.number(24, 8), record.number(32, 8)]
            length = record.number(40, 8)
            declared = record.number(48, 8)
            directoryEnd = position
        }
        offset = 0
        self.length = 0
        count = 0
        prefixLength = 0
        guard disks.allSatisfy({ $0 == 0 }), counts[0] == counts[1] else { throw splitArchive }
        // Checked: a position in the file.
        guard length <= UInt64(directoryEnd), declared <= UInt64(directoryEnd) - length else {
            throw damaged("its central directory would be beyond its end")
        }
        guard counts[0] <= length / UInt64(ZIPRecords.centralHeaderLength) else {
            throw damaged("its directory is too short for \(counts[0]) files")
        }
        guard counts[0] <= Self.fileCountLimit else {
            throw damaged("it would have \(counts[0]) files, and up to \(Self.fileCountLimit) are read")
        }
        guard let length = CheckedNumber.integer(length), let declared = CheckedNumber.integer(declared),
            let count = CheckedNumber.integer(counts[0])
        else { throw damaged("its central directory would be beyond its end") }
        self.length = length
        self.count = count
        offset = directoryEnd - length
        prefixLength = offset - declared
    }

    /// The ZIP64 end record and its offset; `nil` if there is none.
    private static func zip64EndRecord(of file: any RandomAccessFile, before end: Int) throws -> (Tail, Int)? {
        guard end >= ZIPRecords.zip64LocatorLength + ZIPRecords.zip64EndRecordLength else { return nil }
        let locatorStart = end - ZIPRecords.zip64LocatorLength
        let locator = Tail(bytes: try file.read(ZIPRecords.zip64LocatorLength, at: locatorStart), start: locatorStart)
        guard locator.number(0, 4) == UInt64(ZIPRecords.zip64LocatorSignature) else { return nil }
        // At the offset in the locator, or, if bytes precede the archive, right before the locator.
        // Checked: there is room for the record before the locator.
        for position in [locator.number(8, 8), UInt64(locatorStart - ZIPRecords.zip64EndRecordLength)] {
            let last = locatorStart - ZIPRecords.zip64EndRecordLength
            guard let position = CheckedNumber.integer(position, in: 0...last) else { continue }
            let record = Tail(bytes: try file.read(ZIPRecords.zip64EndRecordLength, at: position), start: position)
            if record.number(0, 4) == UInt64(ZIPRecords.zip64EndRecordSignature) { return (record, position) }
        }
        return nil
    }

    /// The error for a split archive.
    var splitArchive: StoreError {
        StoreError(.malformed, path: path, "this is one part of a split archive. Join the parts with `zip -s 0`.")
    }

    /// The error for a damaged archive.
    func damaged(_ reason: String) -> StoreError {
        StoreError(.malformed, path: path, "the archive is damaged: \(reason). Get it again from its source.")
    }
}

/// Bytes of the file from which numbers are read.
private struct Tail {
    let bytes: [UInt8]
    /// The file offset of the bytes.
    let start: Int

    func number(_ position: Int, _ count: Int) -> UInt64 {
        // Checked: at most 8 bytes.
        (0..<count).reduce(0) { $0 | UInt64(bytes[position + $1]) << UInt64(8 * $1) }
    }

    /// The position of the last end record whose comment ends the file, or else of the last one.
    func end() -> Int? {
        var fallback: Int?
        for position in stride(from: bytes.count - ZIPRecords.endRecordLength, through: 0, by: -1)
        where bytes[position] == UInt8(ascii: "P") && number(position, 4) == UInt64(ZIPRecords.endRecordSignature) {
            // Checked: two bytes.
            let end = position + ZIPRecords.endRecordLength + Int(number(position + 20, 2))
            if end == bytes.count { return position }
            if end < bytes.count { fallback = fallback ?? position }
        }
        return fallback
    }
}

/// A file in a ZIP archive, as described by the central directory, without its name.
package struct ZIPEntry: Hashable {
    /// The offset of the local header: thirty bytes, the name, the extra field, then the data.
    var offset: Int
    /// The compressed and the uncompressed size; `UInt32.max` for 4 GB and more.
    var compressedSize: UInt32
    var size: UInt32
    /// The CRC-32 of the uncompressed bytes.
    var checksum: UInt32
    /// The compression method: ``stored``, ``deflated`` or another.
    var method: UInt16
    /// The general purpose bit flags.
    var flags: UInt16

    static let stored: UInt16 = 0
    static let deflated: UInt16 = 8
    /// The flag of an encrypted file.
    static let encrypted: UInt16 = 1
    /// The flag for names in UTF-8.
    static let utf8Name: UInt16 = 1 << 11
}
