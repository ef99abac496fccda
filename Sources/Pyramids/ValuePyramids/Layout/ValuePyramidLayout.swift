package import ChannelImages
internal import Numbers
package import TilePyramid

/// The division of the levels of a pyramid of stored values into chunks, and of these into cells.
///
/// A chunk is compressed by itself. A cell is what is stored at once: a chunk, or a shard of several. Chunks at the right and
/// lower edges are full-size, padded with one value.
package struct ValuePyramidLayout: Hashable, Sendable {
    /// The division of a level.
    package struct Level: Hashable, Sendable {
        /// The size in pixels.
        package let size: PixelSize
        /// The chunks of a cell, across and down.
        package let cell: PixelSize
        /// The chunks of the level, across and down.
        package let chunks: PixelSize
        /// The cells of the level, across and down.
        package let cells: PixelSize

        fileprivate init(_ size: PixelSize, chunk: PixelSize, cell: PixelSize) {
            self.size = size
            self.cell = cell
            chunks = Self.grid(size, chunk)
            cells = Self.grid(chunks, cell)
        }

        private static func grid(_ size: PixelSize, _ part: PixelSize) -> PixelSize {
            PixelSize(
                width: (size.width + part.width - 1) / part.width, height: (size.height + part.height - 1) / part.height
            )
        }

        /// The number of chunks within the level of a cell.
        package func chunkCount(ofCell column: Int, _ row: Int) -> Int {
            min(cell.width, chunks.width - column * cell.width) * min(cell.height, chunks.height - row * cell.height)
        }
    }

    /// The size of all chunks in pixels.
    package let chunk: PixelSize
    /// The levels, from full size to the coarsest.
    package let levels: [Level]

    /// Creates a division.
    ///
    /// - Parameters:
    ///   - sizes: the sizes of the levels in pixels, each half of the one before it, rounded up.
    ///   - chunk: the size of a chunk in pixels.
    ///   - cells: the chunks of a cell for each level, across and down; nil, the default, for one.
    package init(sizes: [PixelSize], chunk: PixelSize, cells: [PixelSize]? = nil) {
        precondition(chunk.width >= 1 && chunk.height >= 1, "a chunk has pixels")
        precondition(cells.map { $0.count == sizes.count } ?? true, "each level has cells")
        precondition(
            zip(sizes, sizes.dropFirst()).allSatisfy { $0.halved == $1 }, "each level is half of the finer one")
        self.chunk = chunk
        levels = sizes.indices.map {
            Level(sizes[$0], chunk: chunk, cell: cells?[$0] ?? PixelSize(width: 1, height: 1))
        }
    }

    /// The chunks of a plane that are assembled at a time: a row of each level.
    package var openChunkCount: Int { levels.reduce(0) { $0 + $1.chunks.width } }

    /// The bytes of the chunks of a plane that are assembled at a time; the greatest number if there are more.
    ///
    /// They follow the width of the image and the height of a chunk.
    package func openByteCount(_ type: SampleType) -> Int {
        CheckedNumber.product(openChunkCount, chunk.width, chunk.height, type.byteCount) ?? .max
    }

    /// Returns the sizes of the levels of an image: halved and rounded up, until one fits into a chunk.
    package static func levelSizes(of size: PixelSize, chunk: PixelSize) -> [PixelSize] {
        var sizes = [size]
        while let last = sizes.last, last.width > chunk.width || last.height > chunk.height {
            sizes.append(last.halved)
        }
        return sizes
    }
}

/// The place of a chunk, or of a cell, in the grid of its plane.
package struct PlaneGridIndex: Hashable, Sendable {
    /// The channel, section, time and level.
    package var plane: ChannelPlane
    /// The column in the grid, from 0.
    package var column: Int
    /// The row in the grid, from 0.
    package var row: Int

    /// Creates the index of a place.
    package init(plane: ChannelPlane, column: Int, row: Int) {
        self.plane = plane
        self.column = column
        self.row = row
    }
}
