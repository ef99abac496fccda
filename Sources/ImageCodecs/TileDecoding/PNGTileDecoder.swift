internal import PixelKernels
internal import TilePyramid

/// Decodes PNG tiles that are not interlaced: libdeflate decompresses, ``PNGFilter`` and ``PremultipliedPixels`` do the
/// rest, row by row in the processor's cache.
final class PNGTileDecoder: TileFormatDecoder {
    /// How many bytes deflate can make of one, at the most (https://zlib.net/zlib_tech.html).
    private static let greatestRatio = 1032

    private let profiles: KnownProfiles
    /// Made with the first tile; nil before, and when there is no memory.
    private lazy var decompressor = DeflateDecompressor()
    private var file: PNGFile?
    private var format = PNGPixelFormat.palette([], depth: 8, isOpaque: true)
    private var name = ""
    private var joined = ScratchBuffer()
    private var filtered = ScratchBuffer()
    private var rows = ScratchBuffer()

    let canScale = false

    init(profiles: KnownProfiles) {
        self.profiles = profiles
    }

    func open(_ input: TileInput) throws -> TileHeader? {
        name = input.name
        let file = try PNGFile(input.bytes, name: name)
        guard !file.isInterlaced else { return nil }
        let encoded = file.data.reduce(0) { $0 + $1.count }
        guard file.pixelBytes / Self.greatestRatio <= encoded else { throw CodecError.truncatedTile(name) }
        if let profile = file.profile {
            // Grey in a profile of its own is converted, too.
            guard file.colour != .grey, file.colour != .greyAlpha,
                try profiles.isSRGB(profile, name: name, profile: decompressedProfile)
            else { return nil }
        }
        self.file = file
        format = PNGPixelFormat(file)
        return TileHeader(size: file.size, isOpaque: format.isOpaque)
    }

    func read(into pixels: UnsafeMutablePointer<UInt32>, scale: DecodeScale) throws -> Bool {
        guard let file, let decompressor else { throw CodecError.noMemoryForTile(name) }
        let rowBytes = file.rowBytes
        let padded = rowBytes + PNGFilter.padding
        let target = filtered.reserve(file.pixelBytes + PNGFilter.padding)
        let output = UnsafeMutableRawBufferPointer(start: target, count: file.pixelBytes)
        guard decompressor.decompress(data(of: file), into: output) == .whole else {
            throw CodecError.damagedTile(name, "its data cannot be decompressed")
        }

        // Rows are unfiltered into two places in turn; a third holds the zeros above the first, later samples of 8 bits.
        let places = rows.reserve(3 * padded)
        let third = places + 2 * padded
        third.initializeMemory(as: UInt8.self, repeating: 0, count: padded)
        var above = UnsafeRawPointer(third)
        var isOpaque = true
        for y in 0..<file.size.height {
            let start = UnsafeRawPointer(target) + y * (rowBytes + 1)
            guard let filter = PNGFilter(rawValue: start.load(as: UInt8.self)) else {
                throw CodecError.damagedTile(name, "a row has an unknown filter")
            }
            var row = start + 1
            if filter != .none {
                let place = places + (y & 1) * padded
                filter.remove(
                    from: row, above: above, count: rowBytes, bytesPerPixel: format.bytesPerPixel, into: place)
                row = UnsafeRawPointer(place)
            }
            let isRowOpaque = format.write(
                row, count: file.size.width, scratch: third, into: pixels + y * file.size.width)
            isOpaque = isOpaque && isRowOpaque
            above = row
        }
        return isOpaque
    }

    func close() {
        file = nil
        joined.trim(to: TileDecoder.keptBytes)
        filtered.trim(to: TileDecoder.keptBytes)
    }

    /// The compressed pixels in one piece.
    private func data(of file: PNGFile) -> UnsafeRawBufferPointer {
        if file.data.count == 1 { return file.data[0] }
        let count = file.data.reduce(0) { $0 + $1.count }
        let whole = UnsafeMutableRawBufferPointer(start: joined.reserve(count), count: count)
        var place = 0
        for part in file.data {
            UnsafeMutableRawBufferPointer(rebasing: whole[place...]).copyMemory(from: part)
            place += part.count
        }
        return UnsafeRawBufferPointer(whole)
    }

    /// The ICC profile in a chunk that holds its name, a zero, the method 0 and the compressed bytes; nil when it is
    /// damaged or larger than any.
    private func decompressedProfile(_ chunk: UnsafeRawBufferPointer) -> [UInt8]? {
        let largest = 4 << 20
        guard let decompressor, let end = chunk.firstIndex(of: 0), end + 2 <= chunk.count else { return nil }
        let data = UnsafeRawBufferPointer(rebasing: chunk[(end + 2)...])
        var room = 16 << 10
        while room <= largest {
            var outcome = DeflateDecompressor.Outcome.damaged
            let profile = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                outcome = decompressor.decompress(data, into: UnsafeMutableRawBufferPointer(buffer), count: &count)
                count = outcome == .whole ? count : 0
            }
            guard outcome == .tooMuch else { return outcome == .whole ? profile : nil }
            room *= 4
        }
        return nil
    }
}
