internal import FilePyramids
internal import PyramidTools
package import RemotePyramids
internal import TileContainers
internal import TileCutting
internal import TilePyramid

/// A pyramid that was cut in shards, which are merged, and the form of the report.
package struct MergeRequest: Sendable {
    /// The name of the pyramid, as it was given to the shards, or the address that it would have beside them.
    package var input: String
    /// The path of the pyramid; "-" is standard output, nil, the default, is ``input``.
    package var output: String?
    /// The number of shards at an address; nil, the default, to look for them.
    package var shardCount: Int?
    /// The network settings for an address; by default with the cache that the tools share.
    package var network = NetworkAccess()
    /// Whether an existing pyramid is replaced; default false.
    package var replacesExisting = false
    /// Whether the files of a folder are synced before it gets its name; default false.
    package var syncsFolders = false
    /// Whether the shards are removed once the pyramid is complete; default false.
    package var removesShards = false
    /// The number of threads that encode; nil for one for each processor.
    package var threads: Int?
    /// Whether the summary is a JSON object; default false.
    package var reportsJSON = false
    /// The verbosity of the report; default ``CutRequest/Verbosity/normal``.
    package var verbosity = CutRequest.Verbosity.normal

    /// Creates a request with the defaults.
    package init(input: String) {
        self.input = input
    }

    /// The most shards that are looked for at an address.
    package static var searchLimit: Int { ShardSet.searchLimit }

    /// Whether the shards are at an address.
    var isRemote: Bool { PyramidLocation(input).isRemote }

    /// Checks everything that can be checked without opening a shard.
    ///
    /// - Throws: ``UsageError`` for options that are out of range, or contradict each other.
    package func validate() throws {
        guard !input.isEmpty, output?.isEmpty != true else {
            throw UsageError("the name of the pyramid is empty. Give the --output of its shards.")
        }
        guard threads.map({ (1...1024).contains($0) }) ?? true else {
            throw UsageError("the number of threads has to be from 1 to 1024.")
        }
        guard isRemote else {
            guard shardCount == nil else {
                throw UsageError(
                    "--shards is for addresses; the shards beside a file are counted. Leave it out.")
            }
            return
        }
        guard output != nil else {
            throw UsageError(
                "the pyramid cannot be written to an address. Name it with --output; - is standard output.")
        }
        guard !removesShards else {
            throw UsageError(
                "--remove-shards is for files, not for addresses. Remove them where they are.")
        }
        guard shardCount.map({ (1...ShardPlan.shardLimit).contains($0) }) ?? true else {
            throw UsageError("--shards takes a number from 1 to \(ShardPlan.shardLimit).")
        }
    }

    /// Returns the location of the pyramid.
    ///
    /// - Throws: ``UsageError`` if it cannot be written to standard output.
    func location(of target: PyramidTarget) throws(UsageError) -> OutputLocation {
        guard output != "-" else {
            guard target.format.capabilities.supportsStreams else {
                throw UsageError(
                    "\(target.phrase) cannot be written to standard output. Name a file or folder with --output."
                )
            }
            return OutputLocation(
                path: PyramidLocation(input).name, target: target, isStandardOutput: true)
        }
        let path = FilePath.withoutTrailingSlashes(output ?? input)
        return OutputLocation(
            path: output == nil ? path : target.path(forGiven: path),
            folder: output == nil ? nil : FilePath.parent(of: path),
            target: target)
    }
}
