/// The coding styles of a codestream, from the headers of the codestream and of its tile-parts (ISO 15444-1, annex A).
package struct JPEG2000CodingParameters {
    /// The coding style of components, from a COD or COC marker segment (A.6.1 and A.6.2).
    package struct Style: Hashable {
        /// The sides of a precinct, as exponents of two.
        package struct Precinct: Hashable {
            package var width: Int
            package var height: Int
        }

        /// The number of wavelet decomposition levels.
        package var decompositionLevels: Int
        /// The sides of code-blocks, as exponents of two.
        package var codeBlockWidthExponent: Int
        package var codeBlockHeightExponent: Int
        /// True for the block coder of HTJ2K (ISO 15444-15).
        package var isHighThroughput: Bool
        /// The precincts of every resolution, smallest first.
        package var precincts: [Precinct] = []

        /// Reads the flags at `offset`, and SPcod or SPcoc `distance` bytes after them.
        init?(_ fields: BigEndianReader, _ offset: Int, levelsAt distance: Int) {
            func byte(_ number: Int) -> Int? { fields.number(at: offset + number, size: 1) }
            guard let flags = byte(0), let levels = byte(distance), levels <= 32, let width = byte(distance + 1),
                let height = byte(distance + 2), let modes = byte(distance + 3)
            else { return nil }
            decompositionLevels = levels
            codeBlockWidthExponent = width & 15 + 2
            codeBlockHeightExponent = height & 15 + 2
            isHighThroughput = modes & 0x40 != 0
            for resolution in 0...levels {
                // Without their sizes in the segment, precincts are as large as can be.
                guard let sides = flags & 1 == 0 ? 0xFF : byte(distance + 5 + resolution) else { return nil }
                precincts.append(Precinct(width: sides & 15, height: sides >> 4))
            }
        }
    }

    /// The different coding styles.
    package private(set) var styles: Set<Style> = []
    /// True when packet headers are separate from the packets, in PPM or PPT marker segments (A.7.4 and A.7.5).
    package private(set) var hasPackedPacketHeaders = false
    /// True when a tile's parts are not contiguous and the first one does not give their number.
    ///
    /// OpenJPEG 2.5 considers such a tile complete too early (`opj_get_decoded_tile`).
    package private(set) var hasScatteredTileParts = false
    /// The tiles whose tile-part headers were read.
    package private(set) var tiles: Set<Int> = []
    /// True when the headers of all tile-parts were read.
    package private(set) var hasReadAllTileParts = false
    /// True when all headers that were read are valid, without markers unknown to OpenJPEG.
    package private(set) var isValid = false

    /// The marker segments that OpenJPEG knows.
    ///
    /// After any other it searches the data for a marker it knows.
    private static let knownMarkers: Set<Int> = [
        0xFF50, 0xFF52, 0xFF53, 0xFF55, 0xFF57, 0xFF58, 0xFF59, 0xFF5C, 0xFF5D, 0xFF5E, 0xFF5F, 0xFF60, 0xFF61, 0xFF63,
        0xFF64, 0xFF74, 0xFF75, 0xFF77, 0xFF78,
    ]
    /// The maximum number of tile-part headers that are read to find the coding styles.
    package static let tilePartLimit = 1024
    /// The maximum number of tile-parts: 255 for each of 65535 tiles (A.4.2).
    package static let largestTilePartCount = 255 * 65535
    /// The maximum number of marker segments that are read for each tile-part, and in addition.
    private static let segmentLimit = 64

    /// Reads the header of the codestream at an offset, and the headers of up to `tilePartLimit` tile-parts.
    package init(
        _ bytes: ImageBytes, at start: Int, _ header: JPEG2000CodestreamHeader,
        tilePartLimit: Int = Self.tilePartLimit
    ) {
        let end = bytes.size
        // Ccoc has one byte for fewer than 257 components.
        let indexBytes = header.components.count < 257 ? 1 : 2
        var offset = start + header.byteCount
        var part = (start: 0, length: 0)
        var partCount = 0
        var partsAreCounted: [Int: Bool] = [:]
        var lastTile: Int?
        // Checked: both are constants of ours.
        for _ in 0..<Self.segmentLimit * (tilePartLimit + 1) {
            guard offset < end else {
                isValid = part.start == 0
                hasReadAllTileParts = isValid
                return
            }
            // The longest part of a segment that is looked at: COC with 33 precincts.
            let fields = BigEndianReader(bytes.read(at: offset, count: 64)[...])
            guard let marker = fields.number(at: 0, size: 2) else { return }
            switch marker {
            case 0xFFD9:
                isValid = true
                hasReadAllTileParts = true
                return
            case 0xFF93:
                partCount += 1
                // Psot is 0 in a last tile-part that extends to the end of the codestream.
                guard part.length > 0, partCount < tilePartLimit else {
                    isValid = part.start > 0
                    hasReadAllTileParts = isValid && part.length == 0
                    return
                }
                guard part.start + part.length >= offset + 2 else { return }
                offset = part.start + part.length
                part = (0, 0)
            default:
                guard let length = fields.number(at: 2, size: 2), length >= 2 else { return }
                if marker == 0xFF90 {
                    guard length == 10, part.start == 0, let tile = fields.number(at: 4, size: 2),
                        let tilePart = fields.number(at: 6), let count = fields.number(at: 11, size: 1)
                    else { return }
                    part = (offset, tilePart)
                    let isCounted = partsAreCounted[tile]
                    if tile != lastTile, isCounted == false { hasScatteredTileParts = true }
                    partsAreCounted[tile] = (isCounted ?? false) || count > 0
                    lastTile = tile
                    tiles.insert(tile)
                } else if !Self.knownMarkers.contains(marker) {
                    return
                }
                guard read(marker, fields, indexBytes: indexBytes) else { return }
                offset += 2 + length
            }
        }
    }

    /// Reads a marker segment; false when it is invalid.
    private mutating func read(_ marker: Int, _ fields: BigEndianReader, indexBytes: Int) -> Bool {
        switch marker {
        case 0xFF52, 0xFF53:
            let (offset, distance) = marker == 0xFF52 ? (4, 5) : (4 + indexBytes, 1)
            guard let style = Style(fields, offset, levelsAt: distance) else { return false }
            styles.insert(style)
        case 0xFF60, 0xFF61: hasPackedPacketHeaders = true
        default: break
        }
        return true
    }
}
