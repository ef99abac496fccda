import TestSupport

/// Makes the inputs of the corpus, from the definitions of the formats and with the encoders of this package.
///
/// With `TILEKIT_RECORD=1` the tests write them.
enum CorpusSeeds {
    /// The inputs by target and file name.
    static func all() throws -> [String: [String: [UInt8]]] {
        var all = try metadata().merging(jpeg()) { $1 }.merging(images()) { $1 }
        all.merge(places()) { $1 }
        all.merge(documents()) { $1 }
        all.merge(channels()) { $1 }
        all.merge(requestsAndLists()) { $1 }
        all.merge(try pyramids()) { $1 }
        all.merge(arrays()) { $1 }
        return all
    }

    /// A smooth sample with some noise, which compresses a little.
    static func sample(_ x: Int, _ y: Int, _ channel: Int) -> Int {
        (x * 5 + y * 3 + channel * 70 + (x * y) % 7) & 255
    }
}
