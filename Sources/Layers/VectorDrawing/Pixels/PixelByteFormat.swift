public import TilePyramid

/// The layout of pixels in an array of bytes: one byte for each sample, rows without padding.
///
/// ```swift
/// let buffer = try PixelBuffer(size: size, bytes: bytes, format: .rgba)
/// ```
public struct PixelByteFormat: Hashable, Sendable {
    /// The samples of a pixel, in the order of their bytes.
    public enum Samples: Hashable, Sendable, CaseIterable {
        /// One sample: gray.
        case gray
        /// Gray, then alpha.
        case grayAlpha
        /// Red, green and blue.
        case rgb
        /// Red, green, blue, then alpha.
        case rgba
        /// Blue, green, red, then alpha.
        case bgra

        /// The bytes of a pixel.
        public var count: Int {
            switch self {
            case .gray: 1
            case .grayAlpha: 2
            case .rgb: 3
            case .rgba, .bgra: 4
            }
        }

        /// Whether the last sample is alpha.
        public var hasAlpha: Bool { ![.gray, .rgb].contains(self) }
    }

    /// The order of the rows.
    public enum RowOrder: Hashable, Sendable, CaseIterable {
        /// The upper row comes first, as in image files.
        case topDown
        /// The lower row comes first, as in textures of OpenGL.
        case bottomUp
    }

    /// The samples of a pixel.
    public var samples: Samples
    /// Whether colors are multiplied by alpha; the default is `false`: they are straight.
    public var isPremultiplied: Bool
    /// The order of the rows; the default is ``RowOrder/topDown``.
    public var rowOrder: RowOrder

    /// Creates a format; by default with straight alpha, from the top.
    public init(_ samples: Samples, isPremultiplied: Bool = false, rowOrder: RowOrder = .topDown) {
        self.samples = samples
        self.isPremultiplied = isPremultiplied
        self.rowOrder = rowOrder
    }

    /// Gray, from the top.
    public static let gray = PixelByteFormat(.gray)
    /// Red, green and blue, from the top.
    public static let rgb = PixelByteFormat(.rgb)
    /// Red, green, blue and straight alpha, from the top: the pixels of PNG, and of most libraries.
    public static let rgba = PixelByteFormat(.rgba)
    /// Blue, green, red and premultiplied alpha, from the top: the bytes of a ``PixelBuffer`` itself, and of Cairo.
    public static let premultipliedBGRA = PixelByteFormat(.bgra, isPremultiplied: true)

    /// Returns the bytes that pixels of a size take; nil if there are more than an `Int` counts, or no pixels.
    public func byteCount(of size: PixelSize) -> Int? {
        guard size.width >= 1, size.height >= 1 else { return nil }
        let (area, isAreaTooLarge) = size.width.multipliedReportingOverflow(by: size.height)
        let (count, isCountTooLarge) = area.multipliedReportingOverflow(by: samples.count)
        return isAreaTooLarge || isCountTooLarge ? nil : count
    }
}

/// The error for an array whose size is not that of its pixels.
public struct PixelByteCountError: Error, Hashable, Sendable {
    /// The bytes of the array.
    public var count: Int
    /// The size that was stated.
    public var size: PixelSize
    /// The format that was stated.
    public var format: PixelByteFormat
}

extension PixelByteCountError: CustomStringConvertible {
    /// The fault, in a sentence or two.
    public var description: String {
        guard let expected = format.byteCount(of: size) else {
            return
                "an image of \(size) pixels cannot be made: each side must have at least one, and all must fit in memory"
        }
        return
            "the array has \(count) bytes, and \(size) pixels with \(format.samples.count) bytes each take \(expected): "
            + "check the size, the format, and whether rows have padding"
    }
}
