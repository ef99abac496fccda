internal import ImageSources
public import TilePyramid

/// The meaning of the alpha that a file states beside the channels of an image, or as one of them.
public enum AlphaMeaning: Hashable, Sendable {
    /// The opacity of pixels, 0 to 255: an alpha sample.
    case opacity
    /// The pixels that are valid, 0 or 255: a mask.
    case validity
}

extension ChannelImage {
    /// The default is the meaning of the first channel that is alpha; nil if there is none.
    public func alphaMeaning(ofLevel level: Int) -> AlphaMeaning? { description.alphaChannel?.meaning }

    /// The default reads the first channel that is alpha; without one, all pixels are opaque.
    public func readAlpha(
        _ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer
    ) throws {
        try readAlphaChannel(rect, of: plane, into: target)
    }

    /// Reads the first channel that is alpha as a byte for each pixel; without one, all pixels are opaque.
    ///
    /// - Throws: the errors of ``read(_:of:into:)``, and `OutOfMemory`.
    package func readAlphaChannel(
        _ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer
    ) throws {
        let description = description
        guard let alpha = description.alphaChannel else {
            target.initializeMemory(as: UInt8.self, repeating: 255)
            return
        }
        precondition(target.count >= rect.size.area, "there is room for the alpha")
        guard rect.size.area > 0, let base = target.baseAddress else { return }
        var plane = plane
        plane.channel = alpha.index
        var memory = ScratchBuffer()
        let byteCount = rect.size.area * description.sampleType.byteCount
        let samples = try memory.reserve(byteCount)
        try read(rect, of: plane, into: UnsafeMutableRawBufferPointer(start: samples, count: byteCount))
        description.sampleType.convertToAlpha(
            samples, count: rect.size.area,
            opaque: alpha.meaning == .validity ? nil : description.fullRange.upperBound,
            to: base.assumingMemoryBound(to: UInt8.self))
    }
}

extension ChannelImageDescription {
    /// The first channel that is alpha, and its meaning; nil if there is none.
    package var alphaChannel: (index: Int, meaning: AlphaMeaning)? {
        channels.indices.lazy.compactMap { index in channels[index].alpha.map { (index, $0) } }.first
    }
}
