internal import CLinux
internal import CProcess
internal import ChannelImages
internal import Concurrency
internal import Glibc
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import Sandboxing
internal import TilePyramid

/// The decoder process: opens images and sends their pixels until the other side closes the socket.
final class DecoderServer {
    /// The exit status of a process that ran out of memory; no tool of the system uses it.
    static let noMemoryStatus: Int32 = 113
    /// The exit status of a process that ran out of stack.
    static let stackOverflowStatus: Int32 = 114
    /// The exit status of a process that the system has refused a thread.
    static let noThreadsStatus: Int32 = 115
    /// The most stack, in bytes: the usual size on Linux, so that endless recursion is found soon.
    static let stackLimit = 8 << 20
    /// The bytes of memory for each processor beyond the limit, for the stacks and heaps of a decoder's threads.
    static let memoryPerThread = 16 << 20

    /// The signals that the process which wants the image acts on.
    static let ignoredSignals = [SIGINT, SIGTERM, SIGHUP, SIGPIPE]

    let channel: DecoderChannel
    private let enterSandbox: (DecoderSandbox.Image) throws(SandboxError) -> Void
    private let open: (DecoderRequest, String) throws -> OpenedImage
    /// Opens an image with its stored samples as channels.
    let openChannels: (ChannelRequest, String) throws -> (any ChannelImage)?
    private let tiles: any TileAnswering
    private var source: (any ImageSource)?
    /// The image that was opened with its stored samples as channels.
    var channels: (any ChannelImage)?
    /// The path by which that was opened.
    var channelsPath = ""
    /// The descriptor of the image that was opened last.
    private var image: Int32 = -1
    /// The processor time when the image was opened, in seconds.
    private var startTime = 0

    /// Creates a server of one connection.
    ///
    /// - Parameters:
    ///   - channel: the connection.
    ///   - tiles: answers requests for tiles; by default none.
    ///   - enterSandbox: gives up rights, before each image and tile, but to the image that it gets.
    ///   - open: opens an image by a path.
    ///   - openChannels: opens an image by a path with its stored samples as channels.
    init(
        _ channel: DecoderChannel, tiles: any TileAnswering = NoTiles(),
        enterSandbox: @escaping (DecoderSandbox.Image) throws(SandboxError) -> Void = { _ in },
        open: @escaping (DecoderRequest, String) throws -> OpenedImage = { try OpenedImage($0, path: $1) },
        openChannels: @escaping (ChannelRequest, String) throws -> (any ChannelImage)? = {
            try openChannelImage($0, path: $1)
        }
    ) {
        self.channel = channel
        self.tiles = tiles
        self.enterSandbox = enterSandbox
        self.open = open
        self.openChannels = openChannels
    }

    deinit {
        if image >= 0 { close(image) }
    }

    /// Serves until the other side closes the connection.
    func run() {
        while let request = try? channel.receive() {
            do {
                try answer(request.kind, request.contents)
            } catch let error as CodecError {
                guard !Self.isAboutMemory(error) else { _exit(Self.noMemoryStatus) }
                guard !Self.isAboutThreads(error) else { _exit(Self.noThreadsStatus) }
                source = nil
                let failure = DecoderFailure(code: error.code, message: error.message)
                guard (try? channel.send(.failure, failure.encoded)) != nil else { return }
            } catch {
                return
            }
        }
    }

    private func answer(_ kind: DecoderMessageKind, _ contents: [UInt8]) throws {
        switch kind {
        case .open:
            let request = try DecoderRequest(contents)
            let opened = try open(request, try prepare(request))
            source = opened.source
            let header = DecoderHeader(
                info: opened.source.info, orientation: opened.orientation, isStored: opened.isStored,
                warnings: opened.source.warnings)
            try channel.send(.header, header.message)
        case .read:
            var reader = MessageReader(contents)
            Self.limit(try DecoderBudget(&reader), since: startTime)
            guard let source else { throw MessageReader.Malformed() }
            self.source = nil
            try send(source)
        case .tile:
            let answer = try tiles.answer(contents, receiveDescriptor: channel.receiveDescriptor) { budget in
                try giveUpRights(DecoderSandbox.Image())
                Self.limit(budget, since: Self.processorTime)
            }
            try channel.send(.result, answer)
        case .openChannels: try openChannels(contents)
        case .readSamples: try sendSamples(contents)
        default:
            throw MessageReader.Malformed()
        }
    }

