internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Rows of a source in a temporary file, from which any part is read.
struct SpilledRows: Sendable {
    /// The most bytes of a part; blocks that need more are read in parts.
    static let partLimit = 16 << 20

    private let file: SpillFile
    private let rows: Range<Int>
    private let bytesPerPixel: Int
    private let stride: Int

    /// Decodes rows of a source into a file.
    ///
    /// - Throws: `CodecError` of the source, or when the file cannot be written.
    init(_ base: any ImageSource, rows: Range<Int>, name: String) throws {
        bytesPerPixel = base.info.layout.bytesPerPixel
        let stride = base.info.size.width * bytesPerPixel
        let file = try SpillFile(size: rows.count * stride, image: name, purpose: "warping the image")
        try base.readBands(rows: rows) { band in
            for y in band.rows {
                try file.write(
                    UnsafeRawBufferPointer(start: band.row(y), count: stride), at: (y - rows.lowerBound) * stride)
            }
        }
        self.file = file
        self.rows = rows
        self.stride = stride
    }

    /// Reads the pixels of a rectangle; rows that were not decoded are left out.
    func read(_ rect: PixelRect, into memory: inout [UInt8]) throws -> PixelRect {
        let available = rect.rows.clamped(to: rows)
        let rowBytes = rect.size.width * bytesPerPixel
        if memory.count < available.count * rowBytes {
            memory = Array(repeating: 0, count: available.count * rowBytes)
        }
        try memory.withUnsafeMutableBytes { memory in
            for (index, y) in available.enumerated() {
                let target = UnsafeMutableRawBufferPointer(rebasing: memory[index * rowBytes..<(index + 1) * rowBytes])
                try file.read(into: target, at: (y - rows.lowerBound) * stride + rect.x * bytesPerPixel)
            }
        }
        return PixelRect(x: rect.x, y: available.lowerBound, width: rect.size.width, height: available.count)
    }
}
