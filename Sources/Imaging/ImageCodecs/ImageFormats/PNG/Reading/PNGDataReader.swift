internal import Compression

/// Decompresses the contents of a PNG's IDAT chunks, whose checksums it verifies.
///
/// As in libpng, Adler-32, the checksum of the decompressed data, is not verified, and data after the last row is ignored. It
/// needs the memory of ``PNGDatastream`` and of the decompressor.
final class PNGDataReader {
    /// The reason that there is no more data.
    enum Problem: Error, Hashable {
        /// The file ends.
        case truncated
        /// The file is damaged, as a clause.
        case damaged(String)
    }

    private let stream: PNGDatastream
    private let inflater: InflateStream
    /// The bytes of the current chunk that have not been taken from the stream.
    private var remaining: Int
    /// The bytes of the current chunk that have been taken from the stream.
    private var taken = 0
    private var checksum = PNGChunk.checksum(PNGChunk.data)
    /// The bytes taken from the stream that have not been decompressed.
    private var input = UnsafeRawBufferPointer(start: nil, count: 0)
    private var zlibHeader: [UInt8] = []
    private var isFinished = false
    private var isDamaged = false
    /// The reason why the stream gets no more data; the end of its data may not be decompressed yet.
    private var problem: Problem?

    /// Starts within the first IDAT chunk, with `length` bytes to follow; nil without memory.
    init?(_ stream: PNGDatastream, length: Int) {
        guard let inflater = InflateStream() else { return nil }
        self.inflater = inflater
        self.stream = stream
        remaining = length
    }

    /// Fills `output` with the next bytes.
    ///
    /// - Returns: the bytes written, and the reason why there are no more where these are fewer than asked for.
    func read(into output: UnsafeMutableRawBufferPointer) -> (count: Int, problem: Problem?) {
        var room = output
        while !room.isEmpty {
            // Damage that follows the last row is met when it fills the output, or never.
            guard !isDamaged else {
                return (output.count - room.count, .damaged("its data cannot be decompressed"))
            }
            guard !isFinished else {
                return (output.count - room.count, .damaged("it has fewer rows than its header says"))
            }
            switch inflater.inflate(&input, into: &room, isEager: problem != nil) {
            case .damaged: isDamaged = true
            case .finished: isFinished = true
            case .incomplete:
                guard input.isEmpty, !room.isEmpty else { continue }
                if let problem { return (output.count - room.count, problem) }
                problem = refill()
            }
        }
        return (output.count, nil)
    }

    /// Verifies the rest of the chunk that the last row ends in; returns a problem with it.
    func finish() -> Problem? {
        // Of a chunk that has only been read ahead nothing is needed; those before it are verified.
        guard inflater.unread + input.count < taken else { return nil }
        if let problem { return problem }
        while remaining > 0 {
            guard take() else { return .truncated }
        }
        return verify()
    }

    /// Takes the next bytes of data.
    private func refill() -> Problem? {
        while input.isEmpty {
            while remaining == 0 {
                if let problem = verify() { return problem }
                taken = 0
                if let problem = nextChunk() { return problem }
            }
            guard take() else { return .truncated }
            while zlibHeader.count < 2, let byte = input.first {
                zlibHeader.append(byte)
                input = UnsafeRawBufferPointer(rebasing: input.dropFirst())
            }
            guard zlibHeader.count < 2 || hasValidHeader else {
                input = UnsafeRawBufferPointer(start: nil, count: 0)
                return .damaged("its data is not a zlib stream")
            }
        }
        return nil
    }

    /// RFC 1950, 2.2: deflate, a window of up to 32 KB, no dictionary, and a checksum.
    private var hasValidHeader: Bool {
        let method = zlibHeader[0]
        let flags = zlibHeader[1]
        return method & 15 == 8 && method >> 4 <= 7 && flags & 0x20 == 0
            && (UInt16(method) << 8 | UInt16(flags)) % 31 == 0
    }

    /// Takes bytes of the current chunk from the stream; false at the end of the file.
    private func take() -> Bool {
        input = stream.take(atMost: remaining)
        remaining -= input.count
        taken += input.count
        checksum = DeflateCodec.crc32(input, after: checksum)
        return !input.isEmpty
    }

    /// Compares the checksum of the chunk that has ended.
    private func verify() -> Problem? {
        guard let stored = stream.takeNumber() else { return .truncated }
        return stored == Int(checksum) ? nil : .damaged("the checksum of an IDAT chunk is wrong")
    }

    private func nextChunk() -> Problem? {
        guard let length = stream.takeNumber(), let type = stream.takeNumber() else { return .truncated }
        guard type == PNGChunk.data, length <= PNGChunk.longest else {
            return .damaged("it has fewer rows than its header says")
        }
        remaining = length
        checksum = PNGChunk.checksum(PNGChunk.data)
        return nil
    }
}
