internal import Files

/// Reads the entries of a central directory in order, through a buffer.
struct ZIPCentralDirectoryReader {
    /// The number of bytes that are read at a time; the longest possible entry fits.
    private static let bufferLength = 256 << 10
    /// The number of bytes that are read ahead over the network.
    private static let prefetchLength = 4 << 20

    private let file: any RandomAccessFile
    private let directory: ZIPCentralDirectory
    private var buffer: [UInt8] = []
    /// The position of the next entry in the buffer.
    private var position = 0
    /// The file offset of the bytes after the buffer.
    private var next: Int

    init(_ directory: ZIPCentralDirectory, of file: any RandomAccessFile) {
        self.file = file
        self.directory = directory
        next = directory.offset
    }

    /// Calls `body` for every file, with the bytes of its name.
    ///
    /// Folders are skipped.
    ///
    /// - Throws: ``StoreError`` when an entry is damaged or dangerous, and what `body` throws.
    mutating func forEachFile(_ body: (ZIPEntry, _ name: ArraySlice<UInt8>) throws -> Void) throws {
        for _ in 0..<directory.count {
            try ensureBuffered(ZIPRecords.centralHeaderLength)
            guard number(0, UInt32.self) == ZIPRecords.centralHeaderSignature else {
                throw directory.damaged("its directory has fewer files than it says")
            }
            let nameLength = Int(number(28, UInt16.self))
            let extraLength = Int(number(30, UInt16.self))
            let commentLength = Int(number(32, UInt16.self))
            let length = ZIPRecords.centralHeaderLength + nameLength + extraLength + commentLength
            try ensureBuffered(length)
            let nameStart = position + ZIPRecords.centralHeaderLength
            let name = buffer[nameStart..<(nameStart + nameLength)]
            // Checked: lengths of 16 bits.
            let entry = try entry(extra: (nameStart + nameLength)..<(nameStart + nameLength + extraLength))
            try check(name)
            if name.last != UInt8(ascii: "/") { try body(entry, name) }
            position += length
        }
    }

    private func number<Number: FixedWidthInteger>(_ offset: Int, _ type: Number.Type) -> Number {
        absolute(position + offset, type)
    }

    private func absolute<Number: FixedWidthInteger>(_ offset: Int, _ type: Number.Type) -> Number {
        buffer.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: type)) }
    }

    /// Makes `count` bytes of the next entry available in the buffer.
    private mutating func ensureBuffered(_ count: Int) throws {
        guard position + count > buffer.count else { return }
        let rest = buffer.count - position
        let more = min(Self.bufferLength, directory.end - next)
        guard rest + more >= count else { throw directory.damaged("its directory ends within an entry") }
        // Checked: within the directory.
        file.prefetch(next..<next + min(Self.prefetchLength, directory.end - next))
        buffer = Array(buffer[position...]) + (try file.read(more, at: next))
        next += more
        position = 0
    }

    /// The entry at the current position; numbers of 64 bits are in its extra field.
    private func entry(extra: Range<Int>) throws -> ZIPEntry {
        // Checked: wider than before.
        var sizes = [number(24, UInt32.self), number(20, UInt32.self), number(42, UInt32.self)].map { UInt64($0) }
        if sizes.contains(UInt64(UInt32.max)), let field = zip64ExtraField(in: extra) {
            var start = field.lowerBound
            for index in sizes.indices where sizes[index] == UInt64(UInt32.max) {
                guard start + 8 <= field.upperBound else { break }
                sizes[index] = absolute(start, UInt64.self)
                start += 8
            }
        }
        guard [0, UInt16.max].contains(number(34, UInt16.self)) else { throw directory.splitArchive }
        // The end record has shown how many bytes precede the archive.
        guard let offset = Int(exactly: sizes[2]), offset < directory.offset - directory.prefixLength else {
            throw directory.damaged("a file would be after its central directory")
        }
        return ZIPEntry(
            offset: offset + directory.prefixLength, compressedSize: UInt32(clamping: sizes[1]),
            size: UInt32(clamping: sizes[0]),
            checksum: number(16, UInt32.self), method: number(10, UInt16.self), flags: number(8, UInt16.self))
    }

    private func zip64ExtraField(in extra: Range<Int>) -> Range<Int>? {
        var start = extra.lowerBound
        while start + 4 <= extra.upperBound {
            // Checked: two bytes.
            let end = start + 4 + Int(absolute(start + 2, UInt16.self))
            guard end <= extra.upperBound else { return nil }
            // Checked: the end is four bytes on, or more.
            if absolute(start, UInt16.self) == ZIPRecords.zip64ExtraField { return (start + 4)..<end }
            start = end
        }
        return nil
    }

    /// Whether a name contains no consecutive dots, backslashes, colons or zeros.
    private static func isPlain(_ name: ArraySlice<UInt8>) -> Bool {
        name.withUnsafeBufferPointer { bytes in
            var last: UInt8 = 0
            for byte in bytes {
                if byte == 0 || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: ":") { return false }
                if byte == UInt8(ascii: "."), last == byte { return false }
                last = byte
            }
            return true
        }
    }

    /// Refuses names that would lead out of the folder into which an archive is extracted.
    ///
    /// Nothing is extracted here, but such an archive was probably made to do harm.
    private func check(_ name: ArraySlice<UInt8>) throws {
        // The fast path, since an archive may have a million names.
        if !name.isEmpty, name.first != UInt8(ascii: "/"), Self.isPlain(name) { return }
        let parts = name.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        let isDrive = name.dropFirst().first == UInt8(ascii: ":")
        guard let first = parts.first, !first.isEmpty, !isDrive, !name.contains(0),
            !parts.contains(where: { $0.elementsEqual("..".utf8) })
        else {
            throw StoreError(
                .malformed, path: directory.path,
                "it contains a file named \"\(PathText.text(name.prefix(80)))\", which leads out of "
                    + "the archive. It is not opened.")
        }
    }
}
