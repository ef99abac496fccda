import CLinux
import Concurrency
import Foundation
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import ImageCodecs

@Suite(.timeLimited) struct `Tiles from decoder processes` {
    private let size = PixelSize(width: 45, height: 38)

    /// A decoder on a thread, which serves tiles until its channel is closed.
    private static func decoder(pace: Double = 0) -> DecoderWorker {
        FakeDecoder.start(pace: pace) { channel in
            let server = TileDecodingServer()
            while let (kind, contents) = try? channel.receive(), kind == .tile {
                do {
                    let answer = try server.answer(contents, receiveDescriptor: channel.receiveDescriptor) { _ in }
                    try channel.send(.result, answer)
                } catch let error as CodecError {
                    let failure = DecoderFailure(code: error.code, message: error.message)
                    guard (try? channel.send(.failure, failure.encoded)) != nil else { return }
                } catch {
                    return
                }
            }
        }
    }

    private func processes(_ started: Locked<Int> = Locked(0)) -> TileProcesses {
        TileProcesses(isolatesAll: true) { () throws(DecoderEnd) in
            started.withLock { $0 += 1 }
            return Self.decoder()
        }
    }

    /// Decoders whose first answer is made by the test.
    private func processes(
        _ answer: @escaping @Sendable (DecoderChannel) throws -> Void, exit: DecoderExit = .exited(0)
    )
        -> TileProcesses
    {
        TileProcesses(isolatesAll: true) { () throws(DecoderEnd) in
            FakeDecoder.start(exit: exit) { channel in
                _ = try? channel.receive()
                if let memory = try? channel.receiveDescriptor() { close(memory) }
                try? answer(channel)
            }
        }
    }

    private func png(_ width: Int, _ height: Int, colorType: Int = 2) -> [UInt8] {
        var fixture = PNGFixture(width: width, height: height) { x, y, channel in (x * 7 + y * 13 + channel * 50) & 255
        }
        fixture.colorType = colorType
        return fixture.encoded()
    }

    private func jpeg(_ size: PixelSize) -> [UInt8] {
        Libjpeg.encode(
            width: size.width, height: size.height,
            as: Libjpeg.Storage(name: "4:2:0", sampling: [(2, 2), (1, 1), (1, 1)]))
    }

    private func interior(
        _ shown: PixelSize, from origin: PixelOffset = .zero, scale: DecodeScale = .full,
        layout: PixelLayout = PixelLayout(.rgb)
    ) -> TileInterior {
        TileInterior(
            storedSize: size, origin: origin, size: shown, scale: scale, layout: layout, background: .white)
    }

    private func pixels(
        _ interior: TileInterior, of tile: [UInt8], stride: Int, _ decode: (UnsafeMutableRawPointer) throws -> Bool
    ) rethrows -> (isDecoded: Bool, bytes: [UInt8]) {
        var bytes = [UInt8](repeating: 7, count: stride * interior.size.height)
        let isDecoded = try bytes.withUnsafeMutableBytes { memory in
            guard let base = memory.baseAddress else { return false }
            return try decode(base)
        }
        return (isDecoded, bytes)
    }

    @Test(arguments: [PixelOffset(x: 0, y: 0), PixelOffset(x: 3, y: 5)], [PixelLayout.Channels.gray, .rgb, .rgba])
    func `pixels are those of decoding in this process, and nothing beside them is written`(
        _ origin: PixelOffset, _ channels: PixelLayout.Channels
    ) throws {
        let shown = PixelSize(width: 40, height: 31)
        let interior = interior(shown, from: origin, layout: PixelLayout(channels))
        let stride = shown.width * channels.rawValue + 9
        for tile in [png(45, 38), png(45, 38, colorType: 6), jpeg(size)] {
            let isolated = try pixels(interior, of: tile, stride: stride) {
                try processes().decode(interior, of: tile, name: "tile", into: $0, stride: stride)
            }
            let direct = try pixels(interior, of: tile, stride: stride) {
                try interior.decode(tile, name: "tile", into: $0, stride: stride)
            }
            #expect(isolated.isDecoded && isolated == direct)
        }
    }

