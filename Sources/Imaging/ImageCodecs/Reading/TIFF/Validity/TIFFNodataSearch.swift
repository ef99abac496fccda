internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Finds the pixels of a page whose samples all have the value of invalid pixels, before samples are converted.
///
/// Alpha is not compared; channels that are neither color nor alpha are, as GDAL does.
///
/// Safe to use from any thread.
struct TIFFNodataSearch: Sendable {
    /// How samples are compared.
    private enum Comparison: Sendable {
        /// Samples that fill whole bytes.
        case aligned(NodataTest)
        /// Packed samples, by bit pattern.
        case pattern(UInt64)
        /// Floating-point numbers of 16 and 24 bits.
        case number(NodataValue.Match<Float>)
    }

    private let type: TIFFSampleType
    private let comparison: Comparison
    private let samplesPerPixel: Int
    /// The number of samples that are compared, which are the first of a pixel.
    private let compared: Int
    private let planes: Int

    /// Prepares the search in the stored rows of a page.
    ///
    /// - Returns: nil if samples of the page's type cannot hold the value.
    init?(_ value: NodataValue, _ page: TIFFPage) {
        let type = page.converted?.type ?? TIFFSampleType(number: .unsigned, bits: page.stored.bits)
        guard let comparison = Self.comparison(value, type, isByteSwapped: page.stored.isByteSwapped) else {
            return nil
        }
        (self.type, self.comparison) = (type, comparison)
        samplesPerPixel = page.converted?.perPixel ?? page.stored.samplesPerPixel
        let colors = page.converted?.colors ?? (page.stored.hasColor ? 3 : 1)
        // libtiff adds an alpha of its own.
        compared = page.stored.alphaIndex != nil || page.isReadAsRGBA ? colors : samplesPerPixel
        planes = page.planes
    }

    private static func comparison(
        _ value: NodataValue, _ type: TIFFSampleType, isByteSwapped: Bool
    ) -> Comparison? {
        guard type.number != .floatingPoint else {
            if type.bits == 64 {
                guard case .range(let range) = value.doubles else { return .aligned(NodataTest(.double(nil))) }
                return .aligned(NodataTest(.double(range)))
            }
            guard let match = value.singles else { return nil }
            guard type.bits == 32 else { return .number(match) }
            guard case .range(let range) = match else { return .aligned(NodataTest(.single(nil))) }
            return .aligned(NodataTest(.single(range)))
        }
        guard let pattern = value.pattern(bits: type.bits, isSigned: type.number == .signed) else { return nil }
        switch type.bits {
        case 8: return .aligned(NodataTest(.eight(UInt8(truncatingIfNeeded: pattern))))
        case 16:
            let sample = UInt16(truncatingIfNeeded: pattern)
            return .aligned(NodataTest(.sixteen(isByteSwapped ? sample.byteSwapped : sample)))
        case 32: return .aligned(NodataTest(.thirtyTwo(UInt32(truncatingIfNeeded: pattern))))
        case 64: return .aligned(NodataTest(.sixtyFour(pattern)))
        default: return .pattern(pattern)
        }
    }

    /// Writes the validity of a row of a piece: 255, or 0 for invalid pixels.
    func write(_ piece: TIFFRowPiece, row: Int, into validity: UnsafeMutablePointer<UInt8>) {
        let width = piece.rect.size.width
        let isInterleaved = planes == 1
        if isInterleaved, case .aligned(let test) = comparison {
            return test.write(
                piece.planes[0] + row * piece.stride, samplesPerPixel: samplesPerPixel, colors: compared, count: width,
                into: validity)
        }
        validity.update(repeating: 0, count: width)
        for color in 0..<compared {
            let samples = piece.planes[isInterleaved ? 0 : color] + row * piece.stride
            switch comparison {
            case .aligned(let test): test.mark(samples, step: 1, count: width, into: validity)
            case .pattern(let pattern): mark(samples, color, width, validity) { $0 != pattern }
            case .number(let match):
                mark(samples, color, width, validity) { !match.contains(Float(type.value($0))) }
            }
        }
    }

    private func mark(
        _ row: UnsafeRawPointer, _ color: Int, _ width: Int, _ validity: UnsafeMutablePointer<UInt8>,
        _ differs: (UInt64) -> Bool
    ) {
        let (first, step) = planes == 1 ? (color, samplesPerPixel) : (0, 1)
        for x in 0..<width where differs(type.pattern(row, first + x * step)) { validity[x] = 255 }
    }
}
