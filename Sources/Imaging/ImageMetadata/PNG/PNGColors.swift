/// The statements of a PNG's chunks about its colors, except for ICC profiles (PNG specification, third edition, 11.3.2 and
/// 11.3.4).
///
/// The first chunk of a kind counts. Damaged chunks are left out with a warning.
package struct PNGColors {
    /// The kinds of chunks.
    package enum Chunk: String, CaseIterable {
        case codePoints = "cICP"
        case chromaticities = "cHRM"
        case gamma = "gAMA"
        case contentLight = "cLLI"
        case masteringDisplay = "mDCV"

        /// The type of the chunk as a 32-bit number.
        package var type: Int { rawValue.utf8.reduce(0) { $0 << 8 | Int($1) } }

        /// The kind with a type; nil for other chunks.
        package init?(type: Int) {
            guard let chunk = Self.allCases.first(where: { $0.type == type }) else { return nil }
            self = chunk
        }
    }

    /// The code points of cICP; they precede a profile and everything else.
    package private(set) var codePoints: CodePoints?
    /// Problems with the chunks, for the user.
    package private(set) var warnings: [String] = []

    private var primaries: ColorPrimaries?
    private var exponent: Double?
    private var contentPeak: Double?
    private var displayPeak: Double?

    /// Creates the statements of a file without such chunks.
    package init() {}

    /// Adds the data of a chunk; nil stands for a wrong checksum.
    package mutating func add(_ chunk: Chunk, _ data: [UInt8]?) {
        let reader = BigEndianReader((data ?? [])[...])
        func numbers(_ count: Int) -> [Double]? {
            guard let data, data.count == 4 * count else { return nil }
            return (0..<count).compactMap { reader.number(at: 4 * $0).map(Double.init) }
        }
        switch chunk {
        case .codePoints:
            guard let data, data.count == 4, data[2] == 0, data[3] <= 1 else { return reject(chunk) }
            let points = CodePoints(
                primaries: Int(data[0]), transfer: Int(data[1]), matrix: Int(data[2]), isFullRange: data[3] == 1)
            guard codePoints == nil else { return }
            codePoints = points
            warnings += points.warning.map { [$0] } ?? []
        case .chromaticities:
            guard let values = numbers(8)?.map({ $0 / 100_000 }) else { return reject(chunk) }
            func point(_ index: Int) -> ColorPrimaries.Point { .init(values[2 * index], values[2 * index + 1]) }
            let read = ColorPrimaries(red: point(1), green: point(2), blue: point(3), white: point(0))
            guard read.colorants != nil else { return reject(chunk) }
            primaries = primaries ?? read
        case .gamma:
            // Beyond these, samples would be black or white.
            guard let value = numbers(1)?.first, 5000...1_000_000 ~= value else { return reject(chunk) }
            exponent = exponent ?? 100_000 / value
        case .contentLight:
            guard let value = numbers(2)?.first else { return reject(chunk) }
            contentPeak = contentPeak ?? value / 10_000
        case .masteringDisplay:
            guard let data, data.count == 24, let value = reader.number(at: 16) else { return reject(chunk) }
            displayPeak = displayPeak ?? Double(value) / 10_000
        }
    }

    private mutating func reject(_ chunk: Chunk) {
        warnings.append("the chunk \(chunk.rawValue), which is about its colors, is damaged and left out.")
    }

    /// The largest relative difference between exponents that count as equal: 5 %, as in libpng.
    private static let gammaTolerance = 0.05

    /// Returns the colors that are stated without a profile.
    ///
    /// A gAMA of 1/2.2 means the curve of sRGB, as writers intend it. Without gAMA the curve is also sRGB's, and without cHRM
    /// the primaries are sRGB's.
    ///
    /// - Parameters:
    ///   - gray: true for a gray image.
    ///   - ignoresGamma: true if the file has sRGB or a profile, which precede cHRM and gAMA.
    /// - Returns: the colors; nil for sRGB.
    package func encoding(gray: Bool, ignoresGamma: Bool) -> ColorEncoding? {
        var encoding = ColorEncoding.sRGB
        if let codePoints {
            encoding = codePoints.encoding
            let peaks = [contentPeak, displayPeak].compactMap { $0 }
            if encoding.isHDR { encoding.peak = peaks.first { $0 > 0 } }
        } else if !ignoresGamma, exponent != nil || primaries != nil {
            // Checked: floating-point numbers.
            let isUsual = exponent.map { abs($0 / 2.2 - 1) <= Self.gammaTolerance } ?? true
            let transfer = isUsual ? TransferFunction.sRGB : exponent.map(TransferFunction.gamma) ?? .sRGB
            encoding = ColorEncoding(primaries: primaries ?? .sRGB, transfer: transfer)
        }
        return encoding.isSRGB(gray: gray) ? nil : encoding
    }
}