    @Test func `a tile that cannot be decoded at a scale is not written`() throws {
        let interior = interior(PixelSize(width: 23, height: 19), scale: .half)
        let tile = png(45, 38)
        let result = try pixels(interior, of: tile, stride: 69) {
            try processes().decode(interior, of: tile, name: "tile", into: $0, stride: 69)
        }
        #expect(!result.isDecoded && result.bytes.allSatisfy { $0 == 7 })
    }

    @Test(arguments: DecodeScale.allCases) func `samples of a JPEG are those of its decoder`(_ scale: DecodeScale)
        throws
    {
        let tile = jpeg(size)
        let expected = try DecodedImage(openTileImage(tile, name: "tile", scale: scale))
        let decoded = scale.size(of: size)
        let part = PixelRect(x: 1, y: 2, width: 2, height: 2)
        for part in [nil, part] {
            var bytes = [UInt8](repeating: 7, count: decoded.area * 3)
            let isDecoded = try bytes.withUnsafeMutableBytes { memory in
                try processes().decodeSamples(
                    size: size, layout: PixelLayout(.rgb), scale: scale, part: part, of: tile, name: "tile",
                    into: #require(memory.baseAddress))
            }
            #expect(isDecoded)
            let rows = part?.rows ?? 0..<decoded.height
            for y in 0..<decoded.height {
                let row = bytes[y * decoded.width * 3..<(y + 1) * decoded.width * 3]
                guard rows.contains(y) else {
                    #expect(row.allSatisfy { $0 == 7 })
                    continue
                }
                let columns = part?.columns ?? 0..<decoded.width
                for index in columns.lowerBound * 3..<columns.upperBound * 3 {
                    #expect(Int(row[row.startIndex + index]) == expected.samples[y * decoded.width * 3 + index])
                }
            }
        }
    }

    /// The offset of the only directory of a little-endian TIFF.
    private func directory(of file: [UInt8]) -> Int {
        file[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    @Test func `a tile of a TIFF becomes the same PNG, or none if all of it is valid`() throws {
        var page = TIFFFixture(width: 32, height: 16) { x, y, _ in UInt64(x * y & 255) }
        page.tile = (32, 16)
        let file = page.encoded()
        let directory = directory(of: file)
        let tile = PixelSize(width: 32, height: 16)
        func png(_ nodata: NodataValues?, isMasked: Bool = false, mask: [UInt8]? = nil, _ shown: PixelSize? = nil)
            throws
            -> (isolated: [UInt8]?, direct: [UInt8]?)
        {
            let conversion = TIFFTileConversion(
                directory: directory, nodata: nodata, isMasked: isMasked, shown: shown)
            let isolated = try processes().png(of: file, conversion, tileSize: tile, mask: mask, name: "tile")
            #expect(isolated.isSupported)
            let decoder = try #require(
                try TIFFTileDecoder(
                    .bytes(file, name: "tile"), directory: directory, nodata: nodata, isMasked: isMasked))
            return (isolated.png, try decoder.png(ofTile: 0, name: "tile", mask: mask, unlessValidIn: shown))
        }
        let plain = try png(nil)
        #expect(plain.isolated != nil && plain.isolated == plain.direct)
        let value = try png(NodataValues([NodataValue(0)]))
        #expect(value.isolated != nil && value.isolated == value.direct && value.isolated != plain.isolated)
        var mask = [UInt8](repeating: 255, count: 512)
        mask[40] = 0
        let masked = try png(nil, isMasked: true, mask: mask, PixelSize(width: 32, height: 16))
        #expect(masked.isolated != nil && masked.isolated == masked.direct)
        let valid = try png(nil, isMasked: true, mask: mask, PixelSize(width: 8, height: 2))
        #expect(valid.isolated == nil && valid.direct == nil)
        page.photometric = 3
        page.tags[320] = .shorts([Int](repeating: 0, count: 768))
        let unsupported = try processes().png(
            of: page.encoded(),
            TIFFTileConversion(directory: self.directory(of: page.encoded()), nodata: nil, isMasked: false),
            tileSize: tile,
            mask: nil, name: "tile")
        #expect(!unsupported.isSupported && unsupported.png == nil)
    }

    @Test func `a damaged tile is an error with its name, after which the process goes on`() throws {
        let started = Locked(0)
        let processes = processes(started)
        #expect(throws: CodecError.self) { try processes.layout(of: [0x89, 0x50], name: "tile 3") }
        let error = #expect(throws: CodecError.self) {
            try processes.layout(of: Array(png(45, 38).prefix(30)), name: "tile 3")
        }
        #expect(error?.file == "tile 3")
        #expect(try processes.layout(of: png(45, 38), name: "tile 3") == PixelLayout(.rgb))
        #expect(started.withLock { $0 } == 1)
    }

    @Test func `a process is used for further tiles of a pyramid, also larger ones, and for no other pyramid`() throws {
        let started = Locked(0)
        let first = processes(started)
        let second = processes(started)
        for side in [8, 600, 8] {
            #expect(try first.layout(of: png(side, side), name: "tile") == PixelLayout(.rgb))
        }
        #expect(started.withLock { $0 } == 1)
        #expect(try second.layout(of: png(8, 8), name: "tile") == PixelLayout(.rgb))
        #expect(started.withLock { $0 } == 2)
    }

    @Test func `answers that are cut short or of another kind are errors`() throws {
        let isAnswered = Array(repeating: UInt8(0), count: 3)
        for answer: @Sendable (DecoderChannel) throws -> Void in [
            { try $0.send(.result, isAnswered) }, { try $0.send(.header, []) }, { try $0.send(.failure, [1]) },
        ] {
            let error = #expect(throws: CodecError.self) { try processes(answer).layout(of: png(8, 8), name: "tile 1") }
            #expect(error?.file == "tile 1" && error?.code == .damaged)
        }
        let crash = #expect(throws: CodecError.self) {
            try processes({ _ in }, exit: .signaled(SIGSEGV)).layout(of: png(8, 8), name: "tile 1")
        }
        #expect(crash?.message.hasPrefix("the decoder crashed (Segmentation fault). ") ?? false)
        // A mask has a byte for each pixel, whatever the process says.
        let short: @Sendable (DecoderChannel) throws -> Void = { channel in
            var answer = MessageWriter()
            answer.add(optional: [UInt8(1), 2]) { $0.add($1) }
            try channel.send(.result, answer.bytes)
        }
        #expect(throws: CodecError.self) {
            try processes(short).mask(
                of: [1], directory: 8, tileSize: PixelSize(width: 2, height: 2), name: "tile 1")
        }
    }

    @Test func `the processor time of a process counts in the budget, which ends it`() throws {
        // A process that seems to use a second between two looks at it.
        let processes = TileProcesses(isolatesAll: true) { () throws(DecoderEnd) in Self.decoder(pace: 1) }
        let budget = ProcessorTimeBudget(seconds: 1000)
        _ = try ProcessorTimeBudget.$current.withValue(budget) { try processes.layout(of: png(8, 8), name: "tile") }
        #expect((900...999).contains(budget.rest))
        let isHeld = Locked(true)
        let slow = TileProcesses(isolatesAll: true) { () throws(DecoderEnd) in
            FakeDecoder.start(exit: .signaled(SIGXCPU), pace: 1) { _ in isHeld.wait { $0 ? nil : () } }
        }
        defer { isHeld.withLockAndNotify { $0 = false } }
        let short = ProcessorTimeBudget(seconds: 5)
        #expect(throws: ProcessorTimeBudget.Exhausted.self) {
            try ProcessorTimeBudget.$current.withValue(short) { try slow.layout(of: png(8, 8), name: "tile") }
        }
        #expect(short.rest <= 1)
        #expect(throws: ProcessorTimeBudget.Exhausted.self) { try short.check(leaving: 1) }
    }

    @Test func `requests survive their way through a message`() throws {
        let part = PixelRect(x: 1, y: 2, width: 3, height: 4)
        let values = NodataValues(alternatives: [
            [NodataValue(0), nil, NodataValue("nan")], [NodataValue("-3.4028234663852886e+38")],
        ])
        for decoding in [
            TileDecoding.layout, .interior(interior(size, from: PixelOffset(x: 2, y: 3), scale: .quarter)),
            .samples(size: size, layout: PixelLayout(.gray), scale: .eighth, part: part),
            .samples(size: size, layout: PixelLayout(.rgb), scale: .full, part: nil),
            .planes(size: size, offsets: [0, 10, 20], stride: 48),
            .tiff(TIFFTileConversion(directory: 8, nodata: values, isMasked: false, shown: size)),
            .tiff(TIFFTileConversion(directory: 9, nodata: nil, isMasked: true)), .tiffMask(directory: 7),
        ] {
            for memory in [nil, 5] {
                let request = TileRequest(
                    decoding: decoding, budget: DecoderBudget(memory: 1, seconds: 2), newMemory: memory, tileBytes: 3,
                    maskBytes: 4)
                #expect(try TileRequest(request.message) == request)
                for count in 0..<request.message.count {
                    #expect(throws: MessageReader.Malformed.self) {
                        try TileRequest(Array(request.message.prefix(count)))
                    }
                }
            }
        }
    }

    @Test func `neither process can change the size of shared memory`() throws {
        let memory = try #require(SharedMemory(byteCount: 5000))
        #expect(ftruncate(memory.descriptor, 4000) != 0 && errno == EPERM)
        #expect(ftruncate(memory.descriptor, 9000) != 0 && errno == EPERM)
        memory.base.storeBytes(of: 42, toByteOffset: 4999, as: UInt8.self)
        let other = try #require(SharedMemory(owning: dup(memory.descriptor), byteCount: 5000))
        #expect(other.base.load(fromByteOffset: 4999, as: UInt8.self) == 42)
        #expect(SharedMemory(owning: dup(memory.descriptor), byteCount: 5001) == nil)
        #expect(SharedMemory(byteCount: 0) == nil)
    }

    @Test func `memory that the other process could shrink is refused, and a file as well`() throws {
        let memory = tk_memory_file("test")
        #expect(memory >= 0 && ftruncate(memory, 5000) == 0)
        #expect(SharedMemory(owning: memory, byteCount: 5000) == nil)
        let folder = try TemporaryFolder()
        let path = folder.path("memory")
        let file = open(path, O_RDWR | O_CREAT, 0o600)
        #expect(file >= 0 && ftruncate(file, 5000) == 0)
        #expect(SharedMemory(owning: file, byteCount: 5000) == nil)
    }
}

@Suite(.timeLimited) struct `What decoding may cost` {
    @Test func `the estimate follows the pixels, and the scans of a JPEG`() throws {
        let png = PNGFixture(width: 100, height: 50) { _, _, _ in 0 }.encoded()
        #expect(abs(DecodingCost.seconds(of: png) - 5000 * 80e-9) < 1e-12)
        let jpeg = Libjpeg.encode(
            width: 100, height: 50, as: Libjpeg.Storage(name: "4:2:0", sampling: [(2, 2), (1, 1), (1, 1)]))
        #expect(abs(DecodingCost.seconds(of: jpeg) - (5000 * 25e-9 + 20e-6)) < 1e-12)
        let scans =
            jpeg + [UInt8](repeating: 0, count: 10)
            + (0..<1000).flatMap { _ in [0xFF, 0xDA, 0] as [UInt8] }
        #expect(DecodingCost.seconds(of: scans) > 0.09)
        #expect(DecodingCost.seconds(of: Array("GIF89a".utf8)) == .infinity)
        #expect(DecodingCost.seconds(of: []) == .infinity)
    }
}
