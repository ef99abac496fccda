/// Tags of a directory that state the validity of its pixels.
extension TIFFDirectory {
    /// The text of the value of invalid pixels (`GDAL_NODATA`), without spaces around it; nil if there is none.
    package var nodataText: String? {
        guard let text = try? text(.gdalNodata) else { return nil }
        let words = text.split(whereSeparator: \.isWhitespace)
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    /// Whether the page is a transparency mask (bit 2 of NewSubfileType; TIFF 6.0, page 36).
    package var isMask: Bool { kind & 4 != 0 }

    /// Whether the page shows another one at a smaller size (bit 0 of NewSubfileType).
    package var isReduced: Bool { kind & 1 != 0 }

    private var kind: Int { integer(.newSubfileType) ?? 0 }

    /// The width and height in pixels; nil if they are missing.
    package var dimensions: (width: Int, height: Int)? {
        guard let width = integer(.imageWidth), let height = integer(.imageLength) else { return nil }
        return (width, height)
    }

    /// The most directories that are visited in search of a mask.
    private static let searchLimit = 256

    /// The directory of the page's mask: in its SubIFDs, or later in the chain, before the next image of its own.
    ///
    /// GDAL writes the mask of an image after it. The masks of reduced copies follow each copy, or follow all copies; they have
    /// the same size as the copies.
    ///
    /// - Returns: nil if there is none, or the page is a mask itself. For an image that is not a copy, the mask is returned even
    ///   if its size differs from the image's.
    package var maskDirectory: TIFFDirectory? {
        guard !isMask, let size = dimensions else { return nil }
        func fits(_ directory: TIFFDirectory) -> Bool { directory.dimensions.map { $0 == size } ?? false }
        for offset in (try? numbers(.subIFDs)) ?? [] {
            if let directory = try? TIFFDirectory(at: offset, of: reader), directory.isMask, fits(directory) {
                return directory
            }
        }
        var seen = Set([start])
        var next = next
        while next != 0, seen.count <= Self.searchLimit, seen.insert(next).inserted,
            let directory = try? TIFFDirectory(at: next, of: reader)
        {
            if directory.isMask {
                if directory.isReduced == isReduced, !isReduced || fits(directory) { return directory }
            } else if !directory.isReduced {
                return nil
            }
            next = directory.next
        }
        return nil
    }
}
