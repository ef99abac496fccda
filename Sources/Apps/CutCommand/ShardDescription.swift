internal import FilePyramids
internal import ImageSources
internal import JSONDocuments
internal import Numbers
internal import PyramidTools
internal import TileContainers
internal import TileCutting
internal import TilePyramid

/// The description of a shard file.
///
/// It is a class, so that its absence is a pointer: optimized programs fill a large absent structure in a tail call, which leaves
/// an error that `try?` discarded as the error of the initializer.
final class ShardDescription {
    private let file: ShardFile
    private let manifest: ShardManifest

    /// Opens a shard file; nil if the file is not a shard.
    ///
    /// - Throws: `StoreError` when the shard is damaged.
    init?(_ path: String) throws {
        guard !PyramidLocation(path).isRemote, !FileSystem.isFolder(path),
            let head = try? FileSystem.readWhole(path, limit: PyramidCandidate.headLength),
            ShardFile.isShard(head: head)
        else { return nil }
        file = try ShardFile(opening: path)
        manifest = try ShardSet.manifest(of: file)
    }

    /// The path of the pyramid to come, as far as the name of the file says it.
    private var output: String {
        let suffix = ".shard-\(manifest.number)-of-\(manifest.pyramid.shardCount)"
        return file.path.hasSuffix(suffix) ? String(file.path.dropLast(suffix.count)) : "NAME"
    }

    /// The description for people.
    var lines: [String] {
        let pyramid = manifest.pyramid
        return [
            "\(file.path): shard \(manifest.number) of \(pyramid.shardCount) of \(pyramid.target.phrase), "
                + "\(pyramid.geometry.size) pixels, \(pyramid.encoding.format.rawValue) tiles of "
                + "\(pyramid.geometry.tileSize) pixels, overlap \(pyramid.geometry.overlap)",
            "\(NumberText.count(file.tiles.count, "tile")), \(NumberText.bytes(file.byteCount)); merge all shards with: "
                + "tilecut merge \(output)",
        ]
    }

    /// One JSON object on one line.
    ///
    /// The keys are `path`, `kind` (`shard`), `shard`, `shards`, `shardLevels`, `pyramid` (the output of the merge), `width`,
    /// `height`, `tileSize`, `overlap`, `format`, `tiles`, `skippedTiles`, `bytes`, `version` and `warnings`.
    var json: String {
        let pyramid = manifest.pyramid
        return JSONText.object([
            JSONText.path("path", file.path), ("kind", JSONText.string("shard")), ("shard", "\(manifest.number)"),
            ("shards", "\(pyramid.shardCount)"), ("shardLevels", "\(pyramid.coarseningLevels)"),
            ("pyramid", JSONText.string(output)), ("width", "\(pyramid.geometry.size.width)"),
            ("height", "\(pyramid.geometry.size.height)"), ("tileSize", "\(pyramid.geometry.tileSize)"),
            ("overlap", "\(pyramid.geometry.overlap)"), ("format", JSONText.string(pyramid.encoding.format.rawValue)),
            ("tiles", "\(file.tiles.count)"), ("skippedTiles", "\(manifest.skippedTiles)"),
            ("bytes", "\(file.byteCount)"), ("version", JSONText.string(pyramid.version)),
            ("warnings", JSONText.array(manifest.warnings.map(JSONText.string))),
        ])
    }
}
