internal import ImageMetadata
internal import TilePyramid

/// Estimates the memory that OpenJPEG needs beside samples: for tiles, precincts and code-blocks, of which a header of
/// a few bytes can declare millions.
extension JPEG2000CodestreamHeader {
    /// The coding style of a component, from its COD or COC marker segment (ISO 15444-1, A.6.1 and A.6.2).
    private struct CodingStyle {
        /// The number of wavelet decomposition levels.
        var decompositionLevels: Int
        /// The sides of code-blocks, as exponents of two.
        var codeBlockWidthExponent: Int
        var codeBlockHeightExponent: Int
        /// The sides of the precincts of every resolution, smallest first, as exponents of two.
        var precincts: [(width: Int, height: Int)] = []

        /// Reads the flags at `offset`, and SPcod or SPcoc `distance` bytes after them.
        init?(_ fields: BigEndianReader, _ offset: Int, levelsAt distance: Int) {
            func byte(_ number: Int) -> Int? { fields.number(at: offset + number, size: 1) }
            guard let flags = byte(0), let levels = byte(distance), levels <= 32, let width = byte(distance + 1),
                let height = byte(distance + 2)
            else { return nil }
            decompositionLevels = levels
            codeBlockWidthExponent = width & 15 + 2
            codeBlockHeightExponent = height & 15 + 2
            for resolution in 0...levels {
                // Without their sizes in the segment, precincts are as large as can be.
                guard let sides = flags & 1 == 0 ? 0xFF : byte(distance + 5 + resolution) else { return nil }
                precincts.append((sides & 15, sides >> 4))
            }
        }
    }

    /// OpenJPEG's approximate memory for a tile, a tile-component, a precinct of a subband and a code-block.
    private static let (tileBytes, componentBytes, precinctBytes, codeBlockBytes) = (6000, 1500, 300, 700)
    /// The marker segments that OpenJPEG knows.
    ///
    /// After any other it searches the data for a marker it knows.
    private static let knownMarkers: Set<Int> = [
        0xFF50, 0xFF52, 0xFF53, 0xFF55, 0xFF57, 0xFF58, 0xFF59, 0xFF5C, 0xFF5D, 0xFF5E, 0xFF5F, 0xFF60, 0xFF61, 0xFF63,
        0xFF64, 0xFF74, 0xFF75, 0xFF77, 0xFF78,
    ]

    /// Estimates the bytes needed from all headers of the codestream and its tile-parts, in the bytes that this header
    /// was read from; nil when they are invalid.
    func estimatedDecoderMemory(_ bytes: [UInt8]) -> Int? {
        let fields = BigEndianReader(bytes[...])
        var (offset, part) = (end, (start: 0, length: 0))
        var largest = 0
        while offset < bytes.count {
            guard let marker = fields.number(at: offset, size: 2) else { return nil }
            switch marker {
            case 0xFFD9: return total(largest)
            case 0xFF93:
                // Psot is 0 in a last tile-part that extends to the end of the codestream.
                guard part.length > 0 else { return part.start > 0 ? total(largest) : nil }
                guard part.start + part.length >= offset + 2 else { return nil }
                offset = part.start + part.length
                part = (0, 0)
            default:
                guard let length = fields.number(at: offset + 2, size: 2), length >= 2 else { return nil }
                if marker == 0xFF90 {
                    guard length == 10, part.start == 0, let tilePart = fields.number(at: offset + 6)
                    else { return nil }
                    part = (offset, tilePart)
                } else if !Self.knownMarkers.contains(marker) {
                    return nil
                }
                if marker == 0xFF52 || marker == 0xFF53 {
                    let (start, distance) = marker == 0xFF52 ? (offset + 4, 5) : (offset + 5, 1)
                    guard let coding = CodingStyle(fields, start, levelsAt: distance) else { return nil }
                    largest = max(largest, memoryOfTileComponent(coding))
                }
                offset += 2 + length
            }
        }
        return part.start == 0 ? total(largest) : nil
    }

    private func total(_ largest: Int) -> Int {
        largest * components.count + tileCount * (Self.tileBytes + components.count * Self.componentBytes)
    }

    /// The memory of one tile-component.
    private func memoryOfTileComponent(_ coding: CodingStyle) -> Int {
        var bytes = 0
        // A tile need not start at the corner of a precinct.
        let more = tileCount > 1 ? 1 : 0
        func count(_ length: Int, _ power: Int) -> Int { (length + (1 << power) - 1) >> power + more }
        for (resolution, precinct) in coding.precincts.enumerated() {
            let halvings = coding.decompositionLevels - resolution
            let (width, height) = (
                (tile.width + (1 << halvings) - 1) >> halvings, (tile.height + (1 << halvings) - 1) >> halvings
            )
            let precincts = count(width, precinct.width) * count(height, precinct.height)
            // The three subbands of a resolution have half its size.
            let half = resolution == 0 ? 0 : 1
            let blocks =
                count((width + half) >> half, min(coding.codeBlockWidthExponent, max(0, precinct.width - half)))
                * count((height + half) >> half, min(coding.codeBlockHeightExponent, max(0, precinct.height - half)))
            bytes += (precincts * Self.precinctBytes + blocks * Self.codeBlockBytes) * (resolution == 0 ? 1 : 3)
        }
        return bytes
    }
}
