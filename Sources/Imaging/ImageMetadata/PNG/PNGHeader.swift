package import TilePyramid

/// The header of a PNG file, its IHDR chunk (PNG specification, third edition, section 11.2.1).
package struct PNGHeader: Hashable, Sendable {
    /// The color types, with the raw values of the specification.
    package enum ColorType: UInt8, Hashable, Sendable {
        case gray = 0
        case rgb = 2
        case palette = 3
        case grayAlpha = 4
        case rgba = 6

        /// The samples per pixel.
        package var samples: Int {
            switch self {
            case .gray, .palette: 1
            case .grayAlpha: 2
            case .rgb: 3
            case .rgba: 4
            }
        }

        /// The allowed bit depths.
        fileprivate var depths: Set<Int> {
            switch self {
            case .gray: [1, 2, 4, 8, 16]
            case .palette: [1, 2, 4, 8]
            default: [8, 16]
            }
        }
    }

    /// The eight bytes that every PNG file starts with.
    package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// The bytes of a chunk besides its data: length, type and checksum.
    package static let chunkOverhead = 12
    /// The bytes of data in the IHDR chunk.
    private static let byteCount = 13

    /// The width and height in pixels.
    package let size: PixelSize
    /// The bits per sample.
    package let depth: Int
    /// The color type.
    package let colorType: ColorType
    /// True when the pixels are stored in the seven passes of Adam7.
    package let isInterlaced: Bool

    /// Parses the data of an IHDR chunk; nil when it is invalid.
    package init?(_ data: UnsafeRawBufferPointer) {
        guard data.count == Self.byteCount, let colorType = ColorType(rawValue: data[9]) else { return nil }
        func number(at offset: Int) -> Int {
            Int(UInt32(bigEndian: data.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        }
        size = PixelSize(width: number(at: 0), height: number(at: 4))
        depth = Int(data[8])
        self.colorType = colorType
        isInterlaced = data[12] == 1
        let sides = 1...Int(Int32.max)
        guard sides.contains(size.width), sides.contains(size.height), colorType.depths.contains(depth), data[10] == 0,
            data[11] == 0, data[12] <= 1
        else { return nil }
    }

    /// Reads the header of a file; nil when the bytes do not start with a signature and a valid IHDR chunk.
    package init?(file: UnsafeRawBufferPointer) {
        let start = Self.signature.count + 8
        guard file.count >= start + Self.byteCount, file.starts(with: Self.signature),
            file[start - 4..<start].elementsEqual("IHDR".utf8)
        else { return nil }
        self.init(UnsafeRawBufferPointer(rebasing: file[start..<start + Self.byteCount]))
    }

    /// True when pixels have an alpha sample.
    package var hasAlpha: Bool { colorType == .grayAlpha || colorType == .rgba }
    /// True when pixels are gray, with or without alpha.
    package var isGray: Bool { colorType == .gray || colorType == .grayAlpha }
}
