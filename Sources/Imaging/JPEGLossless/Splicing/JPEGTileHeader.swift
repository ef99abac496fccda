internal import ImageSources
internal import TilePyramid

/// The bytes with which a spliced tile begins: all markers before its entropy-coded data.
struct JPEGTileHeader {
    private let bytes: [UInt8]
    /// The offset of the height, which the width follows.
    private let sizeOffset: Int

    private static let markerLimit = 0xFFFF - 2

    /// Creates the header of an image's tiles, with the metadata of `encoding`.
    init(_ scan: JPEGScan, _ encoding: TileEncoding) {
        var bytes: [UInt8] = [0xFF, 0xD8]
        func add(_ code: UInt8, _ content: [UInt8]) {
            let length = content.count + 2
            bytes += [0xFF, code, UInt8(length >> 8), UInt8(length & 0xFF)] + content
        }
        // JFIF 1.1, square pixels, no density.
        add(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
        let exifName = Array("Exif\0\0".utf8)
        if let exif = encoding.exif, !exif.isEmpty, exif.count + exifName.count <= Self.markerLimit {
            add(0xE1, exifName + exif)
        }
        let profile = encoding.profile ?? []
        let profileName = Array("ICC_PROFILE\0".utf8)
        let part = Self.markerLimit - profileName.count - 2
        let partCount = (profile.count + part - 1) / part
        if partCount <= 255 {
            for number in 0..<partCount {
                let content = profile[number * part..<min((number + 1) * part, profile.count)]
                add(0xE2, profileName + [UInt8(number + 1), UInt8(partCount)] + content)
            }
        }
        // Store equal quantization tables once.
        var tables: [[UInt16]] = []
        for component in scan.components where !tables.contains(component.quantization) {
            tables.append(component.quantization)
        }
        for (number, table) in tables.enumerated() {
            let isWide = table.contains { $0 > 255 }
            let values = DCTDownscaler.zigzag.map { table[$0] }
            let content = values.flatMap { isWide ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0)] }
            add(0xDB, [(isWide ? 0x10 : 0) | UInt8(number)] + content)
        }
        // Baseline allows 8-bit quantization and two Huffman tables of each class (ITU-T T.81, B.2.4).
        let isBaseline =
            !tables.joined().contains { $0 > 255 } && scan.components.allSatisfy { $0.dcTable < 2 && $0.acTable < 2 }
        sizeOffset = bytes.count + 5
        let frame = scan.components.flatMap { component -> [UInt8] in
            let table = tables.firstIndex(of: component.quantization) ?? 0
            return [component.id, UInt8(component.horizontalSampling << 4 | component.verticalSampling), UInt8(table)]
        }
        add(isBaseline ? 0xC0 : 0xC1, [8, 0, 0, 0, 0, UInt8(scan.components.count)] + frame)
        for (kind, tables) in [(UInt8(0), scan.dcTables), (0x10, scan.acTables)] {
            for (number, table) in tables.sorted(by: { $0.key < $1.key }) {
                add(0xC4, [kind | UInt8(number)] + table.counts + table.symbols)
            }
        }
        let parts = scan.components.flatMap { component -> [UInt8] in
            [component.id, UInt8(component.dcTable << 4 | component.acTable)]
        }
        add(0xDA, [UInt8(scan.components.count)] + parts + [0, 63, 0])
        self.bytes = bytes
    }

    func bytes(of size: PixelSize) -> [UInt8] {
        var bytes = bytes
        for (index, length) in [size.height, size.width].enumerated() {
            bytes[sizeOffset + 2 * index] = UInt8(length >> 8)
            bytes[sizeOffset + 2 * index + 1] = UInt8(length & 0xFF)
        }
        return bytes
    }
}
