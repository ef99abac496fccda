/// Damage that libvips only logs.
enum VipsDamage {
    /// What the log lines of a decoder tell of missing or wrong pixels, as a sentence; nil when they tell of nothing.
    ///
    /// - Parameters:
    ///   - lines: what was logged on this thread while the image was opened or read.
    ///   - container: what kind of file it is: only of JPEG, PNG and GIF is damage known from the log.
    ///   - lenient: whether the decoder was told to pass over damage; PNG and GIF fail by themselves otherwise.
    /// - Returns: a sentence for a warning or an error.
    static func told(by lines: [String], _ container: VipsLoader.Container, lenient: Bool) -> String? {
        guard container == .jpeg || (lenient && [.png, .gif].contains(container)) else { return nil }
        let relevant = lines.flatMap { $0.split(separator: "\n") }.filter { line in
            let line = line.lowercased()
            return !aboutMetadata.contains { line.contains($0) }
        }
        // libjpeg-turbo tells of the first oddity in words and then only how many there were.
        let told = relevant.filter { line in
            let line = line.lowercased()
            return !line.hasPrefix("read gave") && !harmless.contains { line.contains($0) }
        }
        guard let line = told.first else {
            let isHarmless = relevant.contains { line in harmless.contains { line.lowercased().contains($0) } }
            return relevant.isEmpty || isHarmless ? nil : sentence("")
        }
        return sentence(" (\(VipsErrorBuffer.withoutOrigin(line)))")
    }

    /// Words of lines about something else than pixels.
    private static let aboutMetadata = [
        "exif", "icc", "xmp", "jfif", "gamma", "gama", "chrm", "srgb", "phys", "text", "sbit", "bkgd", "resolution",
    ]

    /// Words of lines about files that are odd but complete.
    private static let harmless = ["extraneous bytes", "adobe color transform", "adobe marker", "too much image data"]

    private static func sentence(_ detail: String) -> String {
        "the image is damaged or incomplete\(detail); some of its pixels are missing or wrong."
    }
}
