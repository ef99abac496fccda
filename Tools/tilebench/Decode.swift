internal import ArgumentParser
internal import ImageCodecs
internal import ImageSources
internal import PixelKernels
internal import SyntheticImages
internal import TilePyramid

struct Decode: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure how fast tiles are decoded for the screen, compared with the codecs alone.",
        discussion: """
            Cuts a synthetic image into tiles in memory. Decodes them with TileKit's decoder and with the simplest call \
            of the library below it, in turn: libjpeg and libwebp to BGRA; for PNG libvips, which has no BGRA, and \
            libdeflate, which only decompresses. Prints medians: tiles per second of all workers, and the loss against \
            the library alone in CPU time, which is comparable even if the machine is busy.

            With --files, tiles are loaded from files as the viewer does it, on one thread and from the system's cache: \
            those of ktx2 are mapped, all others are read and decoded. Prints the size of a file, the CPU time until \
            pixels can be drawn, and how many times faster that is than in the first format.

            Examples:
              tilebench decode --runs 21
              tilebench decode --files --format jpg --format png --format ktx2
            """)

    @Option(
        help: """
            The format of the tiles, in quality 85: jpg, png, webp, jp2, jpng (compared with its JPEG alone) or ktx2 \
            (with a copy); can be repeated. (default: jpg, png, webp)
            """)
    var format: [DecodeFormat] = [.jpg, .png, .webp]

    @Option(help: ArgumentHelp("The width and height of the tiles in pixels; can be repeated.", valueName: "pixels"))
    var tileSize = [256, 512]

    @Option(help: "The number of concurrent workers; can be repeated.")
    var workers = [1, 2]

    @Flag(help: "Measure transparent tiles, without JPEG.")
    var alpha = false

    @Flag(help: "Measure the whole way from a file to pixels, in place of decoding alone.")
    var files = false

    @Option(help: "The number of runs of each decoder, after one uncounted warm-up.")
    var runs = 11

    @Option(
        help: ArgumentHelp("The size of the synthetic image. (default: 4096x4096)", valueName: "WxH"),
        transform: parsedSize)
    var size = PixelSize(width: 4096, height: 4096)

    func validate() throws {
        guard runs >= 1 else { throw ValidationError("--runs takes a number from 1.") }
        guard tileSize.allSatisfy({ $0 >= 1 }) else { throw ValidationError("--tile-size takes numbers from 1.") }
        guard workers.allSatisfy({ $0 >= 1 }) else { throw ValidationError("--workers takes numbers from 1.") }
    }

    func run() throws {
        try reportingFailures {
            let writer = MemoryImageWriter(TerrainImage(size: size, hasAlpha: alpha))
            try writer.image.write(to: writer, workers: 2)
            print("\(size) pixels, medians of \(runs) runs in turn")
            try files ? measureFiles(writer) : measureDecoders(writer)
        }
    }

    /// The formats of tiles that the image can have.
    private var formats: [DecodeFormat] { format.filter { !alpha || $0 != .jpg } }

    private func measureDecoders(_ image: MemoryImageWriter) throws {
        print(tableRow("", "workers", "tiles/s", "MP/s", "alone/s", "loss %"))
        for format in formats {
            for side in tileSize {
                let tiles = try image.tiles(side: side, format: format)
                let bench = DecodeBench(format: format, side: side, tiles: tiles)
                for workers in workers {
                    try bench.run(workers: workers, runs: runs).forEach { print($0) }
                }
            }
        }
    }

    private func measureFiles(_ image: MemoryImageWriter) throws {
        try withTemporaryFolder { folder in
            var bench = FileBench()
            for format in formats {
                for side in tileSize {
                    try bench.add(
                        image.tiles(side: side, format: format), of: size, format: format, side: side, to: folder)
                }
            }
            print(FileBench.heading)
            try bench.run(runs).forEach { print($0) }
        }
    }
}

/// An image in memory that can be cut into tiles.
private final class MemoryImageWriter: RowWriter {
    let image: TerrainImage
    private var bytes: [UInt8] = []

    init(_ image: TerrainImage) {
        self.image = image
        bytes.reserveCapacity(image.size.area * image.layout.bytesPerPixel)
    }

    var size: PixelSize { image.size }
    var layout: PixelLayout { image.layout }
    private var rowBytes: Int { size.width * layout.bytesPerPixel }

    func write(_ band: PixelBand) {
        for y in band.rows {
            bytes += UnsafeRawBufferPointer(start: band.row(y), count: rowBytes)
        }
    }

    func finish() {}

    /// Returns the encoded tiles of the image.
    func tiles(side: Int, format: DecodeFormat) throws -> [[UInt8]] {
        var encoding = TileEncoding()
        encoding.format = format.tileFormat
        encoding.quality = format.quality
        let encoder = try encoding.makeEncoder(for: layout)
        let pyramid = Pyramid(size: size, tileSize: side, levelCount: 1)
        return try bytes.withUnsafeBytes { raw in
            try pyramid.indices.map { index in
                let rect = pyramid.rect(of: index)
                let rows = rect.rows.compactMap { y in
                    raw.baseAddress.map { $0 + y * rowBytes + rect.x * layout.bytesPerPixel }
                }
                return try rows.withUnsafeBufferPointer { rows in
                    var tile: [UInt8] = []
                    try encoder.encode(TilePixels(size: rect.size, layout: layout, rows: rows)) { encoded in
                        tile = encoded.withUnsafeBytes { Array($0) }
                    }
                    return tile
                }
            }
        }
    }
}

/// The formats whose decoding is measured.
enum DecodeFormat: String, ExpressibleByArgument, CaseIterable {
    case jpg, png, webp, jp2, jpng, ktx2

    /// The quality of the tiles, where the format has one.
    var quality: Int { 85 }

    /// The format of the tiles.
    var tileFormat: TileFormat { TileFormat(rawValue: rawValue) ?? .jpeg }
}
