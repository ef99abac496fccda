internal import Testing

/// A TIFF whose tiles are lossless JPEG 2000 codestreams.
public struct JPEG2000TIFFFixture {
    /// The tiled page.
    public var page: TIFFFixture
    /// The subsampling of the second and third channel: pixels per sample, across and down.
    public var sampling = (across: 1, down: 1)
    /// Whether the codestreams use a component transform.
    public var usesComponentTransform = false
    /// The side of the tiles inside each codestream; 0 for a single tile.
    public var codestreamTileSide = 0
    /// Changes the encoder of a tile.
    public var configureEncoder: (_ number: Int, inout OpenJPEGFixture) -> Void = { _, _ in }
    /// Changes the bytes of an encoded tile.
    public var change: (_ number: Int, inout [UInt8]) -> Void = { _, _ in }

    /// Creates a page of noisy gradients; edge tiles are padded with the last column and row.
    public init(width: Int, height: Int, channels: Int = 3, bits: Int = 8, compression: Int = 34712) {
        page = TIFFFixture(width: width, height: height) { x, y, channel in
            UInt64(((x * 5 + y * 3 * (channel + 1)) << (bits - 8) + x * y % 7) % (1 << bits))
        }
        page.bits = bits
        page.samplesPerPixel = channels
        page.photometric = channels < 3 ? 1 : 2
        page.extraSamples = channels % 2 == 0 ? [2] : []
        page.tile = (32, 32)
        page.compression = compression
    }

    /// The samples of the image before chroma subsampling.
    public var samples: [Int] {
        (0..<page.height).flatMap { y in
            (0..<page.width).flatMap { x in (0..<page.samplesPerPixel).map { Int(page.sample(x, y, $0)) } }
        }
    }

    /// Returns the file.
    public func file(isDirectoryFirst: Bool = false) -> [UInt8] {
        encodedPage(isDirectoryFirst: isDirectoryFirst).encoded()
    }

    /// Returns the page with its encoded tiles.
    public func encodedPage(isDirectoryFirst: Bool = false) -> TIFFFixture {
        var page = page
        page.isDirectoryFirst = isDirectoryFirst
        let channels = page.samplesPerPixel
        let bytes = page.bits / 8
        let tile = page.tile ?? (32, 32)
        page.compress = { number, samples in
            let sampling = (0..<channels).map { $0 == 1 || $0 == 2 ? self.sampling : (1, 1) }
            var encoder = OpenJPEGFixture(width: tile.width, height: tile.height, sampling: sampling) { x, y, channel in
                let (across, down) = sampling[channel]
                let offset = ((y * down * tile.width + x * across) * channels + channel) * bytes
                return bytes == 1 ? Int(samples[offset]) : Int(samples[offset]) | Int(samples[offset + 1]) << 8
            }
            encoder.bits = page.bits
            encoder.usesComponentTransform = usesComponentTransform
            encoder.tile = codestreamTileSide
            configureEncoder(number, &encoder)
            do {
                var stored = try encoder.encoded()
                change(number, &stored)
                return stored
            } catch {
                Issue.record("OpenJPEG failed to encode: \(error)")
                return []
            }
        }
        return page
    }

    /// Returns the RGB of 8-bit YCbCr samples by the formula of BT.601, computed in floating point and rounded.
    public static func rgb(_ luma: Int, _ cb: Int, _ cr: Int) -> [Int] {
        let y = Double(luma)
        let b = Double(cb - 128)
        let r = Double(cr - 128)
        return [y + 1.402 * r, y - 0.344136 * b - 0.714136 * r, y + 1.772 * b].map {
            Int(min(255, max(0, $0.rounded())))
        }
    }
}
