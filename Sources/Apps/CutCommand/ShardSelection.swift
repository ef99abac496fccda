/// One of several parts of a cut.
package struct ShardSelection: Hashable, Sendable {
    /// The number of the shard, from 1.
    package var number: Int
    /// The number of shards.
    package var count: Int

    /// Parses a shard as the command line has it, such as `2/8`; nil for anything else, and for numbers out of range.
    package init?(_ text: String) {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let number = numbers[0], let count = numbers[1], count >= 1,
            (1...count).contains(number)
        else { return nil }
        self.number = number
        self.count = count
    }
}
