/// Corrects the records of a damaged ZIP archive (APPNOTE.TXT, 4.3), so that the damage reaches what lies after their check.
struct ZIPRepair {
    private var archive: [UInt8]

    /// Returns an archive with the right checksum of each stored file, and in most archives the right offsets.
    static func repair(_ archive: [UInt8]) -> [UInt8] {
        var repair = ZIPRepair(archive: archive)
        // Wrong offsets are to be found, too.
        if !Checksums.crc(archive[...]).isMultiple(of: 4) { repair.correctOffsets() }
        repair.correctChecksums()
        return repair.archive
    }

    /// Has the end record name the directory, and its entries the files in their order.
    private mutating func correctOffsets() {
        let entries = offsets(of: 0x0201_4B50)
        guard let directory = entries.first, let end = offsets(of: 0x0605_4B50).last, directory < end else { return }
        for (entry, file) in zip(entries, offsets(of: 0x0403_4B50)) { set(file, 4, at: entry + 42) }
        for offset in [8, 10] { set(entries.count, 2, at: end + offset) }
        set(end - directory, 4, at: end + 12)
        set(directory, 4, at: end + 16)
    }

    private mutating func correctChecksums() {
        for entry in offsets(of: 0x0201_4B50) where number(at: entry + 10, 2) == 0 {
            guard let size = number(at: entry + 20, 4), let local = number(at: entry + 42, 4),
                let name = number(at: local + 26, 2), let extra = number(at: local + 28, 2)
            else { continue }
            let start = local + 30 + name + extra
            guard size <= archive.count, start <= archive.count - size else { continue }
            set(Int(Checksums.crc(archive[start..<start + size])), 4, at: entry + 16)
        }
    }

    private func offsets(of signature: Int) -> [Int] {
        archive.indices.filter { archive[$0] == UInt8(ascii: "P") && number(at: $0, 4) == signature }
    }

    /// A number of some bytes, the lowest first; `nil` beyond the end.
    private func number(at offset: Int, _ count: Int) -> Int? {
        guard offset >= 0, offset <= archive.count - count else { return nil }
        return (0..<count).reduce(0) { $0 | Int(archive[offset + $1]) << (8 * $1) }
    }

    private mutating func set(_ number: Int, _ count: Int, at offset: Int) {
        guard offset >= 0, offset <= archive.count - count else { return }
        for index in 0..<count { archive[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
    }
}
