internal import Concurrency
internal import Networking
internal import TileContainers

/// A file that is read by ranges over the network, for readers that are synchronous.
///
/// Within a ``RangeAttempt``, what has not been read is noted, and reading it fails at once, so that the caller can wait
/// for it without a thread, and try again. Elsewhere the calling thread is blocked until the bytes are there.
final class NetworkFile: RandomAccessFile {
    /// The address without what may be secret in it.
    let path: String
    let remote: RemoteFile

    /// The most bytes that are read ahead at a time: 4 MiB.
    static let prefetchLimit = 4 << 20

    init(_ remote: RemoteFile) {
        self.remote = remote
        path = remote.publicAddress
    }

    var isLocal: Bool { false }

    /// 64 MiB, which are the names of some 800,000 tiles.
    var directoryByteLimit: Int { 64 << 20 }

    func size() -> Int { remote.size }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
        guard offset >= 0, offset < remote.size else { return 0 }
        // Checked: within the file.
        let range = offset..<offset + min(buffer.count, remote.size - offset)
        return try blocks(of: range).copy(range, to: buffer) ? range.count : 0
    }

    func read(_ count: Int, at offset: Int) throws -> [UInt8] {
        guard offset >= 0, count >= 0, offset <= remote.size, count <= remote.size - offset else {
            throw StoreError(.malformed, path: path, "the file is truncated. Get a complete copy.")
        }
        guard let bytes = try blocks(of: offset..<offset + count).bytes(offset..<offset + count) else {
            throw StoreError(.inputOutput, path: path, "a part of the file is missing. Open it again.")
        }
        return bytes
    }

    func prefetch(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<remote.size).prefix(Self.prefetchLimit)
        guard !range.isEmpty else { return }
        if let attempt = RangeAttempt.current { return attempt.announce(range) }
        let reading = remote.beginReading([range], priority: .visible) { _ in }
        RangedOpening.current?.add(reading)
    }

    private func blocks(of range: Range<Int>) throws -> RemoteBlocks {
        guard !range.isEmpty else { return RemoteBlocks() }
        if let attempt = RangeAttempt.current { return try attempt.blocks(of: range, in: remote) }
        return try remote.blocksInMemory(range) ?? waitForBlocks(of: range)
    }

    /// Blocks the calling thread.
    private func waitForBlocks(of range: Range<Int>) throws -> RemoteBlocks {
        let result = Locked<Result<RemoteBlocks, HTTPError>?>(nil)
        let reading = remote.beginReading([range], priority: .visible) { answer in
            result.withLockAndNotify { $0 = answer }
        }
        let opening = RangedOpening.current
        opening?.onCancel {
            reading.cancel()
            result.withLockAndNotify { result in
                result =
                    result ?? .failure(HTTPError(.cancelled, url: self.remote.url, "the request was cancelled."))
            }
        }
        let answer: Result<RemoteBlocks, HTTPError> = result.wait { $0 }
        do {
            return try answer.get()
        } catch {
            let error = StoreError(error, path)
            opening?.fail(error)
            throw error
        }
    }
}
