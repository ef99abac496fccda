package import ImageCodecs
internal import TilePyramid

/// The encoder and the scratch memory of one thread.
final class TileWorker {
    private let encoders: TileEncoders
    private var madeEncoder: PlaneEncoder?
    /// Memory for a pointer to each row of each plane of the highest tile.
    let rows: UnsafeMutableBufferPointer<UnsafeRawPointer>

    /// Creates a worker without encoder, which is made with the first tile that needs it.
    init(encoders: TileEncoders, rowLimit: Int) {
        self.encoders = encoders
        rows = .allocate(capacity: rowLimit)
    }

    deinit {
        rows.deallocate()
    }

    /// Returns the thread's encoder.
    ///
    /// - Throws: `CodecError` when it cannot be made.
    func encoder() throws -> PlaneEncoder {
        if let madeEncoder { return madeEncoder }
        let encoder = try encoders.makeEncoder()
        madeEncoder = encoder
        return encoder
    }
}

/// The encoders of a run; each thread makes its own.
package enum TileEncoders: Sendable {
    /// Encoders of interleaved pixels.
    case interleaved(@Sendable () throws -> any TileEncoder)
    /// Encoders that accept planar YCbCr with 4:2:0 subsampling as well.
    case planar(@Sendable () throws -> any PlanarTileEncoder)

    /// Makes the encoder of a thread.
    func makeEncoder() throws -> PlaneEncoder {
        switch self {
        case .interleaved(let makeEncoder): .interleaved(try makeEncoder())
        case .planar(let makeEncoder): .planar(try makeEncoder())
        }
    }
}

/// An encoder of the planes in which tiles are assembled.
enum PlaneEncoder {
    /// An encoder of interleaved pixels.
    case interleaved(any TileEncoder)
    /// An encoder that accepts planar YCbCr with 4:2:0 subsampling as well.
    case planar(any PlanarTileEncoder)

    /// Encodes interleaved pixels.
    func encode(_ pixels: TilePixels, _ body: (RawSpan) throws -> Void) throws {
        switch self {
        case .interleaved(let encoder): try encoder.encode(pixels, body)
        case .planar(let encoder): try encoder.encode(pixels, body)
        }
    }

    /// Encodes one plane of interleaved pixels, or Y, Cb and Cr of an image of `size`.
    func encode(planes: [TilePixels], of size: PixelSize, _ body: (RawSpan) throws -> Void) throws {
        switch self {
        case .planar(let encoder) where planes.count > 1: try encoder.encode(planes: planes, size: size, body)
        case .planar, .interleaved: try encode(planes[0], body)
        }
    }
}
