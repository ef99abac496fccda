package import ImageMetadata
internal import ImageSources
internal import PixelKernels
package import TilePyramid

/// The form in which a decoder process decodes a tile.
enum TileDecoding: Hashable {
    /// The layout of the stored pixels, from the header.
    case layout
    /// The pixels that a pyramid shows.
    case interior(TileInterior)
    /// The samples of a JPEG of a size, or some of them; rows have no gaps.
    case samples(size: PixelSize, layout: PixelLayout, scale: DecodeScale, part: PixelRect?)
    /// The planes of a JPEG of a size; for each the offset of its first sample, and one stride for all.
    case planes(size: PixelSize, offsets: [Int], stride: Int)
    /// A tile of a TIFF as PNG.
    case tiff(TIFFTileConversion)
    /// A tile of a TIFF's mask as a byte for each pixel.
    case tiffMask(directory: Int)
}

/// The conversion of the only tile of a TIFF in memory to PNG.
package struct TIFFTileConversion: Hashable, Sendable {
    /// The offset of the tile's directory.
    package var directory: Int
    /// The values of invalid pixels; nil for none.
    package var nodata: NodataValues?
    /// Whether a mask marks the valid pixels.
    package var isMasked: Bool
    /// The part of the tile, from its first pixel, that belongs to the image: if all of its pixels are valid, there is no PNG.
    package var shown: PixelSize?

    /// Creates a conversion from its properties.
    package init(directory: Int, nodata: NodataValues?, isMasked: Bool, shown: PixelSize? = nil) {
        self.directory = directory
        self.nodata = nodata
        self.isMasked = isMasked
        self.shown = shown
    }
}

/// A request to decode a tile in shared memory: its bytes, then the bytes of its mask, then room for the result.
struct TileRequest: Hashable {
    var decoding: TileDecoding
    var budget: DecoderBudget
    /// The bytes of new memory, whose descriptor follows; nil to use the memory of the last request.
    var newMemory: Int?
    /// The bytes of the tile, and of its mask.
    var tileBytes: Int, maskBytes: Int

    /// The offset of the result in the memory.
    static func resultOffset(tileBytes: Int, maskBytes: Int) -> Int {
        (tileBytes + maskBytes + HeapMemory.alignment - 1) / HeapMemory.alignment * HeapMemory.alignment
    }
}

extension TileRequest {
    /// The request as a message.
    var message: [UInt8] {
        var writer = MessageWriter()
        budget.write(to: &writer)
        writer.add(optional: newMemory) { $0.add($1) }
        writer.add(tileBytes)
        writer.add(maskBytes)
        decoding.write(to: &writer)
        return writer.bytes
    }

    /// Reads a request from a message.
    init(_ message: [UInt8]) throws(MessageReader.Malformed) {
        var reader = MessageReader(message)
        budget = try DecoderBudget(&reader)
        newMemory = try reader.optional { reader throws(MessageReader.Malformed) in try reader.int(in: 1...(1 << 40)) }
        tileBytes = try reader.int(in: 0...(1 << 40))
        maskBytes = try reader.int(in: 0...(1 << 40))
        decoding = try TileDecoding(&reader)
    }
}

extension TileDecoding {
    fileprivate func write(to writer: inout MessageWriter) {
        switch self {
        case .layout: writer.add(0)
        case .interior(let interior):
            writer.add(1)
            writer.add(interior.storedSize)
            writer.add(interior.origin.x)
            writer.add(interior.origin.y)
            writer.add(interior.size)
            writer.add(interior.scale.rawValue)
            writer.add(interior.layout)
            let color = interior.background
            writer.add([color.red, color.green, color.blue])
        case .samples(let size, let layout, let scale, let part):
            writer.add(2)
            writer.add(size)
            writer.add(layout)
            writer.add(scale.rawValue)
            writer.add(optional: part) { writer, part in
                writer.add(part.x)
                writer.add(part.y)
                writer.add(part.size)
            }
        case .planes(let size, let offsets, let stride):
            writer.add(3)
            writer.add(size)
            for offset in offsets { writer.add(offset) }
            writer.add(stride)
        case .tiff(let conversion):
            writer.add(4)
            writer.add(conversion.directory)
            writer.add(optional: conversion.nodata) { $0.add($1) }
            writer.add(conversion.isMasked)
            writer.add(optional: conversion.shown) { $0.add($1) }
        case .tiffMask(let directory):
            writer.add(5)
            writer.add(directory)
        }
    }

    fileprivate init(_ reader: inout MessageReader) throws(MessageReader.Malformed) {
        switch try reader.int(in: 0...5) {
        case 0: self = .layout
        case 1:
            let storedSize = try reader.size()
            let origin = PixelOffset(x: try reader.int(in: 0...(1 << 40)), y: try reader.int(in: 0...(1 << 40)))
            let size = try reader.size()
            let scale = try reader.scale()
            let layout = try reader.layout()
            let color = try reader.byteArray()
            guard color.count == 3 else { throw MessageReader.Malformed() }
            self = .interior(
                TileInterior(
                    storedSize: storedSize, origin: origin, size: size, scale: scale, layout: layout,
                    background: RGBColor(red: color[0], green: color[1], blue: color[2])))
        case 2:
            let size = try reader.size()
            let layout = try reader.layout()
            let scale = try reader.scale()
            let part = try reader.optional { reader throws(MessageReader.Malformed) in
                let x = try reader.int(in: 0...(1 << 40))
                let y = try reader.int(in: 0...(1 << 40))
                let size = try reader.size()
                return PixelRect(x: x, y: y, width: size.width, height: size.height)
            }
            self = .samples(size: size, layout: layout, scale: scale, part: part)
        case 3:
            let size = try reader.size()
            var offsets: [Int] = []
            for _ in 0..<3 { offsets.append(try reader.int(in: 0...(1 << 40))) }
            self = .planes(size: size, offsets: offsets, stride: try reader.int(in: 1...(1 << 40)))
        case 4:
            var conversion = TIFFTileConversion(
                directory: try reader.int(in: 0...(1 << 40)),
                nodata: try reader.optional { reader throws(MessageReader.Malformed) in try reader.nodata() },
                isMasked: try reader.bool())
            conversion.shown = try reader.optional { reader throws(MessageReader.Malformed) in try reader.size() }
            self = .tiff(conversion)
        default: self = .tiffMask(directory: try reader.int(in: 0...(1 << 40)))
        }
    }
}
