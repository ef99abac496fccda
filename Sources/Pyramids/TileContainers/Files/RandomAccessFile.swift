/// A file of which any part can be read: on this computer, or over the network.
///
/// Calls may come from several threads.
package protocol RandomAccessFile: ReadableFile {
    /// Whether the file is on this computer, at ``path``.
    var isLocal: Bool { get }

    /// The most bytes of a directory that is needed whole before anything else can be read.
    var directoryByteLimit: Int { get }

    /// The size of the file in bytes.
    func size() throws -> Int

    /// Reads `count` bytes from an offset.
    ///
    /// - Throws: ``StoreError`` with code ``StoreError/Code/malformed`` when the file ends before that.
    func read(_ count: Int, at offset: Int) throws -> [UInt8]

    /// Announces that bytes will be read soon, and returns at once; what is beyond the end of the file is left out.
    func prefetch(_ range: Range<Int>)
}

extension RandomAccessFile {
    /// The default is `true`.
    package var isLocal: Bool { true }

    /// The default is without limit.
    package var directoryByteLimit: Int { .max }

    /// The default does nothing: the system reads ahead.
    package func prefetch(_ range: Range<Int>) {}

    /// Announces the bytes from the sum of two offsets on, as far as they are in the file.
    package func prefetch(_ offset: Int, _ distance: Int, _ count: Int) {
        guard !isLocal, offset >= 0, distance >= 0, count > 0, let size = try? size(), offset <= size,
            distance <= size - offset
        else { return }
        // Checked: within the file.
        let start = offset + distance
        prefetch(start..<start + min(count, size - start))
    }
}
