internal import ChannelImages
internal import TilePyramid
internal import ValuePyramids
internal import ZarrArrays

/// The levels of values in the cache, which are not evicted while they are in use.
final class CachedLevels: ChannelImage {
    let description: ChannelImageDescription
    private let image: ZarrChannelImage
    private let entry: PyramidCacheEntry

    /// Opens the complete levels of an entry; nil if they are not those of an image.
    ///
    /// - Throws: `CodecError` if they are damaged.
    init?(in entry: PyramidCacheEntry, for levels: CoarseLevels) throws {
        let image = try OMEZarrImage.open(entry.valuesPath)
        guard levels.fits(image.description) else { return nil }
        self.image = image
        self.entry = entry
        description = image.description
    }

    func blockSize(ofLevel level: Int) -> PixelSize { image.blockSize(ofLevel: level) }

    func read(_ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer) throws {
        try image.read(rect, of: plane, into: target)
    }
}
