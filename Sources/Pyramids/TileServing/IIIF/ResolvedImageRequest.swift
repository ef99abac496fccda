internal import Numbers
internal import TilePyramid

/// A request for an image in numbers: the region within the image, and the size of the result.
struct ResolvedImageRequest: Hashable, Sendable {
    /// The region in full-size pixels; within the image.
    let region: PixelRect
    /// The size before rotation, within the limits.
    let size: PixelSize
    /// Mirroring, rotation, colors and format.
    let output: OutputOptions
    /// The last parts of the canonical address.
    let canonicalPath: String

    /// Resolves a request against an image.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - image: the size of the image.
    ///   - version: the version of the API.
    ///   - limits: the limits of what is sent.
    ///   - isGray: whether the image is gray; false by default.
    /// - Throws: ``RequestError`` with status 400 for a region outside the image, and for a size that is not allowed.
    init(
        _ request: ImageRequest, of image: PixelSize, _ version: ImageAPIVersion, _ limits: ServingLimits,
        isGray: Bool = false
    ) throws(RequestError) {
        let region = try Self.region(request.region, of: image)
        let size = try Self.size(request, of: region.size, version, limits)
        self.region = region
        self.size = size
        output = request.output
        if let rotation = output.freeRotation(of: size) { try Self.check(rotation, limits) }
        let isFull = region.size == image
        let area = isFull ? "full" : "\(region.x),\(region.y),\(region.size.width),\(region.size.height)"
        canonicalPath =
            "\(area)/\(Self.canonical(size, of: region.size, version, limits))/\(output.rotationText)/"
            + "\(Self.canonical(output.quality, isGray: isGray).rawValue).\(output.format.fileExtension)"
    }

    /// The quality by which the same image is requested canonically: the default where that is equal.
    private static func canonical(_ quality: OutputOptions.Quality, isGray: Bool) -> OutputOptions.Quality {
        quality == .color || quality == .gray && isGray ? .standard : quality
    }

    private static func region(_ region: ImageRequest.Region, of image: PixelSize) throws(RequestError) -> PixelRect {
        switch region {
        case .full:
            return PixelRect(x: 0, y: 0, width: image.width, height: image.height)
        case .square:
            let side = min(image.width, image.height)
            return PixelRect(x: (image.width - side) / 2, y: (image.height - side) / 2, width: side, height: side)
        case .pixels(let rect):
            return try clipped(rect, image)
        case .percent(let x, let y, let width, let height):
            func part(_ percentage: Double, of length: Int) -> Int {
                CheckedNumber.integer(
                    percentage / 100 * Double(length), rounded: .toNearestOrAwayFromZero,
                    clampedTo: 0...CheckedNumber.longestSide)
            }
            let rect = PixelRect(
                x: part(x, of: image.width), y: part(y, of: image.height), width: max(1, part(width, of: image.width)),
                height: max(1, part(height, of: image.height)))
            return try clipped(rect, image)
        }
    }

    /// The part of a rectangle that lies within the image.
    private static func clipped(_ rect: PixelRect, _ image: PixelSize) throws(RequestError) -> PixelRect {
        guard rect.x < image.width, rect.y < image.height else {
            throw RequestError(400, "the region lies outside the image, which has \(image) pixels.")
        }
        return PixelRect(
            x: rect.x, y: rect.y, width: min(rect.size.width, image.width - rect.x),
            height: min(rect.size.height, image.height - rect.y))
    }

    private static func size(
        _ request: ImageRequest, of region: PixelSize, _ version: ImageAPIVersion, _ limits: ServingLimits
    ) throws(RequestError) -> PixelSize {
        let width = Double(region.width)
        let height = Double(region.height)
        let size: PixelSize
        switch request.size {
        case .full: size = region
        case .maximum: return limits.largest(of: region, upscales: version == .three && request.upscales)
        case .width(let wanted): size = PixelSize(width: wanted, height: rounded(Double(wanted) * height / width))
        case .height(let wanted): size = PixelSize(width: rounded(Double(wanted) * width / height), height: wanted)
        case .percent(let percentage):
            guard percentage <= 100 || request.upscales else { throw Self.upscaling(region) }
            size = PixelSize(width: rounded(width * percentage / 100), height: rounded(height * percentage / 100))
        case .exact(let wanted): size = wanted
        case .fit(let box):
            let scale = min(Double(box.width) / width, Double(box.height) / height)
            let fitting = PixelSize(
                width: min(box.width, rounded(width * scale)), height: min(box.height, rounded(height * scale)))
            // Version 3 has the largest size within the box and the limits. It says the same of boxes larger than the region,
            // but its validator demands that these are refused without a circumflex.
            size =
                version == .three && !limits.allows(fitting)
                ? limits.largest(of: region, upscales: request.upscales) : fitting
        }
        guard request.upscales || size.width <= region.width && size.height <= region.height else {
            throw Self.upscaling(region)
        }
        guard limits.allows(size) else {
            throw RequestError(
                400,
                "an image of \(size) pixels is not sent: up to \(limits.maxWidth)×\(limits.maxHeight) and "
                    + "\(limits.maxArea) pixels are. Request a smaller size, or parts.")
        }
        return size
    }

