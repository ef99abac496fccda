internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Reads the mask file beside an image, a few rows at a time.
///
/// A pixel is valid if its mask is not 0, whatever the number of bits, as in GDAL. The reader needs memory for the rows of a
/// band of the image, and for a row of the mask's blocks.
final class TIFFMaskRows {
    /// The validity of rows, a byte for each pixel: 255 or 0.
    struct Rows: @unchecked Sendable {
        // The guard of `@unchecked Sendable`: the memory is only read until the next rows are asked for.
        fileprivate let base: UnsafePointer<UInt8>
        fileprivate let width: Int
        fileprivate let first: Int

        /// The validity from a pixel on to the end of its row.
        func pixel(_ x: Int, _ y: Int) -> UnsafePointer<UInt8> { base + (y - first) * width + x }
    }

    private let source: TIFFImageSource
    private let reader: any TIFFRowReader
    private var memory: UnsafeMutablePointer<UInt8>?
    /// The rows that have memory, and the rows that it holds.
    private var capacity = 0
    private var held: Range<Int>

    private var width: Int { source.blocks.page.size.width }

    /// Begins to read a mask with the blocks that have a row.
    init(_ source: TIFFImageSource, from row: Int) {
        self.source = source
        reader = source.makeReader()
        let height = source.blocks.page.block.height
        held = row / height * height..<row / height * height
    }

    deinit { HeapMemory.free(memory) }

    /// Reads rows that begin after, or among, the last rows that were read.
    ///
    /// - Returns: memory that is valid until the next call.
    /// - Throws: ``CodecError`` when the mask is damaged.
    func read(_ wanted: Range<Int>) throws -> Rows {
        try drop(before: wanted.lowerBound)
        while held.upperBound < wanted.upperBound {
            let wantedRows = max(1, TIFFImageSource.bandBytes / width)
            let band = held.upperBound..<held.upperBound + reader.bandHeight(at: held.upperBound, wanted: wantedRows)
            try decode(band, to: try reserve(held.count + band.count) + held.count * width)
            held = held.lowerBound..<band.upperBound
            try drop(before: wanted.lowerBound)
        }
        return Rows(base: UnsafePointer(try reserve(1)), width: width, first: held.lowerBound)
    }

    /// Frees rows that are no longer needed.
    private func drop(before first: Int) throws {
        let gone = min(max(0, first - held.lowerBound), held.count)
        guard gone > 0 else { return }
        let base = try reserve(held.count)
        let kept = held.dropFirst(gone)
        base.update(from: base + gone * width, count: kept.count * width)
        held = kept
    }

    /// Returns memory for rows, with the held rows at its beginning.
    private func reserve(_ rows: Int) throws -> UnsafeMutablePointer<UInt8> {
        if let memory, capacity >= rows { return memory }
        let larger = try HeapMemory.allocate(rows * width, of: UInt8.self)
        if let memory { larger.update(from: memory, count: held.count * width) }
        HeapMemory.free(memory)
        memory = larger
        capacity = rows
        return larger
    }

    private func decode(_ band: Range<Int>, to target: UnsafeMutablePointer<UInt8>) throws {
        let page = source.blocks.page
        // What is missing, where that is allowed, is invalid.
        target.update(repeating: 0, count: band.count * width)
        let type = page.converted?.type ?? TIFFSampleType(number: .unsigned, bits: page.stored.bits)
        let samples = page.converted?.perPixel ?? page.stored.samplesPerPixel
        let step = page.planes == 1 ? samples : 1
        let width = width
        _ = try reader.read(band, directly: nil) { piece in
            for y in 0..<piece.rect.size.height {
                let row = piece.planes[0] + y * piece.stride
                let output = target + (piece.rect.y - band.lowerBound + y) * width + piece.rect.x
                let count = piece.rect.size.width
                switch (type.bits, step) {
                case (1, 1): PixelValidity.unpack(bits: row, count: count, into: output)
                case (8, _):
                    PixelValidity.binarize(
                        row.assumingMemoryBound(to: UInt8.self), step: step, count: count, into: output)
                default:
                    for x in 0..<count { output[x] = type.pattern(row, x * step) == 0 ? 0 : 255 }
                }
            }
        }
    }
}
