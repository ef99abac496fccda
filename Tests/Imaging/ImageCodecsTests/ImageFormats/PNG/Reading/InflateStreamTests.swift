internal import TestLimits
internal import TestSupport
internal import Testing

@testable internal import Compression

@Suite(.timeLimited) struct InflateStreamTests {
    /// Bytes that compress in parts, with repetitions at any distance.
    private static let bytes: [UInt8] = {
        var random = SeededRandom(seed: 7)
        var bytes = (0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) }
        for _ in 0..<300 {
            let start = Int.random(in: max(0, bytes.count - 30_000)..<bytes.count - 300, using: &random)
            bytes += bytes[start..<start + Int.random(in: 3...300, using: &random)]
            bytes += (0..<20).map { _ in UInt8.random(in: 0...3, using: &random) }
        }
        return bytes
    }()

    /// A raw deflate stream: without the header and checksum of zlib.
    private static func deflated(_ level: Int32) -> [UInt8] {
        Array(PNGFixture.deflated(bytes, level: level).dropFirst(2).dropLast(4))
    }

    /// Decompresses data that arrives in pieces, into memory of a fixed size.
    private func inflate(
        _ data: [UInt8], _ implementation: InflateStream.Implementation, input: Int, output: Int
    ) throws -> (bytes: [UInt8], status: InflateStream.Status) {
        let stream = try #require(InflateStream(implementation))
        var made: [UInt8] = []
        var memory = [UInt8](repeating: 0, count: output)
        for start in stride(from: 0, to: data.count, by: min(input, data.count)) {
            var status = InflateStream.Status.incomplete
            // Exactly as long as the piece, so that a sanitizer sees what is read after it.
            Array(data[start..<min(start + min(input, data.count), data.count)]).withUnsafeBytes { piece in
                var rest = piece
                memory.withUnsafeMutableBytes { memory in
                    while true {
                        var room = memory
                        status = stream.inflate(&rest, into: &room)
                        made += memory.prefix(memory.count - room.count)
                        if status != .incomplete || !room.isEmpty { break }
                    }
                }
            }
            if status != .incomplete { return (made, status) }
        }
        return (made, .incomplete)
    }

    @Test(
        arguments: InflateStream.Implementation.allCases,
        [(1, 1), (1, 1000), (7, 3), (100, 40_000), (8192, 70_000), (.max, 11)])
    func `pieces of any length give the same bytes`(
        implementation: InflateStream.Implementation, pieces: (input: Int, output: Int)
    ) throws {
        for level in [1, 6, 12] as [Int32] {
            let data = Self.deflated(level)
            let result = try inflate(data, implementation, input: min(pieces.input, data.count), output: pieces.output)
            #expect(result.bytes == Self.bytes)
            #expect(result.status == .finished)
        }
    }

    @Test(arguments: InflateStream.Implementation.allCases)
    func `data that ends is incomplete, and yields the bytes that it has`(implementation: InflateStream.Implementation)
        throws
    {
        let data = Self.deflated(6)
        let result = try inflate(Array(data.dropLast(100)), implementation, input: 500, output: 900)
        #expect(result.status == .incomplete)
        #expect(result.bytes.count > Self.bytes.count / 2)
        #expect(Self.bytes.starts(with: result.bytes))
    }

    @Test(arguments: InflateStream.Implementation.allCases)
    func `damaged data is reported, or yields bytes`(implementation: InflateStream.Implementation) throws {
        let data = Self.deflated(6)
        // Block type 3 does not exist.
        #expect(try inflate([7] + data, implementation, input: 500, output: 900).status == .damaged)
        for index in stride(from: 0, to: data.count, by: 37) {
            var damaged = data
            damaged[index] ^= 0x55
            _ = try inflate(damaged, implementation, input: 501, output: 900)
        }
    }

    @Test(arguments: InflateStream.Implementation.allCases)
    func `what precedes damage is delivered, however little room there is at a time`(
        implementation: InflateStream.Implementation
    ) throws {
        var data = Self.deflated(6)
        // The last bytes before the damage may be wrong already.
        data.removeLast(200)
        data += [UInt8](repeating: 0xFF, count: 300)
        for output in [1, 100, 5000, 200_000] {
            let result = try inflate(data, implementation, input: .max, output: output)
            let count = zip(result.bytes, Self.bytes).prefix { $0 == $1 }.count
            #expect(count > Self.bytes.count * 9 / 10, "\(count) bytes with room for \(output)")
        }
    }

    @Test func `small pieces are kept until more follow, up to a limit`() throws {
        let data = Self.deflated(6)
        let stream = try #require(InflateStream())
        var made: [UInt8] = []
        var memory = [UInt8](repeating: 0, count: 10_000)
        var mostUnread = 0
        for start in stride(from: 0, to: 40 * data.count, by: 100) where start < data.count || start % 1000 == 0 {
            // After the data, nothing is added.
            let piece = Array(data[min(start, data.count)..<min(start + 100, data.count)])
            try piece.withUnsafeBytes { piece in
                var rest = piece
                try memory.withUnsafeMutableBytes { memory in
                    var room = memory
                    let status = stream.inflate(&rest, into: &room, isEager: start >= data.count)
                    #expect(rest.isEmpty || room.isEmpty)
                    made += memory.prefix(memory.count - room.count)
                    try #require(status != .damaged)
                }
            }
            mostUnread = max(mostUnread, stream.unread)
        }
        #expect(made == Self.bytes)
        #expect(mostUnread > 1000 && mostUnread <= InflateStream.heldBytes)
    }
}
