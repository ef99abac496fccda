import Compression
import ImageMetadata
import PixelKernels
import Testing

/// A little-endian TIFF in memory, read without the readers of the package.
struct WrittenTIFF {
    /// The fields of a directory: types, counts and the offsets of the values, by tag.
    struct Directory {
        var fields: [Int: (type: Int, count: Int, offset: Int)] = [:]

        /// The numbers of a tag; empty if it is absent.
        func numbers(_ tag: TIFFTag, _ file: WrittenTIFF) -> [Int] {
            guard let field = fields[tag.rawValue] else { return [] }
            let size = [3: 2, 4: 4, 16: 8][field.type] ?? 1
            return (0..<field.count).map { file.number(field.offset + $0 * size, size) }
        }

        /// The floating-point numbers of 64 bits of a tag; empty if it is absent.
        func doubles(_ tag: TIFFTag, _ file: WrittenTIFF) -> [Double] {
            guard let field = fields[tag.rawValue], field.type == 12 else { return [] }
            return (0..<field.count).map {
                Double(bitPattern: UInt64(bitPattern: Int64(file.number(field.offset + 8 * $0, 8))))
            }
        }

        /// The first number of a tag.
        func number(_ tag: TIFFTag, _ file: WrittenTIFF) -> Int? { numbers(tag, file).first }

        /// The text of a tag, without the final NUL.
        func text(_ tag: TIFFTag, _ file: WrittenTIFF) -> String? {
            guard let field = fields[tag.rawValue] else { return nil }
            return String(decoding: file.bytes[field.offset..<field.offset + field.count - 1], as: UTF8.self)
        }
    }

    let bytes: [UInt8]
    let isBigTIFF: Bool
    /// The directories of the chain, each followed by its SubIFDs.
    private(set) var directories: [[Directory]] = []

    init(_ bytes: [UInt8]) throws {
        self.bytes = bytes
        try #require(bytes.starts(with: Array("II".utf8)))
        isBigTIFF = bytes[2] == 43
        var offset = isBigTIFF ? number(8, 8) : number(4, 4)
        while offset != 0 {
            let (first, next) = try directory(at: offset)
            let others = try first.numbers(.subIFDs, self).map { try directory(at: $0) }
            try #require(others.allSatisfy { $0.next == 0 })
            directories.append([first] + others.map(\.directory))
            offset = next
        }
    }

    private func number(_ offset: Int, _ size: Int) -> Int {
        (0..<size).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }

    private func directory(at offset: Int) throws -> (directory: Directory, next: Int) {
        try #require(offset.isMultiple(of: 2) && offset < bytes.count)
        let count = number(offset, isBigTIFF ? 8 : 2)
        let start = offset + (isBigTIFF ? 8 : 2)
        let entrySize = isBigTIFF ? 20 : 12
        let inline = isBigTIFF ? 8 : 4
        var directory = Directory()
        var last = 0
        for index in 0..<count {
            let entry = start + index * entrySize
            let tag = number(entry, 2)
            try #require(tag > last)
            last = tag
            let type = number(entry + 2, 2)
            let valueCount = number(entry + 4, inline)
            let size = [2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 12: 8, 16: 8][type] ?? 1
            let field = entry + 4 + inline
            directory.fields[tag] = (type, valueCount, size * valueCount <= inline ? field : number(field, inline))
        }
        return (directory, number(start + count * entrySize, inline))
    }

    /// The samples of a directory of one channel, put together from its tiles.
    func samples(of directory: Directory) throws -> [UInt8] {
        func number(_ tag: TIFFTag) throws -> Int { try #require(directory.number(tag, self)) }
        let width = try number(.imageWidth)
        let height = try number(.imageLength)
        let tileWidth = try number(.tileWidth)
        let tileHeight = try number(.tileLength)
        let sampleBytes = try number(.bitsPerSample) / 8
        let columns = (width + tileWidth - 1) / tileWidth
        let offsets = directory.numbers(.tileOffsets, self)
        let counts = directory.numbers(.tileByteCounts, self)
        try #require(offsets.count == columns * ((height + tileHeight - 1) / tileHeight))
        try #require(counts.count == offsets.count)
        var samples = [UInt8](repeating: 0, count: width * height * sampleBytes)
        for (index, offset) in offsets.enumerated() {
            var tile = try decompress(
                Array(bytes[offset..<offset + counts[index]]), try number(.compression),
                count: tileWidth * tileHeight * sampleBytes)
            if directory.number(.predictor, self) == 2 {
                tile.withUnsafeMutableBytes { tile in
                    guard let base = tile.baseAddress else { return }
                    for y in 0..<tileHeight {
                        HorizontalPredictor.accumulate(
                            base + y * tileWidth * sampleBytes, bits: 8 * sampleBytes, count: tileWidth, step: 1)
                    }
                }
            }
            let x = index % columns * tileWidth
            let y = index / columns * tileHeight
            let rowBytes = min(tileWidth, width - x) * sampleBytes
            for row in 0..<min(tileHeight, height - y) {
                let source = row * tileWidth * sampleBytes
                let target = ((y + row) * width + x) * sampleBytes
                samples.replaceSubrange(target..<target + rowBytes, with: tile[source..<source + rowBytes])
            }
        }
        return samples
    }

    private func decompress(_ bytes: [UInt8], _ compression: Int, count: Int) throws -> [UInt8] {
        switch compression {
        case 1:
            try #require(bytes.count == count)
            return bytes
        case 5:
            let padded = bytes + [UInt8](repeating: 0, count: LZWDecompressor.inputPadding)
            var result = [UInt8](repeating: 0, count: count)
            let isComplete = padded.withUnsafeBytes { input in
                result.withUnsafeMutableBytes { output in
                    LZWDecompressor().decompress(
                        UnsafeRawBufferPointer(rebasing: input[..<bytes.count]), into: output)
                }
            }
            try #require(isComplete)
            return result
        default:
            // Deflate, after the header of zlib and before the checksum.
            return try DeflateCodec.inflate(Array(bytes[2..<bytes.count - 4]), count: count)
        }
    }
}
