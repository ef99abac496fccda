/// The damage in a decoder's log lines that libvips does not report as an error.
enum VipsDamage: Equatable {
    /// Nothing that concerns pixels.
    case none
    /// Damage to pixels, as a sentence.
    case found(String)
    /// Warnings that are not described: libjpeg describes its first one, and then only counts them.
    case undescribed

    /// Judges the lines that a decoder logged.
    ///
    /// Few formats report damage in the log, some of them only if the decoder is `lenient`; otherwise they fail with an
    /// error.
    init(_ lines: [String], _ logged: VipsFormat.LoggedDamage, lenient: Bool) {
        let isCounted: Bool
        switch logged {
        case .always: isCounted = true
        case .whenLenient where lenient: isCounted = false
        case .none, .whenLenient:
            self = .none
            return
        }
        let lines = lines.flatMap { $0.split(separator: "\n") }
        let counts = lines.filter(Self.isCount)
        let described = lines.filter { !Self.isCount($0) && !Self.mentions($0, Self.aboutMetadata) }
        if let damage = described.first(where: { !Self.mentions($0, Self.harmless) }) {
            self = .found(Self.sentence(" (\(VipsErrorBuffer.withoutOrigin(damage)))"))
        } else if isCounted {
            self = counts.isEmpty ? .none : .undescribed
        } else {
            self = counts.isEmpty || !described.isEmpty ? .none : .found(Self.sentence(""))
        }
    }

    /// True for the line in which libvips counts libjpeg's warnings.
    private static func isCount(_ line: Substring) -> Bool { line.lowercased().hasPrefix("read gave") }

    private static func mentions(_ line: Substring, _ words: [String]) -> Bool {
        let line = line.lowercased()
        return words.contains { line.contains($0) }
    }

    /// Words in lines that are not about pixels.
    private static let aboutMetadata = [
        "exif", "icc", "xmp", "jfif", "gamma", "gama", "chrm", "srgb", "phys", "text", "sbit", "bkgd", "resolution",
    ]

    /// Words in lines about irregular but complete files.
    private static let harmless = ["extraneous bytes", "adobe color transform", "adobe marker", "too much image data"]

    private static func sentence(_ detail: String) -> String {
        "the image is damaged or incomplete\(detail); some of its pixels are missing or wrong."
    }
}
