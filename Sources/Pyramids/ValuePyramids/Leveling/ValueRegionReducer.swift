internal import ChannelImages
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Makes rectangles of a coarser level of the samples of an image, as ``ValuePyramidBuilder`` makes whole levels.
struct ValueRegionReducer {
    /// The number of times that the full size is halved.
    let halvings: Int
    private let image: any ChannelImage

    /// Prepares the rectangles of a level.
    init(halvings: Int, of image: any ChannelImage) {
        self.halvings = halvings
        self.image = image
    }

    /// The rectangle of full size that a rectangle of the level shows.
    private func source(_ rect: PixelRect) -> PixelRect {
        let size = image.description.size
        let columns = rect.columns.lowerBound << halvings..<min(rect.columns.upperBound << halvings, size.width)
        let rows = rect.rows.lowerBound << halvings..<min(rect.rows.upperBound << halvings, size.height)
        return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    /// The bytes of the whole blocks that a rectangle needs, with all channels that lie in them; a rough number.
    func readBytes(for rect: PixelRect) -> Double {
        let size = image.description.size
        let block = image.blockSize(ofLevel: 0)
        let part = source(rect)
        func side(_ range: Range<Int>, _ block: Int, _ length: Int) -> Double {
            let block = max(1, block)
            let first = range.lowerBound / block * block
            return Double(min((range.upperBound + block - 1) / block * block, length) - first)
        }
        let channels = image.hasInterleavedChannels ? image.description.channels.count : 1
        return side(part.columns, block.width, size.width) * side(part.rows, block.height, size.height)
            * Double(channels * image.description.sampleType.byteCount)
    }

    /// Reads a rectangle of the level.
    ///
    /// - Parameters:
    ///   - rect: the rectangle.
    ///   - plane: a plane of full size.
    ///   - target: room for the samples.
    /// - Throws: the error of the image, or `OutOfMemory`.
    func read(_ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer) throws {
        let description = image.description
        let type = description.sampleType
        let kernel = ValueDownsampling(type, description.channels[plane.channel])
        let part = source(rect)
        guard part.size.area > 0 else { return }
        var memory = ScratchBuffer()
        var other = ScratchBuffer()
        var input = try memory.reserve(part.size.area * type.byteCount)
        var output = try other.reserve(part.size.halved.area * type.byteCount)
        try image.read(
            part, of: plane,
            into: UnsafeMutableRawBufferPointer(start: input, count: part.size.area * type.byteCount))
        var size = part.size
        for _ in 0..<halvings {
            let half = size.halved
            let rowBytes = size.width * type.byteCount
            for row in 0..<half.height {
                let upper = input + 2 * row * rowBytes
                kernel.makeRow(
                    upper: upper, lower: 2 * row + 1 < size.height ? UnsafeRawPointer(upper + rowBytes) : nil,
                    width: size.width, into: output + row * half.width * type.byteCount)
            }
            swap(&input, &output)
            size = half
        }
        target.copyMemory(from: UnsafeRawBufferPointer(start: input, count: size.area * type.byteCount))
    }
}
