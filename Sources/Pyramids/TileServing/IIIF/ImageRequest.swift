internal import Numbers
internal import TilePyramid

/// The parameters of a request for an image: region, size, rotation, quality and format, as they were sent.
struct ImageRequest: Hashable, Sendable {
    /// The part of the image.
    enum Region: Hashable, Sendable {
        /// The whole image.
        case full
        /// The largest square in the middle.
        case square
        /// A rectangle of full-size pixels.
        case pixels(PixelRect)
        /// A rectangle in percent of the image's width and height.
        case percent(x: Double, y: Double, width: Double, height: Double)
    }

    /// The size of the result.
    enum Size: Hashable, Sendable {
        /// The size of the region, without limits: `full` of version 2.
        case full
        /// The largest that is allowed.
        case maximum
        /// A width.
        case width(Int)
        /// A height.
        case height(Int)
        /// A percentage of the region.
        case percent(Double)
        /// A width and a height.
        case exact(PixelSize)
        /// The largest that fits into a width and a height.
        case fit(PixelSize)
    }

    /// The part of the image.
    var region: Region
    /// The size.
    var size: Size
    /// Whether the result may be larger than the region.
    var upscales: Bool
    /// Mirroring, rotation, colors and format.
    var output: OutputOptions

    /// The largest number of pixels in a parameter.
    private static let numbers = 0...CheckedNumber.longestSide

    /// Parses the last four parts of a path, decoded.
    ///
    /// - Throws: ``RequestError`` with status 400 for anything that the API does not have, or that is not served.
    init(_ parts: [String], _ version: ImageAPIVersion) throws(RequestError) {
        guard parts.count == 4 else {
            throw RequestError(400, "an image is requested by region, size, rotation and quality.format.")
        }
        region = try Self.region(parts[0])
        upscales = version == .two || parts[1].hasPrefix("^")
        size = try Self.size(version == .three && upscales ? String(parts[1].dropFirst()) : parts[1], version)
        output = try Self.rotation(parts[2])
        let dot = parts[3].lastIndex(of: ".") ?? parts[3].endIndex
        guard let quality = OutputOptions.Quality(rawValue: String(parts[3][..<dot])) else {
            throw RequestError(400, "the quality is one of default, color, gray and bitonal.")
        }
        output.quality = quality
        guard let format = OutputFormat.allCases.first(where: { parts[3][dot...] == "." + $0.fileExtension }) else {
            throw RequestError(400, "the format is one of jpg, png, webp and tif.")
        }
        output.format = format
    }

    private static func region(_ text: String) throws(RequestError) -> Region {
        if text == "full" { return .full }
        if text == "square" { return .square }
        let failure = RequestError(
            400, "a region is full, square, x,y,w,h in pixels or pct:x,y,w,h, and has at least one pixel.")
        if let percentages = text.dropping(prefix: "pct:") {
            let numbers = percentages.split(separator: ",", omittingEmptySubsequences: false).map(decimal)
            let known = numbers.compactMap { $0 }
            guard numbers.count == 4, known.count == 4, known[2] > 0, known[3] > 0, known[0] < 100, known[1] < 100
            else { throw failure }
            return .percent(x: known[0], y: known[1], width: known[2], height: known[3])
        }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map(integer)
        let known = numbers.compactMap { $0 }
        guard numbers.count == 4, known.count == 4, known[2] > 0, known[3] > 0 else { throw failure }
        return .pixels(PixelRect(x: known[0], y: known[1], width: known[2], height: known[3]))
    }

    private static func size(_ text: String, _ version: ImageAPIVersion) throws(RequestError) -> Size {
        let enlarging = version == .three ? " (with ^ before it to enlarge)" : ""
        let failure = RequestError(
            400,
            "a size is one of `max`, `w,`, `,h`, `pct:n`, `w,h` and `!w,h`\(enlarging), and has at least one pixel.")
        if text == "max" { return .maximum }
        if text == "full", version == .three {
            throw RequestError(400, "version 3 of the IIIF Image API has no size `full`. Write `max`.")
        }
        if text == "full", version == .two { return .full }
        if let percentage = text.dropping(prefix: "pct:") {
            guard let number = decimal(percentage), number > 0 else { throw failure }
            return .percent(number)
        }
        let fits = text.hasPrefix("!")
        let parts = text.dropFirst(fits ? 1 : 0).split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw failure }
        let width = integer(parts[0])
        let height = integer(parts[1])
        guard width != 0, height != 0, width != nil || parts[0].isEmpty, height != nil || parts[1].isEmpty else {
            throw failure
        }
        switch (width, height, fits) {
        case (let width?, let height?, true): return .fit(PixelSize(width: width, height: height))
        case (let width?, let height?, false): return .exact(PixelSize(width: width, height: height))
        case (let width?, nil, false): return .width(width)
        case (nil, let height?, false): return .height(height)
        default: throw failure
        }
    }

    /// The parts of a degree to which rotations are rounded.
    static let partsOfDegree = 1_000_000

    private static func rotation(_ text: String) throws(RequestError) -> OutputOptions {
        let isMirrored = text.hasPrefix("!")
        guard let degrees = decimal(text.dropFirst(isMirrored ? 1 : 0)), degrees <= 360 else {
            throw RequestError(400, "a rotation is a number of degrees from 0 to 360, after ! of the mirrored image.")
        }
        let scale = Double(partsOfDegree)
        let parts = CheckedNumber.integer(
            degrees * scale, rounded: .toNearestOrAwayFromZero, clampedTo: 0...360 * partsOfDegree)
        let (turns, rest) = parts.quotientAndRemainder(dividingBy: 90 * partsOfDegree)
        var output = OutputOptions()
        output.isMirrored = isMirrored
        output.quarterTurns = turns % 4
        output.degrees = Double(rest) / scale
        return output
    }

    /// A whole number in plain digits.
    private static func integer(_ text: some StringProtocol) -> Int? {
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return CheckedNumber.integer(text, in: numbers)
    }

    /// The most characters of a decimal number.
    private static let digitLimit = 20

    /// A number of plain digits with at most one decimal point.
    private static func decimal(_ text: some StringProtocol) -> Double? {
        let isPlain = text.utf8.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
        }
        guard isPlain, text.utf8.count <= digitLimit else { return nil }
        return Double(text)
    }
}

extension String {
    /// The text after a prefix; nil if the text does not begin with it.
    func dropping(prefix: String) -> Substring? { hasPrefix(prefix) ? dropFirst(prefix.count) : nil }
}

/// The versions of the IIIF Image API (https://iiif.io/api/image/) that are served.
enum ImageAPIVersion: Int, Hashable, Sendable, CaseIterable {
    /// Version 2.1.1.
    case two = 2
    /// Version 3.0.
    case three = 3

    /// The word for the size of a region that is not resized.
    var maximumSize: String { self == .two ? "full" : "max" }

    /// The address of the description of level 2.
    var profile: String { "http://iiif.io/api/image/\(rawValue)/level2.json" }
}
