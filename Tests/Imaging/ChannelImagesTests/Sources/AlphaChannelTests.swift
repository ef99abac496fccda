import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import Testing
import TilePyramid

@testable import ChannelImages

/// Channels that are alpha, and alpha that becomes a channel.
@Suite(.timeLimited) struct AlphaChannelTests {
    private let whole = PixelRect(x: 0, y: 0, width: 2, height: 2)

    private func alpha(_ image: any ChannelImage) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 7, count: 4)
        try bytes.withUnsafeMutableBytes { try image.readAlpha(whole, of: ChannelPlane(), into: $0) }
        return bytes
    }

    private func samples<Sample: BitwiseCopyable>(_ image: any ChannelImage, channel: Int, zero: Sample) throws
        -> [Sample]
    {
        var values = [Sample](repeating: zero, count: 4)
        try values.withUnsafeMutableBytes { try image.read(whole, of: ChannelPlane(channel: channel), into: $0) }
        return values
    }

    /// An image whose alpha is that of its channels.
    private final class Plain: ChannelImage {
        let description: ChannelImageDescription
        let values: [UInt16]

        init(_ description: ChannelImageDescription, _ values: [UInt16]) {
            self.description = description
            self.values = values
        }

        func blockSize(ofLevel level: Int) -> PixelSize { description.size }

        func read(_ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer) throws {
            values.withUnsafeBytes { target.copyBytes(from: $0.prefix(target.count)) }
        }
    }

    private func plain(_ channels: [ChannelDescription], significantBits: Int? = nil) -> Plain {
        var description = ChannelImageDescription(
            levels: [PixelSize(width: 2, height: 2)], sampleType: .uint16, channels: channels)
        description.significantBits = significantBits
        return Plain(description, [0, 1, 1365, 4095])
    }

    @Test func `a channel that is alpha is that of the pixels`() throws {
        let opaque = plain([ChannelDescription()])
        #expect(opaque.alphaMeaning(ofLevel: 0) == nil)
        #expect(try alpha(opaque) == [255, 255, 255, 255])
        let mask = plain([ChannelDescription(), ChannelDescription(alpha: .validity)])
        #expect(mask.alphaMeaning(ofLevel: 0) == .validity)
        #expect(try alpha(mask) == [0, 255, 255, 255])
        let opacity = plain([ChannelDescription(alpha: .opacity), ChannelDescription()], significantBits: 12)
        #expect(opacity.alphaMeaning(ofLevel: 0) == .opacity)
        #expect(try alpha(opacity) == [0, 0, 85, 255])
        #expect(opacity.warnings == [])
    }

    @Test func `alpha is not added to other channels`() throws {
        let image = plain([ChannelDescription(alpha: .opacity), ChannelDescription(name: "DAPI")])
        let rendering = try ChannelRendering.automatic(for: image)
        #expect(rendering.channels == [1])
        var selection = ChannelSelection()
        selection.mode = .terrain(nil, .mapbox)
        #expect(try selection.rendering(of: image, file: "a").channels == [1])
        let source = try ChannelImageSource(image, rendering, file: "a", container: "test")
        #expect(source.info.layout.channels.hasAlpha && !source.info.alphaIsValidity)
    }

    @Test func `a mask becomes a channel of any type, and stays the mask of the pixels`() throws {
        func check<Sample: BitwiseCopyable & Equatable>(_ type: SampleType, _ zero: Sample, _ opaque: Sample) throws {
            let image = MemoryChannelImage(
                width: 2, type: type, channels: [[zero, zero, opaque, opaque]], alpha: (.validity, [0, 255, 255, 0]))
            let masked = try #require(MaskedChannelImage(image))
            #expect(masked.description.channels == [ChannelDescription(), ChannelDescription(alpha: .validity)])
            #expect(try samples(masked, channel: 0, zero: zero) == [zero, zero, opaque, opaque])
            #expect(try samples(masked, channel: 1, zero: zero) == [zero, opaque, opaque, zero])
            #expect(try alpha(masked) == [0, 255, 255, 0])
            #expect(MaskedChannelImage(masked) == nil)
        }
        try check(.uint8, UInt8(0), 255)
        try check(.int8, Int8(0), 127)
        try check(.uint16, UInt16(0), 65535)
        try check(.int16, Int16(0), 32767)
        try check(.uint32, UInt32(0), .max)
        try check(.int32, Int32(0), .max)
        try check(.float32, Float(0), 1)
        try check(.float64, 0.0, 1)
        // The greatest numbers of 64 bits that a double has.
        try check(.uint64, UInt64(0), .max - 2047)
        try check(.int64, Int64(0), .max - 1023)
        let plain = MemoryChannelImage(width: 2, type: .uint8, channels: [[0, 0, 0, 0] as [UInt8]])
        #expect(MaskedChannelImage(plain) == nil)
    }

    @Test func `a no-data value is a sample of the types that can have it`() {
        #expect(NodataValue("-9999")?.sample(of: .int16) == [0xF1, 0xD8])
        #expect(NodataValue("-9999")?.sample(of: .uint16) == nil)
        #expect(NodataValue("255")?.sample(of: .uint8) == [255] && NodataValue("255")?.sample(of: .int8) == nil)
        #expect(NodataValue("1")?.sample(of: .float32) == [0, 0, 0x80, 0x3F])
        #expect(NodataValue("1e300")?.sample(of: .float32) == nil)
        #expect(NodataValue("nan")?.sample(of: .float64)?.last == 0x7F)
        #expect(NodataValue("18446744073709551615")?.sample(of: .uint64) == [UInt8](repeating: 255, count: 8))
    }
}
