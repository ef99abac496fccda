internal import ImageMetadata

/// The codecs of bytes that chunks pass through when they are written, in this order; they are read in the reverse one.
package struct ZarrCodecChain: Hashable, Sendable {
    /// The codecs; none stores the bytes as they are.
    package var codecs: [ZarrCodec]

    /// The most codecs of a chain.
    package static let codecLimit = 8

    /// Creates a chain of at most ``codecLimit`` codecs.
    package init(_ codecs: [ZarrCodec] = []) {
        precondition(codecs.count <= Self.codecLimit, "a chain has at most \(Self.codecLimit) codecs")
        self.codecs = codecs
    }

    /// The most bytes that any codec makes of `byteCount` bytes, which are at most a chunk.
    package static func encodedLimit(_ byteCount: Int) -> Int { byteCount + byteCount / 64 + 64 << 10 }

    /// The most bytes that the chain makes of `byteCount` bytes, which are at most a chunk.
    package func encodedLimit(_ byteCount: Int) -> Int {
        codecs.reduce(byteCount) { count, _ in Self.encodedLimit(count) }
    }

    /// Decodes bytes to exactly `byteCount` bytes.
    ///
    /// - Throws: `CodecError` naming `file` when the bytes are damaged, or decode to another number of bytes.
    package func decode(_ bytes: [UInt8], to byteCount: Int, file: String) throws -> [UInt8] {
        var limits = [byteCount]
        for _ in codecs.dropFirst() { limits.append(Self.encodedLimit(limits[limits.count - 1])) }
        var bytes = bytes
        for (codec, limit) in zip(codecs, limits).reversed() {
            bytes = try bytes.withUnsafeBytes { try codec.decode($0, limit: limit, file: file) }
        }
        guard bytes.count == byteCount else {
            throw CodecError(
                .damaged, file: file,
                "the file is damaged: a chunk has \(bytes.count) bytes instead of \(byteCount). Get it again from its "
                    + "source.")
        }
        return bytes
    }

    /// Encodes the bytes of a chunk, which are numbers of `typeSize` bytes.
    ///
    /// - Throws: `CodecError` naming `file` when a codec is not installed, or fails.
    package func encode(_ bytes: UnsafeRawBufferPointer, typeSize: Int, file: String) throws -> [UInt8] {
        guard let first = codecs.first else { return Array(bytes) }
        var result = try first.encode(bytes, typeSize: typeSize, file: file)
        for codec in codecs.dropFirst() {
            result = try result.withUnsafeBytes { try codec.encode($0, typeSize: typeSize, file: file) }
        }
        return result
    }
}
