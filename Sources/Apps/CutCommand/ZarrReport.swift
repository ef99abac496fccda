internal import ChannelImages
internal import Files
internal import Georeferencing
internal import JSONDocuments
internal import PyramidTools
internal import TilePyramid
internal import ZarrArrays

/// The report on an OME-Zarr: its levels, chunks, shards and channels; no chunk is read.
struct ZarrReport {
    private let image: ValueImage

    /// Creates a report on an OME-Zarr.
    init(_ image: ValueImage) {
        self.image = image
    }

    /// The path or the address in messages.
    var name: String { image.name }
    /// Sentences about statements that are not used.
    var warnings: [String] { image.warnings }

    private var description: ChannelImageDescription { image.image.description }

    /// The description for people: the format and the size, a line for each statement, the levels, and how it is cut.
    var lines: [String] {
        let zarr = image.arrays.first.map { " in Zarr \($0.version.rawValue)" } ?? ""
        var lines = [
            "\(image.name): \(image.container)\(zarr), \(description.size) pixels, \(description.planesText); cut it with: "
                + "tilecut \(image.name.shellQuoted)"
        ]
        lines += statements.map { "  \($0.0): \($0.1)" }
        lines.append(ReportTable.row("level", "size", "chunks"))
        lines += image.arrays.enumerated().map { index, array in
            let grid = array.gridShape.suffix(2).reversed().map(String.init).joined(separator: "×")
            return ReportTable.row("\(index)", description.levels[index].description, grid)
        }
        return lines
    }

    private var statements: [(String, String)] {
        var statements: [(String, String)] = []
        if let array = image.arrays.first {
            statements.append(("Chunks", "\(Self.text(array.chunkShape)), \(Self.codecText(array))"))
            if let sharding = array.sharding { statements.append(("Shards", Self.text(sharding.shape))) }
        }
        if let spacing = description.pixelSpacing {
            statements.append(
                ("Pixel size", "\(Self.micrometers(spacing.x)) × \(Self.micrometers(spacing.y)) µm"))
        }
        statements += description.statements.map { ($0.name, $0.value) }
        let place = image.place.georeference?.statements(bounds: image.bounds) ?? []
        return statements + place.compactMap { name, value in value.map { (name, $0) } }
    }

    /// A length to a tenth of a nanometer, as microscopes state it: 0.325.
    private static func micrometers(_ value: Double) -> String { "\((value * 10_000).rounded() / 10_000)" }

    /// A shape in words: "256×256 pixels", with the numbers of planes before it if there are several.
    private static func text(_ shape: [Int]) -> String {
        let pixels = "\(shape.suffix(2).reversed().map(String.init).joined(separator: "×")) pixels"
        let planes = shape.dropLast(2)
        guard planes.contains(where: { $0 > 1 }) else { return pixels }
        return "\(pixels) of \(planes.map(String.init).joined(separator: "×")) planes"
    }

    private static func codecText(_ array: ZarrArrayMetadata) -> String {
        let codecs = array.codecs.codecs.map(\.text)
        return codecs.isEmpty ? "not compressed" : codecs.joined(separator: ", ")
    }

    /// One JSON object on one line.
    ///
    /// The keys are `path`, `kind` (`values`), `container` (`OME-Zarr`), `zarrFormat` (2 or 3), `width`, `height`, `chunkShape`,
    /// `shardShape` (null without shards), `codecs`, `levels` [{`level` from 0 at full size, `width`, `height`, `columns`, `rows`}],
    /// those of `ChannelImageDescription.members`, `crs`, `transform` and `bounds` as an image has them, and `warnings`.
    var json: String {
        func shape(_ numbers: [Int]?) -> String { numbers.map { JSONText.array($0.map(String.init)) } ?? "null" }
        let levels = image.arrays.enumerated().map { index, array in
            let grid = Array(array.gridShape.suffix(2))
            return JSONText.object([
                ("level", "\(index)"), ("width", "\(description.levels[index].width)"),
                ("height", "\(description.levels[index].height)"), ("columns", "\(grid[1])"), ("rows", "\(grid[0])"),
            ])
        }
        let array = image.arrays.first
        let members: [(String, String)] = [
            JSONText.path("path", image.name), ("kind", JSONText.string("values")),
            ("container", JSONText.string(image.container)),
            ("zarrFormat", array.map { "\($0.version.rawValue)" } ?? "null"),
            ("width", "\(description.size.width)"), ("height", "\(description.size.height)"),
            ("chunkShape", shape(array?.chunkShape)), ("shardShape", shape(array?.sharding?.shape)),
            ("codecs", JSONText.array((array?.codecs.codecs ?? []).map { JSONText.string($0.name) })),
            ("levels", JSONText.array(levels)),
        ]
        let place = RasterGeoreference.members(image.place.georeference, bounds: image.bounds)
        let warnings = [("warnings", JSONText.array(warnings.map(JSONText.string)))]
        return JSONText.object(members + description.members + place + warnings)
    }
}

extension ZarrCodec {
    /// The name of the codec.
    fileprivate var name: String {
        switch self {
        case .gzip: "gzip"
        case .zlib: "zlib"
        case .zstandard: "zstd"
        case .blosc: "blosc"
        case .lz4: "lz4"
        case .crc32c: "crc32c"
        }
    }

    /// The codec in words: "zstd of level 3".
    fileprivate var text: String {
        switch self {
        case .gzip(let level), .zlib(let level), .zstandard(let level, _): "\(name) of level \(level)"
        case .blosc(let settings): "\(name) with \(settings.compressor.rawValue) of level \(settings.level)"
        case .lz4: name
        case .crc32c: "a checksum"
        }
    }
}