    /// Receives the image of a request, and sets its limits; returns the path by which it is opened.
    func prepare(_ request: DecoderRequest) throws -> String {
        source = nil
        channels = nil
        try receiveImage(request.whole)
        startTime = Self.processorTime
        Self.limit(request.budget, since: startTime)
        return request.whole?.path ?? DecoderFile.path(of: image)
    }

    /// Receives the descriptor of the image, and gives up the rights to everything else.
    private func receiveImage(_ whole: DecoderRequest.Whole?) throws {
        let received = try channel.receiveDescriptor()
        if image >= 0 { close(image) }
        image = received
        SpillFile.lend(try (0..<(whole?.temporaryFiles ?? 0)).map { _ in try channel.receiveDescriptor() })
        try giveUpRights(DecoderSandbox.Image(descriptor: received, path: whole?.path))
    }

    private func giveUpRights(_ image: DecoderSandbox.Image) throws {
        do {
            try enterSandbox(image)
        } catch {
            throw CodecError(
                .inputOutput, file: "",
                "the decoder process cannot give up its rights (\(error)), and so does not read it. Report this with the "
                    + "versions of the libraries.")
        }
    }

    private func send(_ source: any ImageSource) throws {
        let rowBytes = source.info.size.width * source.info.layout.bytesPerPixel
        try source.readBands { band in
            var head = MessageWriter()
            head.add(band.rows.lowerBound)
            head.add(band.rows.count)
            try channel.send(.band, head.bytes)
            if band.stride == rowBytes {
                try channel.send(raw: UnsafeRawBufferPointer(start: band.base, count: rowBytes * band.rows.count))
            } else {
                for y in band.rows {
                    try channel.send(raw: UnsafeRawBufferPointer(start: band.row(y), count: rowBytes))
                }
            }
        }
        var end = MessageWriter()
        end.add(source.warnings)
        try channel.send(.end, end.bytes)
    }

    /// True when a decoder reports that it got no memory.
    private static func isAboutMemory(_ error: CodecError) -> Bool {
        let text = error.message.lowercased()
        return [
            "out of memory", "bad_alloc", "not allocate", "memory alloc", "not enough memory", "insufficient memory",
        ]
        .contains { text.contains($0) }
    }

    /// True when libvips reports that the system has refused it a thread.
    private static func isAboutThreads(_ error: CodecError) -> Bool {
        error.message.contains("unable to create thread") && ScarceMemory.limit == nil
    }
}

// MARK: The process

