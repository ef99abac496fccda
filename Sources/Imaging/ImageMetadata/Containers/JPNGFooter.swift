internal import Numbers

/// The last 16 bytes of a JPNG file, which give the positions of its color and its alpha.
///
/// A JPNG is a JPEG with the colors, a gray image with the alpha, and this footer, one after the other
/// (https://github.com/nicklockwood/JPNG). All numbers are little-endian. The alpha is a PNG in version 1, and a JPEG in
/// version 2.
package struct JPNGFooter: Hashable, Sendable {
    /// The number of bytes of a footer.
    package static let byteCount = 16
    /// The length of the footer, as it is written.
    private static let length: [UInt8] = [16, 0]
    /// The number 0x4A504E47, which is "JPNG" read from the highest byte on.
    private static let identifier = Array("GNPJ".utf8)
    /// The versions that are read.
    private static let versions: ClosedRange<UInt8> = 1...2

    /// The patterns of the last bytes, one for each version.
    package static let patterns = versions.map {
        BytePattern(length + [$0], at: 8).and(BytePattern(identifier, at: 12))
    }

    /// The number of bytes of the JPEG.
    package let colorBytes: Int
    /// The number of bytes of the gray image after it.
    package let alphaBytes: Int

    /// Creates the footer of a file with a PNG as its alpha.
    package init(colorBytes: Int, alphaBytes: Int) {
        self.colorBytes = colorBytes
        self.alphaBytes = alphaBytes
    }

    /// Reads the footer from the last bytes of a file; nil if there is no footer, or one of an unknown version.
    package init?(endOf bytes: some BidirectionalCollection<UInt8>) {
        let footer = Array(bytes.suffix(Self.byteCount))
        guard footer.count == Self.byteCount, footer[12...].elementsEqual(Self.identifier),
            footer[8...9].elementsEqual(Self.length), Self.versions.contains(footer[10])
        else { return nil }
        func number(at offset: Int) -> Int {
            footer[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        colorBytes = number(at: 0)
        alphaBytes = number(at: 4)
    }

    /// Reads the footer of a file; nil if there is none, or if the parts do not fill the file.
    package init?(of bytes: ImageBytes) {
        let size = bytes.size
        self.init(endOf: bytes.read(at: size - Self.byteCount, count: Self.byteCount))
        guard colorBytes > 0, alphaBytes > 0, CheckedNumber.sum(colorBytes, alphaBytes, Self.byteCount) == size else {
            return nil
        }
    }

    /// The bytes of the footer.
    package var bytes: [UInt8] {
        func littleEndian(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        return littleEndian(colorBytes) + littleEndian(alphaBytes) + Self.length + [1, 0] + Self.identifier
    }
}
