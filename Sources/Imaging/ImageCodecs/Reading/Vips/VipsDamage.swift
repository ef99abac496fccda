/// Recognizes damage that libvips only logs.
enum VipsDamage {
    /// The damage to pixels that a decoder's log lines report, as a sentence; nil when they report none.
    ///
    /// Only JPEG, PNG and GIF report damage in the log, and PNG and GIF only if the decoder is `lenient`; otherwise
    /// they fail with an error.
    static func message(from lines: [String], _ container: VipsLoader.Container, lenient: Bool) -> String? {
        guard container == .jpeg || (lenient && [.png, .gif].contains(container)) else { return nil }
        let relevant = lines.flatMap { $0.split(separator: "\n") }.filter { !mentions($0, aboutMetadata) }
        let isHarmless = relevant.contains { mentions($0, harmless) }
        // libjpeg-turbo describes the first warning, and then only counts them.
        let described = relevant.first { !$0.lowercased().hasPrefix("read gave") && !mentions($0, harmless) }
        guard let described else { return relevant.isEmpty || isHarmless ? nil : sentence("") }
        return sentence(" (\(VipsErrorBuffer.withoutOrigin(described)))")
    }

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
