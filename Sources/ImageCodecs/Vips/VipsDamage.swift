/// Damage that libvips only logs.
enum VipsDamage {
    /// What the log lines of a decoder tell of missing or wrong pixels, as a sentence; nil when they tell of nothing.
    ///
    /// Only of JPEG, PNG and GIF is damage known from the log alone. What JPEG decoders say of odd but readable files
    /// does not count.
    static func told(by lines: [String], _ container: VipsLoader.Container) -> String? {
        guard [.jpeg, .png, .gif].contains(container) else { return nil }
        let signs = [
            "corrupt", "premature", "truncat", "end of data", "end of file", "eof", "invalid", "bad ", "stream",
        ]
        let harmless = ["extraneous bytes", "exif", "icc profile", "colormap", "xmp"]
        let told = lines.first { line in
            let line = line.lowercased()
            return signs.contains { line.contains($0) } && !harmless.contains { line.contains($0) }
        }
        return told.map { line in
            "The image is damaged or incomplete (\(line.split(separator: "\n").first ?? "")); some of its pixels are wrong."
        }
    }
}
