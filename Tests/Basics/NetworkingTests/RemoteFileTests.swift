import Concurrency
import TestLimits
import TestSupport
import Testing

@testable import Networking

@Suite(.timeLimited) struct RemoteFileTests {
    let folder: TemporaryFolder
    private let caches = Locked<[HTTPCache]>([])
    let block = RemoteFile.blockLength

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A client with a cache of its own in the same file, which has all that the former ones have stored.
    func makeClient(retries: Int = 3) -> CachedHTTPClient {
        var limits = HTTPLimits()
        limits.retryDelay = 0.01
        limits.pause = 0.01
        limits.retries = retries
        let cache = HTTPCache(path: folder.path("http.sqlite"))
        caches.withLock { caches in
            caches.forEach { $0.flush() }
            caches.append(cache)
        }
        // Tests hold answers back, so the stall timeout must not expire.
        var options = CurlOptions()
        options.stallTimeout = 600
        return CachedHTTPClient(HTTPClient(transport: CurlTransport(options), limits: limits), cache: cache)
    }

    func open(_ server: ScriptedServer, retries: Int = 3) async throws -> RemoteFile {
        try await RemoteFile.open(server.url("/file?key=1"), client: makeClient(retries: retries))
    }

    /// Whether a range of a numbered file is as it should be.
    func isRight(_ file: RemoteFile, _ range: Range<Int>, salt: Int = 0) async throws -> Bool {
        try await file.read(range) == range.map { ServedFile.byte(at: $0, salt: salt) }
    }

    func code(_ body: () async throws -> some Any) async -> HTTPError.Code? {
        do {
            _ = try await body()
            return nil
        } catch {
            return (error as? HTTPError)?.code
        }
    }

    // MARK: Parts

    @Test func `a file is read in blocks, neighbors together, and each block once`() async throws {
        let served = ServedFile.numbered(10 * block + 100)
        let server = try ScriptedServer { served.answer($0) }
        defer { server.close() }
        let file = try await open(server)
        #expect(file.size == 10 * block + 100 && !file.isOffline)
        #expect(try await isRight(file, 10..<20))
        #expect(try await isRight(file, block - 5..<4 * block + 5))
        #expect(try await isRight(file, 2 * block..<3 * block))
        #expect(try await isRight(file, 10 * block - 1..<10 * block + 100))
        #expect(try await file.read(11 * block..<12 * block) == [])
        #expect(server.ranges == ["bytes=0-65535", "bytes=65536-327679", "bytes=589824-655459"])
        #expect(server.requests.allSatisfy { $0.headers["accept-encoding"] == "identity" })
        #expect(server.requests.dropFirst().allSatisfy { $0.headers["if-match"] == "\"1\"" })
        #expect(file.publicAddress == server.url("/file"))
    }

    @Test func `a file smaller than a block, and one of exactly a block, is one request`() async throws {
        for size in [1, 1000, block] {
            let served = ServedFile.numbered(size)
            let server = try ScriptedServer { served.answer($0) }
            defer { server.close() }
            let file = try await open(server)
            #expect(file.size == size)
            #expect(try await isRight(file, 0..<size))
            #expect(server.requests.count == 1)
        }
    }

    @Test func `readers of the same blocks share requests, and the last that leaves ends them`() async throws {
        let isOpen = Locked(false)
        let served = ServedFile.numbered(20 * block)
        let server = try ScriptedServer { request in
            if request.headers["range"] != "bytes=0-65535" { let _: Bool = isOpen.wait { $0 ? true : nil } }
            return served.answer(request)
        }
        defer {
            isOpen.withLockAndNotify { $0 = true }
            server.close(keepsPort: true)
        }
        let file = try await open(server)
        let (results, continuation) = AsyncStream.makeStream(of: Bool.self)
        let readings = (0..<3).map { _ in
            file.beginReading([5 * block..<6 * block], priority: .lookAhead) { result in
                continuation.yield((try? result.get().bytes(5 * block..<6 * block)) != nil)
            }
        }
        await server.waitForRequests(2)
        readings[0].cancel()
        readings[1].setPriority(.visible)
        isOpen.withLockAndNotify { $0 = true }
        var answers = results.makeAsyncIterator()
        #expect(await answers.next() == true)
        #expect(await answers.next() == true)
        #expect(server.requests.count == 2)
    }

    @Test func `cancelling ends the transfer`() async throws {
        let served = ServedFile.numbered(20 * block)
        let server = try ScriptedServer { request in
            var answer = served.answer(request)
            // Some 65 seconds for a block.
            if request.headers["range"] != "bytes=0-65535" { answer.secondsPerByte = 0.001 }
            return answer
        }
        defer { server.close() }
        let file = try await open(server)
        let task = Task { try await file.read(5 * block..<6 * block) }
        await server.waitForRequests(2)
        task.cancel()
        #expect(await code { try await task.value } == .cancelled)
        #expect(try await isRight(file, 0..<10))
    }

