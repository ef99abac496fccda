/// Writes bytes that follow each other in a file, in pieces that begin and end at multiples of their size.
///
/// A file system that keeps what has been written in pages of several sizes takes a large one for such a piece, and many
/// small ones for tiles as they come: on ext4 the pieces take less than half the time.
///
/// One thread uses it at a time.
final class BufferedFileWriter {
    private let file: OpenFile
    private let buffer: UnsafeMutableRawBufferPointer
    /// Where in the file the piece begins.
    private var start: Int
    /// Bytes of the piece that have come.
    private var count = 0

    /// A writer that begins somewhere in a file.
    ///
    /// - Parameters:
    ///   - file: what is written.
    ///   - start: where the first byte goes.
    ///   - bufferBytes: the size of the pieces, which is the memory that this takes.
    init(_ file: OpenFile, from start: Int, bufferBytes: Int) {
        self.file = file
        self.start = start
        buffer = .allocate(byteCount: bufferBytes, alignment: 64)
    }

    deinit {
        buffer.deallocate()
    }

    /// Where the next byte goes.
    var end: Int { start + count }

    /// What has not been written yet: where it is in the file, and the bytes.
    var unwritten: (start: Int, bytes: UnsafeRawBufferPointer) {
        (start, UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }

    /// The bytes that make the piece complete: fewer for the first, which ends where the others would.
    private var limit: Int { buffer.count - start % buffer.count }

    /// Adds bytes; a piece that is complete is written when more comes.
    ///
    /// - Parameters:
    ///   - total: how many.
    ///   - fill: fills the room it is given with those from a number on; called for each part of a piece.
    /// - Throws: ``StoreError`` when there is no room on the disk, or what `fill` throws; some may have been added then.
    func append(_ total: Int, _ fill: (UnsafeMutableRawBufferPointer, _ from: Int) throws -> Void) throws {
        var done = 0
        while done < total {
            if count == limit { try flush() }
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[count..<min(limit, count + total - done)])
            try fill(room, done)
            count += room.count
            done += room.count
        }
    }

    /// Adds bytes that are in memory.
    func append(_ bytes: UnsafeRawBufferPointer) throws {
        try append(bytes.count) { room, done in
            room.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[done..<done + room.count]))
        }
    }

    /// Writes what has not been written yet.
    func flush() throws {
        try file.write(unwritten.bytes, at: start)
        start += count
        count = 0
    }
}