    /// Refuses a free rotation whose bounding box is too large: it and the image before are in memory at the same time.
    private static func check(_ rotation: FreeRotation, _ limits: ServingLimits) throws(RequestError) {
        let size = rotation.size
        let area = limits.maxArea / 2
        guard limits.allows(size), size.area <= area else {
            throw RequestError(
                400,
                "a rotated image of \(size) pixels is not sent: up to \(limits.maxWidth)×\(limits.maxHeight) and "
                    + "\(area) pixels are. Request a smaller size, or parts.")
        }
    }

    private static func upscaling(_ region: PixelSize) -> RequestError {
        RequestError(400, "the region has \(region) pixels; a larger size begins with ^.")
    }

    private static func rounded(_ number: Double) -> Int {
        CheckedNumber.integer(number, rounded: .toNearestOrAwayFromZero, clampedTo: 1...CheckedNumber.longestSide)
    }

    private static func canonical(
        _ size: PixelSize, of region: PixelSize, _ version: ImageAPIVersion, _ limits: ServingLimits
    ) -> String {
        let isLarger = size.width > region.width || size.height > region.height
        guard size != region else { return version.maximumSize }
        switch version {
        case .three:
            if isLarger, size == limits.largest(of: region, upscales: true) { return "^max" }
            if !isLarger, size == limits.largest(of: region, upscales: false) { return "max" }
            return (isLarger ? "^" : "") + "\(size.width),\(size.height)"
        case .two:
            let height = rounded(Double(size.width) * Double(region.height) / Double(region.width))
            return "\(size.width)," + (height == size.height ? "" : "\(size.height)")
        }
    }
}

extension OutputOptions {
    /// The rotation as the canonical address has it: degrees without zeros at the end, after ! of the mirrored image.
    var rotationText: String {
        let scale = ImageRequest.partsOfDegree
        // Checked: less than 90 degrees.
        let rest = Int((degrees * Double(scale)).rounded())
        let whole = quarterTurns * 90 + rest / scale
        // As many digits as a part has, after the 1.
        let digits = "\(scale + rest % scale)".dropFirst()
        let fraction = digits.reversed().drop { $0 == "0" }.reversed()
        return (isMirrored ? "!" : "") + "\(whole)" + (fraction.isEmpty ? "" : "." + String(fraction))
    }
}

extension ImageRequest {
    /// Whether a stored tile has the size that is requested.
    ///
    /// Where only one side is given, the other one follows from the proportions of the region. That of a tile at the lower or
    /// right edge may be rounded in the other way; viewers that ask for it by one side want the tile.
    func accepts(_ stored: PixelSize, for resolved: PixelSize) -> Bool {
        switch size {
        case .width: stored.width == resolved.width && abs(stored.height - resolved.height) <= 1
        case .height: stored.height == resolved.height && abs(stored.width - resolved.width) <= 1
        default: stored == resolved
        }
    }
}

extension ServingLimits {
    /// Whether an image of a size is sent.
    func allows(_ size: PixelSize) -> Bool {
        guard let area = CheckedNumber.product(size.width, size.height) else { return false }
        return size.width <= maxWidth && size.height <= maxHeight && area <= maxArea
    }

    /// The largest size at which a region is sent, in its proportions.
    func largest(of region: PixelSize, upscales: Bool) -> PixelSize {
        let width = Double(region.width)
        let height = Double(region.height)
        var scale = min(
            Double(maxWidth) / width, Double(maxHeight) / height, (Double(maxArea) / (width * height)).squareRoot())
        if !upscales { scale = min(1, scale) }
        func side(_ length: Double, _ limit: Int) -> Int {
            CheckedNumber.integer(length * scale, rounded: .down, clampedTo: 1...max(1, limit))
        }
        return scale == 1 ? region : PixelSize(width: side(width, maxWidth), height: side(height, maxHeight))
    }
}
