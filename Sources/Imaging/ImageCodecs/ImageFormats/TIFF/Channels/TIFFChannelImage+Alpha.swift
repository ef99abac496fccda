internal import ChannelImages
internal import ImageMetadata
internal import ImageSources
internal import TilePyramid

extension TIFFChannelImage {
    func readAlpha(_ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer) throws -> Bool
    {
        guard let stored = try alphaPlane(plane) else { return false }
        precondition(target.count >= rect.size.area, "room for the samples")
        guard rect.size.area > 0, let base = target.baseAddress else { return true }
        var memory = ScratchBuffer()
        let type = stored.page.sampleType
        guard let samples = try? memory.reserve(rect.size.area * type.byteCount) else {
            throw CodecError.noMemory(files.main.name)
        }
        try readUpright(rect, in: description.levels[plane.level], of: stored, into: samples)
        AlphaBytes.convert(
            samples, type, opaque: stored.page.directory.isMask ? 1 : stored.page.storedType.range.high,
            count: rect.size.area, to: base.assumingMemoryBound(to: UInt8.self))
        return true
    }

    /// Finds the stored samples of alpha or of the mask; nil if there are none.
    private func alphaPlane(_ plane: ChannelPlane) throws -> StoredPlane? {
        if let alphaSample {
            guard var stored = try storedPlane(plane, missing: []) else { return nil }
            stored.sample = alphaSample
            stored.missing = [UInt8](repeating: 0, count: stored.page.sampleType.byteCount)
            return stored
        }
        guard let mask = masks[plane.level] else { return nil }
        return StoredPlane(
            file: files.main, page: mask, sample: 0, missing: [UInt8](repeating: 0, count: mask.sampleType.byteCount))
    }
}

/// Converts samples of any type to alpha of 8 bits.
enum AlphaBytes {
    /// Converts samples, of which those from `opaque` on are opaque.
    static func convert(
        _ samples: UnsafeRawPointer, _ type: SampleType, opaque: Double, count: Int,
        to target: UnsafeMutablePointer<UInt8>
    ) {
        func scale<Sample: BitwiseCopyable>(_: Sample.Type, _ number: (Sample) -> Double) {
            let size = MemoryLayout<Sample>.size
            for index in 0..<count {
                let value = number(samples.loadUnaligned(fromByteOffset: index * size, as: Sample.self)) * 255 / opaque
                // The comparison is false for NaN.
                target[index] = value > 0 ? UInt8(min(value, 255).rounded()) : 0
            }
        }
        switch type {
        case .uint8: scale(UInt8.self) { Double($0) }
        case .uint16: scale(UInt16.self) { Double($0) }
        case .uint32: scale(UInt32.self) { Double($0) }
        case .uint64: scale(UInt64.self) { Double($0) }
        case .int8: scale(Int8.self) { Double($0) }
        case .int16: scale(Int16.self) { Double($0) }
        case .int32: scale(Int32.self) { Double($0) }
        case .int64: scale(Int64.self) { Double($0) }
        case .float32: scale(Float.self) { Double($0) }
        case .float64: scale(Double.self) { $0 }
        }
    }
}
