extension JPEGSegments {
    /// A tile of a TIFF as a JPEG file of its own.
    ///
    /// Tables that the page keeps for all of its tiles are put in front (TIFF Technical Note 2). The page says what three
    /// channels are, and a file has to say so itself: where decoders would take the tile's own marks otherwise, they are
    /// replaced by Adobe's, as there is no other for red, green and blue.
    ///
    /// - Parameters:
    ///   - tile: the bytes of the tile.
    ///   - tables: those of the page; may be empty.
    ///   - channels: how many the page has.
    ///   - isRGB: whether three are red, green and blue, and not lightness and two colors.
    /// - Returns: the tile as it is where nothing has to be done; nil when it is no JPEG.
    package static func standalone(_ tile: [UInt8], tables: [UInt8], channels: Int, isRGB: Bool) -> [UInt8]? {
        guard let own = tile.withUnsafeBytes({ JPEGSegments($0) }) else { return nil }
        let isMarkedWrongly = channels == 3 && own.isRGB != isRGB
        guard !tables.isEmpty || isMarkedWrongly else { return tile }
        var file: [UInt8] = [0xFF, 0xD8]
        file.reserveCapacity(tile.count + tables.count + adobeMark.count)
        if isMarkedWrongly {
            file += adobeMark + [isRGB ? 0 : 1]
        }
        if !tables.isEmpty {
            guard let common = tables.withUnsafeBytes({ JPEGSegments($0) }) else { return nil }
            for (marker, range) in common.segments where tableMarkers.contains(marker) {
                file += tables[range]
            }
        }
        for (marker, range) in own.segments {
            let isColorMark = marker == 0xEE || marker == 0xE0
            if !(isMarkedWrongly && isColorMark) {
                file += tile[range]
            }
        }
        return file + tile[own.scanOffset...]
    }

    /// Quantization, Huffman codes, arithmetic conditioning, restart interval.
    private static let tableMarkers: Set<UInt8> = [0xDB, 0xC4, 0xCC, 0xDD]
    /// Adobe's segment without its last byte, which says how colors are stored (Technical Note 5116).
    private static let adobeMark: [UInt8] = [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0]
}
