package import TilePyramid

/// Makes a TIFF in memory from a single tile of a page, so that the tile is decoded without the file.
///
/// The tags that describe pixels are copied unchanged, in the byte order of the file, which the bytes of the tile have as well.
package struct TIFFTileTemplate: Sendable {
    /// The offset of the directory in ``file(of:)``.
    package let directory: Int

    private let header: TIFFHeader
    /// The header, the directory and the values of its tags, with zeros for the size of the tile.
    private let start: [UInt8]
    /// The offset of the field for the tile's length in bytes.
    private let lengthPosition: Int

    private struct Field {
        var tag: Int
        var type: TIFFType
        var count: Int
        var bytes: [UInt8]
    }

    /// The tags that decoders of tiles use, besides size and location: also FillOrder (266), the options of fax codes (292,
    /// 293), ColorMap (320), InkSet (332), YCbCrCoefficients (529), YCbCrPositioning (531) and the parameters of LERC (50674).
    private static let tags =
        [
            TIFFTag.bitsPerSample, .compression, .photometric, .samplesPerPixel, .planarConfiguration, .predictor,
            .extraSamples, .sampleFormat, .sMinSampleValue, .sMaxSampleValue, .jpegTables, .yCbCrSubSampling,
            .referenceBlackWhite,
        ].map(\.rawValue) + [266, 292, 293, 320, 332, 529, 531, 50674]
    /// The most bytes of the values of a tag; a color map has fewer.
    private static let valueLimit = 1 << 20

    /// Reads the tags of a page with tiles of a size.
    ///
    /// - Throws: the error of the page's reader.
    package init(_ page: TIFFDirectory, _ tileSize: PixelSize) throws {
        let header = page.reader.header
        func bytes(_ number: Int, _ count: Int) -> [UInt8] { header.bytes(number, count) }
        func long(_ tag: TIFFTag, _ value: Int) -> Field {
            Field(tag: tag.rawValue, type: .long, count: 1, bytes: bytes(value, 4))
        }
        var fields = [
            long(.imageWidth, tileSize.width), long(.imageLength, tileSize.height), long(.tileWidth, tileSize.width),
            long(.tileLength, tileSize.height), long(.tileOffsets, 0), long(.tileByteCounts, 0),
        ]
        for tag in Self.tags {
            // Checked: the division comes first.
            guard let entry = page.entries[tag], entry.count <= Self.valueLimit / entry.type.byteCount else { continue }
            // Checked: the division before it.
            let values = try page.reader.bytes(at: entry.offset, count: entry.count * entry.type.byteCount)
            fields.append(Field(tag: tag, type: entry.type, count: entry.count, bytes: values))
        }
        fields.sort { $0.tag < $1.tag }
        var start: [UInt8] = header.isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]
        start += bytes(header.isBigTIFF ? 43 : 42, 2)
        if header.isBigTIFF { start += bytes(8, 2) + bytes(0, 2) }
        let directory = header.firstDirectoryPosition + header.offsetBytes
        start += bytes(directory, header.offsetBytes)
        start += bytes(fields.count, header.countBytes)
        // Checked: some thirty fields, each of at most a mebibyte.
        let valuesStart = directory + header.countBytes + fields.count * header.entryBytes + header.offsetBytes
        var values: [UInt8] = []
        var positions: [Int: Int] = [:]
        for field in fields {
            start += bytes(field.tag, 2) + bytes(field.type.rawValue, 2) + bytes(field.count, header.offsetBytes)
            positions[field.tag] = start.count
            if field.bytes.count <= header.offsetBytes {
                start += field.bytes + [UInt8](repeating: 0, count: header.offsetBytes - field.bytes.count)
            } else {
                start += bytes(valuesStart + values.count, header.offsetBytes)
                values += field.bytes
                if !values.count.isMultiple(of: 2) { values.append(0) }
            }
        }
        start += bytes(0, header.offsetBytes) + values
        let offset = bytes(start.count, 4)
        for (tag, position) in positions where tag == TIFFTag.tileOffsets.rawValue {
            start.replaceSubrange(position..<position + 4, with: offset)
        }
        self.header = header
        self.directory = directory
        self.start = start
        lengthPosition = positions[TIFFTag.tileByteCounts.rawValue] ?? 0
    }

    /// Returns a file whose only page is a tile with these bytes.
    package func file(of tile: [UInt8]) -> [UInt8] {
        var file = start + tile
        file.replaceSubrange(lengthPosition..<lengthPosition + 4, with: header.bytes(tile.count, 4))
        return file
    }
}

extension TIFFHeader {
    /// The lowest bytes of a number, in the byte order of the file.
    fileprivate func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        return isBigEndian ? bytes.reversed() : bytes
    }
}
