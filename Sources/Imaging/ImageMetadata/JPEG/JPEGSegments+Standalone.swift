extension JPEGSegments {
    /// Makes a JPEG file from a tile of a TIFF.
    ///
    /// Inserts tables that the page stores for all of its tiles (TIFF Technical Note 2). The page declares whether three
    /// components are YCbCr or RGB, but a file has to declare it itself. Where the tile's markers would lead decoders to the
    /// wrong answer, an Adobe segment replaces its APP0 and APP14 segments; only this segment can declare RGB.
    ///
    /// - Parameters:
    ///   - tile: the bytes of the tile.
    ///   - tables: the page's JPEGTables; may be empty.
    ///   - channels: the page's samples per pixel.
    ///   - isRGB: true when three components are RGB, false when they are YCbCr.
    /// - Returns: the JPEG file, which may be the unchanged tile; nil if the tile is not a JPEG.
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

    /// DQT, DHT, DAC and DRI: quantization, Huffman codes, arithmetic conditioning, restart interval.
    private static let tableMarkers: Set<UInt8> = [0xDB, 0xC4, 0xCC, 0xDD]
    /// Adobe's APP14 segment without its last byte, the color transform (Technical Note 5116).
    private static let adobeMark: [UInt8] = [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0]
}
