import CTIFF
import Foundation
import ImageSources
import PixelKernels
import TilePyramid

/// A TIFF page that libtiff writes for a test, from samples given as numbers.
struct LibTIFFFixture {
    var width: Int
    var height: Int
    var bits = 8
    var samplesPerPixel = 3
    var photometric = Int(PHOTOMETRIC_RGB)
    var extraSamples: [UInt16] = []
    var compression = Int(COMPRESSION_NONE)
    /// The predictor; nil for none.
    var predictor: Int32?
    /// Rows per strip; nil for one strip.
    var rowsPerStrip: Int?
    /// The size of a tile; nil for strips.
    var tile: (width: Int, height: Int)?
    var isPlanar = false
    var sampleFormat = Int(SAMPLEFORMAT_UINT)
    var orientation: Int?
    var range: (low: Double?, high: Double?)
    var profile: [UInt8]?
    var hasReversedBits = false
    var isSubsampled = false
    /// Writes the directory and the strip tables before the pixels, so that a truncated file has them.
    var directoryFirst = false
    /// The index of a tile that is not written, as in a sparse file.
    var absentTile: UInt32?
    /// The samples, row by row.
    var samples: [Int] = []

    /// Creates a page of noise.
    init(width: Int, height: Int, bits: Int = 8, samplesPerPixel: Int = 3) {
        self.width = width
        self.height = height
        self.bits = bits
        self.samplesPerPixel = samplesPerPixel
        photometric = Int(samplesPerPixel >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK)
        var state = UInt64(width &* 31 &+ height)
        samples = (0..<width * height * samplesPerPixel).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) & ((1 << bits) - 1)
        }
    }

    /// A file of several pages; `mode` is appended to `w`: `8` for BigTIFF, `b` for big-endian, `l` for little-endian.
    static func file(_ pages: [LibTIFFFixture], mode: String = "") throws -> [UInt8] {
        let path = NSTemporaryDirectory() + "tiff-fixture-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        guard let tiff = TIFFOpen(path, "w" + mode) else { throw FixtureError() }
        for page in pages {
            try page.write(to: tiff)
        }
        TIFFClose(tiff)
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    func file(mode: String = "") throws -> [UInt8] { try LibTIFFFixture.file([self], mode: mode) }

    /// The samples of a pixel.
    func pixel(_ x: Int, _ y: Int) -> ArraySlice<Int> {
        samples[(y * width + x) * samplesPerPixel..<(y * width + x + 1) * samplesPerPixel]
    }

    private func write(to tiff: OpaquePointer) throws {
        func set(_ tag: Int32, _ value: Int) { _ = ctiff_set_int(tiff, UInt32(tag), Int32(value)) }
        set(TIFFTAG_IMAGEWIDTH, width)
        set(TIFFTAG_IMAGELENGTH, height)
        set(TIFFTAG_BITSPERSAMPLE, bits)
        set(TIFFTAG_SAMPLESPERPIXEL, samplesPerPixel)
        set(TIFFTAG_COMPRESSION, compression)
        set(TIFFTAG_PHOTOMETRIC, photometric)
        set(TIFFTAG_PLANARCONFIG, Int(isPlanar ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG))
        set(TIFFTAG_SAMPLEFORMAT, sampleFormat)
        if let predictor { set(TIFFTAG_PREDICTOR, Int(predictor)) }
        if hasReversedBits { set(TIFFTAG_FILLORDER, Int(FILLORDER_LSB2MSB)) }
        if isSubsampled { set(TIFFTAG_JPEGCOLORMODE, Int(JPEGCOLORMODE_RGB)) }
        if compression == Int(COMPRESSION_JPEG) { set(TIFFTAG_JPEGQUALITY, 95) }
        if !extraSamples.isEmpty {
            _ = ctiff_set_uint16_array(tiff, UInt32(TIFFTAG_EXTRASAMPLES), Int32(extraSamples.count), extraSamples)
        }
        if let orientation { set(TIFFTAG_ORIENTATION, orientation) }
        if let low = range.low { _ = ctiff_set_double(tiff, UInt32(TIFFTAG_SMINSAMPLEVALUE), low) }
        if let high = range.high { _ = ctiff_set_double(tiff, UInt32(TIFFTAG_SMAXSAMPLEVALUE), high) }
        if let profile { _ = ctiff_set_bytes(tiff, UInt32(TIFFTAG_ICCPROFILE), UInt32(profile.count), profile) }
        if photometric == Int(PHOTOMETRIC_PALETTE) {
            let ramp = [UInt16](repeating: 7, count: 1 << bits)
            _ = ctiff_set_palette(tiff, ramp, ramp, ramp)
        }
        if let tile {
            set(TIFFTAG_TILEWIDTH, tile.width)
            set(TIFFTAG_TILELENGTH, tile.height)
        } else {
            set(TIFFTAG_ROWSPERSTRIP, rowsPerStrip ?? height)
        }
        if directoryFirst {
            TIFFDeferStrileArrayWriting(tiff)
            TIFFWriteCheck(tiff, tile == nil ? 0 : 1, "")
            TIFFWriteDirectory(tiff)
            TIFFSetDirectory(tiff, 0)
            TIFFForceStrileArrayWriting(tiff)
        }
        try writePixels(to: tiff)
        guard directoryFirst || TIFFWriteDirectory(tiff) != 0 else { throw FixtureError() }
    }

    private func writePixels(to tiff: OpaquePointer) throws {
        if let tile {
            var index: UInt32 = 0
            for plane in 0..<(isPlanar ? samplesPerPixel : 1) {
                for top in stride(from: 0, to: height, by: tile.height) {
                    for left in stride(from: 0, to: width, by: tile.width) {
                        var block: [UInt8] = []
                        for y in top..<top + tile.height {
                            // Beyond the image, tiles repeat its edge.
                            block += packed(
                                (left..<left + tile.width).map { (min($0, width - 1), min(y, height - 1)) }, plane)
                        }
                        guard
                            index == absentTile
                                || TIFFWriteEncodedTile(tiff, index, &block, tmsize_t(block.count)) >= 0
                        else { throw FixtureError() }
                        index += 1
                    }
                }
            }
            return
        }
        let rows = rowsPerStrip ?? height
        var index: UInt32 = 0
        for plane in 0..<(isPlanar ? samplesPerPixel : 1) {
            for top in stride(from: 0, to: height, by: rows) {
                var block: [UInt8] = []
                for y in top..<min(top + rows, height) {
                    block += packed((0..<width).map { ($0, y) }, plane)
                }
                guard TIFFWriteEncodedStrip(tiff, index, &block, tmsize_t(block.count)) >= 0 else {
                    throw FixtureError()
                }
                index += 1
            }
        }
    }

    private func packed(_ pixels: [(x: Int, y: Int)], _ plane: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var held = 0
        var heldBits = 0
        for (x, y) in pixels {
            let first = (y * width + x) * samplesPerPixel
            for sample in isPlanar ? first + plane..<first + plane + 1 : first..<first + samplesPerPixel {
                let value = samples[sample]
                if bits == 8 {
                    bytes.append(UInt8(value))
                } else if bits == 16 {
                    withUnsafeBytes(of: UInt16(value)) { bytes += $0 }
                } else if bits == 32 {
                    withUnsafeBytes(of: UInt32(value)) { bytes += $0 }
                } else if bits == 64 {
                    withUnsafeBytes(of: value) { bytes += $0 }
                } else {
                    held = held << bits | value
                    heldBits = heldBits + bits
                    while heldBits >= 8 {
                        heldBits -= 8
                        bytes.append(UInt8(held >> heldBits & 255))
                    }
                    held &= (1 << heldBits) - 1
                }
            }
        }
        if heldBits > 0 { bytes.append(UInt8(held << (8 - heldBits) & 255)) }
        return bytes
    }

    struct FixtureError: Error {}
}

/// All rows that a source delivered.
struct DeliveredImage {
    /// The samples, row by row.
    var samples: [Int] = []
    /// The rows of each band, and their bytes.
    var bands: [(rows: Range<Int>, bytes: Int)] = []

    init(_ source: any ImageSource) throws {
        let width = source.info.size.width
        let layout = source.info.layout
        let count = width * layout.channels.rawValue
        try source.readBands { band in
            bands.append((band.rows, band.stride * band.rows.count))
            for y in band.rows {
                let row = band.row(y)
                if layout.depth == .eight {
                    samples += UnsafeRawBufferPointer(start: row, count: count).map { Int($0) }
                } else {
                    samples += (0..<count).map { Int(row.loadUnaligned(fromByteOffset: 2 * $0, as: UInt16.self)) }
                }
            }
        }
    }

    /// True when the bands cover all rows, each once, from top to bottom.
    func covers(_ height: Int) -> Bool {
        bands.first?.rows.lowerBound == 0 && bands.last?.rows.upperBound == height
            && zip(bands, bands.dropFirst()).allSatisfy { $0.rows.upperBound == $1.rows.lowerBound }
    }
}
