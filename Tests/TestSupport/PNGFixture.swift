/// An uncompressed PNG file, written sample by sample, with exact depths, palettes and chunks.
public struct PNGFixture {
    /// The number of columns.
    public var width: Int
    /// The number of rows.
    public var height: Int
    /// The bits per sample: 1, 2, 4, 8 or 16.
    public var bits = 8
    /// The color type: 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGB and alpha.
    public var colorType = 2
    /// The chunks between IHDR and IDAT.
    public var chunks: [(type: String, data: [UInt8])] = []
    /// Returns a sample, from 0 to 2^``bits`` - 1.
    public var sample: (_ x: Int, _ y: Int, _ channel: Int) -> Int

    /// Creates an RGB image of 8 bits per sample.
    public init(width: Int, height: Int, sample: @escaping (_ x: Int, _ y: Int, _ channel: Int) -> Int) {
        self.width = width
        self.height = height
        self.sample = sample
    }

    /// Returns the file.
    public func encoded() -> [UInt8] {
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let header = number(width) + number(height) + [UInt8(bits), UInt8(colorType), 0, 0, 0]
        file += Self.chunk("IHDR", header)
        for (type, data) in chunks {
            file += Self.chunk(type, data)
        }
        file += Self.chunk("IDAT", PNGFixture.stored(rows()))
        file += Self.chunk("IEND", [])
        return file
    }

    /// Returns an iCCP chunk for ``chunks``.
    public static func profile(_ bytes: [UInt8]) -> (type: String, data: [UInt8]) {
        ("iCCP", Array("icc\0\0".utf8) + stored(bytes))
    }

    private func rows() -> [UInt8] {
        let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 1
        var data: [UInt8] = []
        for y in 0..<height {
            data.append(0)
            var pending = 0
            var count = 0
            for x in 0..<width {
                for channel in 0..<channels {
                    pending = (pending << bits | sample(x, y, channel)) & 0xFFFF_FFFF
                    count += bits
                    while count >= 8 {
                        data.append(UInt8(truncatingIfNeeded: pending >> (count - 8)))
                        count -= 8
                    }
                }
            }
            if count > 0 {
                data.append(UInt8(truncatingIfNeeded: pending << (8 - count)))
            }
        }
        return data
    }

    /// Returns a zlib stream of stored blocks (RFC 1950 and 1951).
    private static func stored(_ data: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let count = min(65535, data.count - start)
            let isLast = start + count == data.count
            stream += [
                isLast ? 1 : 0, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8 & 255),
            ]
            stream += data[start..<(start + count)]
            start += count
        } while start < data.count
        var (a, b) = (1, 0)
        for byte in data {
            a = (a + Int(byte)) % 65521
            b = (b + a) % 65521
        }
        return stream + number(b << 16 | a)
    }

    private func number(_ value: Int) -> [UInt8] { PNGFixture.number(value) }

    private static func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }

    /// Returns a chunk: length, type, data and CRC.
    public static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in body {
            crc ^= UInt32(byte)
            for _ in 0..<8 {
                crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1
            }
        }
        return number(data.count) + body + number(Int(crc ^ 0xFFFF_FFFF))
    }
}
