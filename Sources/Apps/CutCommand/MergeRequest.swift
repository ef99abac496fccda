/// A pyramid that was cut in shards, which are merged, and the form of the report.
public struct MergeRequest: Hashable, Sendable {
    /// The name of the pyramid, as it was given to the shards.
    public var output: String
    /// Whether an existing pyramid is replaced; default false.
    public var replacesExisting = false
    /// Whether the shards are removed once the pyramid is complete; default false.
    public var removesShards = false
    /// The number of threads that encode; nil for one for each processor.
    public var threads: Int?
    /// Whether the summary is a JSON object; default false.
    public var reportsJSON = false
    /// How much is reported; default ``CutRequest/Verbosity/normal``.
    public var verbosity = CutRequest.Verbosity.normal

    /// Creates a request with the defaults.
    public init(output: String) {
        self.output = output
    }

    /// Checks everything that can be checked without opening a shard.
    ///
    /// - Throws: ``UsageError`` for options that are out of range.
    public func validate() throws {
        guard !output.isEmpty else {
            throw UsageError("the name of the pyramid is empty. Give the --output of its shards.")
        }
        guard threads.map({ (1...1024).contains($0) }) ?? true else {
            throw UsageError("the number of threads has to be from 1 to 1024.")
        }
    }
}