extension DecoderServer {
    /// Serves the connection of a process that was started as a decoder.
    ///
    /// - Parameters:
    ///   - descriptor: the socket.
    ///   - tiles: answers requests for tiles.
    ///   - action: done before an image is opened, with its path.
    static func serve(
        _ descriptor: Int32, tiles: any TileAnswering, beforeOpening action: @escaping (String) throws -> Void
    ) -> Never {
        // Nothing else that the other process has open, or was started with, can be written to by a decoder.
        tk_close_descriptors_from(descriptor + 1)
        // Ctrl-C reaches all processes of a terminal's foreground; the one that wants the image decides what happens.
        for number in ignoredSignals {
            signal(number, SIG_IGN)
        }
        var mask = sigset_t()
        sigemptyset(&mask)
        sigprocmask(SIG_SETMASK, &mask, nil)
        limit(__rlimit_resource_t(RLIMIT_CORE.rawValue), to: 0)
        limit(__rlimit_resource_t(RLIMIT_STACK.rawValue), to: stackLimit)
        tk_handle_crashes(-1, stackLimit, "", noMemoryStatus, "", stackOverflowStatus, "", 0)
        tk_end_without_threads(-1, "", noThreadsStatus)
        WorkThreads.leaveDispatch()
        var isInSandbox = false
        let server = DecoderServer(
            DecoderChannel(owning: descriptor), tiles: tiles,
            enterSandbox: { image throws(SandboxError) in
                // The next image is the same file, and the next tile of the same pyramid: processes are not used for others.
                guard !isInSandbox else { return }
                try DecoderSandbox.sandbox(image: image, environment: DecoderEnvironment.current).enter()
                isInSandbox = true
                watch(descriptor)
            },
            open: { request, path in
                try action(path)
                return try OpenedImage(request, path: path)
            },
            openChannels: { request, path in
                try action(path)
                return try openChannelImage(request, path: path)
            })
        server.run()
        _exit(0)
    }

    /// Starts the threads that end this process; after the sandbox, which counts for threads that are started in it.
    private static func watch(_ descriptor: Int32) {
        // This process ends with the other one, however that ends and whatever the decoder does: a signal for the
        // death of the parent (PR_SET_PDEATHSIG) would come when the thread ends that has started the process.
        var thread = pthread_t()
        let watched = UnsafeMutablePointer<pollfd>.allocate(capacity: 1)
        watched.initialize(to: pollfd(fd: descriptor, events: 0, revents: 0))
        let code = pthread_create(
            &thread, nil,
            { watched in
                while poll(watched?.assumingMemoryBound(to: pollfd.self), 1, -1) < 0, errno == EINTR {}
                _exit(0)
            }, watched)
        guard code == 0 else { _exit(ScarceMemory.limit == nil ? noThreadsStatus : noMemoryStatus) }
        if ScarceMemory.limit != nil { tk_end_without_memory() }
    }

    /// The processor time of this process so far, rounded up to seconds.
    static var processorTime: Int {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return time.tv_sec + 1
    }

    /// Limits this process; a hard limit that it has already and that is lower stays.
    static func limit(_ budget: DecoderBudget, since start: Int) {
        let threads = Processors.count * memoryPerThread
        limit(__rlimit_resource_t(RLIMIT_DATA.rawValue), to: saturatedSum(budget.memory, threads))
        limit(__rlimit_resource_t(RLIMIT_CPU.rawValue), to: saturatedSum(start, budget.seconds))
    }

    private static func saturatedSum(_ first: Int, _ second: Int) -> Int {
        let (sum, isOverflow) = first.addingReportingOverflow(second)
        return isOverflow ? .max : sum
    }

    private static func limit(_ resource: __rlimit_resource_t, to value: Int) {
        var current = rlimit()
        guard getrlimit(resource, &current) == 0 else { return }
        current.rlim_cur = min(current.rlim_max, rlim_t(clamping: value))
        setrlimit(resource, &current)
    }
}

/// Answers a decoder process's requests for tiles.
protocol TileAnswering {
    /// Decodes a tile.
    ///
    /// - Parameters:
    ///   - contents: the request's message.
    ///   - receiveDescriptor: receives a descriptor that follows the message.
    ///   - prepare: gives up rights and sets limits, before a byte of the tile is read.
    /// - Returns: the answer's contents.
    /// - Throws: ``CodecError``, and `MessageReader.Malformed`.
    func answer(
        _ contents: [UInt8], receiveDescriptor: () throws -> Int32, prepare: (DecoderBudget) throws -> Void
    ) throws -> [UInt8]
}

/// The answers of a process that decodes no tiles.
struct NoTiles: TileAnswering {
    func answer(
        _ contents: [UInt8], receiveDescriptor: () throws -> Int32, prepare: (DecoderBudget) throws -> Void
    ) throws -> [UInt8] { throw MessageReader.Malformed() }
}
