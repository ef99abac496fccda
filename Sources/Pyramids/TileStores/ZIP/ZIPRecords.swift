/// The records of which a ZIP archive is made, as they are written
/// (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3 and 4.5.3).
enum ZIPRecords {
    static let localHeaderSignature: UInt32 = 0x0403_4B50
    static let centralHeaderSignature: UInt32 = 0x0201_4B50
    static let endRecordSignature: UInt32 = 0x0605_4B50
    static let zip64EndRecordSignature: UInt32 = 0x0606_4B50
    static let zip64LocatorSignature: UInt32 = 0x0706_4B50

    static let localHeaderLength = 30
    static let centralHeaderLength = 46
    static let endRecordLength = 22
    static let zip64EndRecordLength = 56
    static let zip64LocatorLength = 20

    /// The number of the extra field with 64-bit sizes and offsets.
    static let zip64ExtraField: UInt16 = 1

    /// What readers must be able to do: 2.0 for folders in names, 4.5 for 64-bit numbers.
    private static let (version, version64): (UInt16, UInt16) = (20, 45)
    /// Made by Unix: the upper half of the attributes are the permissions of a file that all may read.
    private static let (madeBy, attributes): (UInt16, UInt32) = (3 << 8 | 45, 0o100_644 << 16)
    /// The first day of 1980 at midnight for every file: the same picture gives the same bytes, whenever it is cut.
    private static let (time, date): (UInt16, UInt16) = (0, 1 << 5 | 1)

    /// What comes before a file; sizes and check sum included, so that it can be read without the directory.
    static func localHeader(_ entry: ZIPEntry, name: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(localHeaderLength + name.utf8.count)
        append(localHeaderSignature, to: &bytes)
        append(version, to: &bytes)
        appendShared(entry, name: name, extraLength: 0, to: &bytes)
        bytes += name.utf8
        return bytes
    }

    /// What the directory says of a file.
    static func appendCentralHeader(_ entry: ZIPEntry, name: String, to bytes: inout [UInt8]) {
        let needsZIP64 = entry.offset >= Int(UInt32.max)
        append(centralHeaderSignature, to: &bytes)
        append(madeBy, to: &bytes)
        append(needsZIP64 ? version64 : version, to: &bytes)
        appendShared(entry, name: name, extraLength: needsZIP64 ? 12 : 0, to: &bytes)
        // No comment, on the first disk, nothing known of what is in it.
        for _ in 0..<3 { append(UInt16(0), to: &bytes) }
        append(attributes, to: &bytes)
        append(needsZIP64 ? UInt32.max : UInt32(entry.offset), to: &bytes)
        bytes += name.utf8
        if needsZIP64 {
            append(zip64ExtraField, to: &bytes)
            append(UInt16(8), to: &bytes)
            append(UInt64(entry.offset), to: &bytes)
        }
    }

    /// What both say, from the flags to the length of the extra field.
    private static func appendShared(_ entry: ZIPEntry, name: String, extraLength: UInt16, to bytes: inout [UInt8]) {
        append(entry.flags, to: &bytes)
        append(entry.method, to: &bytes)
        append(time, to: &bytes)
        append(date, to: &bytes)
        append(entry.checksum, to: &bytes)
        append(entry.compressedSize, to: &bytes)
        append(entry.size, to: &bytes)
        append(UInt16(name.utf8.count), to: &bytes)
        append(extraLength, to: &bytes)
    }

    /// What ends the archive: how many files there are, and where their directory is.
    static func end(count: Int, directory: Int, length: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        if count >= Int(UInt16.max) || directory >= Int(UInt32.max) || length >= Int(UInt32.max) {
            append(zip64EndRecordSignature, to: &bytes)
            append(UInt64(zip64EndRecordLength - 12), to: &bytes)
            append(madeBy, to: &bytes)
            append(version64, to: &bytes)
            append(UInt64(0), to: &bytes)  // this disk and that of the directory
            for number in [count, count, length, directory] { append(UInt64(number), to: &bytes) }
            append(zip64LocatorSignature, to: &bytes)
            append(UInt32(0), to: &bytes)
            append(UInt64(directory + length), to: &bytes)
            append(UInt32(1), to: &bytes)
        }
        append(endRecordSignature, to: &bytes)
        append(UInt32(0), to: &bytes)
        for _ in 0..<2 { append(UInt16(clamping: count), to: &bytes) }
        append(UInt32(clamping: length), to: &bytes)
        append(UInt32(clamping: directory), to: &bytes)
        append(UInt16(0), to: &bytes)
        return bytes
    }

    private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }
}
