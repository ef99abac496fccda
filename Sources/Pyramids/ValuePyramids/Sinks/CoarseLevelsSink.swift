package import ChannelImages
internal import TilePyramid
package import ZarrArrays

/// Writes all levels of a pyramid but full size to an OME-Zarr image: its first level is half of the image.
package final class CoarseLevelsSink: ValuePyramidSink {
    /// The description of all levels.
    package let description: ChannelImageDescription
    /// The division of all levels into chunks and shards.
    package let layout: ValuePyramidLayout
    private let coarse: OMEZarrSink
    private let willFinish: @Sendable () throws -> Void

    /// Writes the coarser levels of an image.
    ///
    /// - Parameters:
    ///   - writer: the writer of the coarser levels.
    ///   - description: the description of all levels.
    ///   - willFinish: called before the output gets its final name; discards the output if it throws.
    package init(
        _ writer: OMEZarrWriter, of description: ChannelImageDescription,
        willFinish: @escaping @Sendable () throws -> Void
    ) {
        coarse = OMEZarrSink(writer)
        self.description = description
        self.willFinish = willFinish
        layout = ValuePyramidLayout(
            sizes: description.levels, chunk: coarse.layout.chunk,
            cells: [PixelSize(width: 1, height: 1)] + coarse.layout.levels.map(\.cell))
    }

    package var storesInOrder: Bool { coarse.storesInOrder }

    package var padding: [UInt8] { coarse.padding }

    package var spoolPath: String { coarse.spoolPath }

    /// Encodes a chunk; none of full size.
    package func encode(_ samples: UnsafeRawBufferPointer, at index: PlaneGridIndex) throws -> [UInt8]? {
        guard let index = own(index) else { return nil }
        return try coarse.encode(samples, at: index)
    }

    /// Stores a cell; none of full size.
    package func store(_ chunks: [[UInt8]?], at index: PlaneGridIndex) throws {
        if let index = own(index) { try coarse.store(chunks, at: index) }
    }

    package func finish() throws {
        try willFinish()
        try coarse.finish()
    }

    package func discard() throws { try coarse.discard() }

    /// The place in the output; nil for one of full size.
    private func own(_ index: PlaneGridIndex) -> PlaneGridIndex? {
        guard index.plane.level > 0 else { return nil }
        var index = index
        index.plane.level -= 1
        return index
    }
}
