package import ImageMetadata
internal import ImageSources
internal import Numbers
package import PixelKernels
package import TilePyramid

/// Renders rectangles of the levels of an image of many channels, with 8 bits a sample.
///
/// The pixels are those of ``ChannelImageSource``. Everything runs on the calling thread, in pieces of few blocks.
package struct ChannelRegionRenderer: Sendable {
    /// The channels, ranges and colors.
    package let rendering: ChannelRendering
    /// The layout of pixels.
    package let layout: PixelLayout
    private let image: any ChannelImage
    private let mixer: ChannelMixer?

    /// The most bytes of stored samples that are held at a time, unless a row of a piece has more.
    package static let sampleByteLimit = 16 << 20

    /// The most bytes that rendering a rectangle of a size holds besides its pixels: stored samples, and the elevations of a
    /// hillshade.
    package func memory(ofSize size: PixelSize) -> Int {
        let sampleBytes = max(image.description.sampleType.byteCount * max(1, rendering.channels.count), 8)
        // Also those around the rectangle.
        let count = CheckedNumber.product(size.width + 2, size.height + 2, sampleBytes) ?? .max
        // A row of a piece is read in any case.
        let row = CheckedNumber.product(size.width + 2, 3, sampleBytes) ?? .max
        let held = min(count, max(Self.sampleByteLimit, row))
        guard case .hillshade = rendering.mode else { return held }
        return CheckedNumber.sum(held, held / 2) ?? .max
    }

    /// Prepares a rendering; no sample is read.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - rendering: the channels, ranges and colors.
    ///   - file: the name of the file in messages.
    /// - Throws: `CodecError` if the image lacks a channel, a section or a time point, or is too large.
    package init(_ image: any ChannelImage, _ rendering: ChannelRendering, file: String) throws(CodecError) {
        layout = try ChannelImageSource(image, rendering, file: file, container: "", workers: 1).info.layout
        mixer = rendering.mixer(for: image.description)
        self.image = image
        self.rendering = rendering
    }

    /// Renders a rectangle.
    ///
    /// - Parameters:
    ///   - rect: a rectangle within the level.
    ///   - level: the level, counted from full size.
    ///   - target: room for the first row of pixels.
    ///   - stride: the bytes from one row of the target to the next.
    ///   - proceed: called before each piece; what it throws ends the work.
    /// - Throws: the errors of `ChannelImage.read`, `OutOfMemory`, and what `proceed` throws.
    package func render(
        _ rect: PixelRect, level: Int, to target: UnsafeMutableRawPointer, stride: Int,
        proceed: () throws -> Void = {}
    ) throws {
        let memory = ChannelBlockMemory()
        let place = Place(level: level, rect: rect, target: target, stride: stride)
        switch rendering.mode {
        case .composite(let layers) where layers.isEmpty: clear(place)
        case .composite, .colormap:
            guard let mixer else { return }
            let format = layout.channels.mixerFormat
            try forEachPiece(of: place, border: 0, proceed) { piece in
                try readRows(piece, level, memory) { y, samples in
                    mixer.mix(samples, count: piece.size.width, to: pixel(place, piece.x, y), as: format)
                }
            }
        case .terrain(let channel, let encoding):
            try forEachPiece(of: place, border: 0, proceed) { piece in
                try readElevations(piece, level, channel, memory) { y, values in
                    encoding.encode(
                        values, count: piece.size.width,
                        to: pixel(place, piece.x, y).assumingMemoryBound(to: UInt8.self),
                        hasAlpha: layout.channels.hasAlpha)
                }
            }
        case .hillshade(let channel, let light):
            try forEachPiece(of: place, border: 1, proceed) { piece in
                try shade(piece, place, channel, light, memory)
            }
        }
        guard layout.channels.hasAlpha, image.alphaMeaning(ofLevel: level) != nil else { return }
        try forEachPiece(of: place, border: 0, proceed) { piece in
            let plane = ChannelPlane(level: level, section: rendering.section, time: rendering.time)
            let alpha = try memory.readAlpha(piece, of: plane, from: image)
            for y in piece.rows {
                ChannelImageSource.join(
                    alpha + (y - piece.y) * piece.size.width, count: piece.size.width, layout.channels.rawValue,
                    to: pixel(place, piece.x, y).assumingMemoryBound(to: UInt8.self))
            }
        }
    }

    /// A rectangle of a level, and the memory of its pixels.
    private struct Place {
        var level: Int
        var rect: PixelRect
        var target: UnsafeMutableRawPointer
        var stride: Int
    }

    private func pixel(_ place: Place, _ x: Int, _ y: Int) -> UnsafeMutableRawPointer {
        place.target + (y - place.rect.y) * place.stride + (x - place.rect.x) * layout.bytesPerPixel
    }

    /// Black, which is opaque.
    private func clear(_ place: Place) {
        for y in place.rect.rows {
            let row = pixel(place, place.rect.x, y).assumingMemoryBound(to: UInt8.self)
            row.update(repeating: 0, count: place.rect.size.width * layout.bytesPerPixel)
            guard layout.channels.hasAlpha else { continue }
            for x in 1...place.rect.size.width { row[x * layout.bytesPerPixel - 1] = 255 }
        }
    }

    /// Divides a rectangle at the borders of blocks, and into few rows.
    private func forEachPiece(
        of place: Place, border: Int, _ proceed: () throws -> Void, _ body: (PixelRect) throws -> Void
    ) throws {
        let block = image.blockSize(ofLevel: place.level)
        let width = ChannelTileGrid.side(of: block.width)
        let height = ChannelTileGrid.side(of: block.height)
        let sampleBytes = image.description.sampleType.byteCount * max(1, rendering.channels.count)
        let rect = place.rect
        var y = rect.y
        while y < rect.rows.upperBound {
            let last = min(rect.rows.upperBound, (y / height + 1) * height)
            var x = rect.x
            var rows = last - y
            while x < rect.columns.upperBound {
                let end = min(rect.columns.upperBound, (x / width + 1) * width)
                // Elevations are numbers of 64 bits.
                let rowBytes = (end - x + 2 * border) * max(sampleBytes, 8)
                rows = min(rows, max(1, Self.sampleByteLimit / rowBytes - 2 * border))
                x = end
            }
            x = rect.x
            while x < rect.columns.upperBound {
                let end = min(rect.columns.upperBound, (x / width + 1) * width)
                try proceed()
                try body(PixelRect(x: x, y: y, width: end - x, height: rows))
                x = end
            }
            y += rows
        }
    }

    private func readRows(
        _ rect: PixelRect, _ level: Int, _ memory: ChannelBlockMemory,
        _ receive: (_ row: Int, _ samples: [UnsafeRawPointer]) -> Void
    ) throws {
        let planes = rendering.channels.map {
            ChannelPlane(level: level, channel: $0, section: rendering.section, time: rendering.time)
        }
        let blocks = try memory.read(rect, of: planes, from: image)
        let rowBytes = rect.size.width * image.description.sampleType.byteCount
        for row in 0..<rect.size.height { receive(rect.y + row, blocks.map { $0 + row * rowBytes }) }
    }

    private func readElevations(
        _ rect: PixelRect, _ level: Int, _ channel: Int, _ memory: ChannelBlockMemory,
        _ receive: (_ row: Int, _ values: UnsafeMutablePointer<Double>) -> Void
    ) throws {
        let description = image.description
        try withUnsafeTemporaryAllocation(of: Double.self, capacity: rect.size.width) { values in
            guard let values = values.baseAddress else { return }
            try readRows(rect, level, memory) { row, samples in
                description.convertToReal(samples[0], count: rect.size.width, ofChannel: channel, to: values)
                receive(row, values)
            }
        }
    }

    /// Shades a piece, for which the elevations around it are read as well.
    private func shade(
        _ piece: PixelRect, _ place: Place, _ channel: Int, _ light: Hillshade, _ memory: ChannelBlockMemory
    ) throws {
        let size = image.description.levels[place.level]
        let full = image.description.size
        var light = light
        light.pixelWidth *= Double(full.width) / Double(size.width)
        light.pixelHeight *= Double(full.height) / Double(size.height)
        let columns = max(0, piece.x - 1)..<min(size.width, piece.columns.upperBound + 1)
        let rows = max(0, piece.y - 1)..<min(size.height, piece.rows.upperBound + 1)
        let around = PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
        var buffer = ScratchBuffer()
        let count = around.size.area
        let elevations = try buffer.reserve(count * MemoryLayout<Float>.stride)
            .bindMemory(to: Float.self, capacity: count)
        try readElevations(around, place.level, channel, memory) { y, values in
            let row = elevations + (y - around.y) * around.size.width
            for x in 0..<around.size.width { row[x] = Float(values[x]) }
        }
        let bytes = layout.bytesPerPixel
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: around.size.width) { shades in
            guard let shades = shades.baseAddress else { return }
            for y in piece.rows {
                func row(_ y: Int) -> UnsafePointer<Float>? {
                    rows.contains(y) ? UnsafePointer(elevations + (y - around.y) * around.size.width) : nil
                }
                guard let middle = row(y) else { continue }
                light.shade(middle, above: row(y - 1), below: row(y + 1), count: around.size.width, to: shades)
                let output = pixel(place, piece.x, y).assumingMemoryBound(to: UInt8.self)
                for x in 0..<piece.size.width {
                    let value = shades[x + piece.x - around.x]
                    output[x * bytes] = value
                    if layout.channels.hasAlpha { output[x * bytes + 1] = value == Hillshade.nodata ? 0 : 255 }
                }
            }
        }
    }
}

extension PixelLayout.Channels {
    /// The format of mixed pixels.
    var mixerFormat: ChannelMixer.Format {
        switch self {
        case .gray: .gray
        case .grayAlpha: .grayAlpha
        case .rgb: .rgb
        case .rgba: .rgba
        }
    }
}
