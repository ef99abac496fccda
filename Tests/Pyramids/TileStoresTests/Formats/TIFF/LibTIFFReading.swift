import CTIFF
import TileStores

/// Reads tiles with libtiff.
enum LibTIFFReading {
    /// The decoded samples of a tile, JPEG as RGB; `nil` if libtiff fails.
    static func samples(of path: String, page: Int, tile: Int, subIFD: UInt64? = nil) -> [UInt8]? {
        guard let tiff = TIFFOpen(path, "r") else { return nil }
        defer { TIFFClose(tiff) }
        guard TIFFSetDirectory(tiff, UInt32(page)) != 0 else { return nil }
        if let subIFD, TIFFSetSubDirectory(tiff, subIFD) == 0 { return nil }
        var compression: UInt16 = 0
        _ = ctiff_get_uint16(tiff, UInt32(TIFFTAG_COMPRESSION), &compression)
        if Int32(compression) == COMPRESSION_JPEG {
            _ = ctiff_set_int(tiff, UInt32(TIFFTAG_JPEGCOLORMODE), JPEGCOLORMODE_RGB)
        }
        var bytes = [UInt8](repeating: 0, count: Int(TIFFTileSize(tiff)))
        let count = TIFFReadEncodedTile(tiff, UInt32(tile), &bytes, tmsize_t(bytes.count))
        return count == bytes.count ? bytes : nil
    }
}
