internal import ImageMetadata
internal import Numbers

/// The index of a shard: the offset and the number of bytes of each chunk, in the order of the chunks.
struct ZarrShardIndex: Sendable {
    /// The bytes of an offset and a number of bytes.
    private static let entryByteCount = 16
    /// The offset and the number of bytes of a chunk that is left out.
    private static let missing = UInt64.max

    private let bytes: [UInt8]
    private let isBigEndian: Bool

    /// The bytes of the index of `count` chunks in a shard.
    static func byteCount(_ count: Int, _ sharding: ZarrArrayMetadata.Sharding) -> Int {
        count * entryByteCount + (sharding.hasIndexChecksum ? CRC32C.byteCount : 0)  // Checked: chunks have a limit.
    }

    /// Reads the index of `count` chunks.
    ///
    /// - Throws: `CodecError` naming `file` when the index is truncated, or its checksum is wrong.
    init(
        parsing bytes: [UInt8], count: Int, _ sharding: ZarrArrayMetadata.Sharding, file: String
    ) throws(CodecError) {
        guard bytes.count == Self.byteCount(count, sharding) else {
            throw Self.damaged(file, "it is too short for its index")
        }
        if sharding.hasIndexChecksum {
            guard bytes.withUnsafeBytes({ CRC32C.removed(from: $0) != nil }) else {
                throw Self.damaged(file, "the checksum of its index is wrong")
            }
        }
        self.bytes = bytes
        isBigEndian = sharding.isIndexBigEndian
    }

    /// The memory of the index in bytes.
    var cost: Int { bytes.count }

    /// The bytes of a chunk in the shard; nil if the chunk is left out.
    ///
    /// - Throws: `CodecError` naming `file` when the index says what no shard can have.
    func range(of chunk: Int, limit: Int, file: String) throws(CodecError) -> Range<Int>? {
        let offset = number(chunk * 16)  // Checked: a chunk of the index.
        let length = number(chunk * 16 + 8)  // Checked: a chunk of the index.
        if offset == Self.missing, length == Self.missing { return nil }
        guard let offset = CheckedNumber.integer(offset), let length = CheckedNumber.integer(length, in: 0...limit),
            let range = CheckedNumber.range(from: offset, count: length)
        else { throw Self.damaged(file, "its index is wrong") }
        return range
    }

    private func number(_ position: Int) -> UInt64 {
        let value = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: UInt64.self) }
        return isBigEndian ? UInt64(bigEndian: value) : UInt64(littleEndian: value)
    }

    static func damaged(_ file: String, _ reason: String) -> CodecError {
        CodecError(.damaged, file: file, "the shard is damaged: \(reason). Get it again from its source.")
    }

    /// Joins encoded chunks to a shard; nil stands for a chunk that is left out.
    static func shard(of chunks: [[UInt8]?], _ sharding: ZarrArrayMetadata.Sharding) -> [UInt8] {
        let indexByteCount = byteCount(chunks.count, sharding)
        let start = sharding.isIndexAtEnd ? 0 : indexByteCount
        var index: [UInt8] = []
        var shard: [UInt8] = []
        index.reserveCapacity(indexByteCount)
        shard.reserveCapacity(indexByteCount + chunks.reduce(0) { $0 + ($1?.count ?? 0) })
        func append(_ number: UInt64) {
            withUnsafeBytes(of: sharding.isIndexBigEndian ? number.bigEndian : number.littleEndian) {
                index.append(contentsOf: $0)
            }
        }
        for chunk in chunks {
            // Checked: a size of memory.
            append(chunk == nil ? missing : UInt64(start + shard.count))
            append(chunk.map { UInt64($0.count) } ?? missing)  // Checked: a size of memory.
            if let chunk { shard += chunk }
        }
        if sharding.hasIndexChecksum { CRC32C.append(to: &index) }
        guard sharding.isIndexAtEnd else { return index + shard }
        shard += index
        return shard
    }
}
