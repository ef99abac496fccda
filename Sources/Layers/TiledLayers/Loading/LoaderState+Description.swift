internal import LayerTree
internal import TilePyramid

extension LoaderState {
    /// Returns the loading state of a tile.
    func state(of key: TileKey) -> TileState {
        switch requests[key]?.stage {
        case .queued: return .queued
        case .reading: return .reading
        case .read: return .read
        case .decoding: return .decoding
        case .waiting, nil: break
        }
        if let failure = availability.failures[key] {
            return .failed(reason: failure.reason, tries: failure.tries, retryTime: failure.retryTime)
        }
        if availability.absent.contains(key) { return .absent }
        return cache.tile(key) == nil ? .idle : .loaded
    }

    /// Returns a summary, then a line per request, the most urgent first.
    func description(now: Double) -> String {
        let lines = requests.sorted { left, right in
            guard let priority = left.value.priority else { return false }
            return right.value.priority.map { priority < $0 } ?? true
        }
        .map { key, request in
            let reason = request.priority.map { "\($0.reason) \($0.rank)" } ?? "not requested"
            let outdated = request.isOutdated ? ", outdated" : ""
            return
                "\(request.rankedRequest.image.name) \(key.index): \(reason), \(describe(key, request, now: now))\(outdated)"
        }
        let summary =
            "\(requests.count) requests: \(reading) reading, \(read) read, \(decoding) decoding; \(workers) workers"
        return ([summary] + lines).joined(separator: "\n")
    }

    private func describe(_ key: TileKey, _ request: PendingRequest, now: Double) -> String {
        let age = milliseconds(now - request.since)
        switch request.stage {
        case .queued: return "queued for \(age)"
        case .waiting(let time):
            let (next, reason) = availability.failures[key].map { ($0.tries + 1, $0.reason) } ?? (1, "")
            return "try \(next) in \(milliseconds(time - now)): \(reason)"
        case .reading: return "reading for \(age)"
        case .read: return "read \(age) ago"
        case .decoding: return "decoding for \(age)"
        }
    }

    private func milliseconds(_ seconds: Double) -> String { "\(Int((seconds * 1000).rounded())) ms" }
}
