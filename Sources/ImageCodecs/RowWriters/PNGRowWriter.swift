internal import CZlib
internal import PixelKernels
internal import TilePyramid

/// Writes PNG as rows come: each is filtered, deflated through zlib and put into `IDAT` chunks of bounded size.
///
/// Source of the format: PNG (Third Edition), W3C.
final class PNGRowWriter: RowWriter {
    let size: PixelSize
    let layout: PixelLayout

    /// The bytes of pixel data in one chunk.
    private static let chunkBytes = 64 * 1024
    /// zlib's effort, 1 to 9: beyond it photographs get hardly smaller and much slower.
    private static let effort: Int32 = 6

    private let file: PartialFile
    private let deflater: Deflater
    private var filter: PNGFilter
    private var nextRow = 0

    init(_ file: PartialFile, size: PixelSize, layout: PixelLayout) throws {
        self.file = file
        self.size = size
        self.layout = layout
        filter = PNGFilter(rowBytes: size.width * layout.bytesPerPixel, pixelBytes: layout.bytesPerPixel)
        guard let deflater = Deflater(effort: Self.effort, outputBytes: Self.chunkBytes) else {
            throw CodecError(.encoding, file: file.path, "there is no memory for the PNG encoder.")
        }
        self.deflater = deflater
        try file.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        var header = Self.bigEndian(size.width) + Self.bigEndian(size.height)
        let colorType: UInt8 =
            switch layout.channels {
            case .grey: 0
            case .rgb: 2
            case .greyAlpha: 4
            case .rgba: 6
            }
        header += [UInt8(layout.depth.rawValue), colorType, 0, 0, 0]
        try header.withUnsafeBytes { try chunk("IHDR", $0) }
        try [UInt8(0)].withUnsafeBytes { try chunk("sRGB", $0) }
    }

    func write(_ band: PixelBand) throws {
        precondition(band.rows.lowerBound == nextRow, "rows are written in order")
        nextRow = band.rows.upperBound
        for row in band.rows {
            let pixels = band.row(row).assumingMemoryBound(to: UInt8.self)
            try filter.filter(pixels) { bytes in
                try deflater.deflate(bytes, finish: false) { try chunk("IDAT", $0) }
            }
        }
    }

    func finish() throws {
        precondition(nextRow == size.height, "every row is written before the end")
        try deflater.deflate(UnsafeBufferPointer(start: nil, count: 0), finish: true) { try chunk("IDAT", $0) }
        try chunk("IEND", UnsafeRawBufferPointer(start: nil, count: 0))
        try file.publish()
    }

    private func chunk(_ type: String, _ data: UnsafeRawBufferPointer) throws {
        let name = Array(type.utf8)
        try file.write(Self.bigEndian(data.count) + name)
        try file.write(data)
        var sum = crc32(0, name, UInt32(name.count))
        if data.count > 0 {
            sum = crc32(sum, data.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(data.count))
        }
        try file.write(Self.bigEndian(Int(sum)))
    }

    private static func bigEndian(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
