internal import TilePyramid

/// The header of a WebP file (RFC 9649, sections 2.5 to 2.7).
struct WebPHeader {
    let size: PixelSize
    /// Whether pixels may be transparent.
    let hasAlpha: Bool

    /// Parses the first chunk; `nil` if the file is not a WebP image.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 30, bytes.starts(with: "RIFF".utf8), bytes[8..<12].elementsEqual("WEBP".utf8) else {
            return nil
        }
        func number(at offset: Int, bytes count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
        }
        switch String(decoding: bytes[12..<16], as: UTF8.self) {
        case "VP8 ":
            // The frame tag (3 bytes), the start code, then 14 bits each of width and height, with 2 bits of scaling.
            size = PixelSize(width: number(at: 26, bytes: 2) & 0x3FFF, height: number(at: 28, bytes: 2) & 0x3FFF)
            hasAlpha = false
        case "VP8L":
            let bits = number(at: 21, bytes: 4)
            size = PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
            hasAlpha = bits >> 28 & 1 == 1
        case "VP8X":
            size = PixelSize(width: number(at: 24, bytes: 3) + 1, height: number(at: 27, bytes: 3) + 1)
            hasAlpha = bytes[20] & 0x10 != 0
        default: return nil
        }
    }
}
