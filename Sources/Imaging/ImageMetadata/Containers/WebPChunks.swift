/// The properties of a WebP image, from the chunks of its file (RFC 9649, section 2).
package struct WebPChunks {
    /// The size of the image, or of the canvas of an animation, and whether pixels may be transparent.
    package let header: WebPHeader
    /// Whether the file is an animation.
    package let isAnimated: Bool
    /// The bytes of the ICC profile.
    package private(set) var profile: [UInt8]?
    /// The bytes of the EXIF metadata, as stored.
    package private(set) var exif: [UInt8]?

    /// The maximum size of a profile or of EXIF metadata in bytes; longer ones are left out.
    private static let metadataLimit = 16 << 20
    /// The most chunks that are looked at.
    private static let chunkLimit = 1000

    /// Reads the chunks of a file, without the image data; nil if it is not a WebP image.
    package init?(_ bytes: ImageBytes) {
        let start = bytes.read(at: 0, count: 30)
        guard let header = start.withUnsafeBytes({ WebPHeader($0) }) else { return nil }
        self.header = header
        let isExtended = start[12..<16].elementsEqual("VP8X".utf8)
        isAnimated = isExtended && start[20] & 0x02 != 0
        guard isExtended else { return }
        let end = bytes.size
        var offset = 12
        for _ in 0..<Self.chunkLimit where offset <= end - 8 {
            let head = bytes.read(at: offset, count: 8)
            guard head.count == 8 else { return }
            let length = head.withUnsafeBytes {
                Int(UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
            }
            let name = String(decoding: head[..<4], as: UTF8.self)
            // Checked: the head lies within the file, and a length has 32 bits.
            let content = offset + 8..<offset + 8 + length
            if content.upperBound <= end, length <= Self.metadataLimit {
                if name == "ICCP", profile == nil { profile = bytes.read(at: content.lowerBound, count: length) }
                if name == "EXIF", exif == nil { exif = bytes.read(at: content.lowerBound, count: length) }
            }
            // Checked: 32 bits beyond the file's end at most.
            offset = content.upperBound + length % 2
        }
    }
}
