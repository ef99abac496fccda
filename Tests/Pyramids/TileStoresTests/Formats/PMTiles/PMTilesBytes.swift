import Foundation

/// A PMTiles file assembled by hand from the specification, independent of the tested code.
struct PMTilesBytes {
    var root: [UInt8] = [1, 0, 1, 4, 1]
    var metadata = Array("{}".utf8)
    var leaves: [UInt8] = []
    var tiles = PMTilesBytes.jpegSignature
    var counts: [UInt64] = [1, 1, 1]
    var isClustered: UInt8 = 1
    var internalCompression: UInt8 = 1
    var tileCompression: UInt8 = 1
    var tileType: UInt8 = 3
    var zooms: (UInt8, UInt8) = (0, 0)
    var bounds: [Int32] = [-1_800_000_000, -850_511_287, 1_800_000_000, 850_511_287]

    /// The four bytes with which a JPEG begins.
    static let jpegSignature: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]

    /// The header, then root, metadata, leaves and tiles.
    var data: Data {
        var bytes = Array("PMTiles".utf8) + [3]
        func append(_ value: some FixedWidthInteger) { withUnsafeBytes(of: value.littleEndian) { bytes += $0 } }
        var offset = 127
        for section in [root, metadata, leaves, tiles] {
            append(UInt64(offset))
            append(UInt64(section.count))
            offset += section.count
        }
        counts.forEach(append)
        bytes += [isClustered, internalCompression, tileCompression, tileType, zooms.0, zooms.1]
        bounds.forEach(append)
        bytes.append(zooms.0)
        append(Int32(0))
        append(Int32(0))
        return Data(bytes + root + metadata + leaves + tiles)
    }
}
