import Concurrency
import Foundation
import ImageMetadata
import ImageSources
import PixelKernels
import Sandboxing
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import ImageCodecs

@Suite(.timeLimited) struct `Images from decoder processes` {
    private static let svg = """
        <svg xmlns="http://www.w3.org/2000/svg" width="300" height="200">
        <rect x="20" y="30" width="200" height="100" fill="#ff8000"/></svg>
        """
    private static let header = DecoderHeader(
        info: ImageInfo(size: PixelSize(width: 4, height: 3), layout: PixelLayout(.gray), container: "GIF"),
        orientation: .upright, isStored: false, warnings: ["first"])

    private func source(
        _ worker: DecoderWorker, _ content: String = "x", bytes: Int = 100, options: DecodeOptions = DecodeOptions()
    ) throws -> IsolatedImageSource {
        let file = try DecoderFile(.bytes(Array(content.utf8), name: "x.gif"))
        return try IsolatedImageSource(file, name: "x.gif", bytes: bytes, options: options) { _ in worker }
    }

    /// Answers a request with the header, and the next one with what `answer` sends.
    private func decoder(
        exit: DecoderExit = .exited(0), hangs: Locked<Bool> = Locked(false),
        _ answer: @escaping @Sendable (DecoderChannel) throws -> Void
    ) -> DecoderWorker {
        FakeDecoder.start(exit: exit, hangs: hangs) { channel in
            try? channel.receiveRequest()
            try? channel.send(.header, Self.header.message)
            _ = try? channel.receive()
            try? answer(channel)
        }
    }

    private func band(_ first: Int, _ count: Int) -> [UInt8] {
        var writer = MessageWriter()
        writer.add(first)
        writer.add(count)
        return writer.bytes
    }

    @Test func `Pixels are those of decoding in this process`() throws {
        let worker = FakeDecoder.start { channel in DecoderServer(channel).run() }
        // Limits would be those of the test's process.
        var options = DecodeOptions()
        options.limits.memory = .max
        options.limits.seconds = .max
        let isolated = try DecodedImage(source(worker, Self.svg, options: options))
        let direct = try DecodedImage.throughVips(Array(Self.svg.utf8))
        #expect(isolated.info == direct.info)
        #expect(isolated.samples == direct.samples)
    }

