internal import ImageMetadata
internal import ImageSources
internal import JPEGLossless
internal import PixelKernels
internal import TilePyramid

/// Decodes tiles in a decoder process, one after the other.
final class TileDecodingServer: TileAnswering {
    private var memory: SharedMemory?
    private var jpeg: JPEGSampleDecoder?

    /// Decodes a tile; pixels are in the shared memory then.
    func answer(
        _ contents: [UInt8], receiveDescriptor: () throws -> Int32, prepare: (DecoderBudget) throws -> Void
    ) throws -> [UInt8] {
        let request = try TileRequest(contents)
        if let byteCount = request.newMemory {
            memory = nil
            memory = SharedMemory(owning: try receiveDescriptor(), byteCount: byteCount)
        }
        try prepare(request.budget)
        return try answer(request)
    }

    private func answer(_ request: TileRequest) throws -> [UInt8] {
        let offset = TileRequest.resultOffset(tileBytes: request.tileBytes, maskBytes: request.maskBytes)
        guard let memory, offset <= memory.byteCount else { throw MessageReader.Malformed() }
        func bytes(_ start: Int, _ count: Int) -> [UInt8] {
            Array(UnsafeRawBufferPointer(start: memory.base + start, count: count))
        }
        let tile = bytes(0, request.tileBytes)
        let target = UnsafeMutableRawBufferPointer(start: memory.base + offset, count: memory.byteCount - offset)
        var answer = MessageWriter()
        switch request.decoding {
        case .layout:
            answer.add(try openTileImage(tile, name: "").info.layout)
        case .interior(let interior):
            let stride = interior.size.width * interior.layout.bytesPerPixel
            let base = try Self.room(target, stride * interior.size.height)
            answer.add(try interior.decode(tile, name: "", into: base, stride: stride))
        case .samples(let size, let layout, let scale, let part):
            let decoded = scale.size(of: size)
            let stride = decoded.width * layout.bytesPerPixel
            let base = try Self.room(target, stride * decoded.height)
            try decode { decoder throws(JPEGSampleDecoder.Failure) in
                if let part {
                    try decoder.decode(part, of: tile, size: size, scale: scale, into: (base, stride))
                } else {
                    try decoder.decode(tile, size: size, scale: scale, usesFancyUpsampling: true, into: (base, stride))
                }
            }
        case .planes(let size, let offsets, let stride):
            // Whole blocks of 16 luma rows; the last plane ends with the memory's rows.
            let rows = (size.height + 15) / 16 * 16
            let base = try Self.room(target, stride * (rows / 2 * 3))
            try decode { decoder throws(JPEGSampleDecoder.Failure) in
                try decoder.decodePlanes(
                    tile, size: size, scale: .full, into: offsets.map { (base: base + $0, stride: stride) })
            }
        case .tiff(let conversion):
            let input = ImageInput.bytes(tile, name: "")
            let decoder = try TIFFTileDecoder(
                input, directory: conversion.directory, nodata: conversion.nodata, isMasked: conversion.isMasked)
            answer.add(decoder != nil)
            guard let decoder, !tile.isEmpty else { break }
            let mask = request.maskBytes > 0 ? bytes(request.tileBytes, request.maskBytes) : nil
            let png = try decoder.png(ofTile: 0, name: "", mask: mask, unlessValidIn: conversion.shown)
            answer.add(optional: png) { $0.add($1) }
        case .tiffMask(let directory):
            let decoder = try TIFFMaskTileDecoder(.bytes(tile, name: ""), directory: directory)
            answer.add(optional: try decoder?.validity(ofTile: 0)) { $0.add($1) }
        }
        return answer.bytes
    }

    private static func room(
        _ target: UnsafeMutableRawBufferPointer, _ byteCount: Int
    ) throws(MessageReader.Malformed) -> UnsafeMutableRawPointer {
        guard let base = target.baseAddress, byteCount <= target.count else { throw MessageReader.Malformed() }
        return base
    }

    private func decode(_ body: (JPEGSampleDecoder) throws(JPEGSampleDecoder.Failure) -> Void) throws {
        let decoder = try jpeg ?? JPEGSampleDecoder()
        jpeg = decoder
        do {
            try body(decoder)
        } catch {
            throw CodecError(.damaged, file: "", "the tile is damaged: \(error.reason).")
        }
    }
}
