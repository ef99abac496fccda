import FilePyramids
import ImageCodecs
import ImageSources
import PixelKernels
import TestSupport
import TileContainers
import TilePyramid
import TileStores

/// A TIFF named `big.tif` in a temporary folder, with tiles of plain colors.
struct TIFFPyramidFixture {
    let folder: TemporaryFolder
    var pyramid: Pyramid
    var format = TileFormat.jpeg
    var layout = PixelLayout(.rgb)
    var chroma = TileEncoding.ChromaSubsampling.halved
    var target = PyramidTarget(.tiff)
    /// Whether every tile has a color of its own.
    var isColorful = true
    /// The length of a comment after the SOI marker of every JPEG tile.
    var commentBytes = 0

    /// A pyramid of 40×24 pixels in tiles of 16: levels of 10×6, 20×12 and 40×24, of 1, 2 and 6 tiles.
    init(_ size: PixelSize = PixelSize(width: 40, height: 24), format: TileFormat = .jpeg) throws {
        folder = try TemporaryFolder()
        pyramid = Pyramid(size: size, tileSize: 16, shape: PyramidTarget(.tiff).shape)
        self.format = format
    }

    var path: String { folder.path("big.tif") }

    func store(_ options: StoreOptions = StoreOptions(), classicLimit: Int = 1 << 32) throws -> TIFFStore {
        try TIFFStore(
            creating: path, pyramid: pyramid, format: format, target: target, options: options,
            classicLimit: classicLimit)
    }

    /// Writes a file whose tiles arrive in reverse order.
    @discardableResult
    func make(classicLimit: Int = 1 << 32, where isWanted: (TileIndex) -> Bool = { _ in true }) throws -> [UInt8] {
        let store = try store(classicLimit: classicLimit)
        for index in Array(pyramid.indices).reversed() where isWanted(index) {
            try write(index, to: store)
        }
        try store.finish()
        return try bytes()
    }

    /// Stores a tile.
    func write(_ index: TileIndex, to store: TIFFStore) throws {
        let tile = try tile(index)
        try store.write(tile.span.bytes, format: format, at: index)
    }

    func bytes() throws -> [UInt8] { try [UInt8](folder.bytes(of: "big.tif")) }

    /// The samples of a tile's pixels.
    func color(of index: TileIndex) -> [Int] {
        let number = isColorful ? 1 + index.level * 7 + index.column * 3 + index.row * 2 : 1
        let samples = [number * 9 % 256, 255 - number * 7 % 256, number * 5 % 256, 200].prefix(layout.channels.rawValue)
        return samples.map { layout.depth == .sixteen ? $0 * 257 - 5 : $0 }
    }

    /// An encoded tile of one color.
    func tile(_ index: TileIndex, size: PixelSize? = nil) throws -> [UInt8] {
        let size = size ?? pyramid.storedSize(of: index)
        var pixels = color(of: index).flatMap { sample in
            layout.depth == .sixteen ? [UInt8(sample & 255), UInt8(sample >> 8)] : [UInt8(sample)]
        }
        let length = size.area * pixels.count
        while pixels.count < length { pixels += pixels.prefix(length - pixels.count) }
        let bytes = try encode(pixels, size: size)
        guard commentBytes > 0 else { return bytes }
        let segment = commentBytes + 2
        return bytes[..<2] + [0xFF, 0xFE, UInt8(segment >> 8), UInt8(segment & 255)]
            + (0..<commentBytes).map { UInt8($0 % 251) } + bytes[2...]
    }

    /// Encodes pixels as a tile.
    func encode(_ pixels: [UInt8], size: PixelSize) throws -> [UInt8] {
        var encoding = TileEncoding()
        encoding.format = format
        encoding.quality = 95
        encoding.chroma = chroma
        var encoded: [UInt8] = []
        try pixels.withUnsafeBytes { pixels in
            guard let base = pixels.baseAddress else { return }
            let rows = (0..<size.height).map { base + $0 * size.width * layout.bytesPerPixel }
            try rows.withUnsafeBufferPointer {
                try encoding.makeEncoder(for: layout).encode(TilePixels(size: size, layout: layout, rows: $0)) {
                    encoded = $0.withUnsafeBytes { Array($0) }
                }
            }
        }
        return encoded
    }
}

/// The directories of a little-endian TIFF, parsed independently of the tested code.
struct ParsedTIFF {
    /// The values of each directory's tags as integers.
    var pages: [[Int: [Int]]] = []
    /// The offsets of the directories.
    var starts: [Int] = []
    let bytes: [UInt8]
    let isBigTIFF: Bool

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        isBigTIFF = bytes[2] == 43
        var next = number(isBigTIFF ? 8 : 4, isBigTIFF ? 8 : 4)
        while next != 0 {
            starts.append(next)
            let (tags, following) = directory(at: next)
            pages.append(tags)
            next = following
        }
    }

    /// The tags of a directory, and the offset of the next.
    func directory(at start: Int) -> (tags: [Int: [Int]], next: Int) {
        let wide = isBigTIFF ? 8 : 4
        let count = number(start, isBigTIFF ? 8 : 2)
        var tags: [Int: [Int]] = [:]
        var offset = start + (isBigTIFF ? 8 : 2)
        for _ in 0..<count {
            let size = [2: 1, 3: 2, 4: 4, 5: 4, 7: 1, 12: 8, 16: 8][number(offset + 2, 2)] ?? 1
            let values = number(offset + 4, wide) * (number(offset + 2, 2) == 5 ? 2 : 1)
            let inline = offset + 4 + wide
            let at = values * size <= wide ? inline : number(inline, wide)
            tags[number(offset, 2)] = (0..<values).map { number(at + $0 * size, size) }
            offset = inline + wide
        }
        return (tags, number(offset, wide))
    }

    func number(_ offset: Int, _ size: Int) -> Int {
        (0..<size).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }

    /// The values of a tag; empty if it is absent.
    func values(_ tag: Int, of page: Int = 0) -> [Int] {
        let tags = pages[page]
        return tags[tag] ?? []
    }

    /// The bytes of a page's tile.
    func tile(_ number: Int, of page: Int) -> [UInt8] {
        let start = values(324, of: page)[number]
        return Array(bytes[start..<start + values(325, of: page)[number]])
    }

    /// The text of a tag.
    func text(_ tag: Int, of page: Int = 0) -> String {
        String(decoding: values(tag, of: page).dropLast().map { UInt8($0) }, as: UTF8.self)
    }
}
