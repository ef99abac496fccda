/// The size of a pixel as a file states it.
package struct PixelResolution: Hashable, Sendable {
    /// The width and height of a full-size pixel in millimeters.
    package var millimetersPerPixel: Double
    /// Whether this is the size of what the image shows, and not only that of a print.
    ///
    /// A camera writes a density that says nothing of the things before it. That of a scan is the one of the sheet.
    package var isPhysical: Bool
}

/// Reads the size of a pixel from an image's metadata.
package enum PixelPitch {
    /// Returns the width and height of a full-size pixel in millimeters, that of a print included.
    ///
    /// - Parameter input: an image of any format; only its header and directory are read.
    /// - Returns: the size; nil if there is no such metadata, or if pixels are not square.
    /// - Throws: ``CodecError`` when the file cannot be opened.
    package static func millimeters(of input: ImageInput) throws -> Double? {
        try resolution(of: input)?.millimetersPerPixel
    }

    /// Returns the size of a full-size pixel.
    ///
    /// The value comes from OME-XML or a scanner's description of a slide (Aperio) in a TIFF, or from the resolution in JFIF,
    /// EXIF, PNG (`pHYs`) or TIFF. Resolutions of 72, 96 and 25.4 dots per inch are ignored: cameras and programs write them as
    /// placeholders. A resolution is physical unless the file names a camera, or the exposure of a photograph.
    ///
    /// - Parameters:
    ///   - input: an image of any format; only its header and directory are read.
    ///   - page: the page of a TIFF, counted from 1; the first one by default.
    /// - Returns: the size; nil if there is no such metadata, or if pixels are not square.
    /// - Throws: ``CodecError`` when the file cannot be opened.
    package static func resolution(of input: ImageInput, page: Int = 1) throws -> PixelResolution? {
        let bytes = try ImageBytes(input)
        let head = bytes.read(at: 0, count: 8)
        if head.starts(with: [0xFF, 0xD8, 0xFF]) { return resolutionOfJPEG(bytes) }
        if head == PNGHeader.signature { return resolutionOfPNG(bytes) }
        guard TIFFHeader(head) != nil, let first = TIFFDirectory(page: 0, read: bytes.read),
            let directory = page <= 1 ? first : TIFFDirectory(page: page - 1, read: bytes.read)
        else { return nil }
        // The description of all pages of an OME-TIFF is that of the first; pages of another size are thumbnails and labels.
        let inherited = directory.hasSize(of: first) ? first.statedPixelSize : nil
        if let stated = directory.statedPixelSize ?? inherited {
            return stated.millimeters.map { PixelResolution(millimetersPerPixel: $0, isPhysical: true) }
        }
        return resolution(Density(directory), isOfCamera: directory.isOfCamera)
    }

    private static func resolution(_ density: Density?, isOfCamera: Bool) -> PixelResolution? {
        density?.millimetersPerPixel.map { PixelResolution(millimetersPerPixel: $0, isPhysical: !isOfCamera) }
    }

    /// The resolution from a JPEG's first segments.
    ///
    /// EXIF takes precedence over JFIF, whose density is often a placeholder.
    private static func resolutionOfJPEG(_ bytes: ImageBytes) -> PixelResolution? {
        var offset = 2
        var found: Density?
        var isOfCamera = false
        for _ in 0..<segmentLimit {
            let head = bytes.read(at: offset, count: 4)
            guard head.count == 4, head[0] == 0xFF, head[1] != 0xDA else { break }
            let length = max(2, Int(head[2]) << 8 | Int(head[3]))
            if head[1] == 0xE0 || head[1] == 0xE1 {
                let segment = bytes.read(at: offset + 4, count: length - 2)
                if head[1] == 0xE0 {
                    found = Density(jfif: segment)
                } else if let exif = TIFFDirectory(exif: segment) {
                    isOfCamera = isOfCamera || exif.isOfCamera
                    if let density = Density(exif) { return resolution(density, isOfCamera: isOfCamera) }
                }
            }
            offset += 2 + length
        }
        return resolution(found, isOfCamera: isOfCamera)
    }

    /// The resolution from the `pHYs` chunk, which precedes the pixels (PNG specification, third edition, 11.3.4.3), and the
    /// camera from the `eXIf` chunk.
    private static func resolutionOfPNG(_ bytes: ImageBytes) -> PixelResolution? {
        var offset = PNGHeader.signature.count
        var found: Density?
        var isOfCamera = false
        for _ in 0..<segmentLimit {
            let chunk = bytes.read(at: offset, count: 17)
            guard chunk.count >= 8, !chunk[4..<8].elementsEqual("IDAT".utf8) else { break }
            func number(_ start: Int) -> Int { chunk[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
            if chunk[4..<8].elementsEqual("pHYs".utf8), chunk.count == 17 {
                // 1 is a meter; any other unit says only whether pixels are square.
                guard chunk[16] == 1 else { return nil }
                found = Density(x: Double(number(8)), y: Double(number(12)), millimetersPerUnit: 1000)
            } else if chunk[4..<8].elementsEqual("eXIf".utf8) {
                let block = ImageBytes(bytes.read(at: offset + 8, count: min(number(0), blockLimit)))
                isOfCamera = TIFFDirectory(page: 0, read: block.read)?.isOfCamera ?? false
            }
            offset += PNGHeader.chunkOverhead + number(0)
        }
        return resolution(found, isOfCamera: isOfCamera)
    }

    /// The maximum number of segments or chunks that are read; only malicious files have more.
    private static let segmentLimit = 1000
    /// The most bytes of an EXIF block that are read, as many as a segment of a JPEG can have.
    private static let blockLimit = 1 << 16
}

/// Pixels per unit of length.
private struct Density {
    var x: Double
    var y: Double
    var millimetersPerUnit: Double

    /// The size of a pixel; nil where the density is invalid or a placeholder.
    var millimetersPerPixel: Double? {
        guard x.isFinite, x > 0, abs(x - y) <= 0.001 * x else { return nil }
        let perInch = x / millimetersPerUnit * 25.4
        guard !Self.placeholders.contains(where: { abs(perInch - $0) < 0.01 }) else { return nil }
        return millimetersPerUnit / x
    }

    /// The dots per inch that programs write where nothing is known; 25.4 is one in a millimeter.
    private static let placeholders = [72.0, 96.0, 25.4]
}

extension Density {
    /// Reads the APP0 segment of a JPEG (JFIF 1.02, page 5).
    init?(jfif segment: [UInt8]) {
        guard segment.count >= 12, segment.starts(with: Array("JFIF\0".utf8)) else { return nil }
        let units = [1: 25.4, 2: 10.0]
        guard let unit = units[Int(segment[7])] else { return nil }
        self.init(
            x: Double(Int(segment[8]) << 8 | Int(segment[9])), y: Double(Int(segment[10]) << 8 | Int(segment[11])),
            millimetersPerUnit: unit)
    }

    /// Reads the tags of a directory (TIFF 6.0, section 8); the unit is inches where none is named.
    init?(_ directory: TIFFDirectory) {
        let units = [2: 25.4, 3: 10.0]
        guard let x = directory.values(.xResolution).first, let y = directory.values(.yResolution).first,
            let unit = units[directory.integer(.resolutionUnit) ?? 2]
        else { return nil }
        self.init(x: x, y: y, millimetersPerUnit: unit)
    }
}

/// The size of a pixel that a description of a microscope's image states.
private struct StatedPixelSize {
    /// The size; nil where pixels are not square.
    var millimeters: Double?

    init(x: Double, y: Double) {
        millimeters = x.isFinite && x > 0 && abs(x - y) <= 0.001 * x ? x : nil
    }
}

extension TIFFDirectory {
    /// Reads the APP1 segment of a JPEG.
    fileprivate init?(exif segment: [UInt8]) {
        guard segment.starts(with: EXIFBlock.prefix) else { return nil }
        let block = ImageBytes(Array(segment.dropFirst(EXIFBlock.prefix.count)))
        self.init(page: 0, read: block.read)
    }

    /// The size of a pixel in the description of an OME-TIFF or of a slide, whose resolution tags are often placeholders; nil
    /// for other descriptions.
    fileprivate var statedPixelSize: StatedPixelSize? {
        guard let text = try? text(.imageDescription) else { return nil }
        if let size = OMEPhysicalSize(text) { return StatedPixelSize(x: size.x, y: size.y) }
        return SlideDescription(text).map {
            StatedPixelSize(x: $0.micrometersPerPixel / 1000, y: $0.micrometersPerPixel / 1000)
        }
    }

    /// Whether the image has the size of another one.
    fileprivate func hasSize(of other: TIFFDirectory) -> Bool {
        [TIFFTag.imageWidth, .imageLength].allSatisfy { integer($0) == other.integer($0) }
    }

    /// Whether a camera is named, or how a photograph was exposed.
    fileprivate var isOfCamera: Bool {
        func isNamed(_ tag: TIFFTag) -> Bool {
            guard let text = try? text(tag) else { return false }
            return text.contains { !$0.isWhitespace }
        }
        if isNamed(.make) || isNamed(.model) { return true }
        guard let photograph = subdirectory(.exifDirectory) else { return false }
        return [TIFFTag.exposureTime, .fNumber, .focalLength].contains { !photograph.values($0).isEmpty }
    }
}
