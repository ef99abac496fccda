/// Reads the physical size of a pixel from an image's metadata.
package enum PixelPitch {
    /// Returns the width and height of a full-size pixel in millimeters.
    ///
    /// The value comes from OME-XML in a TIFF, or from the resolution in JFIF, EXIF, PNG (`pHYs`) or TIFF. Resolutions of 72
    /// and 96 dots per inch are ignored: cameras and programs write them as placeholders.
    ///
    /// - Parameter input: an image of any format; only its header and directory are read.
    /// - Returns: the size; nil if there is no such metadata, or if pixels are not square.
    /// - Throws: ``CodecError`` when the file cannot be opened.
    package static func millimeters(of input: ImageInput) throws -> Double? {
        let bytes = try ImageBytes(input)
        let head = bytes.read(at: 0, count: 8)
        let density: Density? =
            if head.starts(with: [0xFF, 0xD8, 0xFF]) {
                densityOfJPEG(bytes)
            } else if head == PNGHeader.signature {
                densityOfPNG(bytes)
            } else if TIFFHeader(head) != nil {
                TIFFDirectory(page: 0, read: bytes.read).flatMap { Density(ome: $0) ?? Density($0) }
            } else {
                nil
            }
        return density?.millimetersPerPixel
    }

    /// The density from a JPEG's first segments.
    ///
    /// EXIF takes precedence over JFIF, whose density is often a placeholder.
    private static func densityOfJPEG(_ bytes: ImageBytes) -> Density? {
        var offset = 2
        var found: Density?
        for _ in 0..<segmentLimit {
            let head = bytes.read(at: offset, count: 4)
            guard head.count == 4, head[0] == 0xFF, head[1] != 0xDA else { return found }
            let length = max(2, Int(head[2]) << 8 | Int(head[3]))
            if head[1] == 0xE0 || head[1] == 0xE1 {
                let segment = bytes.read(at: offset + 4, count: length - 2)
                if head[1] == 0xE0 {
                    found = Density(jfif: segment)
                } else if let exif = Density(exif: segment) {
                    return exif
                }
            }
            offset += 2 + length
        }
        return found
    }

    /// The density from the `pHYs` chunk, which precedes the pixels (PNG specification, third edition, 11.3.4.3).
    private static func densityOfPNG(_ bytes: ImageBytes) -> Density? {
        var offset = PNGHeader.signature.count
        for _ in 0..<segmentLimit {
            let chunk = bytes.read(at: offset, count: 17)
            guard chunk.count == 17, !chunk[4..<8].elementsEqual("IDAT".utf8) else { return nil }
            func number(_ start: Int) -> Int { chunk[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
            guard chunk[4..<8].elementsEqual("pHYs".utf8) else {
                offset += PNGHeader.chunkOverhead + number(0)
                continue
            }
            let isMeter = chunk[16] == 1
            return isMeter ? Density(x: Double(number(8)), y: Double(number(12)), millimetersPerUnit: 1000) : nil
        }
        return nil
    }

    /// The maximum number of segments or chunks that are read; only malicious files have more.
    private static let segmentLimit = 1000
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
        guard ![72.0, 96.0].contains(where: { abs(perInch - $0) < 0.01 }) else { return nil }
        return millimetersPerUnit / x
    }
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

    /// Reads the APP1 segment of a JPEG.
    init?(exif segment: [UInt8]) {
        let block = ImageBytes(Array(segment.dropFirst(EXIFBlock.prefix.count)))
        guard segment.starts(with: EXIFBlock.prefix), let directory = TIFFDirectory(page: 0, read: block.read)
        else { return nil }
        self.init(directory)
    }

    /// Reads the description of an OME-TIFF, whose resolution tags are often placeholders.
    init?(ome directory: TIFFDirectory) {
        guard let text = try? directory.text(.imageDescription), let size = OMEPhysicalSize(text) else { return nil }
        self.init(x: 1 / size.x, y: 1 / size.y, millimetersPerUnit: 1)
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
