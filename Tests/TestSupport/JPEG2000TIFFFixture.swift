internal import Testing

/// A TIFF whose tiles are codestreams of JPEG 2000 without loss.
public struct JPEG2000TIFFFixture {
    /// The page, whose blocks are tiles.
    public var page: TIFFFixture
    /// Pixels to a sample of the second and third channel, across and down.
    public var sampling = (across: 1, down: 1)
    /// Whether the codestreams say that three components are to be mixed.
    public var usesComponentTransform = false
    /// The side of the tiles of each codestream; 0 for one.
    public var codestreamTileSide = 0
    /// Changes what a tile is encoded from.
    public var configureEncoder: (_ number: Int, inout OpenJPEGFixture) -> Void = { _, _ in }
    /// Changes the bytes of tiles.
    public var change: (_ number: Int, inout [UInt8]) -> Void = { _, _ in }

    /// A page of noisy gradients; what tiles have beyond the picture are its last column and row again.
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

    /// The samples of the picture as they are in the file, without the colors' resolution being less.
    public var samples: [Int] {
        (0..<page.height).flatMap { y in
            (0..<page.width).flatMap { x in (0..<page.samplesPerPixel).map { Int(page.sample(x, y, $0)) } }
        }
    }

    /// The file.
    public func file(isDirectoryFirst: Bool = false) -> [UInt8] {
        encodedPage(isDirectoryFirst: isDirectoryFirst).encoded()
    }

    /// The page with its tiles as they are stored.
    public func encodedPage(isDirectoryFirst: Bool = false) -> TIFFFixture {
        var page = page
        page.isDirectoryFirst = isDirectoryFirst
        let (channels, bytes, tile) = (page.samplesPerPixel, page.bits / 8, page.tile ?? (32, 32))
        page.compress = { number, samples in
            let sampling = (0..<channels).map { $0 == 1 || $0 == 2 ? self.sampling : (1, 1) }
            var encoder = OpenJPEGFixture(width: tile.width, height: tile.height, sampling: sampling) { x, y, channel in
                let (across, down) = sampling[channel]
                let offset = ((y * down * tile.width + x * across) * channels + channel) * bytes
                return bytes == 1 ? Int(samples[offset]) : Int(samples[offset]) | Int(samples[offset + 1]) << 8
            }
            (encoder.bits, encoder.usesComponentTransform, encoder.tile) = (
                page.bits, usesComponentTransform, codestreamTileSide
            )
            configureEncoder(number, &encoder)
            do {
                var stored = try encoder.encoded()
                change(number, &stored)
                return stored
            } catch {
                Issue.record("OpenJPEG does not encode: \(error)")
                return []
            }
        }
        return page
    }

    /// What the formula of BT.601 makes of three samples of 8 bits, in fractions and rounded.
    public static func rgb(_ luma: Int, _ cb: Int, _ cr: Int) -> [Int] {
        let (y, b, r) = (Double(luma), Double(cb - 128), Double(cr - 128))
        return [y + 1.402 * r, y - 0.344136 * b - 0.714136 * r, y + 1.772 * b].map {
            Int(min(255, max(0, $0.rounded())))
        }
    }
}
