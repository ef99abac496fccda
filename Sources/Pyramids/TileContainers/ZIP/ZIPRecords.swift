/// Writes the records of a ZIP archive (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3 and 4.5.3).
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

    /// The ID of the ZIP64 extra field.
    static let zip64ExtraField: UInt16 = 1

    /// The version needed to extract: 2.0 for folders, 4.5 for ZIP64.
    private static let version: UInt16 = 20
    private static let version64: UInt16 = 45
    /// Made by Unix, so that the upper half of the attributes is a file mode, here 0644.
    private static let madeBy: UInt16 = 3 << 8 | 45
    private static let attributes: UInt32 = 0o100_644 << 16
    /// Midnight on January 1, 1980 for every file, so that the same image always gives the same bytes.
    private static let time: UInt16 = 0
    private static let date: UInt16 = 1 << 5 | 1

    /// The local header of a file, including sizes and checksum, so that the archive can be read as a stream.
    static func localHeader(_ entry: ZIPEntry, name: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(localHeaderLength + name.utf8.count)
        append(localHeaderSignature, to: &bytes)
        append(version, to: &bytes)
        appendShared(entry, name: name, extraLength: 0, to: &bytes)
        bytes += name.utf8
        return bytes
    }

    /// Appends the central directory header of a file.
    static func appendCentralHeader(_ entry: ZIPEntry, name: String, to bytes: inout [UInt8]) {
        let needsZIP64 = entry.offset >= Int(UInt32.max)
        append(centralHeaderSignature, to: &bytes)
        append(madeBy, to: &bytes)
        append(needsZIP64 ? version64 : version, to: &bytes)
        appendShared(entry, name: name, extraLength: needsZIP64 ? 12 : 0, to: &bytes)
        // The length of the comment, the disk number and the internal attributes.
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

    /// Appends the fields that both headers share, from the flags to the length of the extra field.
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

    /// The end of central directory record, preceded by the ZIP64 records if necessary.
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
