import ChannelImages
import FilePyramids
import ImageMetadata
import TestLimits
import TestSupport
import Testing
import TileContainers
import TilePyramid

@testable import PyramidTools

@Suite(.timeLimited) struct `Pyramids of stored values` {
    private func plan(
        _ image: ClaimedImage, _ format: ValueFormat = .omeZarr, side: Int? = nil, output: String = "a"
    ) throws -> ValuePyramidPlan {
        var options = ValueOptions(format)
        options.chunkSide = side
        return try ValuePyramidPlan(value(image), output: output, options: options)
    }

    private func value(_ image: ClaimedImage) -> ValueImage {
        ValueImage(image, name: "image", title: "image", container: "image")
    }

    @Test(arguments: [
        ("a.zarr", ValueFormat.omeZarr), ("b/A.OME.ZARR/", .omeZarr), ("a.ozx", .omeZarr), ("a.zarr.zip", .omeZarr),
        ("a.ome.tif", .omeTIFF), ("a.ome.tiff", .omeTIFF),
    ])
    func `The extension names the format`(path: String, format: ValueFormat) {
        #expect(ValueFormat(ofOutput: path) == format)
    }

    @Test(arguments: ["a.tif", "a.zip", "a.dzi", "zarr", ".zarr", "a.zarr/b", "a/.ome.tif", ""])
    func `Other extensions are those of pictures`(path: String) {
        #expect(ValueFormat(ofOutput: path) == nil)
    }

    @Test func `Levels are halved until one fits into a chunk`() throws {
        for width in 1...70 {
            let plan = try plan(ClaimedImage(width, 33, channels: 2, sections: 3, times: 2), side: 16)
            var sizes = [PixelSize(width: width, height: 33)]
            while let last = sizes.last, max(last.width, last.height) > 16 {
                sizes.append(PixelSize(width: (last.width + 1) / 2, height: (last.height + 1) / 2))
            }
            #expect(plan.description.levels == sizes)
            #expect(plan.planeCount == 12)
            let chunks = sizes.reduce(0) { $0 + ($1.width + 15) / 16 * (($1.height + 15) / 16) }
            #expect(plan.chunkCount == 12 * chunks)
            #expect(plan.valueBytes == 12 * width * 33)
        }
    }

    @Test func `Each format has its usual chunks`() throws {
        let image = ClaimedImage(600, 600)
        #expect(try plan(image).grids == [3, 2, 1].map { PixelSize(width: $0, height: $0) })
        #expect(try plan(image, .omeTIFF).grids == [2, 1].map { PixelSize(width: $0, height: $0) })
    }

    @Test func `The room for the values is that of the chunks of all levels, or less if they are compressed`() throws {
        func plan(_ format: ValueFormat, _ codec: ValueCodec) throws -> ValuePyramidPlan {
            var options = ValueOptions(format)
            options.chunkSide = 16
            options.codec = codec
            return try ValuePyramidPlan(
                value(ClaimedImage(20, 10, .uint16, channels: 3)), output: "a", options: options)
        }
        // Two chunks of full size and one of half of it, for three channels.
        let bytes = 3 * 3 * 16 * 16 * 2
        #expect(try plan(.omeTIFF, .none).estimatedBytes == bytes && plan(.omeTIFF, .none).leastBytes == bytes)
        #expect(try plan(.omeZarr, .none).estimatedBytes == bytes && plan(.omeZarr, .none).leastBytes == 0)
        #expect(try plan(.omeZarr, .zstd).estimatedBytes == bytes / 2 && plan(.omeZarr, .zstd).leastBytes == 0)
        #expect(try plan(.omeTIFF, .lzw).leastBytes == 0)
    }

    @Test func `OME-TIFF has no integers of 64 bits`() throws {
        let image = ClaimedImage(20, 10, .int64)
        #expect(throws: StoreError.self) { try plan(image, .omeTIFF) }
        #expect(try plan(image).chunkCount == 1)
    }

    @Test(arguments: [
        ClaimedImage(1 << 30, 1 << 30), ClaimedImage(1, 1, channels: 1024, sections: 1 << 20, times: 1 << 20),
        ClaimedImage(1 << 30, 1 << 30, channels: 1024, sections: 1 << 20, times: 1 << 20),
    ])
    func `An image that claims too much is neither written nor checked`(image: ClaimedImage) async throws {
        #expect(throws: CodecError.self) { try plan(image) }
        let verifier = ValueVerifier(value(image), source: nil, options: VerificationOptions())
        await #expect(throws: CodecError.self) { try await verifier.verify() }
    }

    @Test func `An image whose rows of chunks take too much memory is not written, unless its chunks are smaller`()
        throws
    {
        let image = ClaimedImage(10_000_000, 1, .uint16)
        for format in [ValueFormat.omeZarr, .omeTIFF] {
            let error = #expect(throws: CodecError.self) { try plan(image, format) }
            let message = error?.message ?? ""
            #expect(
                message.contains("over its width of 10000000 pixels") && message.contains("smaller chunks"),
                "\(message)")
            #expect(try plan(image, format, side: 16).grids[0] == PixelSize(width: 625_000, height: 1))
        }
        #expect(try plan(ClaimedImage(200_000, 1, .float64)).chunkCount > 0)
    }

    @Test(arguments: [1, 3]) func `Every damaged chunk is an issue`(threads: Int) async throws {
        var options = VerificationOptions()
        options.threads = threads
        let image = ClaimedImage(40, 40, channels: 2, sections: 2, damagedRow: 20)
        let verification = try await ValueVerifier(value(image), source: nil, options: options).verify()
        // Nine chunks of four planes; a row of three is damaged in one of two channels.
        #expect(verification.chunks == 36 && verification.issueCount == 6 && !verification.isValid)
        #expect(
            verification.issues.map(\.location) == ["image/0", "image/0", "image/0", "image/1", "image/1", "image/1"])
        let whole = ClaimedImage(40, 40, channels: 2)
        let valid = try await ValueVerifier(value(whole), source: value(whole), options: options).verify()
        #expect(valid.isValid && valid.chunks == 18 && valid.source == "image")
    }

    @Test func `A source of another type, or with other planes, differs`() async throws {
        let image = ClaimedImage(40, 40, channels: 2)
        for other in [
            ClaimedImage(40, 40, .int8, channels: 2), ClaimedImage(40, 40), ClaimedImage(41, 40, channels: 2),
        ] {
            let verifier = ValueVerifier(value(image), source: value(other), options: VerificationOptions())
            let verification = try await verifier.verify()
            #expect(verification.issueCount == 1)
            #expect(verification.issues.first?.message.hasPrefix("it differs from image: ") == true)
        }
    }
}
