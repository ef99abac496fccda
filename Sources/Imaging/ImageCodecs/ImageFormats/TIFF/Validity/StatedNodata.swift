package import ImageMetadata

/// The stated values of invalid pixels: in tags of a TIFF, and in GDAL's metadata file beside any image.
///
/// A channel's own no-data value precedes `NODATA_VALUES`, which has one for each channel, as in gdalwarp; GDAL's masks use the
/// opposite order. The metadata file precedes the image file. A pixel is invalid if all of its samples have their values.
package struct StatedNodata {
    /// The values; nil if none are stated, or if they do not determine whole pixels.
    package private(set) var values: NodataValues?
    /// Whether the values also hold for the image's reduced copies.
    ///
    /// The values of `NODATA_VALUES` do not: in copies, GDAL fills invalid pixels with zeros.
    package private(set) var holdsForReducedCopies = true
    /// The statements that were found and do not count, as sentences.
    package private(set) var warnings: [String] = []
    /// The numbers of channels, from 1, that the metadata file calls alpha.
    private(set) var alphaChannels: [Int] = []

    /// Reads the statements about an image.
    ///
    /// - Parameters:
    ///   - directory: the page of a TIFF; nil for other formats.
    ///   - path: the path of the image; a metadata file may be beside it; nil for bytes and for further pages.
    ///   - channels: the number of channels of the image, alpha included.
    /// - Throws: ``UnreadValidity`` for a statement that cannot be read.
    package init(_ directory: TIFFDirectory?, beside path: String?, channels: Int) throws {
        let ofTag = try directory.map { try ValidityMetadata($0) } ?? ValidityMetadata()
        let ofFile = try path.map { try ValidityMetadata(beside: $0) } ?? ValidityMetadata()
        alphaChannels = ofFile.alphaBands
        let ofBands = ofFile.valuesOfBands
        if !ofBands.isEmpty {
            try use(ofBands, elsewhere: directory?.nodataText, channels)
        } else if let text = directory?.nodataText {
            values = NodataValues([try Self.value(text)])
        }
        if let text = ofFile.valuesOfItem ?? ofTag.valuesOfItem { try useItem(text, channels) }
    }

    private mutating func useItem(_ text: String, _ channels: Int) throws {
        if let values {
            if NodataValues(list: text) != values {
                warnings.append(
                    "it has a no-data value, \(values), so its NODATA_VALUES, \(text.prefix(40)), are not used.")
            }
            return
        }
        guard let list = NodataValues(list: text) else {
            throw UnreadValidity("its NODATA_VALUES, \u{201C}\(text.prefix(40))\u{201D}, are not numbers.")
        }
        let count = text.split(whereSeparator: \.isWhitespace).count
        guard count == channels else {
            return warnings.append(
                "its NODATA_VALUES, \(text.prefix(40)), are not as many as its \(channels) channels; they are not used."
            )
        }
        values = list
        holdsForReducedCopies = false
    }

    /// Uses the values of bands; bands without a value get the value of the whole file.
    private mutating func use(_ bands: [Int: String], elsewhere: String?, _ channels: Int) throws {
        let found = try (1...max(1, channels)).map { try (bands[$0] ?? elsewhere).map(Self.value) }
        guard found.allSatisfy({ $0 != nil }) else {
            return warnings.append(
                "its no-data value is that of some channels only, which says nothing of whole pixels; it is not used.")
        }
        values = NodataValues(found.compactMap(\.self))
    }

    private static func value(_ text: String) throws -> NodataValue {
        guard let value = NodataValue(text) else {
            throw UnreadValidity("its no-data value, \u{201C}\(text.prefix(40))\u{201D}, is not a number.")
        }
        return value
    }
}

/// A statement about validity that cannot be read.
package struct UnreadValidity: Error {
    /// The unreadable part of the statement, as a sentence.
    package let reason: String
    private let remedy: String

    init(_ reason: String, remedy: String = "Say which value invalid pixels have.") {
        self.reason = reason
        self.remedy = remedy
    }

    /// Makes a warning of it where the loss is allowed.
    ///
    /// - Throws: ``CodecError`` where it is not.
    func accept(file: String, _ options: DecodeOptions, _ warnings: inout [String]) throws {
        guard options.allowedLoss.contains(.validity) else {
            throw CodecError.unreadStatement(
                .validity, file: file, "\(reason) \(remedy)")
        }
        warnings.append("\(reason) All pixels are taken for valid.")
    }
}
