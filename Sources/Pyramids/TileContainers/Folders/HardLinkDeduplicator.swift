internal import Concurrency
internal import TilePyramid

/// Writes the tiles of a run, making duplicates hard links to one file.
///
/// A duplicate is found by hash and confirmed by comparing the bytes.
final class HardLinkDeduplicator: Sendable {
    /// The number of latest tiles that are remembered.
    ///
    /// Duplicates are mostly close to each other, and of few kinds.
    static let limit = 1 << 14

    private let state = Locked(State())

    private struct State {
        /// The names of the files by the hash of their bytes.
        var names: [UInt64: String] = [:]
        /// A ring buffer of the hashes, in the order of their arrival.
        var hashes: [UInt64] = []
        var oldest = 0
        var deduplication = DeduplicationStatistics()

        mutating func remember(_ hash: UInt64, _ name: String) {
            guard names.updateValue(name, forKey: hash) == nil else { return }
            if hashes.count < limit {
                hashes.append(hash)
            } else {
                names[hashes[oldest]] = nil
                hashes[oldest] = hash
                oldest = (oldest + 1) % limit
            }
        }
    }

    /// The savings of deduplication so far.
    var deduplication: DeduplicationStatistics { state.withLock { $0.deduplication } }

    /// Writes a tile, or links its name to the file of an equal one.
    func write(_ bytes: RawSpan, to name: String, in folder: OpenFolder, at path: String) throws {
        let hash = bytes.withUnsafeBytes { ByteHash.hash($0) }
        let other = state.withLock { $0.names[hash] }
        if let other, other != name, try isFile("\(path)/\(other)", equalTo: bytes), try folder.link(other, to: name) {
            state.withLock {
                $0.deduplication.tiles += 1
                $0.deduplication.bytes += bytes.byteCount
            }
            return
        }
        try folder.write(bytes, to: name)
        state.withLock { $0.remember(hash, name) }
    }

    private func isFile(_ path: String, equalTo bytes: RawSpan) throws -> Bool {
        guard let other = try FileSystem.readWhole(path, limit: bytes.byteCount + 1) else { return false }
        return bytes.withUnsafeBytes { $0.elementsEqual(other) }
    }
}