    // MARK: Opening again

    @Test func `an opened file is checked once, and its kept blocks are used`() async throws {
        let served = ServedFile.numbered(10 * block)
        let server = try ScriptedServer { served.answer($0) }
        defer { server.close() }
        #expect(try await isRight(open(server), 2 * block..<4 * block))
        for opening in 1...2 {
            let file = try await open(server)
            #expect(try await isRight(file, 0..<block))
            #expect(try await isRight(file, 2 * block + 1..<4 * block - 1))
            #expect(server.requests.count == 2 + opening)
            #expect(server.requests.last?.headers["if-none-match"] == "\"1\"")
        }
    }

    @Test func `a file that has changed between two openings is read again`() async throws {
        let version = Locked(1)
        let server = try ScriptedServer { request in
            let version = version.withLock(\.self)
            var served = ServedFile.numbered(10 * 65_536, salt: version)
            served.etag = "\"\(version)\""
            return served.answer(request)
        }
        defer { server.close() }
        #expect(try await isRight(open(server), 2 * block..<3 * block, salt: 1))
        version.withLock { $0 = 2 }
        for _ in 0..<2 {
            let file = try await open(server)
            #expect(try await isRight(file, 0..<block, salt: 2))
            #expect(try await isRight(file, 2 * block..<3 * block, salt: 2))
        }
        #expect(server.requests.count == 5)
    }

