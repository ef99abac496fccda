import Foundation

/// A TIFF assembled byte by byte from the specification, independent of the tested code.
struct HandmadeTIFF {
    /// A page and its SubIFDs.
    struct Page {
        /// Tags of 16-bit values.
        var shorts: [Int: [Int]] = [:]
        /// Tags of 32-bit values.
        var longs: [Int: [Int]] = [:]
        /// Tags of opaque bytes.
        var bytes: [Int: [UInt8]] = [:]
        /// Tags of text.
        var texts: [Int: String] = [:]
        /// The tiles, empty if absent; `nil` for a page in one strip.
        var tiles: [[UInt8]]?
        var subIFDs: [Page] = []

        /// A page of JPEG tiles.
        init(
            jpeg tiles: [[UInt8]], width: Int, height: Int, tile: Int = 16, photometric: Int = 6,
            isReduced: Bool = false
        ) {
            shorts = [258: [8, 8, 8], 259: [7], 262: [photometric], 277: [3], 284: [1]]
            longs = [254: [isReduced ? 1 : 0], 256: [width], 257: [height], 322: [tile], 323: [tile]]
            self.tiles = tiles
        }
    }

    var isBigTIFF = false
    var isBigEndian = false
    var pages: [Page]

    private(set) var file: [UInt8] = []

    /// The bytes of the file.
    func encoded() -> [UInt8] {
        var copy = self
        copy.write()
        return copy.file
    }

    private var wide: Int { isBigTIFF ? 8 : 4 }

    private func number(_ value: Int, _ size: Int) -> [UInt8] {
        let little = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isBigEndian ? little.reversed() : little
    }

    private mutating func write() {
        file = Array((isBigEndian ? "MM" : "II").utf8) + number(isBigTIFF ? 43 : 42, 2)
        if isBigTIFF {
            file += number(8, 2) + number(0, 2)
        }
        var link = file.count
        file += number(0, wide)
        for page in pages {
            let (start, next) = write(page)
            file.replaceSubrange(link..<link + wide, with: number(start, wide))
            link = next
        }
    }

    /// Writes a page; returns the offset of its directory, and where the offset of the next directory is stored.
    private mutating func write(_ page: Page) -> (start: Int, next: Int) {
        var shorts = page.shorts
        var longs = page.longs
        if let tiles = page.tiles {
            longs[324] = tiles.map { tile in
                defer { file += tile + [0] }
                return tile.isEmpty ? 0 : file.count
            }
            longs[325] = tiles.map(\.count)
        }
        let children = page.subIFDs.map { write($0).start }
        if !children.isEmpty {
            longs[330] = children
        }
        shorts[262] = shorts[262] ?? [1]
        var entries: [Int: (type: Int, count: Int, data: [UInt8])] = [:]
        for (tag, values) in shorts { entries[tag] = (3, values.count, values.flatMap { number($0, 2) }) }
        for (tag, values) in longs { entries[tag] = (4, values.count, values.flatMap { number($0, 4) }) }
        for (tag, values) in page.bytes { entries[tag] = (7, values.count, values) }
        for (tag, text) in page.texts { entries[tag] = (2, text.utf8.count + 1, Array(text.utf8) + [0]) }
        var fields: [UInt8] = []
        for (tag, entry) in entries.sorted(by: { $0.key < $1.key }) {
            fields += number(tag, 2) + number(entry.type, 2) + number(entry.count, wide)
            if entry.data.count <= wide {
                fields += entry.data + Array(repeating: 0, count: wide - entry.data.count)
            } else {
                if file.count % 2 == 1 { file.append(0) }
                fields += number(file.count, wide)
                file += entry.data
            }
        }
        if file.count % 2 == 1 { file.append(0) }
        let start = file.count
        file += number(entries.count, isBigTIFF ? 8 : 2) + fields
        let next = file.count
        file += number(0, wide)
        return (start, next)
    }
}

/// Splits a JPEG as TIFF stores it: the shared tables, and the rest.
func withoutTables(_ jpeg: [UInt8]) -> (tables: [UInt8], tile: [UInt8]) {
    var tables = [UInt8]()
    var tile = [UInt8]()
    var offset = 2
    while jpeg[offset + 1] != 0xDA {
        let end = offset + 2 + Int(jpeg[offset + 2]) << 8 + Int(jpeg[offset + 3])
        switch jpeg[offset + 1] {
        case 0xDB, 0xC4: tables += jpeg[offset..<end]
        case 0xE0: break
        default: tile += jpeg[offset..<end]
        }
        offset = end
    }
    return ([0xFF, 0xD8] + tables + [0xFF, 0xD9], [0xFF, 0xD8] + tile + jpeg[offset...])
}
