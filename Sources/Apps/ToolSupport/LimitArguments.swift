internal import ArgumentParser
package import ImageCodecs

/// The options that limit what an image may cost to decode, the same for all tools of the package.
package struct LimitArguments: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            "Refuse images of more pixels. (default: no limit for JPEG, PNG and TIFF; in proportion to the bytes of the file "
                + "for formats that are decoded as a whole)",
            valueName: "n"))
    private var limitPixels: Int?

    @Option(
        help: ArgumentHelp(
            "The most memory of the process that decodes such formats, in megabytes. (default: 512, and more for larger "
                + "files)",
            valueName: "MB"))
    private var limitMemory: Int?

    @Option(
        help: ArgumentHelp(
            "The most processor time of that process in seconds. (default: 10, and more for larger files)",
            valueName: "s"))
    private var limitSeconds: Int?

    /// Creates arguments without limits, as the parser needs it.
    package init() {}

    /// Checks that each limit is in its range.
    ///
    /// - Throws: `ValidationError`, naming the option and the value.
    package func validate() throws {
        for (name, value, range) in [
            ("--limit-pixels", limitPixels, 1...Int.max), ("--limit-memory", limitMemory, 1...1_000_000_000),
            ("--limit-seconds", limitSeconds, 1...1_000_000_000),
        ] {
            guard let value, !range.contains(value) else { continue }
            throw ValidationError("\(name) takes a number from 1; \(value) is out of range.")
        }
    }

    /// The limits; each is `nil` if its option was not given.
    package var limits: DecodeLimits {
        var limits = DecodeLimits()
        limits.pixels = limitPixels
        // Checked: at most a billion megabytes.
        limits.memory = limitMemory.map { $0 * 1_000_000 }
        limits.seconds = limitSeconds
        return limits
    }
}
