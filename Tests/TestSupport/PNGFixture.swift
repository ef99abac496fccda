/// A PNG file, written sample by sample, with exact depths, palettes, filters and chunks; uncompressed by default.
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
    /// Whether the pixels are stored in the seven passes of Adam7.
    public var isInterlaced = false
    /// The filter of a row, counted from the first of its pass, from 0 to 4.
    public var filter: (_ row: Int) -> Int = { _ in 0 }
    /// The zlib stream of the filtered rows.
    public var compress: (_ rows: [UInt8]) -> [UInt8] = PNGFixture.stored
    /// The maximum number of bytes in an IDAT chunk.
    public var dataLength = Int.max
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
        let header = number(width) + number(height) + [UInt8(bits), UInt8(colorType), 0, 0, isInterlaced ? 1 : 0]
        file += Self.chunk("IHDR", header)
        for (type, data) in chunks {
            file += Self.chunk(type, data)
        }
        let data = compress(filteredRows())
        for start in stride(from: 0, to: data.count, by: dataLength) {
            file += Self.chunk("IDAT", Array(data[start..<(min(dataLength, data.count - start) + start)]))
        }
        file += Self.chunk("IEND", [])
        return file
    }

    /// Returns an iCCP chunk for ``chunks``.
    public static func profile(_ bytes: [UInt8]) -> (type: String, data: [UInt8]) {
        ("iCCP", Array("icc\0\0".utf8) + stored(bytes))
    }

    private var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 1 }

    /// Returns the rows of all passes, each after its filter type.
    public func filteredRows() -> [UInt8] {
        let passes =
            isInterlaced
            ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
            : [(0, 0, 1, 1)]
        var data: [UInt8] = []
        for (left, top, across, down) in passes where left < width {
            var above: [UInt8] = []
            for (row, y) in stride(from: top, to: height, by: down).enumerated() {
                let bytes = packed(y, columns: stride(from: left, to: width, by: across))
                data.append(UInt8(filter(row)))
                data += filtered(bytes, above: above, filter(row))
                above = bytes
            }
        }
        return data
    }

    /// The samples of a row, packed into bytes.
    private func packed(_ y: Int, columns: StrideTo<Int>) -> [UInt8] {
        var data: [UInt8] = []
        var pending = 0
        var count = 0
        for x in columns {
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
        return data
    }

    /// A row after a filter (PNG specification, section 9.2).
    private func filtered(_ row: [UInt8], above: [UInt8], _ filter: Int) -> [UInt8] {
        guard filter > 0 else { return row }
        let distance = max(1, channels * bits / 8)
        return row.indices.map { index in
            let left = index < distance ? 0 : Int(row[index - distance])
            let up = above.isEmpty ? 0 : Int(above[index])
            let corner = index < distance || above.isEmpty ? 0 : Int(above[index - distance])
            let estimate = left + up - corner
            let nearest = [left, up, corner].min { abs(estimate - $0) < abs(estimate - $1) } ?? 0
            let prediction = [0, left, up, (left + up) / 2, nearest][filter]
            return UInt8(truncatingIfNeeded: Int(row[index]) - prediction)
        }
    }

    /// Returns a zlib stream of stored blocks (RFC 1950 and 1951).
    public static func stored(_ data: [UInt8]) -> [UInt8] {
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
        var a = 1
        var b = 0
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
