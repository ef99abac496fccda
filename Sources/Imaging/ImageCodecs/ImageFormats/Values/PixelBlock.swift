internal import ImageMetadata
internal import TilePyramid

/// Decoded samples of a region of an image, as they are stored.
struct PixelBlock: Sendable {
    /// The columns and rows of the image that the block covers.
    var rect: PixelRect
    /// The type of each sample.
    var type: TIFFSampleType
    /// The samples of a pixel.
    var samplesPerPixel: Int
    /// Whether the samples of a pixel lie in planes that follow each other, instead of side by side.
    var isPlanar = false
    /// The bytes of a row, of one plane if the block has planes.
    var rowBytes: Int
    /// The rows, in the machine's byte order.
    var bytes: [UInt8]

    /// The values of a pixel; nil outside of the block.
    func values(x: Int, y: Int) -> PixelValues? {
        guard x >= rect.x, y >= rect.y, x < rect.x + rect.size.width, y < rect.y + rect.size.height else { return nil }
        let column = x - rect.x
        let row = y - rect.y
        return bytes.withUnsafeBytes { raw in
            guard let base = raw.baseAddress,
                raw.count >= rowBytes * rect.size.height * (isPlanar ? samplesPerPixel : 1)
            else { return nil }
            return PixelValues(
                (0..<samplesPerPixel).map { sample in
                    let line = base + rowBytes * (row + (isPlanar ? sample * rect.size.height : 0))
                    return type.sample(line, isPlanar ? column : column * samplesPerPixel + sample)
                })
        }
    }
}

extension TIFFSampleType {
    /// The number at an index of a row.
    fileprivate func sample(_ row: UnsafeRawPointer, _ index: Int) -> PixelValues.Sample {
        let pattern = pattern(row, index)
        switch number {
        case .unsigned: return .unsigned(pattern)
        case .signed: return .signed(Int64(bitPattern: pattern << UInt64(64 - bits)) >> Int64(64 - bits))
        case .floatingPoint: return bits == 64 ? .double(value(pattern)) : .single(Float(value(pattern)))
        }
    }
}

extension TIFFSampleType: CustomStringConvertible {
    /// The type for people: "16 bits", "32 bits, signed", "32 bits, floating point".
    var description: String {
        switch number {
        case .unsigned: "\(bits) bits"
        case .signed: "\(bits) bits, signed"
        case .floatingPoint: "\(bits) bits, floating point"
        }
    }
}

/// Decodes blocks of an image on one thread at a time.
protocol PixelBlockDecoder: AnyObject {
    /// The division into blocks, which needs no decoding.
    var layout: PixelBlockLayout { get }
    /// The type of a stored sample.
    var type: TIFFSampleType { get }

    /// Decodes a block; nil if it takes more memory than it may.
    ///
    /// - Throws: ``CodecError`` if it is damaged or cannot be read.
    func decode(_ number: Int) throws -> PixelBlock?
}

/// The division of an image into blocks that are decoded separately.
struct PixelBlockLayout: Sendable {
    /// The most bytes of a block.
    static let byteLimit = 32 << 20

    /// The size of the image as it is stored.
    var size: PixelSize
    /// The orientation that makes the stored image upright.
    var orientation: Orientation
    /// The size of a block; blocks at the right and the bottom may be smaller.
    var block: PixelSize

    /// The number of blocks from left to right.
    var columns: Int { (size.width - 1) / block.width + 1 }
    /// The size of the upright image.
    var uprightSize: PixelSize { orientation.upright(size) }

    /// The block that holds a stored pixel.
    func number(x: Int, y: Int) -> Int { y / block.height * columns + x / block.width }

    /// The stored pixels of a block, as far as the image goes.
    func rect(of number: Int) -> PixelRect {
        let x = number % columns * block.width
        let y = number / columns * block.height
        return PixelRect(
            x: x, y: y, width: min(block.width, size.width - x), height: min(block.height, size.height - y))
    }

    /// The stored pixel that is shown at a place of the upright image; nil outside of it.
    func stored(x: Int, y: Int) -> (x: Int, y: Int)? {
        let upright = uprightSize
        guard x >= 0, y >= 0, x < upright.width, y < upright.height else { return nil }
        let row = orientation.reversesRows ? upright.height - 1 - y : y
        let column = orientation.reversesColumns ? upright.width - 1 - x : x
        return orientation.transposes ? (row, column) : (column, row)
    }
}
