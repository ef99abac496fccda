package import RemotePyramids
package import TileCutting

/// Images to cut, the location and kind of their pyramids, and the form of the report.
package struct CutRequest: Sendable {
    /// The verbosity of a report on standard error and standard output.
    package enum Verbosity: Hashable, Sendable {
        /// Failures and warnings.
        case quiet
        /// Also progress and a summary of each image.
        case normal
        /// Also the plan, before the first tile.
        case verbose
        /// As ``normal``, with progress as JSON objects for programs.
        case events
    }

    /// The images' paths; "-" is standard input.
    package var images: [String]
    /// The location and kind of the pyramids.
    package var output = OutputRequest()
    /// Whether the images, which are georeferenced, are joined to one; default false.
    package var isMosaic = false
    /// Whether the one image is a list of images, whatever its name is; default false: a list by its name.
    package var isList = false
    /// The folders in which the images of a list may lie, at any depth, besides its own; default none.
    package var allowedFolders: [String] = []
    /// The network settings for arrays at an address; nil, the default, for those with the cache that the tools share.
    package var network: NetworkAccess?
    /// The options for cutting.
    package var options = CutOptions()
    /// The part of the cut that is done; default nil: all of it.
    package var shard: ShardSelection?
    /// The number of parts of a dry run; default nil: one, or that of ``shard``.
    package var shardCount: Int?
    /// The number of levels, beside full size, of which parts make tiles; default nil: up to 6.
    package var shardLevels: Int?
    /// Whether only the plan is reported and nothing is written; default false.
    package var isDryRun = false
    /// Whether summaries are JSON objects, one per line; default false.
    package var reportsJSON = false
    /// The verbosity of the report; default ``Verbosity/normal``.
    package var verbosity = Verbosity.normal

    /// Creates a request to cut images, with the defaults.
    package init(images: [String]) {
        self.images = images
    }
}
