internal import Concurrency
internal import Glibc

/// Answers requests with the files of a folder as a slow and unreliable server would, for tests and measurements.
package struct FolderAnswers: Sendable {
    /// The behavior of a simulated server: latency, jitter and broken answers.
    package struct Conditions: Hashable, Sendable {
        /// The seconds before each answer; 0 by default.
        package var latency = 0.0
        /// The share of the latency by which it varies, from 0 to 1; 0 by default.
        package var jitter = 0.0
        /// The share of answers that break off midway, from 0 to 1; 0 by default.
        package var brokenOffShare = 0.0
        /// The seed of what is random.
        package var seed: UInt64 = 1

        /// Creates conditions with the defaults.
        package init() {}
    }

    /// The folder.
    package let folder: String
    /// The behavior of the server.
    package let conditions: Conditions

    private struct State {
        var count = 0
        var brokenOff = 0
        /// The paths and ranges that were answered completely.
        var complete: Set<String> = []
        var repeated = 0
    }

    private let state = Locked(State())

    /// Creates the answers for the files of a folder.
    package init(folder: String, conditions: Conditions = Conditions()) {
        self.folder = folder
        self.conditions = conditions
    }

    /// The answer to a request: a file, a part of it, or 304 for what the client has already.
    package func answer(to request: ScriptedServer.Request) -> ScriptedServer.Answer {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        var answer = file(for: request)
        answer.delay = conditions.latency * (1 + conditions.jitter * (2 * random(number, 0) - 1))
        if answer.body.count > 1, random(number, 1) < conditions.brokenOffShare {
            answer.brokenOffAfter = answer.body.count / 2
        }
        let isBrokenOff = answer.brokenOffAfter != nil
        state.withLock { state in
            state.brokenOff += isBrokenOff ? 1 : 0
            guard !isBrokenOff, answer.status != 304 else { return }
            let key = "\(request.path) \(request.headers["range"] ?? "")"
            state.repeated += state.complete.insert(key).inserted ? 0 : 1
        }
        return answer
    }

    /// The requests so far, those among them for what had been answered completely before, and the answers that broke off.
    package var counts: (requests: Int, repeated: Int, brokenOff: Int) {
        state.withLock { ($0.count, $0.repeated, $0.brokenOff) }
    }

    private func file(for request: ScriptedServer.Request) -> ScriptedServer.Answer {
        let parts = request.path.prefix { $0 != "?" }.split(separator: "/").map(String.init)
        // Names of folders above, and hidden files, are not served.
        guard !parts.contains(where: { $0.hasPrefix(".") }) else { return ScriptedServer.Answer(404) }
        let path = ([folder] + parts).joined(separator: "/")
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return ScriptedServer.Answer(404) }
        let size = Int(status.st_size)
        var file = ServedFile(size: size) { range in (try? Self.read(path, range)) ?? [] }
        file.etag = "\"\(String(size, radix: 16))-\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)\""
        file.headers = ["Cache-Control": "max-age=60", "Accept-Ranges": "bytes"]
        return file.answer(request)
    }

    private static func read(_ path: String, _ range: Range<Int>) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ScriptedServer.Failure() }
        defer { close(descriptor) }
        return try [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
            var position = 0
            while position < range.count {
                let count = pread(
                    descriptor, buffer.baseAddress.map { $0 + position }, range.count - position,
                    off_t(range.lowerBound + position))
                guard count > 0 else { throw ScriptedServer.Failure() }
                position += count
            }
            filled = position
        }
    }

    /// A number from 0 to 1 that depends on the seed, the request and the purpose (SplitMix64).
    private func random(_ request: Int, _ purpose: UInt64) -> Double {
        var state = conditions.seed &+ (UInt64(bitPattern: Int64(request)) &* 2 &+ purpose) &* 0x9E37_79B9_7F4A_7C15
        state = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((state ^ (state >> 31)) >> 11) / Double(1 << 53)
    }
}
