package import ImageCodecs
internal import TilePyramid

/// The encoder and the scratch memory of one thread.
final class ThreadEncoder {
    private let encoders: TileEncoders
    private var madeEncoder: (any TileEncoder)?
    /// Memory for a pointer to each row of each plane of the highest tile.
    let rows: UnsafeMutableBufferPointer<UnsafeRawPointer>

    /// Creates memory for a thread; its encoder is made with the first tile that needs one.
    init(encoders: TileEncoders, rowLimit: Int) {
        self.encoders = encoders
        rows = .allocate(capacity: rowLimit)
    }

    deinit {
        rows.deallocate()
    }

    func encoder() throws -> any TileEncoder {
        let encoder = try madeEncoder ?? encoders.makeEncoder()
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

    func makeEncoder() throws -> any TileEncoder {
        switch self {
        case .interleaved(let makeEncoder): try makeEncoder()
        case .planar(let makeEncoder): try makeEncoder()
        }
    }
}

extension TileEncoder {
    /// Encodes one plane of interleaved pixels, or Y, Cb and Cr of an image of `size`.
    func encode(_ planes: [TilePixels], of size: PixelSize, _ body: (RawSpan) throws -> Void) throws {
        if planes.count > 1, let encoder = self as? any PlanarTileEncoder {
            try encoder.encode(planes: planes, size: size, body)
        } else {
            try encode(planes[0], body)
        }
    }
}
