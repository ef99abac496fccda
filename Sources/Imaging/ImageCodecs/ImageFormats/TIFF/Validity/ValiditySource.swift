internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// An image with alpha in which those pixels are transparent that a mask names, or that have a value.
///
/// It is for images that ``TIFFImageSource`` does not read, which does the same to stored rows.
final class ValiditySource: ImageSource {
    let info: ImageInfo
    var warnings: [String] { base.warnings + ownWarnings }
    var rowAccess: RowAccess { base.rowAccess }

    private let base: any ImageSource
    private let statement: Statement
    private let ownWarnings: [String]
    /// The bytes of the pixel that takes the place of invalid ones; nil where colors get an alpha.
    private let replacement: [UInt8]?

    private enum Statement {
        /// All pixels are valid.
        case none
        case mask(TIFFImageSource)
        /// The ways to be invalid: for each, the tests of all colors.
        case nodata([[NodataTest?]])
    }

    /// Joins an image with what is said of it.
    ///
    /// - Parameters:
    ///   - base: the image, without alpha unless nothing is said.
    ///   - validity: a mask of its size, or nothing.
    ///   - alpha: the treatment of invalid pixels.
    init(_ base: any ImageSource, _ validity: TIFFValidity, alpha: DecodeOptions.Alpha) {
        self.base = base
        ownWarnings = validity.warnings
        guard case .mask(let mask) = validity.statement else {
            statement = .none
            replacement = nil
            info = base.info
            return
        }
        statement = .mask(mask)
        if case .flatten(let color) = alpha {
            replacement = color.backgroundPixel(base.info.layout)
            info = base.info
        } else {
            replacement = nil
            info = Self.withAlpha(base.info)
        }
    }

    /// Marks the pixels of an image whose color samples all have the values of invalid ones.
    ///
    /// - Parameters:
    ///   - base: the image as it is stored, with its alpha if it has one.
    ///   - values: the values.
    ///   - name: the name of the values in messages.
    init(_ base: any ImageSource, nodata values: NodataValues, name: String = "the no-data value") {
        let layout = base.info.layout
        self.base = base
        let integers = DeliveredIntegers(base.info)
        let tests = values.alternatives.compactMap { Self.tests($0, layout, integers) }
        guard !tests.isEmpty else {
            let type = TIFFSampleType(number: .unsigned, bits: integers.storedBits)
            ownWarnings = ["\(name), \(values), is not a value of \(type.name): all pixels are valid."]
            statement = .none
            replacement = nil
            info = base.info
            return
        }
        ownWarnings = []
        statement = .nodata(tests)
        let hasAlpha = layout.channels.hasAlpha
        replacement = hasAlpha ? Array(repeating: 0, count: layout.bytesPerPixel) : nil
        info = hasAlpha ? base.info : Self.withAlpha(base.info)
    }

    /// The tests of the colors of a pixel; nil if no pixel can have all of the values.
    private static func tests(
        _ values: [NodataValue?], _ layout: PixelLayout, _ integers: DeliveredIntegers
    ) -> [NodataTest?]? {
        let colors = layout.channels.opaque.rawValue
        let channels = values.count == 1 ? Array(repeating: values[0], count: colors) : Array(values.prefix(colors))
        var tests: [NodataTest?] = []
        for value in channels {
            guard let value else {
                tests.append(nil)
                continue
            }
            guard let stored = value.pattern(bits: integers.storedBits, isSigned: false) else { return nil }
            let pattern = integers.delivered(stored)
            tests.append(
                NodataTest(
                    layout.depth == .eight
                        ? .eight(UInt8(truncatingIfNeeded: pattern)) : .sixteen(UInt16(truncatingIfNeeded: pattern))))
        }
        return tests.contains { $0 != nil } ? tests : nil
    }

    private static func withAlpha(_ info: ImageInfo) -> ImageInfo {
        var info = info
        info.layout.channels = info.layout.channels.withAlpha
        info.alphaIsValidity = true
        return info
    }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        try readBands(rows: 0..<info.size.height, body)
    }

    func readBands(rows wanted: Range<Int>, _ body: (PixelBand) throws -> Void) throws {
        let width = info.size.width
        let stride = width * info.layout.bytesPerPixel
        var target = ScratchBuffer()
        var validity = ScratchBuffer()
        var mask: TIFFMaskRows?
        switch statement {
        case .none: return try base.readBands(rows: wanted, body)
        case .mask(let source): mask = TIFFMaskRows(source, from: wanted.lowerBound)
        case .nodata: break
        }
        try base.readBands(rows: wanted) { band in
            let memory = try target.reserve(band.rows.count * stride)
            let own = try validity.reserve(width).bindMemory(to: UInt8.self, capacity: width)
            let rows = try mask?.read(band.rows)
            for (index, y) in band.rows.enumerated() {
                let valid = rows?.pixel(0, y) ?? find(band.row(y), into: own)
                write(band.row(y), valid, into: memory + index * stride)
            }
            try body(PixelBand(base: UnsafeRawPointer(memory), stride: stride, rows: band.rows))
        }
    }

    /// Compares the pixels of a row with the value.
    private func find(_ row: UnsafeRawPointer, into validity: UnsafeMutablePointer<UInt8>) -> UnsafePointer<UInt8> {
        guard case .nodata(let alternatives) = statement else { return UnsafePointer(validity) }
        let samples = base.info.layout.channels.rawValue
        let width = info.size.width
        for (index, tests) in alternatives.enumerated() {
            guard index > 0 else {
                NodataTest.write(row, tests, samplesPerPixel: samples, count: width, into: validity)
                continue
            }
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width) { other in
                guard let other = other.baseAddress else { return }
                NodataTest.write(row, tests, samplesPerPixel: samples, count: width, into: other)
                for x in 0..<width { validity[x] &= other[x] }
            }
        }
        return UnsafePointer(validity)
    }

    private func write(
        _ row: UnsafeRawPointer, _ valid: UnsafePointer<UInt8>, into target: UnsafeMutableRawPointer
    ) {
        let width = info.size.width
        guard let replacement else {
            return PixelValidity.join(row, valid, layout: base.info.layout, count: width, into: target)
        }
        target.copyMemory(from: row, byteCount: width * info.layout.bytesPerPixel)
        PixelValidity.replaceInvalid(target, valid, with: replacement, count: width)
    }
}