    @Test func `Its processor time counts in the budget of the work, which ends it`() throws {
        let budget = ProcessorTimeBudget(seconds: 1000)
        let worker = FakeDecoder.start(pace: 1) { channel in
            try? channel.receiveRequest()
            try? channel.send(.header, Self.header.message)
            _ = try? channel.receive()
        }
        _ = try ProcessorTimeBudget.$current.withValue(budget) { try source(worker) }
        #expect((900...999).contains(budget.rest))
        let isHeld = Locked(true)
        defer { isHeld.withLockAndNotify { $0 = false } }
        let slow = FakeDecoder.start(exit: .signaled(SIGXCPU), pace: 1) { _ in isHeld.wait { $0 ? nil : () } }
        let short = ProcessorTimeBudget(seconds: 3)
        #expect(throws: ProcessorTimeBudget.Exhausted.self) {
            try ProcessorTimeBudget.$current.withValue(short) { try source(slow) }
        }
        #expect(short.rest <= 0)
    }

    @Test func `An image of any format is opened as without a process`() throws {
        let folder = try TemporaryFolder()
        let jpeg = HandmadeJPEG.rotated(
            Libjpeg.encode(
                width: 61, height: 40,
                as: Libjpeg.Storage(name: "4:2:0", sampling: [(2, 2), (1, 1), (1, 1)], isProgressive: true)),
            .rotated90)
        try folder.write(Data(jpeg), to: "image.jpg")
        let path = folder.path("image.jpg")
        for (scale, depth) in [(DecodeScale.full, PixelLayout.Depth.sixteen), (.half, .eight)] {
            var options = DecodeOptions()
            options.depth = depth
            // Limits would be those of the test's process.
            options.limits.memory = .max
            options.limits.seconds = .max
            let isolated = try IsolatedImageSource(
                DecoderFile(.file(path)), name: path, bytes: jpeg.count, options: options,
                whole: DecoderRequest.Whole(path: path, scale: scale, temporaryFiles: 0)
            ) { _ in FakeDecoder.start { channel in DecoderServer(channel).run() } }
            let direct = try openImage(.file(path), options: options, scale: scale)
            #expect(isolated.info == direct.info && isolated.orientation == .upright)
            #expect(try DecodedImage(isolated).samples == DecodedImage(direct).samples)
        }
    }

    @Test func `What is asked of a decoder survives its way through a message`() throws {
        var options = DecodeOptions()
        options.page = 2
        options.autorotate = false
        options.commonRange = 0.5...7
        options.limits.pixels = 1000
        for nodata in [DecodeOptions.Nodata.stated, .none, .values(NodataValues([NodataValue(3)]))] {
            options.nodata = nodata
            let whole = DecoderRequest.Whole(path: "/a b", scale: .quarter, temporaryFiles: 3)
            let request = DecoderRequest(
                options: options, budget: DecoderBudget(memory: 1, seconds: 2), whole: whole)
            #expect(try DecoderRequest(request.message) == request)
        }
    }

    @Test func `A failure of the decoder names the file`() throws {
        let worker = FakeDecoder.start { channel in
            try? channel.receiveRequest()
            try? channel.send(.failure, DecoderFailure(code: .truncated, message: "it ends.").encoded)
        }
        #expect(throws: CodecError(.truncated, file: "x.gif", "it ends.")) { try source(worker) }
    }

    @Test(arguments: [
        (DecoderExit.signaled(SIGSEGV), "the decoder crashed (Segmentation fault). "),
        (.signaled(SIGSYS), "the decoder was ended because it tried what no image needs: "),
        (.signaled(SIGXCPU), "decoding takes more than 10 s of processor time, "),
        (.exited(DecoderServer.noMemoryStatus), "decoding takes more than 537 MB of memory, "),
        (.exited(DecoderServer.stackOverflowStatus), "the decoder ran out of stack: "),
        (.exited(0), "the decoder ended before the last row. "),
    ])
    func `The end of the process before the header is an error`(exit: DecoderExit, message: String) throws {
        let worker = FakeDecoder.start(exit: exit) { channel in try? channel.receiveRequest() }
        let error = #expect(throws: CodecError.self) { try source(worker) }
        #expect(error?.file == "x.gif")
        #expect(error?.message.hasPrefix(message) ?? false, "\(error?.message ?? "")")
    }

    @Test func `A process that cannot give up its rights opens nothing`() throws {
        let worker = FakeDecoder.start { channel in
            DecoderServer(
                channel,
                enterSandbox: { _ throws(SandboxError) in throw SandboxError(call: "seccomp", code: EPERM) },
                open: { _, _ in preconditionFailure("it opens an image") }
            ).run()
        }
        let error = #expect(throws: CodecError.self) { try source(worker, Self.svg) }
        #expect(error?.code == .inputOutput)
        #expect(
            error?.message
                == "the decoder process cannot give up its rights (seccomp: Operation not permitted), and so does not read "
                + "it. Report this with the versions of the libraries.")
    }

    @Test func `A process that has read of one file is never used for another`() throws {
        let first = try DecoderFile(.file("/proc/self/exe"))
        let second = try DecoderFile(.file("/proc/self/maps"))
        let memory = try DecoderFile(.bytes([1], name: "x"))
        let again = try DecoderFile(.file("/proc/self/exe"))
        #expect(first.identity != nil && first.identity == again.identity)
        #expect(first.identity != second.identity)
        #expect(memory.identity == nil)
        let worker = FakeDecoder.start { channel in _ = try? channel.receive() }
        IdleDecoders.keep(worker, for: first.identity)
        #expect(IdleDecoders.kept(for: second) == nil)
        #expect(IdleDecoders.kept(for: memory) == nil)
        #expect(IdleDecoders.kept(for: first) === worker)
        #expect(IdleDecoders.kept(for: first) == nil)
        IdleDecoders.keep(worker, for: memory.identity)
        #expect(IdleDecoders.kept(for: memory) == nil)
    }

    @Test func `A process that has ended is not connected`() throws {
        let worker = FakeDecoder.start { channel in _ = try? channel.receive() }
        #expect(worker.isConnected)
        worker.send(.open, [])
        #expect(throws: DecoderEnd.self) { try worker.receive() }
        #expect(!worker.isConnected)
    }

    @Test func `A header that is cut short is an error`() throws {
        let worker = FakeDecoder.start { channel in
            try? channel.receiveRequest()
            try? channel.send(.header, Array(Self.header.message.dropLast(9)))
            _ = try? channel.receive()
        }
        let error = #expect(throws: CodecError.self) { try source(worker) }
        #expect(error?.message.hasPrefix("the decoder ended before the last row.") ?? false)
    }

    @Test func `A process that is killed between rows is an error`() throws {
        let source = try source(
            decoder(exit: .signaled(SIGKILL)) { channel in
                try channel.send(.band, self.band(0, 2))
                try [UInt8](1...6).withUnsafeBytes { try channel.send(raw: $0) }
            })
        var rows: [Range<Int>] = []
        let error = #expect(throws: CodecError.self) { try source.readBands { rows.append($0.rows) } }
        #expect(error?.message.hasPrefix("the decoder was killed, probably because ") ?? false)
        #expect(rows == [])
    }

    @Test func `A process that does nothing is stopped`() throws {
        let hangs = Locked(false)
        let source = try source(
            decoder(hangs: hangs) { channel in
                hangs.withLock { $0 = true }
                _ = try channel.receive()
            })
        let error = #expect(throws: CodecError.self) { try source.readBands { _ in } }
        #expect(error?.message.hasPrefix("the decoder has done nothing for 15 s and was stopped.") ?? false)
    }

    @Test func `A process that has got rid of its limit of time is ended`() throws {
        let worker = FakeDecoder.start(pace: 5) { channel in
            try? channel.receiveRequest()
            _ = try? channel.receive()
        }
        let error = #expect(throws: CodecError.self) { try source(worker) }
        #expect(error?.message.hasPrefix("decoding takes more than 10 s of processor time, ") ?? false)
    }

    @Test(arguments: [[0, 4], [1, 1], [0, -1], [0, 0]])
    func `Rows that cannot be are an error`(rows: [Int]) throws {
        let source = try source(
            decoder { channel in
                try channel.send(.band, self.band(rows[0], rows[1]))
                _ = try channel.receive()
            })
        let error = #expect(throws: CodecError.self) { try source.readBands { _ in } }
        #expect(error?.message.hasPrefix("the decoder ended before the last row.") ?? false)
    }

    @Test func `Rows and warnings arrive`() throws {
        let source = try source(
            decoder { channel in
                try channel.send(.band, self.band(0, 2))
                try [UInt8](1...8).withUnsafeBytes { try channel.send(raw: $0) }
                try channel.send(.band, self.band(2, 1))
                try [UInt8](9...12).withUnsafeBytes { try channel.send(raw: $0) }
                var end = MessageWriter()
                end.add(["first", "second"])
                try channel.send(.end, end.bytes)
            })
        #expect(source.warnings == ["first"])
        let image = try DecodedImage(source)
        #expect(image.samples == Array(1...12))
        #expect(image.warnings == ["first", "second"])
    }

    @Test func `An error of the reader ends the reading`() throws {
        struct Stop: Error {}
        let source = try source(
            decoder { channel in
                try channel.send(.band, self.band(0, 3))
                try [UInt8](1...12).withUnsafeBytes { try channel.send(raw: $0) }
                _ = try channel.receive()
            })
        #expect(throws: Stop.self) { try source.readBands { _ in throw Stop() } }
    }

    @Test func `Cancelling ends the wait for a decoder`() throws {
        let source = try source(decoder { channel in _ = try channel.receive() })
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: CancellationError.self) {
            try Cancellation.$current.withValue(cancellation) { try source.readBands { _ in } }
        }
    }

    @Test func `An image with too many pixels for its bytes is refused`() throws {
        let size = PixelSize(width: 17_000, height: 17_000)
        let header = DecoderHeader(
            info: ImageInfo(size: size, layout: PixelLayout(.rgb), container: "AVIF"), orientation: .upright,
            isStored: false, warnings: [])
        func open(bytes: Int, _ options: DecodeOptions = DecodeOptions()) throws {
            let worker = FakeDecoder.start { channel in
                try? channel.receiveRequest()
                try? channel.send(.header, header.message)
            }
            _ = try source(worker, bytes: bytes, options: options)
        }
        #expect(
            throws: CodecError(
                .unsupported, file: "x.gif",
                "the image is too large: a file of 1.30 kB declares 289000000 pixels, and up to 67108864 are decoded. If "
                    + "you trust it, raise the limit of pixels to 289000000.")
        ) { try open(bytes: 1300) }
        try open(bytes: 300_000)
        var options = DecodeOptions()
        options.limits.pixels = 289_000_000
        try open(bytes: 1300, options)
    }
}
