import ArgumentParser
import CutCommand
import ToolSupport

/// The options for cutting in parts.
struct ShardArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Cut only part I of N, from 1 to N, into the file OUTPUT.shard-I-of-N; merge makes the pyramid of all.",
            valueName: "i/n"))
    var shard: String?

    @Option(help: ArgumentHelp("With --dry-run: print how the work is divided into N shards.", valueName: "n"))
    var shards: Int?

    @Option(
        help: ArgumentHelp(
            "The levels of which shards make tiles, beside full size; merge makes the others. (default: up to 6)",
            valueName: "n"))
    var shardLevels: Int?

    func validate() throws {
        if let shard, ShardSelection(shard) == nil {
            throw ValidationError("--shard takes the number of a shard and of all, such as 1/4; not \(shard).")
        }
    }

    func apply(to request: inout CutRequest) {
        request.shard = shard.flatMap { ShardSelection($0) }
        request.shardCount = shards
        request.shardLevels = shardLevels
    }
}
