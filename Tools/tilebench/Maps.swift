internal import ArgumentParser
internal import Concurrency
internal import Georeferencing
internal import Glibc
internal import TilePyramid
internal import TileServing
internal import ToolSupport

struct Maps: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure what it costs to warp the tiles of a map when they are requested.",
        discussion: """
            Renders tiles of a georeferenced pyramid as tileserve does, on one thread: decodes what they need of the level \
            that fits, warps and encodes it. Without a file, an image is generated (kept for the next time) and cut into a \
            TIFF in UTM. Each run begins without decoded tiles, and makes each tile once. Prints, for each zoom, the number \
            of tiles that show something, the medians of the CPU time of a tile and of the slowest tenth, and the size of a \
            tile.

            Examples:
              tilebench maps --folder /dev/shm/tilebench
              tilebench maps utm.tif --tiles 200 --format png
            """)

    @Argument(help: "A COG or another georeferenced pyramid that is not in Web Mercator. (default: a generated one)")
    var file: String?

    @Option(help: ArgumentHelp("The most tiles of each zoom, spread evenly over the map.", valueName: "n"))
    var tiles = 50

    @Option(help: "The format of the tiles, in quality 85: jpg, png or webp.")
    var format = TileBenchFormat.jpg

    @Option(help: "The number of runs.")
    var runs = 3

    @Option(
        help: ArgumentHelp("The size of the generated image. (default: 24571x12283)", valueName: "WxH"),
        transform: parsedSize)
    var size = PixelSize(width: 24571, height: 12283)

    @Option(help: ArgumentHelp("The folder for the generated image.", valueName: "dir"))
    var folder = "/tmp/tilebench"

    func validate() throws {
        guard tiles >= 1 else { throw ValidationError("--tiles takes a number from 1.") }
        guard runs >= 1 else { throw ValidationError("--runs takes a number from 1.") }
    }

    func run() throws {
        let path = try file ?? generatedMap()
        try reportingFailures {
            var times: [Int: [ZoomTimes]] = [:]
            for _ in 0..<runs {
                let map = try WarpedMap(opening: path)
                for zoom in map.zooms { times[zoom, default: []].append(try measure(map, zoom)) }
            }
            print("\(path), \(format.rawValue), medians of \(runs) runs")
            print(tableRow("zoom", "tiles", "CPU ms", "slow 10 %", "KiB", width: 6))
            for (zoom, runs) in times.sorted(by: { $0.key < $1.key }) {
                print(
                    tableRow(
                        "\(zoom)", "\(runs[0].count)", fixed(median(runs.map(\.mean)), 2),
                        fixed(median(runs.map(\.slow)), 2), fixed(runs[0].size / 1024, 1), width: 6))
            }
        }
    }

    /// The costs of the tiles of a zoom: milliseconds and bytes.
    private struct ZoomTimes {
        var count: Int
        var mean, slow, size: Double
    }

    private func measure(_ map: WarpedMap, _ zoom: Int) throws -> ZoomTimes {
        var (times, bytes): ([Double], Int) = ([], 0)
        for tile in map.tiles(zoom: zoom, limit: tiles) {
            let start = ThreadClock.now
            let encoded = try map.encodedTile(tile, format: format.tileFormat, quality: format.quality)
            guard let encoded else { continue }
            times.append((ThreadClock.now - start) * 1000)
            bytes += encoded.count
        }
        times.sort()
        let count = Double(max(1, times.count))
        return ZoomTimes(
            count: times.count, mean: times.reduce(0, +) / count,
            slow: times.isEmpty ? 0 : times[times.count * 9 / 10], size: Double(bytes) / count)
    }

    /// Returns the path of a generated image in UTM; makes it unless it exists already.
    private func generatedMap() throws -> String {
        mkdir(folder, 0o777)
        let path = "\(folder)/terrain-\(size.width)x\(size.height)-utm.tif"
        if access(path, R_OK) == 0 { return path }
        let image = try GeneratedImage.jpg.image(of: size, in: folder, python: "python3")
        let west = 300_000
        let north = 5_500_000
        let pixel = 20
        let bounds = [west, north - pixel * size.height, west + pixel * size.width, north].map { "\($0)" }
        let command = [
            try tilecutPath(), image, "-o", path, "--quiet", "--srs", "EPSG:32633", "--bounds",
            bounds.joined(separator: ","),
        ]
        guard let run = MeasuredRun.of(command), run.status == 0 else {
            Console.message(
                "\(path): the map could not be cut. The command was:\n\(command.joined(separator: " "))")
            throw ExitCode(70)
        }
        return path
    }
}

extension TileBenchFormat {
    fileprivate var tileFormat: TileFormat {
        switch self {
        case .jpg: .jpeg
        case .png: .png
        case .webp: .webp
        }
    }
}
