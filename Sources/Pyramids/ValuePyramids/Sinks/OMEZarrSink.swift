package import ChannelImages
internal import TilePyramid
package import ZarrArrays

/// Writes a pyramid of stored values to an OME-Zarr image.
package final class OMEZarrSink: ValuePyramidSink {
    /// The division of the levels into chunks and shards.
    package let layout: ValuePyramidLayout
    private let writer: OMEZarrWriter

    /// Writes to an image whose levels are halved and rounded up.
    package init(_ writer: OMEZarrWriter) {
        self.writer = writer
        let arrays = writer.levels.map(\.metadata)
        layout = ValuePyramidLayout(
            sizes: arrays.map { Self.size($0.shape) }, chunk: arrays.first.map { Self.size($0.chunkShape) } ?? .one,
            cells: arrays.map { Self.size($0.chunksPerCell) })
    }

    /// The last two of the dimensions t, c, z, y, x.
    private static func size(_ shape: [Int]) -> PixelSize { PixelSize(width: shape[4], height: shape[3]) }

    /// The levels, the type of samples and the channels.
    package var description: ChannelImageDescription { writer.description }

    /// Whether shards are stored in order: those of an archive, whose bytes depend on it.
    package var storesInOrder: Bool { ZarrOutput.isArchive(writer.path) }

    /// The fill value: chunks that have no other are left out.
    package var padding: [UInt8] { writer.levels.first?.metadata.fillValue ?? [0] }

    /// The path of the image.
    package var spoolPath: String { writer.path }

    package func encode(_ samples: UnsafeRawBufferPointer, at index: PlaneGridIndex) throws -> [UInt8]? {
        try writer.levels[index.plane.level].encode(samples)
    }

    package func store(_ chunks: [[UInt8]?], at index: PlaneGridIndex) throws {
        let plane = index.plane
        try writer.levels[plane.level].write(
            chunks, at: [plane.time, plane.channel, plane.section, index.row, index.column])
    }

    package func finish() throws { try writer.finish() }

    package func discard() throws { try writer.discard() }
}

extension PixelSize {
    /// A single pixel.
    fileprivate static let one = PixelSize(width: 1, height: 1)
}
