internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// A HEIF or AVIF image that is stored as a grid of tiles, decoded a row of tiles at a time, upright.
///
/// Each row, or each column where these become rows, is read as an image of its own through libvips; libheif decodes its
/// tiles on several threads. Memory is that of one such image. With ``DecodeOptions/allowTruncated``, rows of tiles that
/// cannot be read are middle gray.
final class HEIFGridSource: DecodedImageSource {
    let info: ImageInfo
    /// Upright: bands are turned one by one.
    let orientation = Orientation.upright
    private(set) var warnings: [String]

    private let grid: HEIFGrid
    private let name: String
    private let options: DecodeOptions
    private var memory = ScratchBuffer()
    private var turned = ScratchBuffer()

    /// Opens an image and reads the header of its first tile.
    ///
    /// - Returns: nil when it is no such grid, or the first tile cannot be read.
    /// - Throws: ``CodecError`` when the file cannot be read.
    static func open(_ input: ImageInput, options: DecodeOptions) throws -> HEIFGridSource? {
        let bytes = try ImageBytes(input)
        guard options.page == 1, let grid = HEIFGrid(bytes),
            let file = grid.file(of: HEIFGrid.Part(columns: 0..<1, rows: 0..<1)),
            let tile = try? VipsImageSource(input: .bytes(file, name: input.name), options: options)
        else { return nil }
        let source = HEIFGridSource(grid, tile, options, name: input.name)
        // The files of parts have no other images.
        if HEIFColors(bytes, page: 1)?.hasGainMap ?? false { source.warnings.append(GainMap.warning) }
        return source
    }

    private init(_ grid: HEIFGrid, _ tile: VipsImageSource, _ options: DecodeOptions, name: String) {
        self.grid = grid
        self.options = options
        self.name = name
        var info = ImageInfo(
            size: grid.orientation.upright(grid.size), layout: tile.info.layout, profile: tile.info.profile,
            container: tile.info.container, exif: grid.exif)
        info.storedBits = tile.info.storedBits
        self.info = info
        warnings = tile.warnings
    }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        let lines = grid.orientation.transposes ? grid.columns : grid.rows
        var row = 0
        for index in 0..<lines {
            let line = grid.orientation.reversesRows ? lines - 1 - index : index
            let part = HEIFGrid.Part(
                columns: grid.orientation.transposes ? line..<line + 1 : 0..<grid.columns,
                rows: grid.orientation.transposes ? 0..<grid.rows : line..<line + 1)
            row += try readPart(part, at: row, body)
        }
    }

    /// Reads a row or column of tiles, and delivers it as rows of the upright image from `row` on.
    ///
    /// - Returns: the number of rows.
    private func readPart(_ part: HEIFGrid.Part, at row: Int, _ body: (PixelBand) throws -> Void) throws -> Int {
        let size = grid.size(of: part)
        let upright = grid.orientation.upright(size)
        let source: VipsImageSource
        do {
            source = try open(part, size)
        } catch let error where Self.isAcceptable(error) {
            try accept(error, part)
            try deliverBlank(row..<row + upright.height, body)
            return upright.height
        }
        var delivered = 0
        do {
            guard grid.orientation == .upright else {
                let band = try turn(source, size, at: row)
                delivered = upright.height
                try body(band)
                return delivered
            }
            try source.readBands { band in
                // Checked: the rows of a part lie in the image.
                delivered = band.rows.upperBound
                try body(
                    PixelBand(base: band.base, stride: band.stride, rows: row + band.rows.lowerBound..<row + delivered))
            }
        } catch let error where delivered == 0 && Self.isAcceptable(error) {
            try accept(error, part)
            try deliverBlank(row..<row + upright.height, body)
        }
        return upright.height
    }

    /// The file ends before the data of a part does.
    private struct MissingPart: Error {}

    /// Whether an error is about the data of a part alone.
    private static func isAcceptable(_ error: any Error) -> Bool {
        error is MissingPart || (error as? CodecError).map { $0.code != .inputOutput } ?? false
    }

    private func open(_ part: HEIFGrid.Part, _ size: PixelSize) throws -> VipsImageSource {
        guard let file = grid.file(of: part) else { throw MissingPart() }
        var options = options
        options.allowTruncated = false
        let source = try VipsImageSource(input: .bytes(file, name: name), options: options)
        guard source.info.size == size, source.info.layout == info.layout else {
            throw CodecError.damagedTile(name, "its tiles differ in format")
        }
        return source
    }

    /// Reads a part whose stored size is given, and turns it upright.
    private func turn(_ source: VipsImageSource, _ size: PixelSize, at row: Int) throws -> PixelBand {
        let bytesPerPixel = info.layout.bytesPerPixel
        let rowBytes = size.width * bytesPerPixel
        let stored = try memory.reserve(rowBytes * size.height)
        try source.readBands { band in
            for y in band.rows {
                (stored + y * rowBytes).copyMemory(from: band.row(y), byteCount: rowBytes)
            }
        }
        let upright = grid.orientation.upright(size)
        let stride = upright.width * bytesPerPixel
        let target = try turned.reserve(stride * upright.height)
        PixelCopy.turn(
            stored, size: size, bytesPerPixel: bytesPerPixel, by: grid.orientation, to: target, stride: stride)
        return PixelBand(base: UnsafeRawPointer(target), stride: stride, rows: row..<row + upright.height)
    }

    /// Warns of a part that cannot be read where that is allowed, and throws it otherwise.
    private func accept(_ error: any Error, _ part: HEIFGrid.Part) throws {
        // Checked: the first row of a tile lies in the image.
        let position =
            grid.orientation.transposes
            ? "column \(part.columns.lowerBound * grid.tileSize.width + 1) of \(grid.size.width)"
            : "row \(part.rows.lowerBound * grid.tileSize.height + 1) of \(grid.size.height)"
        let isTruncated = error is MissingPart
        guard options.allowTruncated else {
            throw isTruncated
                ? CodecError(
                    .truncated, file: name,
                    "the file ends before the data of \(position). Get a complete copy, or cut what there is.")
                : CodecError(
                    .damaged, file: name,
                    "the data is damaged near \(position). Get a good copy, or cut what can be read.")
        }
        guard !warnings.contains(where: { $0.hasSuffix("is gray.") }) else { return }
        warnings.append(
            isTruncated
                ? "the file ends before the data of \(position); what is missing is gray."
                : "the data is damaged near \(position); what cannot be read is gray.")
    }

    private func deliverBlank(_ rows: Range<Int>, _ body: (PixelBand) throws -> Void) throws {
        let stride = info.size.width * info.layout.bytesPerPixel
        let blank = try memory.reserve(stride)
        info.layout.fillBlank(PixelSize(width: info.size.width, height: 1), at: blank, stride: stride)
        for row in rows {
            try body(PixelBand(base: UnsafeRawPointer(blank), stride: stride, rows: row..<row + 1))
        }
    }
}
