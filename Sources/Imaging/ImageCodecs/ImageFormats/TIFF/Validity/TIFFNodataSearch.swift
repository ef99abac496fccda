internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Finds the pixels of a page whose samples all have the values of invalid pixels, before samples are converted.
///
/// Alpha is not compared; channels that are neither color nor alpha are, as GDAL does.
///
/// Safe to use from any thread.
struct TIFFNodataSearch: Sendable {
    /// A method to compare samples.
    private enum Comparison: Sendable {
        /// Samples that fill whole bytes.
        case aligned(NodataTest)
        /// Packed samples, by bit pattern.
        case pattern(UInt64)
        /// Floating-point numbers of 16 and 24 bits.
        case number(NodataValue.Match<Float>)
    }

    /// One alternative for an invalid pixel: one comparison for all channels, or one for each; nil for a channel that is not
    /// compared.
    private typealias Alternative = [Comparison?]

    private let type: TIFFSampleType
    private let alternatives: [Alternative]
    private let samplesPerPixel: Int
    /// The number of samples that are compared, which are the first of a pixel.
    private let compared: Int
    private let planes: Int

    /// Prepares the search in the stored rows of a page.
    ///
    /// - Returns: nil if samples of the page's type cannot hold the values.
    init?(_ values: NodataValues, _ page: TIFFPage) {
        let type = page.converted?.type ?? TIFFSampleType(number: .unsigned, bits: page.stored.bits)
        alternatives = values.alternatives.compactMap { values in
            Self.alternative(values, type, isByteSwapped: page.stored.isByteSwapped)
        }
        guard !alternatives.isEmpty else { return nil }
        self.type = type
        samplesPerPixel = page.converted?.perPixel ?? page.stored.samplesPerPixel
        compared = Self.comparedChannels(of: page)
        planes = page.planes
    }

    /// The number of channels of a page that are compared.
    static func comparedChannels(of page: TIFFPage) -> Int {
        let colors = page.converted?.colors ?? (page.stored.hasColor ? 3 : 1)
        // libtiff adds an alpha of its own.
        guard page.stored.alphaIndex == nil, !page.isReadAsRGBA else { return colors }
        return page.converted?.perPixel ?? page.stored.samplesPerPixel
    }

    /// The comparisons with values; nil if no pixel can have all of them.
    private static func alternative(
        _ values: [NodataValue?], _ type: TIFFSampleType, isByteSwapped: Bool
    ) -> Alternative? {
        let comparisons = values.map { value in
            value.flatMap { comparison($0, type, isByteSwapped: isByteSwapped) }
        }
        let isPossible = zip(values, comparisons).allSatisfy { $0 == nil || $1 != nil }
        return isPossible && comparisons.contains { $0 != nil } ? comparisons : nil
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
        for (index, alternative) in alternatives.enumerated() {
            guard index > 0 else {
                write(alternative, piece, row, into: validity)
                continue
            }
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width) { other in
                guard let base = other.baseAddress else { return }
                write(alternative, piece, row, into: base)
                for x in 0..<width { validity[x] &= base[x] }
            }
        }
    }

    private func write(
        _ alternative: Alternative, _ piece: TIFFRowPiece, _ row: Int, into validity: UnsafeMutablePointer<UInt8>
    ) {
        let width = piece.rect.size.width
        let isInterleaved = planes == 1
        if isInterleaved, alternative.count == 1, case .aligned(let test)? = alternative[0] {
            return test.write(
                piece.planes[0] + row * piece.stride, samplesPerPixel: samplesPerPixel, colors: compared, count: width,
                into: validity)
        }
        validity.update(repeating: 0, count: width)
        for channel in 0..<compared {
            let comparison = alternative.count == 1 ? alternative[0] : alternative.dropFirst(channel).first ?? nil
            let samples = piece.planes[isInterleaved ? 0 : channel] + row * piece.stride
            switch comparison {
            case .aligned(let test)?:
                let (first, step) = isInterleaved ? (channel * type.bits / 8, samplesPerPixel) : (0, 1)
                test.mark(samples + first, step: step, count: width, into: validity)
            case .pattern(let pattern)?: mark(samples, channel, width, validity) { $0 != pattern }
            case .number(let match)?:
                mark(samples, channel, width, validity) { !match.contains(Float(type.value($0))) }
            case nil: break
            }
        }
    }

    private func mark(
        _ row: UnsafeRawPointer, _ channel: Int, _ width: Int, _ validity: UnsafeMutablePointer<UInt8>,
        _ differs: (UInt64) -> Bool
    ) {
        let (first, step) = planes == 1 ? (channel, samplesPerPixel) : (0, 1)
        for x in 0..<width where differs(type.pattern(row, first + x * step)) { validity[x] = 255 }
    }
}
