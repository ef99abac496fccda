internal import Concurrency
internal import TilePyramid

/// The tiles of a run by what is in them, so that equal ones can be one file with several names.
///
/// A hash finds the tile that may be equal; that it is, is told by comparing bytes.
final class HardLinkDeduplicator: Sendable {
    /// How many tiles are remembered, the latest.
    ///
    /// Equal tiles are mostly near each other, and of few kinds.
    static let limit = 1 << 14

    private let state = Locked(State())

    private struct State {
        /// Names of files by the hash of their bytes.
        var names: [UInt64: String] = [:]
        /// The hashes in the order of their arrival, as a ring.
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

    /// What equal tiles have saved so far.
    var deduplication: DeduplicationStatistics { state.withLock { $0.deduplication } }

    /// Writes a tile, or gives the file of an equal one its name as well.
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
