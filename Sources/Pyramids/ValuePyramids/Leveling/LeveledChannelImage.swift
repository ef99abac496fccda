package import ChannelImages
package import TilePyramid

/// An image of many channels with coarser levels than its file has.
///
/// The levels of the file are read from it. Coarser ones are halves of its coarsest level, see ``CoarseLevels``.
package final class LeveledChannelImage: ChannelImage {
    /// The description of the file, with all levels.
    package let description: ChannelImageDescription
    /// The image as its file has it.
    package let file: any ChannelImage
    /// The levels that the file has not.
    package let coarse: CoarseLevels
    private let fileLevels: Int

    /// Adds levels to an image; no sample is read.
    ///
    /// - Parameters:
    ///   - file: the image.
    ///   - pixelLimit: the most pixels of the level that is made of a part of the samples, until there are all levels.
    ///   - chunkSide: the width and height of the chunks of coarser levels, the coarsest of which fits into one; 256 by default.
    package init(_ file: any ChannelImage, pixelLimit: Int, chunkSide: Int = CoarseLevels.usualChunkSide) {
        self.file = file
        var description = file.description
        fileLevels = description.levels.count
        // Checked: there is a level.
        let last = ChannelImageLevel(file, level: fileLevels - 1)
        coarse = CoarseLevels(
            of: MaskedChannelImage(last) ?? last, pixelLimit: pixelLimit,
            chunk: PixelSize(width: chunkSide, height: chunkSide))
        description.levels += coarse.description.levels
        self.description = description
    }

    /// The numbers of the levels that the file has not.
    package var coarseLevels: Range<Int> { fileLevels..<description.levels.count }

    /// The image in which statistics are measured: the file as long as coarser levels are made of a part of its samples.
    package var measured: any ChannelImage { coarse.isStored ? self : file }

    package var warnings: [String] { file.warnings }

    package var hasInterleavedChannels: Bool { file.hasInterleavedChannels }

    package func blockSize(ofLevel level: Int) -> PixelSize {
        level < fileLevels ? file.blockSize(ofLevel: level) : coarse.blockSize(ofLevel: level - fileLevels)
    }

    package func read(
        _ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer
    ) throws {
        guard let plane = coarsePlane(plane) else { return try file.read(rect, of: plane, into: target) }
        try coarse.read(rect, of: plane, into: target)
    }

    package func alphaMeaning(ofLevel level: Int) -> AlphaMeaning? {
        level < fileLevels ? file.alphaMeaning(ofLevel: level) : coarse.alphaMeaning(ofLevel: level - fileLevels)
    }

    package func readAlpha(
        _ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer
    ) throws {
        guard let plane = coarsePlane(plane) else { return try file.readAlpha(rect, of: plane, into: target) }
        try coarse.readAlpha(rect, of: plane, into: target)
    }

    /// The plane of ``coarse``; nil for one of the file.
    private func coarsePlane(_ plane: ChannelPlane) -> ChannelPlane? {
        guard plane.level >= fileLevels else { return nil }
        var plane = plane
        plane.level -= fileLevels
        return plane
    }
}
