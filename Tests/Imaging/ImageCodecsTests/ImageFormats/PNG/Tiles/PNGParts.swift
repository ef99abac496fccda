import TestSupport
import Testing

/// The chunks of a PNG file, to be changed and written with correct checksums.
struct PNGParts {
    var chunks: [(type: String, data: [UInt8])] = []

    init(_ file: [UInt8]) throws {
        var place = 8
        while place < file.count {
            let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let type = String(decoding: file[place + 4..<place + 8], as: UTF8.self)
            chunks.append((type, Array(file[place + 8..<place + 8 + length])))
            place += 12 + length
        }
        try #require(chunks.last?.type == "IEND")
    }

    /// The complete file.
    var file: [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunks.flatMap { PNGFixture.chunk($0.type, $0.data) }
    }

    /// The complete file with its data in IDAT chunks of up to `length` bytes.
    func file(splittingDataInto length: Int) -> [UInt8] {
        var parts = self
        parts.chunks = chunks.flatMap { chunk in
            guard chunk.type == "IDAT" else { return [chunk] }
            return stride(from: 0, to: chunk.data.count, by: length).map { start in
                (type: "IDAT", data: Array(chunk.data[start..<min(start + length, chunk.data.count)]))
            }
        }
        return parts.file
    }
}
