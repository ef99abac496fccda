import ChannelImages
import TilePyramid

extension ChannelImage {
    /// The bytes of the samples of a rectangle; of the whole plane by default.
    func bytes(_ plane: ChannelPlane = ChannelPlane(), _ rect: PixelRect? = nil) throws -> [UInt8] {
        let size = description.levels[plane.level]
        let rect = rect ?? PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        let count = rect.size.area * description.sampleType.byteCount
        // What is not written would be seen.
        var bytes = [UInt8](repeating: 0xA5, count: count + 1)
        try bytes.withUnsafeMutableBytes { target in
            try read(rect, of: plane, into: UnsafeMutableRawBufferPointer(rebasing: target[..<count]))
        }
        precondition(bytes[count] == 0xA5, "nothing is written beyond the samples")
        return Array(bytes[..<count])
    }

    /// The alpha of the whole plane; nil if the file states none.
    func alpha(_ plane: ChannelPlane = ChannelPlane()) throws -> [UInt8]? {
        let size = description.levels[plane.level]
        guard alphaMeaning(ofLevel: plane.level) != nil else { return nil }
        var bytes = [UInt8](repeating: 0xA5, count: size.area)
        try bytes.withUnsafeMutableBytes {
            try readAlpha(PixelRect(x: 0, y: 0, width: size.width, height: size.height), of: plane, into: $0)
        }
        return bytes
    }

    /// The samples of a rectangle as numbers of a type.
    func samples<Sample: BitwiseCopyable>(
        _: Sample.Type, _ plane: ChannelPlane = ChannelPlane(), _ rect: PixelRect? = nil
    ) throws -> [Sample] {
        try bytes(plane, rect).withUnsafeBytes { raw in
            (0..<raw.count / MemoryLayout<Sample>.size).map {
                raw.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Sample>.size, as: Sample.self)
            }
        }
    }
}
