/// The tile-parts of a codestream (ISO 15444-1, A.4.2), to be put in another order.
struct JPEG2000TileParts {
    /// The main header.
    private let header: [UInt8]
    /// The tile-parts, with their headers.
    let parts: [[UInt8]]

    /// Takes a codestream apart.
    init(_ bytes: [UInt8]) {
        var offset = bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0x90, 0, 10]) } ?? bytes.count
        header = Array(bytes[..<offset])
        var parts: [[UInt8]] = []
        while offset + 12 < bytes.count, bytes[offset...].starts(with: [0xFF, 0x90]) {
            let length = bytes[offset + 6..<offset + 10].reduce(0) { $0 << 8 | Int($1) }
            parts.append(Array(bytes[offset..<offset + length]))
            offset += length
        }
        self.parts = parts
    }

    /// The codestream without a tile.
    func without(tile: Int) -> [UInt8] {
        header + parts.filter { Int($0[4]) << 8 | Int($0[5]) != tile }.flatMap { $0 } + [0xFF, 0xD9]
    }

    /// The codestream with the first parts of all tiles first, then the second ones; without `isCounted`, only the last
    /// part of a tile gives their number (TNsot).
    func byResolution(isCounted: Bool) -> [UInt8] {
        let last = parts.map { $0[10] }.max() ?? 0
        let ordered = (0...last).flatMap { number in parts.filter { $0[10] == number } }
        let changed = ordered.map { part in
            var part = part
            part[11] = isCounted || part[10] == last ? last + 1 : 0
            return part
        }
        return header + changed.flatMap { $0 } + [0xFF, 0xD9]
    }
}
