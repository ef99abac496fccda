package import FilePyramids
package import ImageCodecs
package import ImageSources
package import PixelKernels
internal import TileContainers
package import TileCutting
package import TilePyramid

/// A pyramid that is cut in shards: everything that all of its shards have in common, and that the merge has to know.
package struct ShardedPyramid: Hashable, Sendable {
    /// The version of the program that cuts and merges.
    package var version: String
    /// Identifies the image and the options.
    package var fingerprint: String
    /// The number of shards.
    package var shardCount: Int
    /// The number of levels, beside full size, of which shards make tiles.
    package var coarseningLevels: Int
    /// The geometry.
    package var geometry: Geometry
    /// The form of the pyramid on disk.
    package var target: PyramidTarget
    /// The encoding of tiles.
    package var encoding: TileEncoding
    /// The layout of the image's pixels.
    package var layout: PixelLayout
    /// The number of planes in which tiles are assembled: 1 for interleaved pixels, 3 for planar YCbCr.
    package var planeCount = 1
    /// Whether colors are the bytes of numbers, of which coarser levels have the means, as in Terrain-RGB.
    package var holdsNumbers = false
    /// The color of tiles beyond the image where they have no alpha.
    package var background: RGBColor
    /// The tolerance for blank tiles, which are not stored; nil if all are.
    package var blankTolerance: Int?
    /// Whether equal tiles of a folder become hard links.
    package var linksDuplicateTiles = false
    /// Whether a web page that shows the pyramid is written as well.
    package var writesPage = false

    /// The values from which a pyramid's geometry is made.
    package struct Geometry: Hashable, Sendable {
        /// The full size.
        package var size: PixelSize
        /// The distance between tile origins in pixels.
        package var tileSize: Int
        /// Pixels shared with each neighbor.
        package var overlap: Int
        /// The number of levels that have tiles.
        package var levelCount: Int
        /// The shape of the levels.
        package var shape: PyramidShape

        /// The pyramid.
        package var pyramid: Pyramid {
            Pyramid(size: size, tileSize: tileSize, overlap: overlap, levelCount: levelCount, shape: shape)
        }
    }

    /// The pyramid of a planned cut that is divided.
    ///
    /// - Parameters:
    ///   - plan: the plan of the whole cut.
    ///   - shards: its division.
    ///   - target: the form of the pyramid, with what the image determines of it.
    ///   - version: the version of the program.
    package init(_ plan: CutPlan, _ shards: ShardPlan, target: PyramidTarget, version: String) {
        self.version = version
        self.target = target
        fingerprint = plan.shardFingerprint
        shardCount = shards.count
        coarseningLevels = shards.coarseningLevels
        geometry = Geometry(
            size: plan.pyramid.size, tileSize: plan.pyramid.tileSize, overlap: plan.pyramid.overlap,
            levelCount: plan.pyramid.presentLevels.count, shape: plan.shape)
        encoding = plan.encoding
        layout = plan.image.layout
        holdsNumbers = plan.image.holdsNumbers
        background = plan.options.background
        blankTolerance = plan.blankTolerance
    }

    /// Creates a pyramid from what a manifest says.
    init(
        version: String, fingerprint: String, shardCount: Int, coarseningLevels: Int, geometry: Geometry,
        target: PyramidTarget, encoding: TileEncoding, layout: PixelLayout, background: RGBColor
    ) {
        self.version = version
        self.fingerprint = fingerprint
        self.shardCount = shardCount
        self.coarseningLevels = coarseningLevels
        self.geometry = geometry
        self.target = target
        self.encoding = encoding
        self.layout = layout
        self.background = background
    }

    /// The name of a shard's file: that of the pyramid, and the shard's number.
    package static func path(ofShard number: Int, of count: Int, for output: String) -> String {
        "\(FilePath.withoutTrailingSlashes(output)).shard-\(number)-of-\(count)"
    }
}