    @Test(arguments: [("W/\"1\"", nil), (nil, "Sun, 06 Nov 1994 08:49:37 GMT"), (nil, nil)] as [(String?, String?)])
    func `weak tags and dates do, too, and what has neither is not kept`(etag: String?, date: String?) async throws {
        var served = ServedFile.numbered(4 * block)
        served.etag = etag
        served.lastModified = date
        let server = try ScriptedServer { [served] in served.answer($0) }
        defer { server.close() }
        for _ in 0..<2 { #expect(try await isRight(open(server), 2 * block..<3 * block)) }
        #expect(server.requests.count == (etag ?? date == nil ? 4 : 3))
    }

    @Test func `what must not be stored is not kept`() async throws {
        var served = ServedFile.numbered(4 * block)
        served.headers["Cache-Control"] = "no-store"
        let server = try ScriptedServer { [served] in served.answer($0) }
        defer { server.close() }
        for _ in 0..<2 { #expect(try await isRight(open(server), 2 * block..<3 * block)) }
        #expect(server.requests.count == 4)
    }

    @Test func `without a server, kept blocks are used at once, and the others cannot be read`() async throws {
        let served = ServedFile.numbered(10 * block)
        let server = try ScriptedServer { served.answer($0) }
        #expect(try await isRight(open(server), 2 * block..<4 * block))
        let url = server.url("/file?key=1")
        server.close(keepsPort: true)
        // Retries would take minutes.
        var limits = HTTPLimits()
        limits.retryDelay = 100
        let client = CachedHTTPClient(HTTPClient(limits: limits), cache: HTTPCache(path: folder.path("http.sqlite")))
        let file = try await RemoteFile.open(url, client: client)
        #expect(file.isOffline && client.isOffline)
        #expect(try await isRight(file, 0..<10))
        #expect(try await isRight(file, 2 * block..<4 * block))
        let impatient = try await RemoteFile.open(url, client: makeClient(retries: 0))
        #expect(await code { try await impatient.read(7 * block..<8 * block) } == .unreachable)
        #expect(impatient.isOffline)
        #expect(try await isRight(impatient, 2 * block..<4 * block))
    }

    // MARK: Changes

    @Test(arguments: [true, false], [true, false])
    func `a change drops all that was read, and has to be opened again`(
        checksPreconditions: Bool, hasTag: Bool
    ) async throws {
        let version = Locked(1)
        let server = try ScriptedServer { request in
            let version = version.withLock(\.self)
            var served = ServedFile.numbered(10 * 65_536, salt: version)
            served.etag = hasTag ? "\"\(version)\"" : nil
            served.lastModified = "Sun, 0\(version) Nov 1994 08:49:37 GMT"
            served.checksPreconditions = checksPreconditions
            return served.answer(request)
        }
        defer { server.close() }
        let file = try await open(server)
        #expect(try await isRight(file, 2 * block..<3 * block, salt: 1))
        version.withLock { $0 = 2 }
        #expect(await code { try await file.read(5 * block..<6 * block) } == .changed)
        // Also what was in memory, without another request.
        let count = server.requests.count
        #expect(await code { try await file.read(0..<10) } == .changed)
        #expect(file.blocksInMemory(0..<10) == nil && server.requests.count == count)
        // Nothing is in the cache.
        let again = try await open(server)
        #expect(server.requests.last?.headers["if-none-match"] == nil)
        #expect(try await isRight(again, 2 * block..<3 * block, salt: 2))
    }

    @Test func `a file that has become longer or shorter has changed`() async throws {
        for size in [9 * block + 1, 11 * block, 3 * block] {
            let size = size
            let isChanged = Locked(false)
            let server = try ScriptedServer { request in
                var served = ServedFile.numbered(isChanged.withLock(\.self) ? size : 10 * 65_536)
                served.etag = nil
                return served.answer(request)
            }
            defer { server.close() }
            let file = try await open(server)
            isChanged.withLock { $0 = true }
            #expect(await code { try await file.read(5 * block..<6 * block) } == .changed)
        }
    }

    // MARK: Faults

    @Test func `an answer that breaks off is asked for again, and then given up`() async throws {
        let failures = Locked(0)
        let served = ServedFile.numbered(10 * block)
        let server = try ScriptedServer { request in
            var answer = served.answer(request)
            if request.headers["range"] != "bytes=0-65535" {
                let isBroken = failures.withLock { count in
                    count -= 1
                    return count >= 0
                }
                if isBroken { answer.brokenOffAfter = 1000 }
            }
            return answer
        }
        defer { server.close() }
        let file = try await open(server)
        failures.withLock { $0 = 2 }
        #expect(try await isRight(file, 2 * block..<3 * block))
        failures.withLock { $0 = 100 }
        #expect(await code { try await file.read(5 * block..<6 * block) } == .brokenOff)
        failures.withLock { $0 = 0 }
        #expect(try await isRight(file, 5 * block..<6 * block))
    }

    @Test(arguments: [
        "bytes 0-65535/655360", "bytes 131072-196607/65536", "bytes 131072-196606/655360", "bytes 131073-196608/655360",
        "items 1-2/3", "",
    ])
    func `a part of another range is refused`(range: String) async throws {
        let served = ServedFile.numbered(10 * block)
        let server = try ScriptedServer { request in
            var answer = served.answer(request)
            if request.headers["range"] != "bytes=0-65535" { answer.headers["Content-Range"] = range }
            return answer
        }
        defer { server.close() }
        let file = try await open(server)
        #expect(await code { try await file.read(2 * block..<3 * block) } == .refused(status: 206))
    }

    @Test(arguments: [
        "bytes 1-65536/655360", "bytes 0-65535/*", "bytes 0-65534/655360", "bytes 0-65535/65535", "",
        "bytes 0-65535/9223372036854775807", "bytes 0-65535/4611686018427387905",
    ])
    func `a first part that is none is refused`(range: String) async throws {
        let served = ServedFile.numbered(10 * block)
        let server = try ScriptedServer { request in
            var answer = served.answer(request)
            answer.headers["Content-Range"] = range
            return answer
        }
        defer { server.close() }
        #expect(await code { try await open(server) } == .refused(status: 206))
    }

    @Test func `parts of a compressed file are refused`() async throws {
        let isCompressed = Locked(true)
        let served = ServedFile.numbered(10 * block)
        let server = try ScriptedServer { request in
            var answer = served.answer(request)
            if isCompressed.withLock(\.self) { answer.headers["Content-Encoding"] = "br" }
            return answer
        }
        defer { server.close() }
        // What libcurl cannot decode counts as an answer that breaks off.
        #expect(await code { try await open(server, retries: 0) } != nil)
        isCompressed.withLock { $0 = false }
        let file = try await open(server)
        isCompressed.withLock { $0 = true }
        #expect(await code { try await file.read(5 * block..<6 * block) } == .refused(status: 206))
    }

    @Test func `memory is bounded, and what was used last stays`() {
        var memory = BlockMemory(byteLimit: 30)
        for number in 0..<3 { memory.insert([UInt8](repeating: 0, count: 10), at: number) }
        #expect(memory.block(0) != nil)
        memory.insert([UInt8](repeating: 0, count: 10), at: 3)
        #expect((0...3).filter(memory.contains) == [0, 2, 3] && memory.byteCount == 30)
        memory.insert([UInt8](repeating: 0, count: 5), at: 3)
        #expect(memory.byteCount == 25)
        memory.removeAll()
        #expect(memory.byteCount == 0 && !memory.contains(0))
    }
}
