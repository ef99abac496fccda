package import ImageMetadata
internal import CTIFF
internal import Glibc
internal import PixelKernels
internal import TilePyramid

/// Decodes tiles of a mask through libtiff: a page with one sample per pixel that marks the valid pixels of an image.
///
/// As in GDAL, a pixel is valid if its sample is not 0, whatever the photometric interpretation of the page. One thread uses a
/// decoder at a time.
package struct TIFFMaskTileDecoder {
    private let file: TIFFFile
    private let size: PixelSize
    private let bits: Int
    private let rowBytes: Int

    /// Opens a file for the tiles of the page with the directory at this offset.
    ///
    /// Returns nil when the page is not tiled, or its pixels are not single samples of 1 or 8 bits.
    ///
    /// - Throws: ``CodecError`` when the file cannot be read.
    package init?(_ input: ImageInput, directory: Int) throws {
        guard let file = try TIFFFile(input) else { return nil }
        guard file.succeeds({ TIFFSetSubDirectory($0, UInt64(directory)) != 0 }) else {
            throw file.failure("the directory of a mask cannot be read")
        }
        let tags = TIFFTags(file)
        bits = tags.uint16OrDefault(TIFFTAG_BITSPERSAMPLE)
        guard let width = tags.uint32(TIFFTAG_TILEWIDTH), let height = tags.uint32(TIFFTAG_TILELENGTH),
            tags.uint16OrDefault(TIFFTAG_SAMPLESPERPIXEL) == 1, [1, 8].contains(bits),
            TIFFIsCODECConfigured(UInt16(tags.uint16OrDefault(TIFFTAG_COMPRESSION))) != 0
        else { return nil }
        size = PixelSize(width: Int(width), height: Int(height))
        rowBytes = (size.width * bits + 7) / 8
        guard size.width > 0, size.height > 0, size.area <= TileLimits.pixels,
            file.withHandle({ TIFFTileRowSize64($0) }) == UInt64(rowBytes)
        else { return nil }
        self.file = file
    }

    /// Decodes a tile; tiles are numbered row by row.
    ///
    /// - Returns: a byte for each pixel of the tile, row by row: 255 if it is valid, else 0.
    /// - Throws: ``CodecError`` when the tile is damaged.
    package func validity(ofTile number: Int) throws -> [UInt8] {
        let count = rowBytes * size.height
        // Zeros, as where a damaged tile does not have all of its pixels.
        guard let samples = calloc(1, count) else {
            throw CodecError(.inputOutput, file: file.name, "not enough memory to decode the mask.")
        }
        defer { free(samples) }
        let isDecoded = file.succeeds { TIFFReadEncodedTile($0, UInt32(number), samples, tmsize_t(count)) == count }
        guard isDecoded else { throw file.failure("a tile of its mask is damaged") }
        return [UInt8](unsafeUninitializedCapacity: size.area) { validity, written in
            guard let base = validity.baseAddress else { return }
            for y in 0..<size.height {
                let row = samples + y * rowBytes
                let output = base + y * size.width
                if bits == 1 {
                    PixelValidity.unpack(bits: row, count: size.width, into: output)
                } else {
                    PixelValidity.binarize(
                        row.assumingMemoryBound(to: UInt8.self), step: 1, count: size.width, into: output)
                }
            }
            written = size.area
        }
    }
}
