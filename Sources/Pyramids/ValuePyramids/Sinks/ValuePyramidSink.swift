package import ChannelImages

/// A file or folder that a pyramid of stored values is written to.
///
/// Nothing looks finished before ``finish()``.
package protocol ValuePyramidSink: AnyObject, Sendable {
    /// The levels, the type of samples and the channels as they are written.
    var description: ChannelImageDescription { get }

    /// The division of the levels into chunks and cells.
    var layout: ValuePyramidLayout { get }

    /// Whether cells are stored one at a time, always in the same order; otherwise several threads store at once, in any order.
    var storesInOrder: Bool { get }

    /// The path beside which unnamed temporary files are created, on a disk with room for parts of the output.
    var spoolPath: String { get }

    /// The bytes of the sample that fills chunks beyond the edges of a level; 0 by default.
    var padding: [UInt8] { get }

    /// Encodes a chunk; called by several threads at once.
    ///
    /// - Parameters:
    ///   - samples: all samples of a chunk in the machine's byte order, row by row.
    ///   - index: the place of the chunk.
    /// - Returns: the bytes; nil if the chunk is left out.
    /// - Throws: the error of the codec.
    func encode(_ samples: UnsafeRawBufferPointer, at index: PlaneGridIndex) throws -> [UInt8]?

    /// Stores a cell.
    ///
    /// - Parameters:
    ///   - chunks: the encoded chunks of the cell, row by row; nil for those that are left out or lie outside of the level.
    ///   - index: the place of the cell.
    /// - Throws: the error of writing, such as that of a full disk.
    func store(_ chunks: [[UInt8]?], at index: PlaneGridIndex) throws

    /// Completes the output and gives it its final name; called once all cells are stored.
    func finish() throws

    /// Removes what has been written.
    func discard() throws
}

extension ValuePyramidSink {
    /// The default is 0.
    package var padding: [UInt8] { [0] }
}
