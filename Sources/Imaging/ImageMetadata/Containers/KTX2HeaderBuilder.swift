package import TilePyramid

/// Makes the head of a KTX 2.0 file of premultiplied BGRA, up to the first pixel.
package enum KTX2HeaderBuilder {
    /// Returns the head of a file: ``KTX2Header/alignedOffset`` bytes, followed by the pixels.
    ///
    /// Zeros as metadata fill the page, because the format allows no gap before the pixels.
    package static func bytes(size: PixelSize, isOpaque: Bool) -> [UInt8] {
        let index = 104
        let descriptor = descriptor
        let metadataStart = index + descriptor.count
        var metadata = pair("KTXorientation", "rd") + pair("KTXwriter", "TileKit")
        metadata += pair(KTX2Header.opaqueKey, isOpaque ? "1" : "0")
        let key = Array("TileKit:padding".utf8) + [0]
        let room = KTX2Header.alignedOffset - metadataStart - metadata.count - 4
        metadata += word(room) + key + [UInt8](repeating: 0, count: room - key.count)

        let pixels = 4 * size.area
        // The format and its type size, the size, the depth, layers, faces, levels and supercompression; then where the
        // descriptor and the metadata are, and that there are no global data of a supercompression.
        let words = [
            KTX2Header.pixelFormat, 1, size.width, size.height, 0, 0, 1, 1, 0, index, descriptor.count, metadataStart,
            metadata.count, 0, 0, 0, 0,
        ]
        var head = KTX2Header.identifier + words.flatMap(word)
        head += [KTX2Header.alignedOffset, pixels, pixels].flatMap(long)
        return head + descriptor + metadata
    }

    /// The data format descriptor: four samples of 8 bits, blue first, in sRGB with the primaries of BT.709.
    private static let descriptor: [UInt8] = {
        // Alpha, channel 15, is linear (16) in sRGB.
        let channels: [(bit: UInt8, channel: UInt8)] = [(0, 2), (8, 1), (16, 0), (24, 15 | 16)]
        var samples: [UInt8] = []
        for (bit, channel) in channels {
            samples += [bit, 0, 7, channel]
            samples += word(0) + word(0) + word(255)
        }
        let block = 24 + samples.count
        var descriptor = word(4 + block) + word(0) + word(2 | block << 16)
        descriptor += [1, 1, 2, UInt8(KTX2Header.premultipliedFlag)]
        descriptor += word(0)
        descriptor += [4, 0, 0, 0, 0, 0, 0, 0]
        return descriptor + samples
    }()

    /// A key and a text, with their length before and filled up to a multiple of 4 bytes.
    private static func pair(_ key: String, _ value: String) -> [UInt8] {
        let content = Array(key.utf8) + [0] + Array(value.utf8) + [0]
        return word(content.count) + content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
    }

    private static func word(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }

    private static func long(_ number: Int) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
}
