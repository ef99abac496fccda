import Concurrency
import Dispatch
import FuzzSupport
import Networking
import TilePyramid

@testable import FilePyramids
@testable import RemotePyramids
@testable import TileStores

/// A file at a server inside this process; each case supplies the bytes and the faults.
///
/// A case is a seed of faults, two bytes, then the size of the file, then pieces: the offset, the length and the bytes of
/// each. What lies between is zeros, so that small cases make files of many blocks.
struct RemoteSandbox: Sendable {
    /// The seed of the faults; 0 for none.
    let faults: UInt16
    let file: [UInt8]

    /// The most bytes of a file.
    static let sizeLimit = 1 << 20
    /// The length of the zeros that a case leaves out.
    private static let shortestGap = 32

    /// Reads a case; nil when it has no file.
    init?(_ input: [UInt8]) {
        var rest = input[...]
        func next(_ count: Int) -> Int? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count).reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        guard let faults = next(2), let size = next(3), size > 0 else { return nil }
        var file = [UInt8](repeating: 0, count: min(size, Self.sizeLimit))
        while let offset = next(3), let length = next(2) {
            let bytes = rest.prefix(length).prefix(max(0, file.count - offset))
            rest = rest.dropFirst(length)
            file.replaceSubrange(min(offset, file.count)..<min(offset, file.count) + bytes.count, with: bytes)
        }
        self.faults = UInt16(faults)
        self.file = file
    }

    /// The case of a file.
    static func input(_ file: [UInt8], faults: UInt16) -> [UInt8] {
        func bytes(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        var input = bytes(Int(faults), 2) + bytes(file.count, 3)
        var position = 0
        while let start = file[position...].firstIndex(where: { $0 != 0 }) {
            var end = start
            var zeros = 0
            while end < file.count, zeros < shortestGap, end - start < 60_000 {
                zeros = file[end] == 0 ? zeros + 1 : 0
                end += 1
            }
            let piece = file[start..<end - zeros]
            input += bytes(start, 3) + bytes(piece.count, 2) + piece
            position = end
        }
        return input
    }

    /// Whether the pyramid can be opened without faults.
    var canOpen: Bool { (try? Self.source(of: FaultyTransport(file, faults: 0))) != nil }

    /// Opens the pyramid, and reads tiles with and without waiting.
    ///
    /// - Throws: the errors of damaged pyramids and broken servers; ``WrongBytes`` when a tile is another one than without
    ///   faults.
    func open(_ accept: () -> Void) throws {
        let server = try Self.source(of: FaultyTransport(file, faults: 0))
        guard let intact = server else { return }
        accept()
        try intact.exercise(levelLimit: 6, lookLimit: 128)
        guard faults != 0, let source = try Self.source(of: FaultyTransport(file, faults: faults)) else { return }
        for level in source.pyramid.levels.prefix(6) {
            for (column, row) in [(0, 0), (1, 0), (level.grid.columns - 1, level.grid.rows - 1)] {
                let index = TileIndex(level: level.index, column: column, row: row)
                guard let tile = try? Self.tile(index, of: source) else { continue }
                let expected = try? intact.read(index)
                guard expected == tile else {
                    throw WrongBytes(index: index, count: tile.bytes.count, expected: expected?.bytes.count)
                }
            }
        }
    }

    /// A tile differs from the tile in the file.
    struct WrongBytes: Error {
        var index: TileIndex
        var count: Int?
        var expected: Int?
    }

    private static func source(of transport: FaultyTransport) throws -> RangedPyramidSource? {
        try waitForAsyncWork {
            var limits = HTTPLimits()
            limits.retries = 1
            limits.retryDelay = 0.0001
            limits.pause = 0.0001
            limits.longestPause = 0.0001
            let client = CachedHTTPClient(HTTPClient(transport: transport, limits: limits), cache: nil)
            let file = try await RemoteFile.open("http://sandbox/case", client: client)
            let head = try await file.read(0..<PyramidCandidate.headLength)
            return try await RangedPyramid.open("http://sandbox/case", head: head, file: file, formats: .standard)?
                .source as? RangedPyramidSource
        }
    }

    private static func tile(_ index: TileIndex, of source: RangedPyramidSource) throws -> EncodedTile? {
        let result = Locked<Result<EncodedTile?, any Error>?>(nil)
        _ = source.beginReading(index, urgency: .visible) { answer in result.withLockAndNotify { $0 = answer } }
        let answer: Result<EncodedTile?, any Error> = result.wait { $0 }
        return try answer.get()
    }
}

/// Answers requests for parts of a file in this process; one of eight answers has a fault if there is a seed.
final class FaultyTransport: HTTPTransport {
    private let file: [UInt8]
    private let random: Locked<UInt64>
    private let hasFaults: Bool
    private let queue = DispatchQueue(label: "FuzzingTests.server")

    init(_ file: [UInt8], faults: UInt16) {
        self.file = file
        hasFaults = faults != 0
        random = Locked(UInt64(faults))
    }

    private struct Exchange: HTTPExchange {
        func cancel() {}
    }

    func send(
        _ request: HTTPRequest, completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) -> any HTTPExchange {
        queue.async { completion(self.answer(request)) }
        return Exchange()
    }

    /// A number of a linear congruential generator (Knuth's MMIX).
    private func next(_ count: Int) -> Int {
        random.withLock { state in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
    }

    private func range(of request: HTTPRequest) -> Range<Int>? {
        if let range = request.range { return range.clamped(to: 0..<file.count) }
        let header = request.headers.first { $0.name == "Range" }?.value.dropFirst("bytes=".count)
        let ends = header?.split(separator: "-").compactMap { Int($0) } ?? []
        return ends.count == 2 && ends[0] < file.count ? ends[0]..<min(file.count, ends[1] + 1) : nil
    }

    private func answer(_ request: HTTPRequest) -> Result<HTTPResponse, HTTPError> {
        func whole() -> Result<HTTPResponse, HTTPError> {
            guard file.count <= request.byteLimit else {
                return .failure(HTTPError(.tooLarge, url: request.url, "it is too large."))
            }
            return .success(HTTPResponse(status: 200, body: file, url: request.url))
        }
        guard let range = range(of: request) else { return whole() }
        var etag = "\"1\""
        var first = range.lowerBound
        var total = file.count
        var body = Array(file[range])
        var status = 206
        var encoding = "identity"
        switch hasFaults ? next(8 * 9) : .max {
        case 0: return .failure(HTTPError(.brokenOff, url: request.url, "it broke off."))
        case 1: body.removeLast()
        case 2: first += 1
        case 3: total += 1
        case 4: etag = "\"2\""
        case 5: encoding = "gzip"
        case 6: return whole()
        case 7: status = [403, 404, 412, 416, 500][next(5)]
        case 8: return .success(HTTPResponse(status: 503, headers: [HTTPHeader("Retry-After", "0")], url: request.url))
        default: break
        }
        return .success(
            HTTPResponse(
                status: status,
                headers: [
                    HTTPHeader("ETag", etag), HTTPHeader("Content-Encoding", encoding),
                    HTTPHeader("Content-Range", "bytes \(first)-\(first + range.count - 1)/\(total)"),
                ], body: body, url: request.url))
    }
}
